"""key_always_the_same.py:7: key() is the same for positions that differ at left=4 turn=1"""

from base import Take


class Wrong(Take):
    def key(s):
        return 1
