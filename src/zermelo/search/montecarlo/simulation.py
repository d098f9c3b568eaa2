"""Random games: play on from a position with no thought, and see what each player gets.

A game that does not end, or is not to be played to its end (`cutoff`), is judged by the rules' evaluation; where they
have none, it counts as even. What a player gets is turned into a reward from 0 to 1, the currency of `flat` and `uct`.
"""

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, given_afresh, given_to_playout
from zermelo.core.primitives import CHANCE, drawn
from zermelo.core.state import Struct
from zermelo.core.vocabulary import SEATS, chance, estimate, mover, over, payoff, play, playout, stuck

NO_END = 1 << 30
RECORDED = 2048  # moves of a simulation that are remembered
TIGHT = 0.1  # of the range of payoffs: a lead, as an evaluation sees it, that is three quarters of a win


def simulating(extent: Extent) -> list[Field]:
    """What random games need in the workspace: how they are to be made, and the one under way."""
    return [
        ("cutoff", np.int64),
        ("margin", np.float64),  # how much of a reward is the payoff itself, and not who wins
        ("floor", np.float64),  # the lowest payoff
        ("ceiling", np.float64),
        ("also", np.float64),  # of `amaf`; 0 if it is off
        ("played", np.int64),
        ("estimated", np.int64),  # whether the end was judged, not reached
        ("reward", np.float64, (extent.seats,)),
        ("recorded_moves", np.int32, (RECORDED,)),
        ("recorded_players", np.int32, (RECORDED,)),
    ]


def set_up(w: Struct, game: Game) -> None:
    """Random games to the end, of this game. Modified in place."""
    w.cutoff, w.floor, w.ceiling = NO_END, game.lowest, game.highest


def ended(w, s):
    """Whether the game is over in `s`, where a player is to move."""
    return over(s) or (mover(s) != CHANCE and stuck(s, w.moves[1]))


def simulate(w, row):
    """Play a random game in a row of the stack, and leave what each player gets in `w.payoff`.

    Returns False if the nodes do not last until its end: then there is no result, and the search stops.
    """
    s = w.stack[row]
    plies = 0
    longest = 4 * w.stack.shape[0]
    affordable = w.node_limit - w.nodes
    most = min(longest, affordable)
    out = w.moves[0]
    while not ended(w, s):
        player = mover(s)
        if plies >= most or (plies >= w.cutoff and player != CHANCE):
            if plies >= affordable:
                w.nodes += plies
                w.stop = 1
                return False
            estimate(s, w.payoff, given_afresh(w, row))
            w.evaluations += 1
            w.estimated = 1
            break
        if player == CHANCE:
            move = cast(w, s)
        else:
            move = playout(s, out, w.dice, given_to_playout(w, row))
            if move < 0:
                break
        if w.also > 0.0 and w.played < RECORDED and player != CHANCE:
            w.recorded_moves[w.played] = move
            w.recorded_players[w.played] = player
            w.played += 1
        play(s, move)
        plies += 1
    if not w.estimated:
        payoff(s, w.payoff, given_afresh(w, row))
    w.nodes += plies
    w.leaves += 1
    return True


def cast(w, s):
    """What chance does in `s`, at random."""
    count = chance(s, w.moves[1], w.probs[0])
    return w.moves[1, drawn(w.dice, w.probs[0], count)]


def share_out(w):
    """Turn the payoffs into rewards from 0 to 1: part of them for winning, part for the payoff itself.

    Who has most wins; several share it. An estimated lead counts as a win the more, the larger it is.
    """
    width = w.ceiling - w.floor
    for player in range(SEATS):
        mine = w.payoff[player]
        scaled = (mine - w.floor) / width if width > 0.0 else 0.5
        won = scaled
        if w.margin < 1.0:
            others, equal = w.floor, 1
            for other in range(SEATS):
                if other != player:
                    others = max(others, w.payoff[other])
                    equal += w.payoff[other] == mine
            if w.estimated:
                lead = (mine - others) / (TIGHT * width)
                won = 0.5 + 0.5 * lead / (1.0 + abs(lead))
            else:
                won = 1.0 / equal if mine >= others else 0.0
        w.reward[player] = w.margin * scaled + (1.0 - w.margin) * won
