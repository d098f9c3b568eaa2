"""How the weights of backgammon's estimate were found: python bench/backgammon_weights.py [rounds] [games].

In each round the present weights play games against themselves, one ply deep: every play is judged by the estimate of
the position after it, and now and then a random one is made. Then the weights are fitted, by least squares with a
little pull towards 0, so that 3 tanh(score / 3) tells the results of these games from their positions with contact. The
mean of the later half of the rounds is printed: single rounds differ, but not in strength.
"""

import sys

import numpy as np

import zermelo as z
from zermelo.core.game import CHANCE
from zermelo.core.kernel import at_root, given_at, kernel, make
from zermelo.core.primitives import below
from zermelo.core.vocabulary import estimate, mover, over, payoff, play
from zermelo.count.perft import successors
from zermelo.count.playouts import choose
from zermelo.games.backgammon.evaluation import BAR, last_man, score

EXPLORE = 20  # one play of so many is random
KEEP = 8  # one position of so many is used


def self_play(w, games, states, results):
    """Write the positions before each roll, and what the player on roll got in the end. Modified in place."""
    n = 0
    for _ in range(games):
        w.stack[1] = w.stack[0]
        s = w.stack[1]
        first = n
        while not over(s):
            count = successors(w, 1)
            if mover(s) == CHANCE:
                if s.opening == 0 and below(w.dice, KEEP) == 0:
                    states[n] = s
                    n += 1
                play(s, w.moves[1][choose(w, 1, count)])
                continue
            best, chosen = -9.0, 0
            for i in range(count):
                if below(w.dice, EXPLORE * count) == 0:
                    chosen = i
                    break
                after = make(w, 1, w.moves[1][i])
                estimate(after, w.payoff, given_at(w, 2))
                if w.payoff[s.turn] > best:
                    best, chosen = w.payoff[s.turn], i
            play(s, w.moves[1][chosen])
        payoff(s, w.payoff, given_at(w, 1))
        for i in range(first, n):
            results[i] = w.payoff[states[i].turn]
    return n


def describe(states, units, features):
    """Write each position's features, and leave out races. Modified in place."""
    for i in range(states.shape[0]):
        s = states[i]
        if last_man(s.points[0]) + last_man(s.points[1]) > BAR:
            for k in range(units.shape[0]):
                features[i, k] = score(s, units[k])


def fit(features, results, weights):
    """Gauss-Newton steps from the present weights."""
    for _ in range(6):
        value = 3 * np.tanh(features @ weights / 3)
        slope = features * (1 - (value / 3) ** 2)[:, None]
        pull = 1e-4 * len(results) * np.eye(len(weights))
        weights = weights + np.linalg.solve(slope.T @ slope + pull, slope.T @ (results - value) - pull @ weights)
    return weights, np.mean((results - value) ** 2)


def main() -> None:
    rounds, games = (int(word) for word in (sys.argv[1:] + ["8", "40000"][len(sys.argv) - 1 :]))
    game = z.load("backgammon")
    weights = game.data["weights"]
    units = np.eye(len(weights))
    play_games, describe_all = kernel(game, self_play), kernel(game, describe)
    found = []
    for each in range(rounds):
        data = game.data_from(weights=weights)
        w = at_root(game.start(), data=data)
        w["dice"]["random"] = 1 + each
        states, results = np.zeros(games * 20, game.state), np.zeros(games * 20)
        n = play_games(w[0], games, states, results)
        features = np.zeros((n, len(weights)))
        describe_all(states[:n], units, features)
        contact = features.any(axis=1)
        before = weights
        weights, error = fit(features[contact], results[:n][contact], weights)
        size = np.abs(results[:n])
        told = f"{KEEP * n / games:.1f} rolls a game, {(size > 1).mean():.0%} gammons, error {error:.4f}"
        print(f"round {each + 1}: {told}, largest change {np.abs(weights - before).max():.3f}", flush=True)
        found.append(weights)
    last = np.mean(found[-(rounds // 2 or 1) :], axis=0)
    print(np.array2string(last, precision=3, suppress_small=True, separator=", ", max_line_width=110))


if __name__ == "__main__":
    main()
