"""remaining_nothing.py:9: remaining() is 0, and not how many plies are left, but a move can be made at left=5
turn=0
"""

from base import Take


class Wrong(Take):
    def remaining(s):
        return 0
