"""A beginner's slip is told in one line."""

import pytest

import zermelo as z

GAME = z.load("tictactoe")


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        (
            lambda: z.analyse(GAME.start),
            "a Position is wanted, such as game.start(), not start without its parentheses",
        ),
        (lambda: z.analyse(GAME), "a Position is wanted, such as game.start(), not Game('tictactoe')"),
        (lambda: z.solve("tictactoe"), "a Position is wanted, such as game.start(), not 'tictactoe'"),
        (lambda: z.perft(GAME, 3), "a Position is wanted"),
        (lambda: z.survey(GAME), "a Position is wanted"),
        (lambda: z.playouts(GAME, 3), "a Position is wanted"),
        (lambda: z.trace(GAME), "a Position is wanted"),
        (lambda: z.analyse(GAME.start(), limit=3), "a Limit is wanted, such as Limit(time=2), not 3"),
        (lambda: z.trace(GAME.start(), limit=3), "a Limit is wanted, such as Limit(time=2), not 3"),
        (lambda: GAME.start().play(99), "unknown code of a move '99' in tictactoe (choose from 0 (a1), 1 (b1), "),
        (lambda: GAME.start().play(3.7), "a move of tictactoe is a name or a code, not 3.7"),
        (lambda: GAME.start().play(None), "a move of tictactoe is a name or a code, not None"),
        (
            lambda: z.load("connect4").position("44459"),
            "unreadable position '44459' in connect4 (there is no column 9 (columns 1-7))",
        ),
        (lambda: z.method(print), 'a method has a name: @method("one-move")'),
        (lambda: z.match(GAME.start(), ["random", "random"]), "a Game is wanted, such as z.load("),
    ],
)
def test_something_else_than_what_is_wanted(slip, said):
    with pytest.raises(z.Problem) as problem:
        slip()
    assert str(problem.value).startswith(said)
    assert "\n" not in str(problem.value)
