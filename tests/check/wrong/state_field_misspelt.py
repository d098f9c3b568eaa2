"""state_field_misspelt.py:10: play() of state_field_misspelt.py failed: AttributeError: 'struct(left, turn)'
object has no attribute 'lft'
"""

from base import Take


class Wrong(Take):
    def play(s, take):
        s.lft = s.left - take
