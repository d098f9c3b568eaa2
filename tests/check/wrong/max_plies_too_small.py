"""max_plies_too_small.py:7: a random game lasts 7 plies, but max_plies is 4: no search can see its end"""

from base import Race


class Wrong(Race):
    max_plies = 4
