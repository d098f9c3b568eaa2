"""zermelo tree: watch an algorithm on a tree you can see."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import JsonOption, PositionOption, method_and_options, number, print_json, show, table
from zermelo.cli.gametree import is_game, read_position, show_game
from zermelo.cli.pictures import PdfOption, PngOption, SvgOption, draw, files_for
from zermelo.cli.treestrategies import is_for_strategies, show_with_strategies
from zermelo.cli.treewords import told_choice, window_in

if TYPE_CHECKING:
    from zermelo.tree.explicit import Tree
    from zermelo.tree.trace import Trace
    from zermelo.tree.view import Shown

TASK = """Search this tree with alpha-beta, from left to right: {}
What is it worth? Which leaves are never looked at? What is the window at each node?"""


def tree(
    source: Annotated[
        str, typer.Argument(metavar="TREE_OR_GAME", help="Nested lists, a .json or .efg file, or a game.")
    ] = "",
    position: PositionOption = "",
    method: Annotated[
        str, typer.Option("--method", "-m", help="alphabeta:fail=hard, minimax, maxn, star2, ...", metavar="METHOD")
    ] = "",
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", min=1, help="Plies to look ahead.", metavar="PLIES")
    ] = None,
    window: Annotated[str, typer.Option(help="The window at the root, as ALPHA,BETA.", metavar="ALPHA,BETA")] = "",
    most: Annotated[
        int | None,
        typer.Option(
            "--show", min=2, max=5000, help="Nodes of a game to show at most. [default: 250]", metavar="NODES"
        ),
    ] = None,
    view: Annotated[str, typer.Option(help="Numbers are payoffs of: max, or mover (to move).")] = "max",
    order: Annotated[str, typer.Option(help="Of the moves: given, best, worst, sorted or random.")] = "given",
    seed: Annotated[int, typer.Option(help="Of the random order.")] = 0,
    types: Annotated[bool, typer.Option("--types", help="Mark the LEFT, CUT and ALL nodes.")] = False,
    compare: Annotated[bool, typer.Option("--compare", help="Count what alpha-beta visits in every order.")] = False,
    exercise: Annotated[
        str, typer.Option(help="Instead of a tree: a random exercise, as SEED or SEED:depth=3,moves=3.", metavar="SEED")
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help="With the solution of the exercise.")] = False,
    svg: SvgOption = None,
    png: PngOption = None,
    pdf: PdfOption = None,
    json: JsonOption = False,
) -> None:
    """Run an algorithm on a tree you can see: windows, cuts, visited leaves.

    A leaf is a number (what MAX gets) or a payoff vector (1,2,6); dictionaries add players, chance nodes, names and
    information sets, see docs/trees.md. Of a game, it is the tree below a position, as far as it can be shown. Without
    --method: alpha-beta; max-n for more than two players; star1 or expectimax where chance moves. Information sets are
    linked by dashed lines, and what players do who do not see everything stands on the branches: --method
    sequence-form, cfr+ and others of zermelo equilibrium (of a game: if it is asked for).

    --view, --order, --seed, --types and --compare are for trees that are written down; --position and --show for games.

    Examples:

      zermelo tree "[[3,12,8],[2,4,6],[14,5,2]]" --svg tree.svg

      zermelo tree "[[3,12,8],[2,4,6],[14,5,2]]" --method minimax

      zermelo tree "[[3,12,8],[2,4,6],[14,5,2]]" --order best --types

      zermelo tree '{"player": "chance", "probs": [0.9, 0.1], "children": [2, 3]}'

      zermelo tree tictactoe --position "XX./OO./... X" --depth 3 --png tree.png

      zermelo tree kuhn --depth 4 --method sequence-form --svg kuhn.svg

      zermelo tree --exercise 7 --solution
    """
    from zermelo.theory import node_types, ordered
    from zermelo.tree.below import must_be_shown
    from zermelo.tree.drawing import drawing
    from zermelo.tree.view import as_text
    from zermelo.tree.watch import pictured, usual_on_trees, watched

    files = files_for(svg=svg, png=png, pdf=pdf)
    if source and not exercise and is_game(source):
        given = {"view": view != "max", "order": order != "given", "seed": seed, "types": types, "compare": compare}
        _refuse(given | {"solution": solution}, f"is for trees that are written down, and {source} is a game")
        start = read_position(source, position)
        show_game(start, method=method, depth=depth, window=window_in(window), most=most, files=files, json=json)
        return
    _refuse({"position": position, "show": most}, "is for games, and this is a tree that is written down")
    given_tree = _game(source, view, exercise)
    game = ordered(given_tree, order, seed=seed)
    if not exercise and is_for_strategies(game.start(), method):
        _refuse({"types": types, "compare": compare, "window": window}, "is for searches, not for strategies")
        show_with_strategies(game.start(), method=method, depth=depth, files=files, json=json, usual=True)
        return
    solved = solution or not exercise
    done = None
    if solved and (method := method or usual_on_trees(game)):
        must_be_shown(method, game.start())
        done = watched(game.start(), method, depth=depth, window=window_in(window), compiled=False)
    root = pictured(game.start(), done, types=node_types(game) if types else None)
    compared = _compared(given_tree, seed) if compare else {}
    if files:
        draw(drawing(root, done), files)
    if json:
        data = _data(game, root, done, solved) | {"order": order}
        if exercise:
            data["exercise"] = _expression(given_tree)
        if compared:
            data["compared"] = compared
        print_json(data)
        return
    print(as_text(root) + "\n")
    for line in [TASK.format(_expression(given_tree))] * (not solved) + _lines(game, root, done, solved):
        print(line)
    if compared:
        rows = table("alpha-beta in every order", "order", ">leaves", ">nodes", ">cuts")
        for name, counts in compared.items():
            rows.add_row(name, *map(str, counts.values()))
        show(rows)


def _refuse(given: dict[str, Any], why: str) -> None:
    """A one-line problem for an option that was given although it does not belong here."""
    from zermelo.errors import Problem

    for name in (name for name, value in given.items() if value):
        raise Problem(f"--{name} {why}")


def _data(game: "Tree", root: "Shown", done: "Trace | None", solved: bool) -> dict[str, Any]:
    """For JSON."""
    from zermelo.count import survey
    from zermelo.theory import outcomes, smallest_proof

    leaves = [node for node in root.walk() if not node.children]
    data: dict[str, Any] = {"game": game.spec, "players": game.players, "leaves_in_tree": len(leaves)}
    data |= {"statistics": vars(survey(game.start(), compiled=False)), "tree": root.as_dict()}
    if solved and not game.beyond_minimax():
        data["minimal"] = {name: item for name, item in vars(smallest_proof(game)).items() if name != "first"}
    if len(game.players) > 2 and not game.stochastic and not game.hidden:
        data["outcomes"] = sorted(outcomes(game.start()))
    if done:
        data |= done.analysis.as_dict() | {"visited": [node.payoff for node in _visited(root)]}
    return data


def _lines(game: "Tree", root: "Shown", done: "Trace | None", solved: bool) -> list[str]:
    """What there is to say below the picture."""
    from zermelo.count import survey
    from zermelo.theory import outcomes, smallest_proof
    from zermelo.tree.drawing import told_value
    from zermelo.tree.numbers import vector

    leaves = [node for node in root.walk() if not node.children]
    lines = []
    if done:
        found, seen = done.analysis, len(_visited(root))
        again = "" if found.leaves == seen else f" ({found.leaves} visits)"
        lines += [
            told_value(root) + told_choice(done),
            f"{seen} of {len(leaves)} leaves visited{again}, {found.evaluations} estimates, {found.nodes} nodes, "
            f"{found.cuts} cuts, {found.hits} hits",
        ]
        if done.method.ties:
            listed = " ".join(vector(each) for each in sorted(outcomes(game.start())))
            lines.append(f"whatever way ties are broken, max-n leads to one of: {listed}")
    if solved and not game.beyond_minimax():
        proof = smallest_proof(game)
        lines.append(
            f"smallest proof of the value: {proof.leaves} leaves, {proof.nodes} nodes "
            f"(at least {number(proof.value)}: {proof.max_leaves} leaves; at most: {proof.min_leaves}; one is in both)"
        )
    facts = survey(game.start(), compiled=False)
    return [
        *lines,
        f"tree: {facts.nodes} nodes, {facts.leaves} leaves, height {facts.height}, "
        f"branching {facts.branching:.3g} on average and {facts.most_moves} at most",
    ]


def _visited(root: "Shown") -> list["Shown"]:
    """The leaves that the search came to."""
    return [node for node in root.walk() if not node.children and node.status != "unseen"]


def _game(source: str, view: str, exercise: str) -> "Tree":
    from zermelo.core.options import convert
    from zermelo.errors import Problem, unknown
    from zermelo.theory import exercise as made
    from zermelo.tree.explicit import Tree

    if bool(source) == bool(exercise):
        raise Problem("give either a tree or --exercise SEED")
    if source:
        return Tree.parse(source, view=view)
    seed, options = method_and_options(exercise)
    usual = {"depth": 3, "moves": 3}
    for name in options:
        if name not in usual:
            raise unknown("option", name, usual, where=" of an exercise")
    return made(convert("exercise", seed, 0), **{name: convert(name, text, 3) for name, text in options.items()}).tree


def _expression(game: "Tree") -> str:
    return str(game.source[0]).replace(" ", "")


def _compared(game: "Tree", seed: int) -> dict[str, dict[str, int]]:
    """Leaves, nodes and cuts of plain alpha-beta in each order."""
    from zermelo.theory import ORDERS, has_transpositions, ordered
    from zermelo.tree.watch import watched

    counts = {}
    for order in ORDERS:
        if order != "worst" or not has_transpositions(game):
            found = watched(ordered(game, order, seed=seed).start(), "alphabeta", compiled=False).analysis
            counts[order] = {"leaves": found.leaves, "nodes": found.nodes, "cuts": found.cuts}
    return counts
