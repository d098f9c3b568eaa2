"""FINE"""

from base import Take

PLAYED = []


class Wrong(Take):
    def play(s, take):
        PLAYED.append(take)
        s.left -= take if len(PLAYED) % 2 else 1
