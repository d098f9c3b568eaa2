"""cells_too_few.py:7: cells() lists 5 of 6 cells"""

from base import Corner


class Wrong(Corner):
    def cells(s):
        return "......"[1:]
