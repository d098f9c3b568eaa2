"""The worked examples of the lectures that are trees: rows of docs/lectures.md, ready to be stepped through.

Each is a question that `trees` answers; what the lectures say about it is a test.
"""

from dataclasses import dataclass
from typing import Any

from zermelo.theory import tree_of_widths, uniform_tree


@dataclass(frozen=True)
class Preset:
    """An example: the row of the lectures, and a letter where it has several."""

    name: str
    title: str
    says: str
    asks: dict[str, Any]


TWO_PLY = {
    "moves": ["a1", "a2", "a3"],
    "children": [
        {"name": "B", "children": [3, 12, 8]},
        {"name": "C", "children": [2, 4, 6]},
        {"name": "D", "children": [14, 5, 2]},
    ],
}
LUGER = [[[2, 3], [5, 9]], [[0], [7, 4]], [[2, 1], [5, 6]]]
EXAMPLE_2 = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]
HANDS = ["rock", "paper", "scissors"]
HANDS_WON = ([0, -1, 1], [1, 0, -1], [-1, 1, 0])
SHARES: list[tuple[float, ...]] = [
    (1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1), (5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5),
]  # fmt: skip


def _coin(*children: Any) -> dict[str, Any]:
    return {"player": "chance", "children": list(children)}


def _dice(*outcomes: tuple[float, Any]) -> dict[str, Any]:
    return {"player": "chance", "probs": [prob for prob, _ in outcomes], "children": [child for _, child in outcomes]}


def _least(*children: Any) -> dict[str, Any]:
    return {"player": "MIN", "children": list(children)}


def _leaf(*payoff: float) -> dict[str, Any]:
    return {"payoff": list(payoff)}


def _shared_out(order: str) -> dict[str, Any]:
    """The tree of three players with its levels in another order."""

    def below(leaves: list[tuple[float, ...]], depth: int) -> dict[str, Any]:
        if len(leaves) == 1:
            return _leaf(*leaves[0])
        half = len(leaves) // 2
        return {"player": order[depth], "children": [below(leaves[:half], depth + 1), below(leaves[half:], depth + 1)]}

    return {"tree": below(SHARES, 0), "players": ["A", "B", "C"]}


def _chain(length: int) -> dict[str, Any]:
    """Two ways from each link to the next."""
    source: dict[str, Any] = {"name": "end", "payoff": 1}
    for link in range(length, 0, -1):
        source = {"name": f"link {link}", "moves": ["left", "right"], "children": [source, source["name"]]}
    return source


def _best_first(height: int, value: float = 0, player: int = 0) -> dict[str, Any]:
    """A tree whose estimates are right at every depth, the best of two moves first."""
    if height == 0:
        return {"payoff": value}
    worse = value - 1 if player == 0 else value + 1
    return {"value": value, "children": [_best_first(height - 1, each, 1 - player) for each in (value, worse)]}


def _nim_shape(a: float, b: float, c: float, d: float, e: float, f: float) -> list[Any]:
    """The tree of II-Nim, with any values at its leaves."""
    return [[[[a], b], [[c]], [d]], [[e], f]]


def _made(name: str, title: str, says: str, source: Any = None, method: str = "", **more: Any) -> Preset:
    asks = {"method": method, **more} if source is None else {"source": source, "method": method, **more}
    return Preset(name, title, says, asks)


PRESETS = (
    _made("000.8", "Rock, paper, scissors", "The second player does not see the first move: one information set.",
          {"moves": HANDS, "children": [{"info": "?", "moves": HANDS, "children": row} for row in HANDS_WON]}),
    _made("000.8b", "Rock, paper, scissors, seen", "The second player sees the first move, and always wins.",
          {"moves": HANDS, "children": [{"moves": HANDS, "children": list(row)} for row in HANDS_WON]}),
    _made("000.12", "The sample tree", "Two plies, three leaves.", [[-1, 2], [0]], "minimax"),
    _made("000.13", "Minimax", "MIN makes -10 of the first move, 8 of the second.", [[5, -10], [8]], "minimax"),
    _made("000.14", "Minimax to a height", "One ply deep, estimates decide, and the other move looks best.",
          [{"value": 4, "children": [5, -10]}, {"value": 3, "children": [8]}], "minimax", depth=1),
    _made("000.15", "A player who moves twice", "The sign changes when the mover does, and only then.",
          [{"player": "MAX", "children": [1, 7]}, [3, 5]], "negamax"),
    _made("000.17", "Pruning below MIN", "B is worth 14 or more, and A has 10: C does not matter.",
          {"name": "A", "player": "MIN", "children":
           [10, {"name": "B", "children": [14, {"name": "C", "children": [0, 1]}]}]}),
    _made("000.17b", "Pruning below MAX", "B is worth 2 or less, and A has 3: C' does not matter.",
          {"name": "A", "children": [3, {"name": "B", "children": [2, {"name": "C'", "children": [0, 1]}]}]}),
    _made("000.19", "A window narrows", "From (0, 10) to (2, 10).", [2, {"name": "B", "children": [4, 6]}],
          window=(0, 10)),
    _made("000.20", "The worked trace", "Numbers are those of the player to move; F is not visited.",
          {"name": "A", "children": [
              {"name": "B", "payoff": -5},
              {"name": "C", "children": [{"name": "E", "payoff": 3}, {"name": "F", "payoff": 9}]},
              {"name": "D", "payoff": -8}]}, view="mover"),
    _made("000.22", "Good order", "3 comes before 9: a cut.", [5, [3, 9]]),
    _made("000.22b", "Poor order", "9 comes before 3: no cut.", [5, [9, 3]]),
    _made("000.24", "The best case", "With the best move first everywhere, 11 of 27 leaves are enough.",
          uniform_tree(3, 3, leaves="best").source[0], types=True),
    _made("000.25", "LEFT, CUT and ALL nodes", "The types of the nodes that must be visited.",
          uniform_tree(2, 4, seed=25).source[0], order="sorted", types=True),
    _made("000.27", "The best move first is not always best", "3 refutes with one leaf, the better 2 with three.",
          [5, [[0, 1, 2], 3]]),
    _made("000.27b", "... in the best order", "The move with the shortest proof comes first: 2 leaves, not 4.",
          [5, [[0, 1, 2], 3]], order="best"),
    _made("000.30", "A chain with 2^4 paths", "Every link is searched again on each way to it.", _chain(4), "minimax"),
    _made("000.30b", "... with a table", "Every link is searched once.", _chain(4), "alphabeta:table=1"),
    _made("000.31", "A bound in the table", "X is left as a lower bound, which must not pass for an upper one.",
          [[-5, {"name": "X", "children": [0, 6]}], ["X"]], "alphabeta:table=1"),
    _made("000.32", "Iterative deepening", "One ply, then two, then three, then four.",
          _best_first(4), "alphabeta:deepening=true"),
    _made("001.10", "Poor ordering", "The worst order of the two-ply tree.", TWO_PLY, order="worst"),
    _made("001.10b", "Good ordering", "Its best order.", TWO_PLY, order="best"),
    _made("001.13", "Paranoid", "B and C are on one side: no cut between them.",
          {"players": ["A", "B", "C"], "tree": {"player": "A", "children": [{"player": "B", "children": [
              {"player": "C", "children": [_leaf(5, 1, 1), _leaf(3, 1, 1)]},
              {"player": "C", "children": [_leaf(4, 1, 1), _leaf(9, 1, 1)]}]}]}}, "paranoid"),
    _made("001.14", "Max-n", "Who moves takes the child with the most for themselves.",
          [[_leaf(6, 3, 8), _leaf(2, 5, 1)], [_leaf(7, 2, 2), _leaf(1, 1, 9)]], "maxn"),
    _made("001.23", "UCT for three players", "Each chases their own rewards, and the tree grows where play is good.",
          {"player": "A", "children": [
              {"player": "B", "children": [_leaf(0.1, 0.9, 0.2), _leaf(0.9, 0.1, 0.4)]},
              {"player": "C", "children": [_leaf(0.5, 0.3, 0.8), _leaf(0.2, 0.6, 0.1)]}]}, "mcts", simulations=200),
    _made("001.23b", "UCT on tic-tac-toe", "A hundred simulations from the start.", method="mcts:c=1",
          game="tictactoe"),
    _made("002.5", "The two-ply tree", "MAX's best move is a1, worth 3.", TWO_PLY, "minimax"),
    _made("002.6", "Three players", "Each node has a number for each player.", _shared_out("ABC"), "maxn"),
    _made("002.6b", "An alliance", "A and B play together: 5 and 4 instead of 1 and 2.", _shared_out("ABC"),
          "coalition:allies=A+B"),
    _made("002.7", "Another order of players", "B moves first: another outcome.", _shared_out("BAC"), "maxn"),
    _made("002.9", "Only the order of values matters", "The same choices as with 1, 2, 2, 4.", [[1, 20], [20, 400]]),
    _made("002.10", "A cut in chess", "A has 0.3; C is worth -0.5 or less, whatever G is.",
          {"name": "A", "children": [
              {"name": "B", "payoff": 0.3},
              {"name": "C", "children": [{"name": "D", "payoff": -0.5}, {"name": "G", "payoff": 0.9}]}]}),
    _made("002.11", "Alpha-beta on the two-ply tree", "7 of 9 leaves; C is cut after its first.", TWO_PLY),
    _made("002.11b", "... with D's third child first", "5 of 9 leaves.", [[3, 12, 8], [2, 4, 6], [2, 5, 14]]),
    _made("002.14", "Exercise I", "3 of 4 leaves.", [[10, 8], [4, 50]]),
    _made("002.14b", "Exercise II", "5 of 8 leaves.", [[[10, 6], [100, 8]], [[1, 2], [20, 4]]]),
    _made("002.15", "Minimax with a cut-off", "Two plies deep, the second move seems worth 0.",
          [{"value": 1, "children": [[9, 8], [7, 6]]}, {"value": 2, "children": [[1, 0], 5]}], depth=2),
    _made("002.20", "An adversary", "10 and 10, or 9 and 100: MIN chooses.", [[10, 10], [9, 100]], "minimax"),
    _made("002.20b", "A coin", "The same, but a coin chooses.", [_coin(10, 10), _coin(9, 100)], "expectimax"),
    _made("002.23", "Coins and MIN", "Expectiminimax: 3 and -1.",
          [_coin(_least(2, 4), _least(7, 4)), _coin(_least(6, 0), _least(5, -2))], "expectimax"),
    _made("002.24", "Uneven probabilities", "8, 24 or -12.",
          _dice((1 / 2, 8), (1 / 3, 24), (1 / 6, -12)), "expectimax"),
    _made("002.25", "Values matter under chance", "2.1 against 1.3.",
          [_dice((0.9, 2), (0.1, 3)), _dice((0.9, 1), (0.1, 4))], "expectimax"),
    _made("002.25b", "... stretched", "The same order of leaves, the other choice.",
          [_dice((0.9, 20), (0.1, 30)), _dice((0.9, 1), (0.1, 400))], "expectimax"),
    _made("002.26", "A lottery", "0.8 or 1.2 million, or 0 or 3 million.", [_coin(0.8, 1.2), _coin(0, 3)],
          "expectimax"),
    _made("003.2", "Splitting 7 tokens", "Who cannot split a pile into two unequal ones loses: the first to move.",
          method="minimax", game="split-nim:pile=7"),
    _made("003.4", "The fixed-ply tree", "MIN makes 3, 0 and 2 of MAX's moves.", LUGER, "minimax"),
    _made("003.7", "Alpha-beta, example 1", "6 of 11 leaves.", LUGER),
    _made("003.8", "The pruning rule", "MAX has 6; MIN has 5 below: cut.", [6, [5, -99]]),
    _made("003.10", "Tic-tac-toe by open lines", "The centre is worth 1; the corner -1 or less.",
          {"moves": ["centre", "corner"], "children": [
              {"name": "centre", "children": [2, 1]}, {"name": "corner", "children": [-1, 0]}]}),
    _made("003.11", "Alpha-beta, example 2", "9 of 14 leaves.", EXAMPLE_2),
    _made("003.13", "The worst case", "Nothing can be cut.", uniform_tree(2, 4, leaves="worst").source[0]),
    _made("003.14", "The best ordering", "8 leaves of a tree with 27 nodes.",
          tree_of_widths((2, 3, 3), seed=14).source[0], order="sorted"),
    _made("003.15", "A die", "Six sides, and the better of a side and its opposite.",
          _dice(*((1 / 6, [side, 7 - side]) for side in range(1, 7))), "expectimax"),
    _made("004.3", "II-Nim", "15 nodes, 6 leaves: who moves first loses.", method="minimax",
          game="nim:piles=2-2,misere=true"),
    _made("004.8", "Stop at the first win", "Only -1 and 1 can come out: one leaf is saved.", method="alphabeta",
          game="nim:piles=2-2,misere=true", window=(-1, 1)),
    _made("004.9", "Other leaves", "The tree of II-Nim with other values: 3.7 is cut.",
          _nim_shape(2.4, -1.9, 0.08, -0.3, -8.1, 3.7)),
    _made("004.10", "A deep cut-off", "What A has at the root makes a cut three plies below.",
          [2, [[[1, {"name": "X", "payoff": 5}], {"name": "Y", "payoff": 0}], {"name": "Z", "payoff": 7}]]),
    _made("004.14", "A tree with chance", "The value is an expectation.",
          _coin(_least(4, [_dice((0.5, -5), (0.2, 10), (0.3, 3)), -20]), _least(-20, 4)), "expectimax"),
    _made("004.14b", "An alpha-beta for chance", "Star1 leaves out what cannot matter.",
          [_coin(_least(4, 3), _least(3, 3)), _dice((0.9, _least(-5, -20)), (0.1, _least(10, 3)))], "star1"),
)  # fmt: skip
