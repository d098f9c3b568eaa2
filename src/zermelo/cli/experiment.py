"""zermelo experiment: a named, seeded, reproducible experiment. Each is a command, with options of its own."""

from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from zermelo.cli.common import JsonOption, Ticker, alone, load, print_json, show, table

if TYPE_CHECKING:
    from zermelo.core.options import Option
    from zermelo.experiments import Experiment, Findings

SeedOption = Annotated[int, typer.Option("--seed", help="Of everything that is random.")]
PlotOption = Annotated[str, typer.Option("--plot", help="Draw a .svg or .png file, too.", metavar="FILE")]


class Experiments(TyperGroup):
    """A command for each experiment. They are imported when somebody asks for them: it takes a while."""

    def list_commands(self, ctx: Any) -> list[str]:
        from zermelo.experiments import experiments

        return list(experiments)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        from zermelo.errors import unknown
        from zermelo.experiments import experiments

        if cmd_name in experiments:
            return _command(experiments[cmd_name])
        if ctx.resilient_parsing:  # a shell completes what is not finished
            return None
        raise unknown("experiment", cmd_name, experiments)


def experiment(context: typer.Context, json: JsonOption = False) -> None:
    """Run a named experiment: a table and a plot. Without a name, lists them; NAME --help tells what one can choose.

    Ctrl-C shows what has been found so far.

    Examples:

      zermelo experiment enhancements --quick

      zermelo experiment depth --game connect4 --depths 4 --games 40 --plot depth.svg

      zermelo experiment depth --record games --json
    """
    from zermelo.experiments import experiments

    if context.invoked_subcommand is None:
        _list(experiments, json)


def _command(chosen: "Experiment") -> Any:
    """An experiment as a command. What Typer reads off the parameters of a function is what was registered."""

    def command(*, seed: int, plot: str, json: bool, **given: Any) -> None:
        _run(chosen, given, seed, plot, json)

    usual = (("seed", SeedOption, 0), ("plot", PlotOption, ""), ("json", JsonOption, False))
    own = ((option.name, _annotation(option), option.default) for option in chosen.options.values())
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, annotation, default in (*own, *usual)
    ]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})
    app.command(chosen.name, help=chosen.question)(alone(command))
    return typer.main.get_command(app)


def _annotation(option: "Option") -> Any:
    """The type of an option, which may be given many times if it has many values."""
    kind: Any = list[str] if isinstance(option.default, tuple) else type(option.default)
    limits: dict[str, Any] = {"min": option.low, "max": option.high} if kind in (int, float) else {}
    name = f"--{option.name}"
    return Annotated[kind, typer.Option(name, help=option.help, **limits)]


def _run(chosen: "Experiment", given: dict[str, Any], seed: int, plot: str, json: bool) -> None:
    from zermelo.draw.plot import can_draw
    from zermelo.experiments import run

    for game in given.get("game", ()):
        load(game)  # an unknown one is noticed before anything runs
    if plot:
        can_draw(plot)
    with Ticker() as ticker:
        found = run(chosen.name, seed=seed, tell=ticker.line, **given)
    if plot:
        found.plot(plot)
    if json:
        print_json(found.as_dict())
    else:
        _report(found, plot)
    if found.faults:
        raise typer.Exit(1)


def _report(found: "Findings", plot: str) -> None:
    shown = table(found.title, *(column.heading for column in found.columns))
    for row in found.rows:
        shown.add_row(*(column.text(row) for column in found.columns))
    show(shown)
    for note in found.notes:
        print(note)
    print(f"Seed {found.seed}." + (f" Plot: {plot}." if plot else ""))
    for fault in found.faults:
        print(f"WRONG: {fault}")
    if found.interrupted:
        print("Interrupted: this is what was found before.")


def _list(experiments: "dict[str, Experiment]", json: bool) -> None:
    if json:
        print_json({"experiments": [{"name": each.name, "question": each.question} for each in experiments.values()]})
        return
    shown = table("", "experiment", "question", "options")
    for each in experiments.values():
        shown.add_row(each.name, each.question, " ".join(f"--{option}" for option in each.options))
    show(shown)
