"""Backgammon next to open_spiel's: python bench/backgammon.py [positions] [seed].

Positions of random games (1,000 if not said otherwise) with all 21 rolls: both must find the same number of positions
that plays lead to, and the same positions, told by a checksum. open_spiel is looked for as `zermelo bench` does, which
compares the speed: zermelo bench --only backgammon.

open_spiel lets a double be played in two halves. It then allows plays with fewer steps than could be made; they are
left out there, and nothing else differs.
"""

import sys
from contextlib import closing

import numpy as np

import zermelo as z
from zermelo.bench import comparisons, open_peer
from zermelo.core.kernel import at_root, kernel
from zermelo.core.vocabulary import moves, play

CHUNK = 500
MODULUS = 2**64
WEIGHT = np.array([pow(3, (k + 7) ** 3, MODULUS) for k in range(52)], np.uint64).view(np.int64)


def list_results(w, player, out):
    """Write what each play in row 0 makes of both sides, the mover's first; returns how many. Modified in place."""
    count = moves(w.stack[0], w.moves[0])
    for i in range(count):
        w.stack[1] = w.stack[0]
        play(w.stack[1], w.moves[0, i])
        for point in range(26):
            out[i, point] = w.stack[1].points[player, point]
            out[i, 26 + point] = w.stack[1].points[1 - player, point]
    return count


def main() -> None:
    wanted, seed = (int(word) for word in (sys.argv[1:] + ["1000", "1"][len(sys.argv) - 1 :]))
    game = z.load("backgammon")
    w, out = at_root(game.start()), np.zeros((game.max_moves, 52), np.int8)
    find = kernel(game, list_results)
    root = w["stack"][0]
    done = plays = most = 0
    comparison = next(each for each in comparisons() if each.peer == "open_spiel")
    with closing(open_peer(comparison)) as peer:
        while done < wanted:
            asked = min(CHUNK, wanted - done)
            for each in peer.ask(measure="backgammon", positions=asked, seed=seed + done)["positions"]:
                player, men = each["player"], np.array(each["men"], np.int8)
                root[0]["points"], root[0]["turn"], root[0]["opening"] = men, player, 0
                before = np.concatenate((men[player], men[1 - player]))
                for dice, theirs in each["rolls"].items():
                    root[0]["dice"] = int(dice[0]), int(dice[1])
                    count = find(w[0], player, out)
                    changes = (out[:count] - before).astype(np.int64) @ WEIGHT
                    ours = [len(set(changes.tolist())), int((changes * changes).sum()) % MODULUS]
                    plays, most = plays + count, max(most, count)
                    if [count, ours[1]] != list(theirs) or ours[0] != count:
                        raise SystemExit(f"different plays of {dice}: {game.from_state(root[0]).text}")
                done += 1
            print(f"{done} positions, {21 * done} rolls, {plays} plays (at most {most}): all the same", flush=True)


if __name__ == "__main__":
    main()
