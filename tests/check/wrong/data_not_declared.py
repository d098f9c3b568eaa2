"""data_not_declared.py:9: evaluate asks for data 'weights', but data_not_declared.py is given none: there is no
class Data
"""

from base import Take


class Wrong(Take):
    def evaluate(s, weights):
        return weights[0]
