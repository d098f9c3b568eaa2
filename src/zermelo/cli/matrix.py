"""zermelo equilibrium of games in which all choose at the same time: how what was found is told, and drawn."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.cli.common import Ticker, print_json

if TYPE_CHECKING:
    from zermelo.equilibrium.answer import Answer
    from zermelo.equilibrium.matrix.game import MatrixGame


def show_matrix(game: "MatrixGame", method: str, options: dict[str, Any], *, plot: Path | None, json: bool) -> None:
    """Solve a game and show what was found; whether there will be a picture is checked before."""
    from zermelo.equilibrium.matrix.overview import overview
    from zermelo.equilibrium.solver import equilibrium

    if plot:
        _must_be_drawable(game, method, plot)
    with Ticker() as ticker:
        answers = [equilibrium(game, method, tell=ticker.line, **options)] if method else overview(game)
    if plot:
        from zermelo.equilibrium.matrix.pictures import draw_answer

        draw_answer(game, answers[-1], plot)
    if json and method:
        print_json(answers[0].as_dict())
    elif json:
        print_json({"game": game.as_dict(), "answers": [answer.as_dict() for answer in answers]})
    else:
        print("\n\n".join([str(game), *map(_told, answers)]))


def _must_be_drawable(game: "MatrixGame", method: str, plot: Path) -> None:
    from zermelo.draw.plot import can_draw
    from zermelo.equilibrium.matrix.pictures import must_be_drawable
    from zermelo.equilibrium.solver import solvers

    can_draw(plot)
    must_be_drawable(game, solvers().get(method))


def _told(answer: "Answer") -> str:
    text = str(answer)
    return text[:1].upper() + text[1:]
