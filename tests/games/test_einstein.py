"""EinStein würfelt nicht against a slow and obvious version of it, exact values of tiny boards, and open_spiel's."""

import random
from functools import cache, partial

import pytest

import zermelo as z
from zermelo import Problem, load

Board = dict[tuple[int, int], tuple[str, int]]
"""What stands on a column and row: whose stone, and its number."""
WAYS = {"R": [(1, 0), (0, 1), (1, 1)], "B": [(-1, 0), (0, -1), (-1, -1)]}


def read(rows: str) -> Board:
    board: Board = {}
    for y, row in enumerate(rows.split("/")):
        cells = row.replace(".", "..")
        for x in range(len(cells) // 2):
            if cells[2 * x] != ".":
                board[x, y] = (cells[2 * x], int(cells[2 * x + 1]))
    return board


def written(board: Board, size: int) -> str:
    cells = {square: f"{colour}{number}" for square, (colour, number) in board.items()}
    return "/".join("".join(cells.get((x, y), ".") for x in range(size)) for y in range(size))


def allowed(board: Board, colour: str, number: int) -> list[int]:
    """The numbers of the stones that a player may move after a roll."""
    left = sorted(n for c, n in board.values() if c == colour)
    if number in left:
        return [number]
    return [n for n in left if n < number][-1:] + [n for n in left if n > number][:1]


def after(board: Board, colour: str, number: int, size: int) -> dict[str, Board]:
    """By name, what comes of each move with a roll."""
    found = {}
    for stone in allowed(board, colour, number):
        (x, y), piece = next((square, piece) for square, piece in board.items() if piece == (colour, stone))
        for dx, dy in WAYS[colour]:
            end = (x + dx, y + dy)
            if 0 <= end[0] < size and 0 <= end[1] < size:
                name = f"{stone}{'x' if end in board else '-'}{'abcdefg'[end[0]]}{end[1] + 1}"
                found[name] = {square: p for square, p in board.items() if p != piece} | {end: piece}
    return found


def won(board: Board, colour: str, size: int) -> bool:
    """Whether a player who has just moved has won."""
    corner = (size - 1, size - 1) if colour == "R" else (0, 0)
    return board.get(corner, ("", 0))[0] == colour or all(c == colour for c, _ in board.values())


def value(board: Board, colour: str, size: int, sides: int) -> float:
    """What a position is worth to the player who is to roll, by plain recursion."""

    @cache
    def worth(pieces: frozenset, colour: str) -> float:
        board, other, total = dict(pieces), "RB".replace(colour, ""), 0.0
        for number in range(1, sides + 1):
            boards = after(board, colour, number, size).values()
            total += max(1.0 if won(b, colour, size) else -worth(frozenset(b.items()), other) for b in boards)
        return total / sides

    return worth(frozenset(board.items()), colour)


def value_by_the_rules(position: z.Position) -> float:
    """What a position is worth to Red, by plain recursion over the shipped rules."""
    known: dict[bytes, float] = {}

    def worth(position: z.Position) -> float:
        if position.data not in known:
            if position.over:
                known[position.data] = position.payoff[0]
            elif position.mover == z.CHANCE:
                known[position.data] = sum(p * worth(position.play(code)) for code, p in position.chances.items())
            else:
                best = (max, min)[position.mover]
                known[position.data] = best(worth(position.play(code)) for code in position.codes)
        return known[position.data]

    return worth(position)


def test_the_rules_keep_their_promises():
    z.check_game(load("einstein:start=random"), games=2, compiled=False)
    for spec in ("einstein", "einstein:size=4,start=free", "einstein:size=3", "einstein:size=7,stones=1"):
        z.check_game(load(spec), games=1, compiled=False)


def test_start():
    start = load("einstein").start()
    assert str(start) == (
        "  a  b  c  d  e\n"
        "1 R1 R6 R3 .  .    R to roll\n"
        "2 R5 R2 .  .  .\n"
        "3 R4 .  .  .  B2\n"
        "4 .  .  .  B3 B1\n"
        "5 .  .  B4 B6 B5\n"
        "chance to move"
    )  # fmt: skip
    assert start.text == "R1R6R3../R5R2.../R4...B2/...B3B1/..B4B6B5 R"
    assert start.chances == {number: pytest.approx(1 / 6) for number in range(1, 7)}
    rolled = start.play("3")
    assert (rolled.text, rolled.status) == (f"{start.text} 3", "Red to move")
    assert list(rolled.moves) == ["3-d1", "3-c2", "3-d2"]
    assert rolled.play("3-d2").text == "R1R6.../R5R2.R3./R4...B2/...B3B1/..B4B6B5 B"


def test_one_may_have_to_take_ones_own():
    rolled = load("einstein").start().play("1")
    assert list(rolled.moves) == ["1xb1", "1xa2", "1xb2"]
    assert rolled.play("1xb2").text == ".R6R3../R5R1.../R4...B2/...B3B1/..B4B6B5 B"


def test_a_stone_that_is_gone():
    """The next lower or the next higher one moves; numbers that mean the same are one outcome."""
    position = load("einstein").position("R2..../..R5../...../...B6./....B1 R")
    assert {position.move_name(code): p for code, p in position.chances.items()} == {
        "1-2": pytest.approx(1 / 3),
        "3-4": pytest.approx(1 / 3),
        "5-6": pytest.approx(1 / 3),
    }
    assert position.play("1") == position.play("2") == position.play("1-2")
    assert list(position.play("2").moves) == ["2-b1", "2-a2", "2-b2"]
    assert position.play("3") == position.play("4") != position.play("5")
    assert list(position.play("4").moves) == ["2-b1", "2-a2", "2-b2", "5-d2", "5-c3", "5-d3"]
    assert position.play("6").play("5-d3").play("1").text.endswith("B 1")
    one = load("einstein").position("...../...../..R4../...../B3..B4. B")
    assert list(one.play("4").moves) == ["4-c5", "4-d4", "4-c4"]
    alone = one.play("4").play("4-c5")
    assert (list(alone.moves), list(alone.chances.values())) == (["1-6"], [pytest.approx(1)])


def test_the_edge():
    """Along an edge there is one step; before the corner it wins."""
    game = load("einstein")
    assert list(game.position("....R1/...../...../...../B1B2... R 1").moves) == ["1-e2"]
    assert list(game.position("....R1/...../...../...../B1B2... B 1").moves) == ["1-a4"]
    assert list(game.position("....R1/...../...../...../B1B2... B 2").moves) == ["2xa5", "2-b4", "2-a4"]
    over = game.position("R3..../...../...../....R1/B1.... R 1").play("1-e5")
    assert (over.over, over.payoff, over.text) == (True, (1, -1), "R3..../...../...../...../B1...R1 B")
    assert "Red wins" in over.status
    assert game.position(over.text) == over


def test_taking_the_last_stone_wins():
    game = load("einstein")
    over = game.position("...../.R1.../..B4../...../..... B 6").play("4xb2")
    assert over.payoff == (-1, 1)
    assert game.position(over.text) == over
    assert not game.position("...../.R1R2../..B4../...../..... B 6").play("4xb2").over


@pytest.mark.parametrize(("size", "stones"), [(5, 6), (4, 6), (7, 6), (6, 3), (3, 3), (3, 1)])
def test_random_games_agree_with_the_slow_rules(size, stones):
    game = load(f"einstein:size={size},stones={stones},start=random")
    for seed in range(3):
        rng = random.Random(seed)
        position = game.start()
        for left in [*range(stones, 0, -1)] * 2:
            assert position.mover == z.CHANCE
            assert list(position.chances.values()) == [pytest.approx(1 / left)] * left
            assert game.position(position.text) == position
            position = position.play(rng.choice(list(position.moves)))
        board, colour = read(position.text.split()[0]), "R"
        assert len(board) == 2 * stones
        longest = position.remaining
        while True:
            assert position.text == f"{written(board, size)} {colour}"
            assert not position.over
            assert sum(position.chances.values()) == pytest.approx(1)
            number = rng.randint(1, stones)
            same = [n for n in range(1, stones + 1) if allowed(board, colour, n) == allowed(board, colour, number)]
            position = position.play(str(number))
            assert position.text.endswith(f"{colour} {same[0]}")
            boards = after(board, colour, number, size)
            assert set(position.moves) == set(boards)
            assert position.mover == "RB".index(colour)
            name = rng.choice(sorted(boards))
            board, position, longest = boards[name], position.play(name), longest - 2
            if won(board, colour, size):
                break
            assert position.remaining <= longest
            colour = "RB".replace(colour, "")
        assert position.payoff == ((1, -1) if colour == "R" else (-1, 1))
        assert position.text.split()[0] == written(board, size)
        assert longest >= 0


def test_random_games_agree_with_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    game, other = load("einstein"), pyspiel.load_game("einstein_wurfelt_nicht")
    ways = {"right": (1, 0), "down": (0, 1), "left": (-1, 0), "up": (0, -1)}
    rng = random.Random(2026)
    for _ in range(8):
        state = other.new_initial_state()
        for _ in range(2):
            state.apply_action(rng.choice(state.legal_actions()))
        cells = str(state).strip().upper().replace("|", "").replace("B", "R").replace("W", "B").replace("__", ".")
        position = None
        while not state.is_terminal():
            number = rng.choice(state.legal_actions())
            assert state.chance_outcomes()[number] == (number, pytest.approx(1 / 6))
            state.apply_action(number)
            player = state.current_player()
            if position is None:  # there it is chance who begins
                position = game.position(f"{cells} {'RB'[player]}".replace("\n", "/"))
            position = position.play(str(number + 1))
            assert position.mover == player
            names = {}
            for action in state.legal_actions():
                stone, way = state.action_to_string(player, action).rstrip("*").split("-")
                dx, dy = ways[way] if way in ways else ((1, 1), (-1, -1))[player]
                board = read(position.text.split()[0])
                x, y = next(square for square, p in board.items() if p == ("RB"[player], int(stone[1])))
                names[f"{stone[1]}{'abcde'[x + dx]}{y + dy + 1}"] = action
            assert {name.replace("x", "").replace("-", "") for name in position.moves} == set(names)
            name = rng.choice(sorted(names))
            position = position.play(name)
            state.apply_action(names[name])
            assert position.over == state.is_terminal()
        assert list(position.payoff) == state.returns()


# --- values ----------------------------------------------------------------------------------------------------------


def test_values_by_hand():
    """Each side can enter the corner. All numbers but a 6 allow Red's 1; Blue has one stone, and any number will do."""
    game = load("einstein")
    assert value_by_the_rules(game.position("....R6/.B1.../...../...R1./..... R")) == pytest.approx(5 / 6 - 1 / 6)
    assert value_by_the_rules(game.position("....R6/.B1.../...../...R1./..... B")) == -1


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("einstein:size=3,stones=1", ""),
        ("einstein:size=3", "R1R2./R3../.B1. B"),
        ("einstein:size=3", "R1.R2/..B3/.B2. R"),
        ("einstein:size=4", ".R5../.R2../.B3../.... B"),
        ("einstein", "...../..B5../...R6./.B3.../..... B"),
    ],
)
def test_values(spec, text):
    position = load(spec).position(text)
    rows, colour = position.text.split()
    size, sides = position.game.options["size"].value, position.game.options["stones"].value
    sign = 1 if colour == "R" else -1
    assert value_by_the_rules(position) == pytest.approx(sign * value(read(rows), colour, size, sides))


def test_value_of_a_tiny_board():
    start = load("einstein:size=3").start()
    assert start.text == "R1R2./R3.B3/.B2B1 R"
    assert value(read(start.text.split()[0]), "R", 3, 3) == pytest.approx(97 / 243)


def test_estimates():
    """They see a win at once, prefer being near, and work before the die is rolled as well as after."""
    game = load("einstein")
    before = "....R6/.B1.../...../...R1./..... "
    assert game.position(f"{before} R 3").estimate() == (1, -1)
    assert game.position(f"{before} R 6").estimate()[0] < 0
    assert game.position(f"{before} B").estimate() == (-1, 1)  # a single stone needs no die
    assert 5 / 6 - 1 / 6 <= game.position(f"{before} R").estimate()[0] < 1
    near, far = (game.position(f"R1..../{row}/...../...../...B3B4 R").estimate()[0] for row in ("..R2..", ".R2..."))
    assert near == far  # the corner is three moves away from both
    assert game.position("R1..../...../..R2../...../...B3B4 R").estimate()[0] > near
    assert 0 < game.start().estimate()[0] < 0.3
    assert load("einstein:start=free").start().estimate() == (0, 0)
    for seed in range(3):
        rng, position = random.Random(seed), game.start()
        while not position.over:
            red, blue = position.estimate()
            assert red == -blue
            assert -1 <= red <= 1
            position = position.play(rng.choice(list(position.moves)))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("R6..../...../...../...R1./....B4 R 1", {"1-e4": 4, "1-d5": 4, "1xe5": 5.5}),
        (".R1B2../.R3.../...../...../...B4. R 1", {"1xc1": 1.5, "1xb2": 1.5, "1-c2": 2}),
        ("...../.R1B2../..R3../...../...B4. R 1", {"1xc2": 2.5, "1-b3": 2, "1xc3": 2.5}),
    ],
)
def test_near_the_corner_comes_first(text, order):
    """A stone of the other player counts half a step, one of one's own as much against it."""
    position = load("einstein").position(text)
    rank = partial(position.game.ask, "order")
    assert {name: rank(position.state, move) for name, move in position.moves.items()} == order


# --- notation --------------------------------------------------------------------------------------------------------


def test_placing():
    """Red places first, row by row, then Blue; then the first die is rolled for Red."""
    position = load("einstein:size=3,start=free").start()
    assert (position.text, position.mover, list(position.moves)) == (".../.../... R places", 0, ["1", "2", "3"])
    position = position.play("2").play("3")
    assert (position.text, list(position.moves)) == ("R2R3./.../... R places", ["1"])
    position = position.play("1")
    assert (position.text, position.mover) == ("R2R3./R1../... B places", 1)
    position = position.play("1").play("2").play("3")
    assert (position.text, position.mover) == ("R2R3./R1.B1/.B2B3 R", z.CHANCE)
    assert load("einstein:start=random").start().mover == z.CHANCE


@pytest.mark.parametrize(
    ("spec", "text", "problem"),
    [
        ("einstein", "R1..../...../...../...../....B1", "expected the board, whose turn it is (R or B)"),
        ("einstein", "R1..../...../...../...../....B1 X", "expected the board, whose turn it is (R or B)"),
        ("einstein", "R1..../...../...../...../....B1 R 3 4", "expected the board"),
        ("einstein", "R1..../...../....B1 R", "expected 5 rows of 5 squares"),
        ("einstein", "R1...../...../...../...../....B1 R", "expected 5 rows of 5 squares"),
        ("einstein", "R7..../...../...../...../....B1 R", "'R7' on a1 is no stone: they are R1 to R6 and B1 to B6"),
        ("einstein", "R1..../..x../...../...../....B1 R", "'x' on c2 is no stone"),
        ("einstein", "R1R1.../...../...../...../....B1 R", "two stones R1"),
        ("einstein", "R2..../...../...../...../B2...R1 R", "Red has won already, and is not to move"),
        ("einstein", "R2..../...../...../...../..... R", "Red has won already, and is not to move"),
        ("einstein", "B1..../...../...../...../....R1 B", "Blue has won already, and is not to move"),
        ("einstein", "...../...../...../...../..... B", "Blue has won already, and is not to move"),
        ("einstein", "R2..../...../...../...../B2...R1 B 3", "the game is over, and no die is rolled"),
        ("einstein", "R1..../...../...../...../....B1 R 7", "the die shows a number from 1 to 6, not '7'"),
        ("einstein", "R1..../...../...../...../....B1 R x", "the die shows a number from 1 to 6, not 'x'"),
        ("einstein", "R1..../...../...../...../..... R places", "in games with start=random or start=free only"),
        ("einstein:start=free", "R1.R2../...../...../...../..... R places", "placed row by row"),
        ("einstein:start=free", "B1..../...../...../...../..... R places", "in the other one's corner"),
        ("einstein:start=free", "R1..../...../...../...../..... B places", "it is Red who places the next stone"),
        ("einstein:size=3", "R4../.../..B1 R", "they are R1 to R3"),
    ],
)
def test_impossible_positions_are_refused(spec, text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load(spec).position(text)
    assert problem in str(refusal.value)


def test_moves_are_read_and_refused():
    start = load("einstein").start()
    rolled = start.play("3")
    assert rolled.play("3d2") == rolled.play("3-D2") == rolled.play("R3-d2") == rolled.play("3-d2")
    with pytest.raises(Problem, match="unknown move '7' in einstein"):
        start.play("7")
    with pytest.raises(Problem, match="unknown move '0' in einstein"):
        start.play("0")
    for bad in ("3-e3", "4-b3", "3", "3-z9", "9-a1", ""):
        with pytest.raises(Problem, match=f"unknown move '{bad}' in einstein"):
            rolled.play(bad)
    assert load("einstein").position("moves: 3 3-d2 1 1-e3 2").text.endswith("R 2")
    with pytest.raises(Problem, match="six stones of each player need a board of at least 4 rows"):
        load("einstein:size=3,stones=6")
    with pytest.raises(Problem, match="must be from 3 to 7"):
        load("einstein:size=8")


def test_picture():
    """Discs in two colours with numbers on them."""
    picture = load("einstein").start().svg()
    assert picture.count("<circle") == 12
    assert all(picture.count(f">{number}</text>") == (3 if number < 6 else 2) for number in range(1, 7))
