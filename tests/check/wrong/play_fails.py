"""play_fails.py:8: play() of play_fails.py failed: KeyError: np.int8(2)"""

from base import Take


class Wrong(Take):
    def play(s, take):
        s.left = {5: 4, 4: 3, 3: 2}[s.left]
