"""A game of luck for any number of players: random moves and payoffs, the same for the same moves."""

import random
from functools import cache

from numpy import int8, int64, uint64

import zermelo as z
from zermelo.core.primitives import mix

SHARES = 12  # what the payoffs of a random game add up to


def made(players: int, *, ranked: bool, wide: bool = True) -> z.Game:
    """A game of random moves and payoffs, the same for the same moves; some lines end early."""

    class Lots(z.Rules):
        payoff_range, payoff_sum = (0, SHARES), SHARES
        max_moves, max_plies = 4, 12

        class State:
            luck: uint64
            plies: int8
            turn: int8

        def start(s):
            s.luck = uint64(1)

        def moves(s, out):
            count = 1 + int64(mix(s.luck, uint64(7)) % uint64(4 if wide else 2))
            for i in range(count):
                out[i] = i
            return count

        def play(s, move):
            s.luck = mix(s.luck, uint64(10 * int64(s.turn) + move + 100))
            s.plies += 1
            s.turn = (s.turn + 1) % players

        def over(s):
            return s.plies >= 10 or (s.plies > 2 and mix(s.luck, uint64(5)) % uint64(8) == uint64(0))

        def payoff(s, out):
            shares_of(s.luck, out)

        def estimate(s, out):
            shares_of(mix(s.luck, uint64(3)), out)

        def take_turn(s, player):
            s.turn = player

    Lots.players = tuple("ABCDEF"[:players])
    if ranked:
        Lots.order = rank_by_luck
    return z.Game(Lots, spec=f"lots for {players}")


def shares_of(luck, out):
    """Divide SHARES among the players; equal shares are frequent."""
    left = SHARES
    last = out.shape[0] - 1
    for player in range(last):
        out[player] = min(left, int64(mix(luck, uint64(player)) % uint64(SHARES // 2 + 1)))
        left -= out[player]
    out[last] = left


def rank_by_luck(s, move):
    return float(int64(mix(s.luck, uint64(move + 50)) % uint64(3)) - 1)


@cache
def lots(players: int, ranked: bool = False) -> z.Game:
    return made(players, ranked=ranked)


def positions(game: z.Game, count: int, seed: int = 0) -> list[z.Position]:
    """Positions that are not over, with different luck."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        state = game.blank()
        state.luck = rng.getrandbits(60)
        state.turn = rng.randrange(len(game.players))
        position = game.from_state(state)
        if not position.over:
            found.append(position)
    return found
