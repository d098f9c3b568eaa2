"""read_something_else.py:7: read() makes another position (left=1 turn=0) at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def read(s, text):
        s.left = 1
