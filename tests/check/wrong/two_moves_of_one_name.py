"""two_moves_of_one_name.py:7: two moves have the same name: ['some', 'some'] at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def move_name(s, move):
        return "some"
