"""rule_misspelt.py:7: evalute is neither a rule nor a setting; did you mean evaluate?"""

from base import Take


class Wrong(Take):
    def evalute(s):
        return 0.0
