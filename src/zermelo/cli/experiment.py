"""zermelo experiment: a named, seeded, reproducible experiment."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import JsonOption, Ticker, load, print_json, show, table

if TYPE_CHECKING:
    from zermelo.experiments import Experiment, Findings

FREE = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}  # each has its own options


def _names(incomplete: str) -> list[str]:
    from zermelo.experiments import experiments

    return [name for name in experiments if name.startswith(incomplete)]


def experiment(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Without it: a list.", autocompletion=_names)] = "",
    seed: Annotated[int, typer.Option("--seed", help="Of everything that is random.")] = 0,
    plot: Annotated[str, typer.Option("--plot", help="Draw a .svg or .png file, too.", metavar="FILE")] = "",
    json: JsonOption = False,
) -> None:
    """Run a named experiment: a table and a plot. Without a name, lists them; NAME --help tells what one can choose.

    Ctrl-C shows what has been found so far.

    Examples:

      zermelo experiment enhancements --quick

      zermelo experiment depth --game connect4 --depths 4 --games 40 --plot depth.svg

      zermelo experiment depth --record games --json
    """
    from zermelo.draw.plot import can_draw
    from zermelo.errors import unknown
    from zermelo.experiments import experiments, run

    if {name, *context.args} & {"--help", "-h"}:
        _help(context, experiments.get(name))
        return
    if not name:
        _list(experiments, json)
        return
    if name not in experiments:
        raise unknown("experiment", name, experiments)
    chosen = experiments[name]
    given = _options(chosen, context.args)
    for game in given.get("game", chosen.options["game"].default if "game" in chosen.options else ()):
        load(game)  # an unknown one is noticed before anything runs
    if plot:
        can_draw(plot)
    with Ticker() as ticker:
        found = run(name, seed=seed, tell=ticker.line, **given)
    if plot:
        found.plot(plot)
    if json:
        print_json(found.as_dict())
    else:
        _report(found, plot)
    if found.faults:
        raise typer.Exit(1)


def _options(chosen: "Experiment", words: list[str]) -> dict[str, Any]:
    """`--games 20 --quick` as options of an experiment."""
    from zermelo.errors import Problem, unknown

    given: dict[str, Any] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        option, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or option not in chosen.options:
            valid = [*(f"--{each}" for each in chosen.options), "--seed", "--plot", "--json"]
            raise unknown("option", word.partition("=")[0], valid, where=f" of {chosen.name}")
        default = chosen.options[option].default
        if not equals:
            if isinstance(default, bool):
                value = "true"
            elif left:
                value = left.pop(0)
            else:
                raise Problem(f"option --{option} of {chosen.name} needs a value")
        given[option] = (*given.get(option, ()), value) if isinstance(default, tuple) else value
    return given


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


def _help(context: typer.Context, chosen: "Experiment | None") -> None:
    if chosen is None:
        print(context.get_help())
        return
    print(f"zermelo experiment {chosen.name} [--seed S] [--plot FILE] [--json] [...]\n\n{chosen.question}\n")
    shown = table("", "option", "default", "")
    for option in chosen.options.values():
        default = " ".join(option.default) if isinstance(option.default, tuple) else str(option.default or "")
        shown.add_row(f"--{option.name}", default, option.help)
    show(shown)
