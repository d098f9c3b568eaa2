"""What a search found, in the words of the game: moves by their names, values in its own units."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.core.game import CHANCE, Position
from zermelo.core.score import meaning
from zermelo.search.alphabeta.distance import DECIDED, plies_to_end
from zermelo.search.alphabeta.variation import extend
from zermelo.search.result import Analysis, Line, Progress

if TYPE_CHECKING:
    from zermelo.search.driver import Search

FOLLOWED = 12  # best moves whose variations are told while a search runs
REMEMBERED = 2000  # positions on variations
EXTENDED = 8  # best moves whose variations are prolonged by what the table knows, in the end

Steps = Callable[[Position, int, int], tuple[list[str], Position] | None]
"""(position, move of a line, player at the root) -> its names, and where it leads; None if it is not legal."""


def one_step(position: Position, move: int, root: int) -> tuple[list[str], Position] | None:
    """A move as the rules know it."""
    return ([position.move_name(move)], position.play(move)) if move in position.codes else None


def progress(search: "Search", assumes: str) -> Progress:
    """The best so far."""
    position = search.position
    viewer = max(position.mover, 0)
    lines, values = _lines_so_far(search)
    return Progress(
        depth=search.depth,
        move=lines[0].move if lines else None,
        value=values[viewer] if values else None,
        pv=lines[0].pv if lines else (),
        nodes=search.total("nodes"),
        simulations=search.simulations,
        time_s=search.elapsed,
        lines=lines,
        values=values,
        exact=bool(search.exact),
        meaning=_meaning(search, lines, values[viewer], bool(search.exact), assumes) if values else "",
        hits=search.total("hits"),
        cuts=search.total("cuts"),
        code=search.code,
        filled=search.filled(),
    )


def _lines_so_far(search: "Search") -> tuple[tuple[Line, ...], tuple[float, ...]]:
    """The lines in words, and what each player gets by the first; told anew only when the search has found others."""
    found = search.lines
    if search.told is None or search.told[0] is not found:
        lines: tuple[Line, ...] = ()
        if search.position.mover != CHANCE:
            lines = tuple(_line(search, *line, extended=False, brief=n >= FOLLOWED) for n, line in enumerate(found))
        values = lines[0].values if lines else _before_chance(search) if found else ()
        search.told = (found, lines, values)
    return search.told[1], search.told[2]


def result(search: "Search", name: str, assumes: str, interrupted: bool) -> Analysis:
    """All that was found by a method that `assumes` something about the others."""
    position = search.position
    seconds = search.elapsed
    viewer = max(position.mover, 0)  # before chance moves, it is the first player who looks at it
    lines: tuple[Line, ...] = ()
    if search.payoff is not None:
        values = search.payoff
    elif position.mover == CHANCE:
        values = _before_chance(search)
    elif search.lines:
        wanted = search.lines[: search.lines_wanted]
        lines = tuple(_line(search, *line, extended=number < EXTENDED) for number, line in enumerate(wanted))
        values = lines[0].values
    else:  # stopped before the first result
        values = position.estimate(data=search.data)
        first = next(name for name, move in position.moves.items() if not search.forbidden(move))
        lines = (Line(first, values[viewer], (first,), values=values),)
    value = lines[0].value if lines else values[viewer]
    exact = search.exact or search.payoff is not None
    bound = "="
    if search.lines and search.outside(value - search.game.middle):
        bound = "<=" if value - search.game.middle <= search.window[0] else ">="
    return Analysis(
        game=search.game.spec,
        position=search.text,
        method=name,
        move=lines[0].move if lines else None,
        value=value,
        values=values,
        exact=exact,
        bound=bound,
        pv=lines[0].pv if lines else (),
        lines=lines,
        plies=lines[0].plies if lines else None,
        depth=search.depth,
        time_s=seconds,
        nodes_per_s=search.total("nodes") / max(seconds, 1e-9),
        simulations=search.simulations,
        seed=search.seed,
        meaning=_meaning(search, lines, value, exact, assumes),
        code=search.code,
        interrupted=interrupted,
        **{counter: search.total(counter) for counter in ("nodes", "leaves", "evaluations", "hits", "cuts")},
    )


def _meaning(search: "Search", lines: tuple[Line, ...], value: float, exact: bool, assumes: str) -> str:
    plies = lines[0].plies if lines else None
    return meaning(search.position, value, exact=exact, plies=plies, assumes=assumes)


def _before_chance(search: "Search") -> tuple[float, ...]:
    """What each player may expect where chance is to move."""
    if not search.lines:
        return search.position.estimate(data=search.data)
    move, value, _ = search.lines[0]
    return search.vectors.get((move, value)) or _per_player(search, in_units(search, value), search.position)


def _line(search: "Search", move: int, value: float, pv: list[int], *, extended: bool, brief: bool = False) -> Line:
    """A line in words; `extended` by what the table knows, or `brief`: without its variation."""
    position, w = search.position, search.work
    if extended and search.steps is one_step and search.game.two_player:
        pv = extend(search, pv, value)
    name, each = position.move_name(move), search.vectors.get((move, value))
    names, end = ((name,), position) if brief and (each or search.game.two_player) else _told(search, pv)
    mine = in_units(search, value)
    plies = plies_to_end(value) if w.step else None
    visits, wins = search.trials.get(move, (None, None))
    return Line(name, mine, names, plies, each or _per_player(search, mine, end), visits, wins)


def _told(search: "Search", moves: list[int]) -> tuple[tuple[str, ...], Position]:
    """A variation as people call its moves, as far as it is legal, and the position after it."""
    if len(search.ways) > REMEMBERED:
        search.ways.clear()
    way: tuple[int, ...] = ()
    names, position = (), search.position  # type: tuple[str, ...], Position
    for move in moves:
        way = (*way, move)
        if way not in search.ways:  # variations change little from one look to the next
            step = search.steps(position, move, search.position.mover)
            search.ways[way] = step and ((*names, *step[0]), step[1])
        if (found := search.ways[way]) is None:
            break
        names, position = found
    return names, position


def in_units(search: "Search", value: float) -> float:
    """A value in the game's units; a win is a win, however quick."""
    if search.work.step and abs(value) > DECIDED:
        return 1.0 if value > 0 else -1.0
    return value + search.game.middle


def _per_player(search: "Search", value: float, end: Position) -> tuple[float, ...]:
    """What each player gets where a search knows it of one: by the rules of a game for two, or as its line ends."""
    player = max(search.position.mover, 0)
    if search.game.two_player:
        other = 2 * search.game.middle - value + 0.0  # no -0.0
        return (value, other) if player == 0 else (other, value)
    values = list(end.paid(data=search.data) if end.over else end.estimate(data=search.data))
    values[player] = value
    return tuple(values)
