"""state_field_misspelt_where_read.py:10: evaluate() of state_field_misspelt_where_read.py failed:
AttributeError: 'struct(left, turn)' object has no attribute 'leeft'
"""

from base import Take


class Wrong(Take):
    def evaluate(s):
        return s.leeft / 10
