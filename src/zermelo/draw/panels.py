"""Panels side by side: paths in a triangle of three shares, and lines. As SVG or PNG files; they need matplotlib."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from zermelo.draw.plot import COLOURS, Curve, can_draw, page_of_panels, save_figure

HEIGHT = sqrt(3) / 2  # of a triangle whose sides are 1


@dataclass(frozen=True)
class TrianglePanel:
    """Paths of three shares that add up to 1; each corner is where one of them is everything."""

    title: str
    corners: Sequence[str]
    paths: Sequence[tuple[str, Sequence[Sequence[float]]]]  # names and points
    points: Sequence[Sequence[float]] = ()  # to be marked


@dataclass(frozen=True)
class LinePanel:
    """Curves over one scale."""

    title: str
    curves: Sequence[Curve]
    x: str
    y: str
    log_x: bool = False
    points: Sequence[tuple[float, float]] = ()  # to be marked


def panel_plot(file: str | Path, panels: Sequence[TrianglePanel | LinePanel], *, title: str) -> None:
    """One picture with a panel for each."""
    file = can_draw(file)
    figure, places = page_of_panels(title, len(panels))
    for panel, axes in zip(panels, places, strict=True):
        axes.set_title(panel.title, fontsize=11, loc="left")
        if isinstance(panel, TrianglePanel):
            _triangle(axes, panel)
        else:
            _lines(axes, panel)
    save_figure(figure, file)


def place_in_triangle(shares: Sequence[float]) -> tuple[float, float]:
    """The first share is everything at the left corner, the second at the right one, the third at the top.

    >>> place_in_triangle([1, 0, 0]), place_in_triangle([0, 1, 0])
    ((0.0, 0.0), (1.0, 0.0))
    """
    _, right, top = shares
    return float(right + top / 2), float(top * HEIGHT)


def _triangle(axes: Any, panel: TrianglePanel) -> None:
    axes.set_aspect("equal")
    axes.axis("off")
    axes.set_xlim(-0.15, 1.15)
    axes.set_ylim(-0.16, HEIGHT + 0.12)
    axes.plot([0, 1, 0.5, 0], [0, 0, HEIGHT, 0], color="#888888", linewidth=1)
    for number, (name, down) in enumerate(zip(panel.corners, (-1, -1, 1), strict=True)):
        x, y = place_in_triangle([float(other == number) for other in range(3)])
        axes.text(x, y + 0.04 * down, name, ha="center", va="top" if down < 0 else "bottom", fontsize=10)
    for number, (name, path) in enumerate(panel.paths):
        spots = [place_in_triangle(shares) for shares in path]
        across, up = zip(*spots, strict=True)
        axes.plot(across, up, color=COLOURS[number], linewidth=1.2, label=name)
        axes.plot(across[:1], up[:1], "o", color=COLOURS[number], markersize=4, markerfacecolor="#ffffff")
        axes.plot(across[-1:], up[-1:], "o", color=COLOURS[number], markersize=5)
    for shares in panel.points:
        axes.plot(*place_in_triangle(shares), "x", color="#000000", markersize=7)
    if len(panel.paths) > 1:
        axes.legend(loc="upper right", frameon=False, fontsize=9)


def _lines(axes: Any, panel: LinePanel) -> None:
    axes.set_xlabel(panel.x)
    axes.set_ylabel(panel.y)
    for number, curve in enumerate(panel.curves):
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(curve.x, curve.y, "--" if curve.dashed else "-", color=colour, label=curve.name)
    if panel.log_x:
        axes.set_xscale("log")
    if panel.points:
        axes.plot(*zip(*panel.points, strict=True), "o", color="#000000", markersize=5)
    axes.legend(frameon=False, fontsize=9)
