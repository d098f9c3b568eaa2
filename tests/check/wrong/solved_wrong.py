"""solved_wrong.py:7: solved is -1, but the first position is worth 1 at left=5 turn=0"""

from base import Take


class Wrong(Take):
    solved = -1
