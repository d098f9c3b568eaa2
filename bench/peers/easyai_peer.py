"""Measures easyAI for `zermelo bench`: one JSON request per line on stdin, one JSON answer per line on stdout.

Run by the Python that has easyAI installed. The first line says hello, or that it is absent:

    echo '{"measure": "alphabeta", "depth": 4}' | python easyai_peer.py
"""

import json
import sys
import time
from functools import cache
from importlib.metadata import version


def alphabeta(depth):
    """`Negamax` on the Connect Four that comes with easyAI."""
    nodes = count(depth)
    search, game = Negamax(depth), ConnectFour([None, None])
    started = time.process_time()
    search(game)
    return {"nodes": nodes, "value": search.alpha, "time_s": time.process_time() - started}


@cache
def count(depth):
    """The nodes of the search, the root and one for every move made, in a pass of its own that is not timed."""
    nodes = 1

    class Counting(ConnectFour):
        def make_move(self, column):
            nonlocal nodes
            nodes += 1
            super().make_move(column)

    Negamax(depth)(Counting([None, None]))
    return nodes


def answer(line):
    request = json.loads(line)
    measure = {"alphabeta": alphabeta}[request.pop("measure")]
    return measure(**request)


try:
    from easyAI import Negamax
    from easyAI.games.ConnectFour import ConnectFour
except ImportError as error:
    print(json.dumps({"absent": str(error)}))
else:
    print(json.dumps({"peer": "easyAI", "version": version("easyAI")}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)
