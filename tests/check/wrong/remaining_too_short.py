"""remaining_too_short.py:7: remaining() says 4 plies at most, but 5 were played at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def remaining(s):
        return max(1, s.left - 1)
