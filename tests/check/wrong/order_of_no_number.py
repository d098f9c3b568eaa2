"""order_of_no_number.py:7: order() is not a number but 'first' at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def order(s, move):
        return "first"
