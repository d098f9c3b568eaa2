"""The signatures of the searches: how many nodes each method enters, and what it finds, on fixed positions.

python tests/signatures.py      writes tests/positions/methods.json anew (`make signatures`)

A change of behaviour shows as a diff there; a change that only makes a search faster does not.
"""

import json
from pathlib import Path

import zermelo as z

FILE = Path(__file__).parent / "positions" / "methods.json"
TWO = ("connect4:width=5,height=4 moves: 3 3 4", "othello moves: d3 c3 c4", "draughts start")
MANY = ("virus:players=3,size=5 start", "focus:players=3 start")
BLIND = ("liars-dice moves: 2 5 1x3", "kuhn:players=3 moves: J K Q check")
DICE = ("einstein start", "pig:target=20 start")
ENHANCED = (
    "",
    ",plain=true",
    ",fail=hard,pvs=false",
    ",extensions=true,reductions=true",
    ",adaptive=mtf,killers=false",
)
SEARCHES: dict[str, tuple[str, ...]] = {
    "minimax:depth=4": TWO,
    "negamax:depth=4": TWO,
    **{f"alphabeta:depth=6{options}": TWO for options in ENHANCED},
    "alphabeta:nodes=20000": TWO,
    "mtdf:depth=6": TWO,
    "paranoid:depth=4": MANY,
    **{f"maxn:depth=4,pruning={kind}": MANY for kind in ("none", "shallow", "last-branch", "speculative")},
    "coalition:depth=3,allies=1+2": MANY,
    "bestreply:depth=4": MANY,
    "bestreply:depth=4,threats=mtf": MANY,
    "bestreply+:depth=3": MANY,
    "expectimax:depth=2": DICE,
    "star1:depth=2": DICE,
    "star2:depth=2": DICE,
    "flat:games=10": (TWO[0], MANY[0], DICE[1]),
    "mcts:simulations=2000": (TWO[0], TWO[1], MANY[0], DICE[0]),
    "mcts:simulations=2000,amaf=rave,solver=false": (TWO[0], MANY[0]),
    "mcts:simulations=2000,transpositions=true": (TWO[0],),
    "ismcts:simulations=2000": (TWO[0], MANY[0], *BLIND),
    "ismcts:simulations=2000,others=guess": (BLIND[0],),
    "pimc:worlds=10,nodes=20000": BLIND,
    "mcts:simulations=1000,minimax=0.3,bias=0.5,cutoff=4": (TWO[1],),
}
COUNTERS = ("nodes", "leaves", "evaluations", "hits", "cuts", "simulations", "depth", "move", "exact")


def signature(method: str, where: str) -> list:
    """The counters of a search, and its value."""
    game, _, text = where.partition(" ")
    position = z.load(game).position("" if text == "start" else text)
    found = z.analyse(
        position, method=method, seed=1 if method.startswith(("mcts", "flat", "ismcts", "pimc")) else None
    )
    return [*(getattr(found, counter) for counter in COUNTERS), round(found.value, 9)]


def all_searches() -> list[tuple[str, str]]:
    return [(method, where) for method, places in SEARCHES.items() for where in places]


def write(file: Path = FILE) -> None:
    rows = {f"{where} | {method}": signature(method, where) for method, where in all_searches()}
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
    file.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    write()
