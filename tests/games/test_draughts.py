"""English draughts against published counts, a slow and obvious move generator, and open_spiel."""

import random
from functools import cache

import pytest

import zermelo as z

GAME = z.load("draughts")


def play_all(position: z.Position, *names: str) -> z.Position:
    for name in names:
        position = position.play(name)
    return position


# --- counts -----------------------------------------------------------------------------------------------------------


def test_perft():
    """Aart Bik, talkchess.com t=27814. He counts both ways around the same pieces, which makes no difference yet."""
    counts = [z.perft(GAME.start(), depth).leaves for depth in range(1, 10)]
    assert counts == [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]


def test_rules_keep_their_promises():
    report = z.check_game(GAME, games=6, compiled=False, seconds=60)
    assert report.positions > 300


# --- an obvious version -----------------------------------------------------------------------------------------------
# A board is a dictionary from (row, column) of the 8 x 8 squares to b, w, B or W.


def number(row: int, column: int) -> int:
    return 4 * row + column // 2 + 1


DARK = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]


def directions(piece: str) -> list[tuple[int, int]]:
    rows = {"b": [1], "w": [-1]}.get(piece, [1, -1])
    return [(y, x) for y in rows for x in (-1, 1)]


def crown(piece: str, row: int) -> str:
    return piece.upper() if (piece, row) in (("b", 7), ("w", 0)) else piece


def jumps(board: dict, place: tuple, piece: str) -> list[dict]:
    """The boards after the piece, which is not on the board, has jumped on from a place as far as it goes."""
    found = []
    row, column = place
    for y, x in directions(piece):
        over, end = (row + y, column + x), (row + 2 * y, column + 2 * x)
        if end in DARK and end not in board and board.get(over, piece).lower() != piece.lower():
            rest = {where: what for where, what in board.items() if where != over}
            crowned = crown(piece, end[0])
            further = jumps(rest, end, piece) if crowned == piece else []
            found += further or [{**rest, end: crowned}]
    return found


def results(board: dict, mover: str) -> set[str]:
    """The positions that the mover, b or w, can reach."""
    captures, steps = [], []
    for place, piece in board.items():
        if piece.lower() == mover:
            rest = {where: what for where, what in board.items() if where != place}
            captures += jumps(rest, place, piece)
            for y, x in directions(piece):
                end = (place[0] + y, place[1] + x)
                if end in DARK and end not in board:
                    steps.append({**rest, end: crown(piece, end[0])})
    other = "w" if mover == "b" else "b"
    return {written(after, other) for after in captures or steps}


def written(board: dict, mover: str) -> str:
    def side(men: str) -> str:
        pieces = sorted((number(*place), piece) for place, piece in board.items() if piece.lower() == men)
        return men.upper() + ",".join(f"{'K' if piece.isupper() else ''}{square}" for square, piece in pieces)

    return f"{mover.upper()}:{side('w')}:{side('b')}"


def without_clock(position: z.Position) -> str:
    return position.text.partition(":H")[0]


def random_board(rng: random.Random) -> dict:
    """Any number of pieces; few on average, so that kings have room to jump."""
    board = {}
    for men, most in (("b", rng.randint(1, 12)), ("w", rng.randint(1, 12))):
        for place in rng.sample([place for place in DARK if place not in board], most):
            board[place] = crown(rng.choice([men, men.upper()]), place[0])
    return board


def test_moves_are_those_of_the_obvious_version():
    rng = random.Random(1)
    longest = 0
    for _ in range(300):
        board, mover = random_board(rng), rng.choice("bw")
        position = GAME.position(written(board, mover))
        after = [position.play(move) for move in position.codes]
        assert {without_clock(result) for result in after} == results(board, mover), position
        assert len(after) == len({result.text for result in after}), position
        assert position.over == (not after)
        pieces = sum(symbol != "." for symbol in position.cells)
        longest = max([longest, *(pieces - sum(symbol != "." for symbol in result.cells) for result in after)])
    assert longest >= 4


def slow_perft(text: str, depth: int) -> int:
    if depth == 0:
        return 1
    mover, white, black = text.split(":")
    board = {
        place: piece if symbol.startswith("K") else piece.lower()
        for side in (white, black)
        for symbol in filter(None, side[1:].split(","))
        for piece in side[0]
        for place in DARK
        if number(*place) == int(symbol.lstrip("K"))
    }
    return sum(slow_perft(after, depth - 1) for after in results(board, mover.lower()))


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 5),
        ("W:W14,18,K19,26,K7:B4,K10,11,16,K31", 4),
        ("B:WK6,K7,K8,K14,K15,K16,K22,K23,K24:BK1,K2,K3,12,K32", 4),
        ("W:WK1,K29,K15:BK32,K4,20", 4),
    ],
)
def test_counts_are_those_of_the_obvious_version(text, depth):
    position = GAME.position(text)
    assert z.perft(position, depth).leaves == slow_perft(text, depth)


def test_random_games_agree_with_open_spiel():
    """It jumps once at a time and calls a draw earlier: whole moves are compared, until then."""
    pyspiel = pytest.importorskip("pyspiel")

    @cache
    def square(name: str) -> int:
        return number(int(name[1]) - 1, 7 - "abcdefgh".index(name[0]))

    def cells(state) -> list[str]:
        rows = [line[1:] for line in str(state).splitlines()[:8]]
        board = {square(f"{'abcdefgh'[x]}{8 - y}"): rows[y][x] for y in range(8) for x in range(8) if (x + y) % 2}
        return [{"o": "b", "8": "B", "+": "w", "*": "W", ".": "."}[board[n]] for n in range(1, 33)]

    def moves(state, player: int) -> dict:
        """The states after a whole move, by their boards."""
        if state.is_terminal() or state.current_player() != player:
            return {tuple(cells(state)): state}
        return {
            board: after
            for action in state.legal_actions()
            for board, after in moves(state.child(action), player).items()
        }

    rng = random.Random(7)
    compared = 0
    for _ in range(8):
        position, state = GAME.start(), pyspiel.load_game("checkers").new_initial_state()
        while not state.is_terminal():
            assert position.mover == state.current_player()
            theirs = moves(state, state.current_player())
            ours = {tuple(after.cells): after for after in map(position.play, position.moves)}
            assert set(ours) == set(theirs), position
            compared += 1
            board = rng.choice(sorted(ours))
            position, state = ours[board], theirs[board]
    assert compared > 300


# --- the rules, one by one --------------------------------------------------------------------------------------------


def moves(text: str) -> set[str]:
    return set(GAME.position(text).moves)


def test_start():
    start = GAME.start()
    assert str(start) == (
        "   1 b   b   b   b\n"
        " 5 b   b   b   b\n"
        "   9 b   b   b   b\n"
        "13 .   .   .   .\n"
        "  17 .   .   .   .\n"
        "21 w   w   w   w\n"
        "  25 w   w   w   w\n"
        "29 w   w   w   w\n"
        "Black to move"
    )
    assert set(start.moves) == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}


def test_men_go_forwards_and_kings_both_ways():
    assert moves("B:W32:B14") == {"14-17", "14-18"}
    assert moves("W:W14:B1") == {"14-9", "14-10"}
    assert moves("B:W32:BK14") == {"14-9", "14-10", "14-17", "14-18"}
    assert moves("W:W14,21:B10") == {"14x7"}
    assert "15x6" not in moves("B:W10,22:B15,1")


def test_captures_are_forced_but_any_will_do():
    position = GAME.position(
        """
          .   .   .   .
        b   .   .   b
          w   .   w   .
        .   .   .   .
          w   .   .   .
        .   .   .   .
          .   .   .   .
        .   .   .   w   B"""
    )
    assert set(position.moves) == {"5x21", "8x15"}  # two pieces or one
    assert position.play("5x21").text == "W:W11,32:B8,21"
    assert position.play("8x15").text == "W:W9,17,32:B5,15"


def test_a_jump_must_go_on():
    position = GAME.position(
        """
          b   .   .   .
        .   w   .   .
          .   .   .   .
        .   w   w   .
          .   .   .   .
        .   .   .   w
          .   .   .   .
        .   .   .   w   B"""
    )
    assert set(position.moves) == {"1x17", "1x28"}  # from square 10 to the left or twice to the right
    assert position.play("1x17").text == "W:W15,24,32:B17"
    assert position.play("1x28").text == "W:W14,32:B28"


def test_ways_that_differ_in_what_they_take_are_written_in_full():
    """Around a diamond: both ways end on the same square, and take different pieces."""
    position = GAME.position(
        """
          .   b   .   .
        .   w   w   .
          .   .   .   .
        .   w   w   .
          .   .   .   .
        .   .   .   .
          .   .   .   .
        .   .   .   w   B"""
    )
    assert set(position.moves) == {"2x9x18", "2x11x18"}
    assert position.play("2x9x18").text == "W:W7,15,32:B18"
    assert position.play("2x11x18").text == "W:W6,14,32:B18"
    with pytest.raises(z.Problem, match="unknown move '2x18'"):
        position.play("2x18")


def test_a_king_may_go_around_in_a_circle():
    """Both ways around take the same pieces: one move, by whatever name."""
    position = GAME.position(
        """
          .   B   .   .
        .   w   w   .
          .   .   .   .
        .   w   w   .
          .   .   .   .
        .   .   .   .
          .   .   .   .
        .   .   .   w   B"""
    )
    assert set(position.moves) == {"2x2"}
    assert position.play("2x2").text == "W:W32:BK2"
    names = "2x9x18x11x2", "2x11x18x9x2", "2-9-18-11-2", "2 2"
    assert {position.read_move(name) for name in names} == set(position.codes)


def test_nine_captures_in_one_move():
    position = GAME.position("B:W6,7,8,14,15,16,22,23,24:BK1")
    assert position.play("1x10x19x12x3x10x17x26x19x28").text == "W:W:BK28"


def test_crowning_ends_the_move():
    position = GAME.position("B:W26,27,32:B22")
    assert set(position.moves) == {"22x31"}  # and not on over 27
    assert position.play("22x31").text == "W:W27,32:BK31"
    assert GAME.position("W:W6:BK32").play("6-1").text == "B:WK1:BK32"


def test_who_cannot_move_has_lost():
    taken = GAME.position("B:W18:B14").play("14x23")
    blocked = GAME.position("B:W13,17,22:B9")
    assert (taken.text, taken.payoff) == ("W:W:B23", (1, -1))
    assert (blocked.moves, blocked.payoff) == ({"9-14": blocked.read_move("9-14")}, None)
    blocked = GAME.position("B:W13,14,17,18:B9")
    assert (blocked.moves, blocked.payoff) == ({}, (-1, 1))
    assert GAME.position("B:W13,14,17,18:B9:H80").payoff == (-1, 1)


def test_eighty_quiet_plies_are_a_draw():
    position = GAME.position("B:WK32:BK1,12:H77")
    quiet = play_all(position, "1-5", "32-28")
    assert (quiet.text, quiet.over) == ("B:WK28:BK5,12:H79", False)
    assert quiet.play("12-16").text == "W:WK28:BK5,16"  # a man has moved
    drawn = quiet.play("5-1")
    assert (drawn.over, drawn.payoff, dict(drawn.moves)) == (True, (0, 0), {})
    assert GAME.position("W:WK1:BK6,K31:H60").play("1x10").text == "B:WK10:BK31"
    assert z.load("draughts:quiet=2").position("B:WK32:BK1").play("1-5").play("32-28").payoff == (0, 0)


def test_key_and_reversible_plies():
    """A position is the same however long nothing has happened; what happened before a capture cannot come back."""
    position = GAME.position("B:WK32:BK1,12")
    again = play_all(position, "1-5", "32-28", "5-1", "28-32")
    assert again != position
    assert again.key == position.key
    assert GAME.rule("reversible")(again.state) == 4
    quiet = [GAME.position(f"B:WK32:BK1,12:H{plies}").key for plies in (0, 48, 49, 50)]  # the end is at 80
    assert [quiet.index(key) for key in quiet] == [0, 0, 2, 3]  # none of which 32 plies more could reach it is merged
    keys = {GAME.position(text).key for text in ("B:WK32:BK1", "W:WK32:BK1", "B:W32:BK1", "B:WK32:B1", "B:WK31:BK1")}
    assert len(keys) == 5


# --- text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_positions_and_moves_can_be_written_and_read(seed):
    rng = random.Random(seed)
    position = GAME.position(written(random_board(rng), "b"))
    while not position.over:
        assert GAME.position(position.text) == position
        assert all(position.read_move(name) == move for name, move in position.moves.items())
        position = position.play(rng.choice(list(position.moves)))


def test_positions_may_be_written_otherwise():
    start = GAME.start()
    for text in ("B:W21-32:B1-12", "b:b1-12:w21-32:h0:f1", "B : W21-24, 25-32 : B 1-12"):
        assert GAME.position(text) == start
    assert GAME.position("bbbb/bbbb/bbbb/..../..../wwww/wwww/wwww B") == start
    assert GAME.position("W:WK1-3,21:BK32").text == "W:WK1,K2,K3,21:BK32"


def test_moves_may_be_written_otherwise():
    start = GAME.start()
    assert {start.read_move(name) for name in ("11-15", "11 15", "11x15", " 11 - 15 ")} == {start.moves["11-15"]}
    position = GAME.position("B:W6,15,24,32:B1")
    assert {position.read_move(name) for name in ("1x28", "1-28", "1x10x19x28", "1 10 19 28")} == {
        position.moves["1x28"]
    }
    for name in ("1x19", "1x10x17x28", "28x1", "1", "x", "", "1x28x", "one-two"):
        with pytest.raises(z.Problem, match="unknown move"):
            position.play(name)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("B:W21,22:B1,22", "two pieces on square 22"),
        ("B:W21,21:B1", "two pieces on square 21"),
        ("B:W20-32:B1", "White has 13 pieces"),
        ("B:W4:B1", "a man of White cannot stand on square 4"),
        ("B:W21:B1,29", "a man of Black cannot stand on square 29"),
        ("B:W33:B1", "there is no square 33"),
        ("B:W0:B1", "there is no square 0"),
        ("B:W21:BQ1", "'Q1' is neither a square"),
        ("B:W21:B1,K", "'K' is neither a square"),
        ("X:W21:B1", "expected the player to move"),
        ("B:W21", "expected the player to move"),
        ("B:W21:B1:B2", "expected the player to move"),
        ("B:W21:B1:Z2", "expected the player to move"),
        ("B:W21:B1:H81", "a number up to 80, not '81'"),
        ("B:W21:B1:H-1", "a number up to 80, not '-1'"),
        ("bbbb/bbbb/bbbb/..../..../wwww/wwww/www B", "31 cells instead of 32"),
        ("bbbb/bbbb/bbbb/...b/..../wwww/wwww/wwww B", "Black has 13 pieces"),
        ("bbbb/bbbb/bbbb/..../..../wwww/wwww/wwww C", "the player to move is B or W"),
        ("bbbb/bbbb/bbbx/..../..../wwww/wwww/wwww B", "'x' on 12"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(z.Problem, match="unreadable position") as refusal:
        GAME.position(text)
    assert problem in str(refusal.value)


def test_picture():
    assert GAME.position("B:WK32:B1,K2").svg(marked=("1",)).count("<circle") == 3


# --- judgement --------------------------------------------------------------------------------------------------------


def reversed_colours(position: z.Position) -> z.Position:
    """The same position with the board turned around and the colours exchanged."""
    cells = "".join(position.cells)[::-1].translate(str.maketrans("bwBW", "wbWB"))
    return GAME.position(f"{cells} {'WB'[position.mover]}")


def test_evaluation_is_fair_and_bounded():
    rng = random.Random(3)
    for _ in range(50):
        position = GAME.position(written(random_board(rng), "b"))
        assert reversed_colours(position).evaluate() == position.evaluate()
        assert abs(position.evaluate()) < 0.9
    assert (
        GAME.position("B:W25:B5,6").evaluate()
        > 0.2
        > GAME.start().evaluate()
        >= 0
        > GAME.position("W:W25:BK5").evaluate()
    )


def test_order_and_noisy_moves():
    position = GAME.position("B:W6,14,15,24,32:B1")
    order = {name: GAME.ask("order", position.state, move) for name, move in position.moves.items()}
    assert order == {"1x17": 2, "1x28": 3}
    assert GAME.rule("noisy")(position.state, [0] * GAME.max_moves) == 2
    position = GAME.position("B:WK1:B26,K22")
    order = {name: GAME.ask("order", position.state, move) for name, move in position.moves.items()}
    assert order == {"26-30": 1, "26-31": 1, "22-17": 0, "22-18": 0, "22-25": 0}
    assert GAME.rule("noisy")(position.state, [0] * GAME.max_moves) == 0


def settled(position: z.Position) -> float:
    """The value for the mover when captures have been played out."""
    if position.over:
        return position.payoff[position.mover]
    codes = [0] * GAME.max_moves
    captures = codes[: GAME.rule("noisy")(position.state, codes)]
    return max((-settled(position.play(move)) for move in captures), default=position.evaluate())


def men(position: z.Position) -> float:
    """The material of the player who has just moved, less the other's."""
    worth = {"b": 1, "B": 2, "w": -1, "W": -2, ".": 0}
    return sum(worth[symbol] for symbol in position.cells) * (1 if position.mover else -1)


def test_evaluation_beats_greed():
    """Looking one move ahead, against a player who takes and crowns what he can and moves at random otherwise."""
    rng = random.Random(5)
    won = 0
    for game in range(6):
        position = GAME.start()
        while not position.over:
            if position.mover == game % 2:
                choice = max(position.moves, key=lambda name: -settled(position.play(name)))
            else:
                choice = max(position.moves, key=lambda name: (men(position.play(name)), rng.random()))
            position = position.play(choice)
        won += position.payoff[game % 2] == 1
    assert won >= 5


def test_a_kept_table_knows_how_near_the_draw_is():
    """A win that takes longer than the quiet plies left is a draw, whatever a search with more time has found."""
    game, table = z.load("draughts"), z.Table(4)
    fresh, late = game.position("W:WK1,K18:BK16"), game.position("W:WK1,K18:BK16:H78")
    assert fresh.identity == late.identity
    assert z.analyse(fresh, limit=z.Limit(depth=9), table=table).value == 1
    assert z.analyse(late, limit=z.Limit(depth=9), table=table).value == 0
