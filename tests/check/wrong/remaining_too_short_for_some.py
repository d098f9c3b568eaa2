"""remaining_too_short_for_some.py:7: remaining() says 3 plies at most, but 4 were played at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def remaining(s):
        return (int(s.left) + 2) // 2
