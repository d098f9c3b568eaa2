"""zermelo equilibrium of games in which players move one after the other: how their strategies are told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.cli.common import Ticker, print_json

if TYPE_CHECKING:
    from zermelo.core.game import Position
    from zermelo.equilibrium.answer import Answer, Profile, Strategy

FEW = 12  # information sets of a player that are shown
WIDEST = 56  # letters of what a player sees, before the moves begin in a line of their own
ROUNDING = 1e-9  # a gain that is none
PROFILES = 3  # of which strategies are shown


@dataclass(frozen=True)
class Wishes:
    """What was asked for beside the game."""

    method: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    position: str = ""
    time: float | None = None
    everything: bool = False
    save: Path | None = None
    plot: Path | None = None
    json: bool = False


def show_extensive(start: "Position", wishes: Wishes) -> None:
    """Solve a game and show what was found; what was asked for is checked before."""
    from zermelo.equilibrium.solver import equilibrium
    from zermelo.errors import Problem

    options = dict(wishes.options)
    if wishes.time is not None:
        options["time"] = _seconds(wishes)
    if wishes.save:
        _must_be_writable(wishes.save)
    if wishes.plot:
        _must_be_drawn(start, wishes)
    root, asked = _root(start, wishes.position)
    with Ticker() as ticker:
        found = equilibrium(root, wishes.method or None, tell=ticker.line, **options)
    if wishes.save:
        if found.behaviour is None:
            raise Problem(f"{found.method} tells what {found.game} is worth, but no strategy that could be saved")
        found.plan().save(wishes.save)
    if wishes.plot:
        from zermelo.equilibrium.extensive.course import draw_courses

        draw_courses(wishes.plot, found.game, {found.method: found.details["course"]})
    if wishes.json:
        print_json(found.as_dict() | (_asked_of(found, asked) if asked else {}))
        return
    for line in _lines(found, asked, FEW if not wishes.everything else None):
        print(line)
    if wishes.save:
        print(f"kept in {wishes.save}: plan:{wishes.save} plays it, z.exploitability(game, file) says how good it is")


def _root(start: "Position", text: str) -> tuple["Position", "Position | None"]:
    """Where to solve from, and which position was asked about: a game with hidden information is solved whole."""
    from zermelo.core.game import CHANCE
    from zermelo.errors import Problem

    if not text:
        return start, None
    position = start.game.position(text)
    if not start.game.hidden:
        return position, None
    if position.over or position.mover == CHANCE:
        raise Problem(f"nobody is to choose at {text!r}: {position.status}")
    return start, position


def _seconds(wishes: Wishes) -> float:
    """The time that was given, if the method can be stopped by the clock."""
    from zermelo.equilibrium.solver import solvers
    from zermelo.errors import Problem

    chosen = solvers().get(wishes.method)
    if chosen and "time" not in chosen.options:
        timed = ", ".join(each.name for each in solvers().values() if "time" in each.options)
        raise Problem(f"--time: {chosen.name} runs to its end (these can be stopped: {timed})")
    if not (wishes.time or 0) > 0:
        raise Problem(f"--time {wishes.time:g} must be more than 0 seconds")
    return float(wishes.time or 0)


def _must_be_writable(file: Path) -> None:
    from zermelo.errors import Problem

    if file.suffix != ".npz":
        raise Problem(f"a strategy is kept in a file in .npz, not {file.name!r}")
    if not file.parent.is_dir():
        raise Problem(f"cannot write {file}: there is no folder {file.parent}")


def _must_be_drawn(start: "Position", wishes: Wishes) -> None:
    """Ask before any work."""
    from zermelo.draw.plot import can_draw
    from zermelo.equilibrium.solver import solvers, usual_solvers
    from zermelo.errors import Problem

    assert wishes.plot
    can_draw(wishes.plot)
    chosen = solvers().get(wishes.method) if wishes.method else usual_solvers(start)[0]
    if chosen and chosen.watch is None:
        known = ", ".join(each.name for each in solvers().values() if each.watch and each.form == chosen.form)
        raise Problem(f"--plot draws how exploitability falls; {chosen.name} has it at once (choose from {known})")


def _asked_of(found: "Answer", position: "Position") -> dict[str, Any]:
    """What the player to move does at a position, for JSON."""
    sight = position.sight(position.mover)
    return {"position": position.text, "sees": sight.text, "mover": sight.name, "moves": found.plan().at(sight)}


def _lines(found: "Answer", asked: "Position | None", most: int | None) -> Iterator[str]:
    """All there is to say."""
    from zermelo.equilibrium.answer import strategy_text

    stopped = " (interrupted)" * found.interrupted
    yield f"{found.meaning[:1].upper()}{found.meaning[1:]} ({found.method}, {found.time_s:.2f} s){stopped}"
    shown = found.profiles if most is None else found.profiles[:PROFILES]
    for number, profile in enumerate(shown, 1):
        yield ""
        yield (f"{number}. " if len(found.profiles) > 1 else "") + _payoffs(found, profile)
        if asked is None:
            for player, strategy in zip(found.players, profile.strategies, strict=True):
                yield from _strategy(player, strategy, most)
    if len(shown) < len(found.profiles):
        yield f"... and {len(found.profiles) - len(shown)} more: --all shows them"
    if asked is not None:
        told = _asked_of(found, asked)
        yield f"{told['mover']}, who sees {told['sees']}: {strategy_text(told['moves'])}"
    yield ""
    yield from found.notes


def _payoffs(found: "Answer", profile: "Profile") -> str:
    from zermelo.equilibrium.answer import plainly

    paid = ", ".join(
        f"{player} gets {plainly(value)}" for player, value in zip(found.players, profile.payoffs, strict=True)
    )
    if profile.regret < ROUNDING:
        return f"{paid}; nobody gains by changing alone"
    gains = ", ".join(
        f"{player} {plainly(value)}" for player, value in zip(found.players, profile.regrets, strict=True)
    )
    return f"{paid}; by changing alone would gain: {gains}"


def _strategy(player: str, strategy: "Strategy", most: int | None) -> Iterator[str]:
    """What a player sees, and does there."""
    from zermelo.equilibrium.answer import strategy_text

    rows = [(label, strategy_text(parts)) for label, parts in islice(strategy.items(), most)]
    width = min(max((len(label) for label, _ in rows), default=0), WIDEST)
    yield f"{player}, in {len(strategy):,} information set{'s' * (len(strategy) != 1)}"
    for label, moves in rows:
        yield f"  {label:{width}}  {moves}" if len(label) <= width else f"  {label}\n  {'':{width}}  {moves}"
    if len(rows) < len(strategy):
        yield f"  ... and {len(strategy) - len(rows):,} more: --all shows them"
