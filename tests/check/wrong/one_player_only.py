"""one_player_only.py:7: Bob never moves in 30 random games"""

from base import Race


class Wrong(Race):
    def play(s, steps):
        s.place[s.turn] += steps

    def over(s):
        return s.place[0] >= 5 or s.place[1] >= 5
