"""Pictures of what was found: the way of a process through mixed strategies, or the upper envelope of a 2 x N game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.draw.panels import LinePanel, TrianglePanel, panel_plot
from zermelo.draw.plot import Curve
from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.envelope import envelope, with_two_actions
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.solver import Solver, solvers
from zermelo.errors import Problem

IN_A_TRIANGLE = 3  # actions
MOST_PANELS = 6


def must_be_drawable(game: MatrixGame, chosen: Solver | None) -> None:
    """Raise a `Problem` if there will be nothing to draw: ask before long work."""
    if (chosen is None or chosen.watch is None) and not with_two_actions(game):
        processes = ", ".join(each.name for each in solvers().values() if each.watch and each.form == game.form)
        raise Problem(
            f"there is no picture of {game.spec}: one draws two players of whom one has two actions, or a process "
            f"(--method {processes})"
        )


def draw_answer(game: MatrixGame, answer: Answer, file: str | Path) -> None:
    """Write a picture of an answer as .svg or .png."""
    path = answer.details.get("path")
    panels = _of_path(game, path) if path else _of_envelopes(game, answer)
    panel_plot(file, panels[:MOST_PANELS], title=answer.meaning[:1].upper() + answer.meaning[1:])


def _of_path(game: MatrixGame, path: Mapping[str, Any]) -> list[TrianglePanel | LinePanel]:
    """A panel for each player, and one for the regrets."""
    along, x = (path["rationality"], "rationality") if "rationality" in path else (path["rounds"], "rounds")
    drawn = path["drawn"]
    first = next((place for place, value in enumerate(along) if value > 0), 0)  # a logarithm needs more than 0
    panels: list[TrianglePanel | LinePanel] = []
    for player, names in enumerate(game.actions):
        if len(names) == IN_A_TRIANGLE:
            panels.append(TrianglePanel(game.players[player], names, [(kind, path[kind][player]) for kind in drawn]))
        else:
            curves = [
                Curve(names[action], along[first:], [mix[action] for mix in path[drawn[0]][player][first:]])
                for action in range(len(names))
            ]
            panels.append(LinePanel(game.players[player], curves, x, "share", log_x=along[-1] > 0))
    curves = [
        Curve(player, along[first:], own[first:]) for player, own in zip(game.players, path["regrets"], strict=True)
    ]
    return [*panels[: MOST_PANELS - 1], LinePanel("Regret", curves, x, "payoff", log_x=along[-1] > 0)]


def _of_envelopes(game: MatrixGame, answer: Answer) -> list[TrianglePanel | LinePanel]:
    panels: list[TrianglePanel | LinePanel] = []
    for player in with_two_actions(game):
        found = envelope(game, player, answer.profiles)
        replier = game.players[found.replier]
        first, second = game.actions[player]
        lines = [Curve(name, (0, 1), tuple(map(float, ends)), dashed=True) for name, ends in found.lines.items()]
        top = Curve(
            "best reply", [float(each.share) for each in found.corners], [float(each.value) for each in found.corners]
        )
        marked = [(float(share), float(value)) for share, value in found.equilibria]
        x = f"share of {second}, else {first} ({game.players[player]})"
        panels.append(LinePanel(f"What {replier} gets", [*lines, top], x, "payoff", points=marked))
    return panels
