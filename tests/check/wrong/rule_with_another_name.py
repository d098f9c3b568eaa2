"""rule_with_another_name.py:7: wheer is neither a rule nor a setting; did you mean where?"""

from base import Corner


class Wrong(Corner):
    def wheer(s, move):
        return [["a1"]]
