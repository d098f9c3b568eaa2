"""Measures open_spiel for `zermelo bench`: one JSON request per line on stdin, one JSON answer per line on stdout.

Run by the Python that has open_spiel installed. The first line says hello, or that it is absent:

    echo '{"measure": "playouts", "game": "connect_four", "games": 20000}' | python openspiel_peer.py
"""

import json
import sys
import time
from functools import cache
from importlib.metadata import version


def playouts(game, games):
    """Random games from the start, all in C++.

    The first simulation of an MCTS evaluates the root itself: with an evaluator of `games` random rollouts, that is
    exactly `games` random games from the start and nothing else.
    """
    game = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False)
    state = game.new_initial_state()
    started = time.process_time()
    root = bot.mcts_search(state)
    return {"games": games, "mean": root.total_reward, "time_s": time.process_time() - started}


def alphabeta(game, depth):
    """`alpha_beta_search`: the search is Python, the moves are C++."""
    nodes = count(game, depth)
    started = time.process_time()
    value = search(game, depth)
    return {"nodes": nodes, "value": value, "time_s": time.process_time() - started}


def search(game, depth):
    return minimax.alpha_beta_search(pyspiel.load_game(game), value_function=lambda state: 0.0, maximum_depth=depth)[0]


@cache
def count(game, depth):
    """The nodes of the search, in a pass of its own that is not timed."""
    plain, nodes = minimax._alpha_beta, 0

    def counting(*args, **window):
        nonlocal nodes
        nodes += 1
        return plain(*args, **window)

    minimax._alpha_beta = counting
    search(game, depth)
    minimax._alpha_beta = plain
    return nodes


def answer(line):
    request = json.loads(line)
    measure = {"playouts": playouts, "alphabeta": alphabeta}[request.pop("measure")]
    return measure(**request)


try:
    import pyspiel
    from open_spiel.python.algorithms import minimax
except ImportError as error:
    print(json.dumps({"absent": str(error)}))
else:
    print(json.dumps({"peer": "open_spiel", "version": version("open_spiel")}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)
