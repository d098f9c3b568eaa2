"""zermelo tree: watch an algorithm on a tree you can see."""

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, method_and_options, number, print_json


def tree(
    source: Annotated[str, typer.Argument(metavar="FILE_OR_EXPR", help="A JSON file, or nested lists.")],
    method: Annotated[
        str, typer.Option("--method", "-m", help="minimax, negamax, alphabeta, alphabeta:fail=hard.", metavar="METHOD")
    ] = "",
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="Plies to look ahead.", metavar="PLIES")] = None,
    window: Annotated[str, typer.Option(help="The window at the root, as ALPHA,BETA.", metavar="ALPHA,BETA")] = "",
    view: Annotated[str, typer.Option(help="Numbers are payoffs of: max, or mover (to move).")] = "max",
    svg: Annotated[Path | None, typer.Option(help="Draw the tree to this file.", metavar="OUT")] = None,
    json: JsonOption = False,
) -> None:
    """Run an algorithm on an explicit tree: windows, cuts, visited leaves. MAX moves at the root.

    A leaf is a number (what MAX gets) or a payoff vector (1,2,6); dictionaries add players, chance nodes, names and
    information sets, see docs/trees.md. Without --method: alpha-beta, if the tree is one for it.

    Examples:

      zermelo tree "[[3,12,8],[2,4,6],[14,5,2]]" --svg tree.svg

      zermelo tree "[[3,12,8],[2,4,6],[14,5,2]]" --method minimax

      zermelo tree '{"player": "chance", "probs": [0.9, 0.1], "children": [2, 3]}'
    """
    from zermelo.search import Limit, trace
    from zermelo.tree import Tree
    from zermelo.treeview import as_svg, as_text, picture

    game = Tree.parse(source, view=view)
    name, options = method_and_options(method or "alphabeta")
    if name == "alphabeta":
        options = {"table": "0", "deepening": "false", **options}
    if method or not game.beyond_minimax():
        limits = Limit(depth=depth)
        bounds = _window(window)
        done = trace(game.start(), method=name, limit=limits, window=bounds, compiled=False, **options)
        found, visit = done.analysis, done.iterations[-1] if done.iterations else None
        root = picture(game.start(), visit, found.pv)
        seen = sum(not node.children and node.status != "unseen" for node in root.walk())
        value = f"value {'' if root.bound == '=' else root.bound + ' '}{number(root.value or 0.0)}"
        title = f"{name}: {value}, {seen} leaves visited"
    else:
        found, root, title = None, picture(game.start(), None), ""
    leaves = [node for node in root.walk() if not node.children]
    if svg:
        try:
            svg.write_text(as_svg(root, title=title), encoding="utf-8")
        except OSError as error:
            raise typer.BadParameter(f"cannot write {svg}: {error.strerror}") from None
    if json:
        data = {"game": game.spec, "players": game.players, "leaves_in_tree": len(leaves), "tree": root.as_dict()}
        if found:
            data |= found.as_dict() | {"visited": [node.payoff for node in leaves if node.status != "unseen"]}
        print_json(data)
        return
    print(as_text(root))
    if not found:
        print(f"\n{len(leaves)} leaves; no method yet for trees with {game.beyond_minimax()}.")
        return
    print(f"\n{value} for {game.players[0]}, best move {found.move}, variation {' '.join(found.pv)}")
    print(
        f"{seen} of {len(leaves)} leaves visited, {found.evaluations} estimates, {found.nodes} nodes, "
        f"{found.cuts} cuts, {found.hits} hits"
    )


def _window(text: str) -> tuple[float, float]:
    from math import inf

    from zermelo.errors import Problem

    if not text:
        return -inf, inf
    try:
        alpha, beta = (float(part) for part in text.split(","))
    except ValueError:
        raise Problem(f"the window {text!r} must be two numbers such as -5,5") from None
    if not alpha < beta:
        raise Problem(f"the window {text!r} is empty: alpha must be less than beta")
    return alpha, beta
