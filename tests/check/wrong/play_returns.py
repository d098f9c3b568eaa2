"""play_returns.py:7: play() returns np.int8(4), but must change s in place at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def play(s, take):
        return s.left - take
