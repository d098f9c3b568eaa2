"""Go next to open_spiel's: python bench/go.py [moves] [seed].

Random games on boards of three sizes, 100,000 moves if not said otherwise: in every position both must find the same
moves, told by their number and a checksum, and in the end the same margin. open_spiel is looked for as `zermelo bench`
does.

open_spiel forbids suicide and to take back a ko at once. A move that brings back any other earlier position of the
whole board ends the game there as a draw; with Zermelo it is not a move. Where that happens, the position must be known
by its identity to have been there before, and nothing else differs.
"""

import sys
from contextlib import closing

import numpy as np

import zermelo as z
from zermelo.bench import comparisons, open_peer
from zermelo.core.kernel import at_root, given_at, kernel
from zermelo.core.vocabulary import identity, moves, payoff, play

SIZES = (5, 9, 19)
CHUNK = 5000
MODULUS = 2**64
WEIGHT = [pow(3, (k + 7) ** 3, MODULUS) for k in range(52)]


def follow(w, played, weights, counts, sums, identities):
    """Play a game in row 0; write for every position how many moves it has, the sum of their weights, and its identity.

    Modified in place.
    """
    s = w.stack[0]
    identities[0] = identity(s)
    for ply in range(played.shape[0]):
        counts[ply] = moves(s, w.moves[0])
        sums[ply] = 0
        for i in range(counts[ply]):
            sums[ply] += weights[w.moves[0, i]]
        play(s, played[ply])
        identities[ply + 1] = identity(s)
    payoff(s, w.payoff, given_at(w, 0))


def main() -> None:
    wanted, seed = (int(word) for word in (sys.argv[1:] + ["100000", "1"][len(sys.argv) - 1 :]))
    comparison = next(each for each in comparisons() if each.peer == "open_spiel")
    done, repetitions = dict.fromkeys(SIZES, 0), 0
    with closing(open_peer(comparison)) as peer:
        while min(done.values()) * len(SIZES) < wanted:
            for size in SIZES:
                answer = peer.ask(measure="go", size=size, moves=CHUNK, seed=seed + done[size])
                for game in answer["games"]:
                    compare(size, game)
                    repetitions += game["repeated"]
                    done[size] += len(game["actions"])
            shown = ", ".join(f"{count} moves {size}x{size}" for size, count in done.items())
            print(f"{shown}, {repetitions} games ended by a repetition: all the same", flush=True)


def compare(size: int, theirs: dict) -> None:
    """Follow a game of open_spiel's, and stop where something differs."""
    game = z.load(f"go:size={size},komi=0")
    codes = list(game.start().moves.values())  # by the number of the action
    weights = np.zeros(game.start().moves["pass"] + 1, np.uint64)
    weights[codes] = [WEIGHT[action % 52] * (action + 1) % MODULUS for action in range(len(codes))]
    played = np.array([codes[action] for action in theirs["actions"]], np.int32)
    w = at_root(game.start())
    plies = len(played)
    counts, sums, identities = np.zeros(plies, np.int64), np.zeros(plies, np.uint64), np.zeros(plies + 1, np.uint64)
    kernel(game, follow)(w[0], played, weights, counts, sums, identities)
    for ply, (count, total) in enumerate(theirs["legal"]):
        if (count, total) != (counts[ply], sums[ply]):
            raise SystemExit(f"different moves at ply {ply} of {theirs['actions']}")
    repeats = [ply for ply in range(1, plies + 1) if identities[ply] in identities[:ply]]
    if repeats != [plies] * theirs["repeated"]:
        raise SystemExit(f"a repetition is found at {repeats}, in {theirs['actions']}")
    if not theirs["repeated"] and w["payoff"][0, 0] != theirs["margin"]:
        raise SystemExit(f"different margins, {w['payoff'][0, 0]:g} and {theirs['margin']}: {theirs['actions']}")


if __name__ == "__main__":
    main()
