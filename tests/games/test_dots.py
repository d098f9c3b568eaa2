"""Dots and Boxes against a slow and obvious one, full tables of small boards, and open_spiel's."""

import random
from functools import cache

import numpy as np
import pytest

import zermelo as z
from naive import random_game
from zermelo import Problem, load


def spec(rows: int, columns: int) -> str:
    return f"dots:rows={rows},columns={columns}"


class Naive:
    """Lines as pairs of dots, boxes as sets of four lines, and a dictionary of owners."""

    def __init__(self, rows: int, columns: int) -> None:
        dots = [(x, y) for y in range(rows + 1) for x in range(columns + 1)]
        across = [((x, y), (x + 1, y)) for x, y in dots if x < columns]
        down = [((x, y), (x, y + 1)) for x, y in dots if y < rows]
        self.left = {self.name(line): line for line in across + down}
        self.boxes = [
            {((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1)), ((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))}
            for x, y in dots
            if x < columns and y < rows
        ]
        self.owner: dict[int, int] = {}
        self.drawn: set = set()
        self.turn = 0

    @staticmethod
    def name(line: tuple) -> str:
        return "".join(f"{'abcdef'[x]}{y + 1}" for x, y in line)

    def play(self, name: str) -> None:
        self.drawn.add(self.left.pop(name))
        new = [number for number, box in enumerate(self.boxes) if number not in self.owner and box <= self.drawn]
        for number in new:
            self.owner[number] = self.turn
        if not new:
            self.turn = 1 - self.turn

    def sides(self, name: str) -> list[int]:
        """How many sides the boxes beside a line that is not drawn have."""
        return [len(box & self.drawn) for box in self.boxes if self.left[name] in box]

    def margin(self) -> int:
        owners = list(self.owner.values())
        return owners.count(0) - owners.count(1)


@cache
def futures(rows: int, columns: int) -> tuple[dict[str, int], list[int]]:
    """A number for each line, 1, 2, 4..., and for every sum of lines left how many more boxes the mover will get."""
    game = Naive(rows, columns)
    lines = {name: 1 << k for k, name in enumerate(game.left)}
    beside = {
        lines[name]: [sum(lines[game.name(side)] for side in box) for box in game.boxes if line in box]
        for name, line in game.left.items()
    }
    value = [0]
    for left in range(1, 1 << len(lines)):
        best = -rows * columns
        for line, boxes in beside.items():
            if left & line:
                after = left - line
                taken = sum(not box & after for box in boxes)
                best = max(best, taken + value[after] if taken else -value[after])
        value.append(best)
    return lines, value


def value_of(position: z.Position) -> int:
    """The value for the player to move, from the full table."""
    lines, value = futures(*(position.game.options[name].value for name in ("rows", "columns")))
    margin = position.cells.count("A") - position.cells.count("B")
    return (margin if position.mover == 0 else -margin) + value[sum(lines[name] for name in position.moves)]


def noisy(position: z.Position) -> set[str]:
    out = np.zeros(position.game.max_moves, np.int32)
    count = position.game.rule("noisy")(position.state, out)
    return {position.move_name(move) for move in out[:count]}


def test_the_rules_keep_their_promises():
    for rows, columns in ((1, 1), (2, 3), (4, 1)):
        z.check_game(load(spec(rows, columns)), games=2, compiled=False)


def test_a_game_in_pictures():
    position = load(spec(2, 2)).start()
    assert list(position.moves)[:5] == ["a1b1", "b1c1", "a1a2", "b1b2", "c1c2"]
    for name in ("a1b1", "a1a2", "a2b2", "c2c3", "b1b2"):
        position = position.play(name)
    assert str(position) == (
        "  a   b   c\n"
        "1 + - +   +\n"
        "  | A |\n"
        "2 + - +   +\n"
        "          |\n"
        "3 +   +   +\n"
        "A to move"
    )  # fmt: skip
    assert position.text == "+-+.+/|A|../+-+.+/....|/+.+.+ A"


def test_one_line_completes_two_boxes():
    position = load(spec(1, 2)).position("+-+-+/|...|/+-+-+ B").play("b1b2")
    assert position.text == "+-+-+/|B|B|/+-+-+ B"
    assert position.payoff == (-2, 2)
    assert "B wins" in position.status


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (3, 3), (4, 2), (5, 5)])
def test_random_games_agree_with_the_slow_rules(rows, columns):
    game = load(spec(rows, columns))
    twice = 0
    for seed in range(6):
        rng = random.Random(seed)
        position, naive = game.start(), Naive(rows, columns)
        while naive.left:
            assert set(position.moves) == set(naive.left)
            assert position.remaining == len(naive.left)
            sides = {name: naive.sides(name) for name in naive.left}
            assert noisy(position) == {name for name in sides if 3 in sides[name]}
            classes = {n: game.ask("order", position.state, position.moves[n]) for n in position.moves}
            assert classes == {n: 1 if 3 in sides[n] else -1 if 2 in sides[n] else 0 for n in sides}
            before, name = naive.turn, rng.choice(list(naive.left))
            naive.play(name)
            position = position.play(name)
            assert position.mover == naive.turn
            twice += position.mover == before
            assert [symbol for symbol in position.cells if symbol in "AB"] == [
                "AB"[naive.owner[number]] for number in sorted(naive.owner)
            ]
        assert position.payoff == (naive.margin(), -naive.margin())
    assert twice


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 4)])
def test_random_games_agree_with_open_spiel(rows, columns):
    pyspiel = pytest.importorskip("pyspiel")
    other = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=true)")
    game, rng = load(spec(rows, columns)), random.Random(2026)

    def named(state, action: int) -> str:
        kind, y, x = state.action_to_string(action).partition("(")[2].strip(")").split(",")
        x, y = int(x), int(y)
        return Naive.name(((x, y), (x + 1, y) if kind == "h" else (x, y + 1)))

    for _ in range(10):
        position, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            actions = {named(state, action): action for action in state.legal_actions()}
            assert set(position.moves) == set(actions)
            assert position.mover == state.current_player()
            name = rng.choice(sorted(actions))
            position = position.play(name)
            state.apply_action(actions[name])
        assert list(position.payoff) == state.returns()


# --- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [(1, 1, -1), (1, 2, 0), (1, 3, -1), (3, 1, -1), (1, 4, 0), (1, 5, -1), (2, 2, 2), (2, 3, -2)],
)
def test_small_boards(rows, columns, value):
    game = load(spec(rows, columns))
    assert game.rules.solved == value
    assert value_of(game.start()) == value
    if game.max_plies <= 12:
        assert z.solve(game.start(), compiled=False).value == value


def test_solving():
    game = load("dots")
    assert z.solve(game.start()).value == game.rules.solved == -3


def test_known_values():
    assert load(spec(5, 4)).rules.solved == load(spec(4, 5)).rules.solved == 0
    assert load(spec(5, 5)).rules.solved is None


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3)])
def test_bounds_hold(rows, columns):
    game = load(spec(rows, columns))
    for seed in range(30):
        for position in random_game(game, seed):
            low, high = game.ask("bounds", position.state)
            assert low <= value_of(position) <= high, position
            if not position.over:
                assert low <= position.evaluate() <= high


def test_who_owns_which_box_does_not_matter_to_a_search():
    game = load(spec(1, 3))
    keys = {text: game.position(text).key for text in (
        "+-+.+-+/|A|.|B|/+-+.+-+ A",
        "+-+.+-+/|B|.|A|/+-+.+-+ A",  # as good as the first
        "+-+.+-+/|A|.|A|/+-+.+-+ A",  # not so
        "+-+.+-+/|B|.|A|/+-+.+-+ B",
    )}  # fmt: skip
    first, second, *others = keys.values()
    assert first == second
    assert len({first, *others}) == 3


# --- notation --------------------------------------------------------------------------------------------------------


def test_lines_can_be_named_from_either_end():
    start = load("dots").start()
    assert start.play("b1a1") == start.play("A1-B1") == start.play("a1b1")
    for name in ("a1b2", "a1", "a1c1", "d1e1", "box"):
        with pytest.raises(Problem, match="unknown move"):
            start.play(name)
    with pytest.raises(Problem, match="unknown move 'b1a1' in dots"):
        start.play("a1b1").play("b1a1")
    with pytest.raises(Problem, match="must be from 1 to 5"):
        load("dots:rows=6")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("+-+/|.|/+-+", "expected 9 cells, a space, and the player to move: A or B"),
        ("+-+/|./+-+ A", "8 cells instead of 9"),
        ("+-+/|A|/+-+ C", "the player to move is A or B, not 'C'"),
        ("+-+/|.|/+-+ A", "box a1b2 has all sides but no owner"),
        ("+-+/|B|/+.+ A", "box a1b2 has an owner but not all sides"),
        ("+|+/|.|/+.+ A", "'|' on a1b1 is none of -."),
        ("+-+/|-|/+.+ A", "'-' on a1b2 is none of AB."),
        ("--+/|.|/+.+ A", "'-' on a1 is none of +"),
        ("+-+/|x|/+.+ A", "'x' on a1b2"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load(spec(1, 1)).position(text)
    assert problem in str(refusal.value)


def test_picture():
    """Dots, lines drawn and not, and the owners' initials."""
    picture = load(spec(1, 2)).position("+-+.+/|A|../+-+.+ B").svg(marked=("b1b2",), labels={"b1c1": "+1"})
    assert picture.count('class="cell dot"') == 6
    assert picture.count('class="cell across"') + picture.count('class="cell down"') == 7
    assert picture.count('class="drawn"') == 4
    assert picture.count(">A</text>") == 1
    assert ">+1</text>" in picture
    assert picture.count('class="mark"') == 1
