"""zermelo analyse: what is the best move here?"""

import random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    MethodOption,
    NodesOption,
    PositionOption,
    SeedOption,
    Ticker,
    TimeOption,
    history_of,
    line_of,
    number,
    print_json,
    show,
    table,
)
from zermelo.cli.pictures import PdfOption, PngOption, SvgOption, draw, files_for

if TYPE_CHECKING:
    from zermelo.search import Analysis

CODE = {
    "": "",
    "native": "",
    "plain": ", in plain Python: native code was not there yet",
    "both": ", begun in plain Python",
}


def analyse(
    game: GameArgument,
    position: PositionOption = "",
    method: MethodOption = "",
    depth: DepthOption = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads that search together.")] = 1,
    seed: SeedOption = None,
    lines: Annotated[int, typer.Option("--lines", "-k", min=1, help="How many best moves to show.")] = 1,
    svg: SvgOption = None,
    png: PngOption = None,
    pdf: PdfOption = None,
    json: JsonOption = False,
) -> None:
    """Best move, value, principal variation and counters of a position.

    Without a method it is alphabeta, or what the game says (mcts in Go); in games for more than two bestreply, and with
    dice star2, if the game is one for them, else paranoid and expectimax. Where something is hidden it is ismcts, which
    knows what the player to move knows, and no more. Without a limit it thinks for one second.
    Ctrl-C shows the best so far. A method of your own comes from a file: --method my.py:name. What is not compiled yet
    answers in plain Python first, unless it is asked for a depth or so many nodes.

    Examples:

      zermelo analyse othello --time 5

      zermelo analyse connect4 --position 44455 --depth 14 --lines 7

      zermelo analyse tictactoe --position "moves: b2 a1" --method minimax --json

      zermelo analyse othello --lines 4 --svg scores.svg

      zermelo analyse mygame.py --method alphabeta:depth=8,table=256,fail=hard
    """
    from zermelo import search
    from zermelo.core.game import CHANCE
    from zermelo.draw.analysed import analysis_svg

    files = files_for(svg=svg, png=png, pdf=pdf)
    root = history_of(game, position)
    options: dict[str, Any] = {"threads": threads} if threads > 1 else {}
    view: Any = root
    seen: Any = root.position  # of what is hidden, only what the player to move may know
    if seen.game.hidden and not root.over and seen.mover != CHANCE:
        view = seen = root.position.sight(seen.mover, None if seed is None else random.Random(f"veil {seed}"))
    unlimited = time is None and depth is None and nodes is None
    limit = None if unlimited else search.Limit(time=time, depth=depth, nodes=nodes)
    with Ticker() as ticker:
        found = search.analyse(view, method=method, limit=limit, lines=lines, seed=seed, on_progress=ticker, **options)
    if files:
        draw(analysis_svg(seen, found), files)
    if json:
        print_json(found.as_dict())
        return
    print(seen)
    print()
    if root.over:
        print(f"The game is over: {found.meaning}.")
        return
    head = f"Best move: {found.move}" if found.move else "Chance moves."
    print(f"{head}   value {number(found.value)}: {found.meaning}")
    players = root.position.game.players
    if len(players) > 2:
        print(f"Each: {', '.join(f'{who} {number(value)}' for who, value in zip(players, found.values, strict=True))}")
    if found.move and lines > 1:
        counted = [">visits", ">wins"] if found.lines[0].visits is not None else []
        shown = table("", "move", ">value", *counted, "variation")
        for line in found.lines:
            tried = [f"{line.visits:,}", f"{line.wins:.1%}"] if counted else []
            shown.add_row(line.move, number(line.value), *tried, line_of(line.pv))
        show(shown)
    elif found.move:
        print(f"Variation: {line_of(found.pv)}")
    print(f"{_counts(found)}{CODE[found.code]}" + ("  (interrupted)" if found.interrupted else ""))


def _counts(found: "Analysis") -> str:
    """What a search did; nothing of what it did not do, or does not count."""
    seconds = max(found.time_s, 1e-9)
    counts = {
        f"nodes ({found.nodes_per_s / 1e6:.2f} M/s)": found.nodes,
        f"simulations ({found.simulations / seconds:,.0f}/s)": found.simulations,
        "leaves": 0 if found.simulations else found.leaves,
        "evaluations": found.evaluations,
        "table hits": found.hits,
        "cuts": found.cuts,
    }
    told = [f"{count:,} {what}" for what, count in counts.items() if count]
    return ", ".join([f"{found.method}: depth {found.depth}", *told, f"{found.time_s:.2f} s"])
