"""Files of Go and Hex: games at random as SGF, compared with what sgfmill's own board makes of them; damaged ones."""

import atexit
import shutil
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from sgfmill import boards

from fuzz.engine import Trial, must, must_be_refusal
from fuzz.games import GAMES, must_be_whole
from fuzz.texts import damaged, letters, number
from zermelo.protocols.gtp import Engine

POINTS = "abcdefghijklmnopqrstuvwxyz"
WORDS = (
    "B[aa] W[] AB[aa][bb] AB[aa:cc] AW[ab] AE[aa] SZ[26] SZ[5:3] SZ[0] SZ[52] KM[nan] KM[1e9] GM[11] GM[2] (; ;B[za] "
    "B[tt] B[zz] CA[UTF-16] CA[x] FF[4] ] [ \\ C[\\]] ;"
).split()


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    size = rng.choice((2, 3, 5, 5, 9, 19 if rng.random() < 0.1 else 5, 26 if rng.random() < 0.1 else 3))
    moves = [("BW"[k % 2], _point(rng, size)) for k in range(rng.randrange(12))]
    right = rng.random() < 0.3
    text = _written(size, moves) if right else damaged(rng, _written(size, moves, rng), WORDS)
    number_given = [number(rng)] if not right and rng.random() < 0.1 else []
    file = _folder() / "game.sgf"
    coded = "utf-8" if right or rng.random() < 0.9 else rng.choice(("utf-16", "latin-1"))
    file.write_bytes(text.encode(coded, "replace"))
    trial.put(text, *number_given)
    game = GAMES["hex:size=5" if not right and rng.random() < 0.3 else "go:size=5"]
    said: list[str] = []
    engine = Engine(game, (), said.append, method="random", seed=1)
    engine.obey(" ".join(["loadsgf", str(file), *number_given]))
    answer = "".join(said)
    must(answer[:2] in ("= ", "? ") and answer.endswith("\n\n"), f"{answer!r} is not an answer of the protocol")
    position = engine.table.history.position
    must_be_whole(position)
    if answer[0] == "?":
        must_be_refusal(answer[2:-2])
        must(not right or size > 19 or _forbidden(size, moves), f"a game that is right is refused: {answer}")
        return False
    if right:
        ours = [symbol for cell, symbol in zip(position.game.board.cells, position.cells, strict=True)]
        names = [cell.name for cell in position.game.board.cells]
        must(
            dict(zip(names, ours, strict=True)) == _theirs(size, moves, names),
            f"sgfmill sees another board than {position.text}",
        )
    return True


def _point(rng: Random, size: int) -> tuple[int, int] | None:
    return None if rng.random() < 0.1 else (rng.randrange(size), rng.randrange(size))


def _written(size: int, moves: list, rng: Random | None = None) -> str:
    """`rng`: with more than the moves."""
    more = ""
    if rng:
        more = "".join(rng.choice(WORDS) if rng.random() < 0.3 else "" for _ in range(3))
        more += f"KM[{number(rng)}]" if rng.random() < 0.3 else ""
        more += f"C[{letters(rng)}]" if rng.random() < 0.2 else ""
    nodes = "".join(
        f";{colour}[{'' if point is None else POINTS[point[1]] + POINTS[size - 1 - point[0]]}]"
        for colour, point in moves
    )
    return f"(;GM[1]FF[4]SZ[{size}]{more}{nodes})"


def _theirs(size: int, moves: list, names: list[str]) -> dict[str, str]:
    """The stones by the names of their points; sgfmill captures as we do."""
    board = boards.Board(size)
    for colour, point in moves:
        if point is not None:
            board.play(*point, colour.lower())
    columns = sorted({name[0] for name in names})
    shown = {None: ".", "b": "X", "w": "O"}
    return {name: shown[board.get(int(name[1:]) - 1, columns.index(name[0]))] for name in names}


def _forbidden(size: int, moves: list) -> bool:
    """Whether the rules forbid one of the moves: on a stone, suicide, a position again, or after two passes."""
    board, seen, passes = boards.Board(size), [], 0
    seen.append(_stones(board))
    for colour, point in moves:
        if passes == 2:
            return True
        passes = passes + 1 if point is None else 0
        if point is None:
            continue
        if board.get(*point) is not None:
            return True
        board.play(*point, colour.lower())
        if board.get(*point) is None or _stones(board) in seen:
            return True
        seen.append(_stones(board))
    return False


def _stones(board: boards.Board) -> list:
    return sorted(board.list_occupied_points())


@cache
def _folder() -> Path:
    folder = mkdtemp(prefix="zermelo-fuzz-")
    atexit.register(shutil.rmtree, folder, True)
    return Path(folder)
