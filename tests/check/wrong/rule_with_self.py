"""rule_with_self.py:7: play(self, s, take) must take play(s, move)"""

from base import Take


class Wrong(Take):
    def play(self, s, take):
        s.left -= take
