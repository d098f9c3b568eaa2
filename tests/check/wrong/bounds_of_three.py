"""bounds_of_three.py:11: bounds() says at most 0, but a move wins 1 at left=2 turn=0"""

from base import Take


class Wrong(Take):
    players = ("Ann", "Bob", "Eve")
    payoff_sum = 1
    payoff_range = (0, 1)

    def bounds(s):
        return (0.0, 0.0) if s.left == 2 else (0.0, 1.0)

    def payoff(s, out):
        for player in range(3):
            out[player] = 1 if player == (s.turn + 2) % 3 else 0
