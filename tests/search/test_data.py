"""Other people's positions with their exact scores, from ../shared/data; bench/positions.py times them."""

from functools import cache

import pytest

import zermelo as z


@cache
def kept_table() -> z.Table:
    return z.Table(16)


@pytest.mark.parametrize("part", ["end", "middle"])
def test_connect_four(part, data):
    """A thousand positions each, with the score of the known solvers: 22 less the winner's stones."""
    game = z.load("connect4:score=stones")
    rows = [line.split() for line in (data / f"connect4-{part}-easy.txt").read_text().splitlines()]
    assert len(rows) == 1000
    for columns, score in rows:
        kept_table().clear()
        assert z.solve(game.position(columns), table=kept_table()).value == float(score), columns


def othello_positions(file):
    """(position, {move: score}) for each line: 64 squares, the mover, and the exact score of every move."""
    game = z.load("othello:empties=winner")
    for line in file.read_text().splitlines():
        board, *scores = (part.strip() for part in line.split(";") if part.strip())
        squares, mover = board.split()
        rows = "/".join(squares[row : row + 8] for row in range(0, 64, 8))
        yield (
            game.position(f"{rows} {mover}"),
            {move.lower(): float(score) for move, score in (part.split(":") for part in scores)},
        )


@pytest.mark.parametrize("part", [slice(14), pytest.param(slice(14, None), marks=pytest.mark.long)])
def test_othello_endgames_with_every_move(data, part):
    positions = list(othello_positions(data / "fforum-1-19.obf"))
    assert len(positions) == 19
    for position, scores in positions[part]:
        found = z.analyse(position, limit=z.Limit(), lines=len(position.moves), endgame=64)
        assert found.exact
        assert {line.move: line.value for line in found.lines} == scores
