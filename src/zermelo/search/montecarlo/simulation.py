"""Random games: play on from a position with no thought, and see what each player gets.

A game that does not end, or is not to be played to its end (`cutoff`), is judged by the rules' evaluation; where they
have none, it counts as even. What a player gets is turned into a reward from 0 to 1, the currency of `flat` and `uct`.
"""

import numpy as np

from zermelo.core.game import Game
from zermelo.core.primitives import CHANCE, drawn
from zermelo.core.state import record
from zermelo.core.vocabulary import chance, estimate, mover, over, payoff, play, playout, seats, stuck

NO_END = 1 << 30
RECORDED = 2048  # moves of a simulation that are remembered
SLOTS = 1 << 14  # for moves by their number, see `amaf`
TIGHT = 0.1  # of the range of payoffs: a lead, as an evaluation sees it, that is three quarters of a win


def trial_of(game: Game) -> np.ndarray:
    """An array of one workspace for simulations: how they are to be made, and the one under way."""
    rows = game.max_plies + 2
    seats = len(game.players)
    fields = [
        # how; see the options of `mcts`
        ("c", np.float64),
        ("urgency", np.float64),  # the mean reward to expect of a move that was not tried
        ("in_turn", np.int64),  # whether such moves come first, one after the other
        ("margin", np.float64),  # how much of a reward is the payoff itself, and not who wins
        ("minimax", np.float64),
        ("bias", np.float64),
        ("also", np.float64),  # of `amaf`; 0 if it is off
        ("reference", np.int64),
        ("cutoff", np.int64),
        ("solver", np.int64),
        ("clips", np.int64),  # whether outcomes are held within what is proven
        ("use_bounds", np.int64),
        ("opposed", np.int64),  # two players: what one gets, the other one loses
        ("threads", np.int64),
        ("nodes_reserved", np.int64),  # by a thread at a time
        ("edges_reserved", np.int64),
        ("next_node", np.int64),  # of those that are reserved, up to the last
        ("last_node", np.int64),
        ("next_edge", np.int64),
        ("last_edge", np.int64),
        ("lowest", np.float64),  # payoff
        ("highest", np.float64),
        ("root", np.int64),  # node
        # the simulation under way
        ("serial", np.int64),
        ("nodes_passed", np.int64),
        ("edges_passed", np.int64),
        ("played", np.int64),
        ("news", np.int64),  # whether it proved something at its end
        ("estimated", np.int64),  # whether its end was judged, not reached
        ("reward", np.float64, (seats,)),
        ("node", np.int32, (rows,)),
        ("edge", np.int32, (rows,)),
        ("moves", np.int32, (RECORDED,)),
        ("players", np.int32, (RECORDED,)),
        # of `amaf`: what was played in a simulation, by slots
        ("stamp", np.int64, (SLOTS,)),
        ("slot_move", np.int32, (SLOTS,)),
        ("slot_player", np.int32, (SLOTS,)),
        ("source", np.int32, (seats,)),  # the node that each player's others come from, and its edges
        ("slot_edge", np.int32, (seats, SLOTS)),
    ]
    t = np.zeros(1, record(fields))
    t["cutoff"] = NO_END
    t["opposed"] = game.two_player
    t["threads"] = t["nodes_reserved"] = 1
    t["lowest"], t["highest"] = game.lowest, game.highest
    return t


def ended(w, s):
    """Whether the game is over in `s`, where a player is to move."""
    return over(s) or (mover(s) != CHANCE and stuck(s, w.moves[1]))


def simulate(w, t, weights, s):
    """Play a random game from `s`, which is changed, and leave what each player gets in `w.payoff`."""
    plies = 0
    longest = 4 * w.stack.shape[0]
    out = w.moves[0]
    while not ended(w, s):
        player = mover(s)
        if plies >= longest or (plies >= t.cutoff and player != CHANCE):
            estimate(s, weights, w.payoff)
            w.evaluations += 1
            t.estimated = 1
            break
        if player == CHANCE:
            move = cast(w, s)
        else:
            move = playout(s, out, w)
            if move < 0:
                break
        if t.also > 0.0 and t.played < RECORDED and player != CHANCE:
            t.moves[t.played] = move
            t.players[t.played] = player
            t.played += 1
        play(s, move)
        plies += 1
    if not t.estimated:
        payoff(s, w.payoff)
    w.nodes += plies
    w.leaves += 1


def cast(w, s):
    """What chance does in `s`, at random."""
    count = chance(s, w.moves[1], w.probs[0])
    return w.moves[1, drawn(w, w.probs[0], count)]


def share_out(w, t):
    """Turn the payoffs into rewards from 0 to 1: part of them for winning, part for the payoff itself.

    Who has most wins; several share it. An estimated lead counts as a win the more, the larger it is.
    """
    width = t.highest - t.lowest
    for player in range(seats()):
        mine = w.payoff[player]
        scaled = (mine - t.lowest) / width if width > 0.0 else 0.5
        won = scaled
        if t.margin < 1.0:
            others, equal = t.lowest, 1
            for other in range(seats()):
                if other != player:
                    others = max(others, w.payoff[other])
                    equal += w.payoff[other] == mine
            if t.estimated:
                lead = (mine - others) / (TIGHT * width)
                won = 0.5 + 0.5 * lead / (1.0 + abs(lead))
            else:
                won = 1.0 / equal if mine >= others else 0.0
        t.reward[player] = t.margin * scaled + (1.0 - t.margin) * won
