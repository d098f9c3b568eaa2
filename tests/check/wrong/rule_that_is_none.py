"""rule_that_is_none.py:9: legal_moves is neither a rule nor a setting; a function that rules call stands outside
of the class
"""

from base import Take


class Wrong(Take):
    def legal_moves(s):
        return 2
