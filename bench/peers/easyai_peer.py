"""Measures easyAI for `zermelo bench`: one JSON request per line on stdin, one JSON answer per line on stdout.

Run by the Python that has easyAI installed. The first line says hello, or that it is absent:

    echo '{"measure": "alphabeta", "depth": 4}' | python easyai_peer.py
"""

import json
import sys
import time
from importlib.metadata import version


def alphabeta(depth):
    """`Negamax` on the Connect Four that comes with easyAI. Counted in one pass, timed in another.

    A node is a position entered: the root, and one for every move made.
    """
    nodes = 1

    class Counting(ConnectFour):
        def make_move(self, column):
            nonlocal nodes
            nodes += 1
            super().make_move(column)

    search = Negamax(depth)
    search(Counting([None, None]))
    game = ConnectFour([None, None])
    started = time.perf_counter()
    search(game)
    return {"nodes": nodes, "value": search.alpha, "time_s": time.perf_counter() - started}


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
