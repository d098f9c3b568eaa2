"""Rock, paper, scissors: both choose at the same time. Paper beats rock, scissors beat paper, rock beats scissors.

Written in turns: who chooses second is told of the first choice only when both are made. Whoever plays all three alike
cannot be exploited, and wins nothing: the value is 0. Who always plays the same loses 1.
"""

from numpy import int8

from zermelo.core.game import Rules, all_chosen, below, simultaneous

NAMES = ("rock", "paper", "scissors")


class RockPaperScissors(Rules):
    players = ("A", "B")
    max_moves, max_plies = 3, 2

    class State:
        chosen: (int8, 2)  # the choice + 1, or 0

    def moves(s, out):
        out[0], out[1], out[2] = 0, 1, 2
        return 3

    def play(s, move):
        s.chosen[s.turn] = move + 1

    def tells(s, move, player):
        return simultaneous(s.chosen, move)

    def over(s):
        return s.chosen[1] > 0

    def payoff(s, out):
        out[0] = (0, 1, -1)[(s.chosen[0] - s.chosen[1]) % 3]
        out[1] = -out[0]

    def imagine(s, player, dice):
        if s.chosen[1 - player] > 0:
            s.chosen[1 - player] = 1 + below(dice, 3)

    def move_name(s, move):
        return NAMES[move]

    def told(what, player):
        return " ".join(f"against {NAMES[choice]}" for choice in all_chosen(what, 2)[1 - player : 2 - player])

    def hide(s, player):
        s.chosen[1 - player] = 0

    def show(s):
        return " ".join("?" if choice == 0 else NAMES[choice - 1] for choice in s.chosen)
