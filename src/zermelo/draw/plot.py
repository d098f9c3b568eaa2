"""Plots of measurements as SVG or PNG files, the same bytes for the same data. They need matplotlib."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import Problem

STANDING = 8  # bars whose names have room below them
COLOURS = ("#0b5fa5", "#b3261e", "#2e7d32", "#8a5a00", "#6b4e71", "#4a4a4a")
STYLE: Any = {
    "svg.hashsalt": "zermelo",
    "svg.fonttype": "none",
    "font.size": 11,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True)
class Curve:
    """One line of a plot: what it is called, its points, and where they were measured, the ends of the intervals."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    dashed: bool = False


def line_plot(
    file: str | Path, curves: Sequence[Curve], *, title: str, x: str, y: str, log_x: bool = False, log_y: bool = False
) -> None:
    """Curves with 95 % intervals where they have them."""
    file = can_draw(file)
    figure, axes = _figure(title, x, y)
    lines: list[Any] = []
    for number, curve in enumerate(curves):
        style = {
            "color": COLOURS[number % len(COLOURS)],
            "label": curve.name,
            "linestyle": "--" if curve.dashed else "-",
        }
        if curve.low:
            below = [value - low for value, low in zip(curve.y, curve.low, strict=True)]
            above = [high - value for value, high in zip(curve.y, curve.high, strict=True)]
            line = axes.errorbar(curve.x, curve.y, yerr=[below, above], marker="o", markersize=4, capsize=3, **style)
        else:
            (line,) = axes.plot(curve.x, curve.y, **style)
        lines.append(line)
    if log_x:
        axes.set_xscale("log")
        ticks = sorted({value for curve in curves for value in curve.x})
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks], minor=False)
        axes.minorticks_off()
    elif all(float(value).is_integer() for curve in curves for value in curve.x):
        axes.xaxis.get_major_locator().set_params(integer=True)
    if log_y:
        axes.set_yscale("log")
    figure.legend(handles=lines, loc="outside lower center", ncols=2, frameon=False)
    save_figure(figure, file)


def log_plots(file: str | Path, panels: Sequence[tuple[str, Sequence[Curve]]], *, title: str, y: str) -> None:
    """The same curves against different things, side by side, all scales logarithmic: what x is, and its curves."""
    import matplotlib
    from matplotlib.figure import Figure

    file = can_draw(file)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(9.6, 4.4), layout="constrained")
        row = figure.subplots(1, len(panels), sharey=True)
    figure.suptitle(title, fontsize=12, x=0.01, ha="left")
    lines: list[Any] = []
    for axes, (x, curves) in zip(row, panels, strict=True):
        lines = [
            axes.plot(curve.x, curve.y, color=COLOURS[number % len(COLOURS)], label=curve.name)[0]
            for number, curve in enumerate(curves)
        ]
        axes.set(xscale="log", yscale="log", xlabel=x)
    row[0].set_ylabel(y)
    if len(lines) > 1:
        figure.legend(handles=lines, loc="outside lower center", ncols=len(lines), frameon=False)
    save_figure(figure, file)


def bar_plot(
    file: str | Path,
    names: Sequence[str],
    values: Sequence[float],
    *,
    title: str,
    y: str,
    low: Sequence[float] = (),
    high: Sequence[float] = (),
) -> None:
    """One bar for each name, with its 95 % interval if it has one; many bars lie on their side."""
    file = can_draw(file)
    lying = len(names) > STANDING
    figure, axes = _figure(title, y if lying else "", "" if lying else y)
    intervals: Any = None
    if low:
        below = [value - bound for value, bound in zip(values, low, strict=True)]
        above = [bound - value for value, bound in zip(values, high, strict=True)]
        intervals = [below, above]
    if lying:
        figure.set_figheight(1.2 + 0.26 * len(names))
        axes.barh(range(len(names)), values, xerr=intervals, capsize=3, color=COLOURS[0])
        axes.set_yticks(range(len(names)), [name.replace("\n", ", ") for name in names], fontsize=9)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
    else:
        axes.bar(range(len(names)), values, yerr=intervals, capsize=4, color=COLOURS[0])
        axes.set_xticks(range(len(names)), names, ha="center")
        axes.grid(visible=False, axis="x")
    save_figure(figure, file)


def _figure(title: str, x: str, y: str) -> tuple[Any, Any]:
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = figure.add_subplot()
    axes.set_title(title, fontsize=12, loc="left")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_axisbelow(True)
    return figure, axes


def page_of_panels(title: str, count: int) -> tuple[Any, list[Any]]:
    """A figure with some empty panels side by side, in rows of three."""
    import matplotlib
    from matplotlib.figure import Figure

    across = min(count, 3)
    down = -(-count // across)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(max(7.2, 4.6 * across), 4.4 * down), layout="constrained")
        axes = figure.subplots(down, across, squeeze=False).ravel()
    for spare in axes[count:]:
        spare.remove()
    figure.suptitle(title, fontsize=12, x=0.01, ha="left")
    return figure, list(axes[:count])


def can_draw(file: str | Path) -> Path:
    """The file, if a plot can be written there: ask before long work."""
    file = Path(file)
    if file.suffix not in (".svg", ".png"):
        raise Problem(f"a plot is written as .svg or .png, not {file.suffix or file.name!r}")
    if not file.parent.is_dir():
        raise Problem(f"cannot write {file}: there is no folder {file.parent}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise Problem("plots need matplotlib: pip install 'zermelo[plots]'") from None
    return file


def save_figure(figure: Any, file: Path) -> None:
    """Write it: the same bytes for the same data."""
    import matplotlib

    nothing = {"Date": None} if file.suffix == ".svg" else {"Software": None}
    try:
        with matplotlib.rc_context(STYLE):
            figure.savefig(file, metadata=nothing, dpi=150)
    except OSError as error:
        raise Problem(f"cannot write {file}: {error.strerror}") from None
