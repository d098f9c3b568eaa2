"""Pig against a slow and obvious Pig, the equations of Neller and Presser (2004), and open_spiel's."""

import random
from itertools import pairwise
from statistics import fmean

import numpy as np
import pytest

import zermelo as z
from zermelo import Problem, load


class Naive:
    """Pig as one would explain it to a child."""

    def __init__(self, target: int, players: int) -> None:
        self.target, self.scores, self.total, self.player, self.rolling = target, [0] * players, 0, 0, False

    def won(self) -> bool:
        return self.scores[self.player] >= self.target

    def choose(self, word: str) -> None:
        if word == "roll":
            self.rolling = True
        else:
            self.scores[self.player] += self.total
            self.pass_on()

    def rolled(self, number: int) -> None:
        self.rolling = False
        if number == 1:
            self.pass_on()
            return
        self.total += number
        if self.scores[self.player] + self.total >= self.target:
            self.scores[self.player] += self.total
            self.total = 0

    def pass_on(self) -> None:
        self.player, self.total = (self.player + 1) % len(self.scores), 0

    def text(self) -> str:
        scores = "-".join(map(str, self.scores))
        return f"{scores} {'ABCDEF'[self.player]} {self.total}" + (" rolls" if self.rolling else "")


def solve(target: int, sides: int = 6, precision: float = 1e-9) -> np.ndarray:
    """The mover's chances to win by own score, other score and turn total, by value iteration over whole turns."""
    value = np.zeros((target, target))
    while True:
        turn = np.ones((target + sides, target, target))  # by turn total first; reaching the target wins
        held = np.ones((2 * target, target))
        held[:target] = 1 - value.T
        for total in reversed(range(target)):
            short = target - total  # scores from which this total does not reach the target
            chances = (1 - value.T + turn[total + 2 : total + sides + 1].sum(axis=0)) / sides
            turn[total, :short] = np.maximum(chances, held[total:][:target] if total else 0)[:short]
        change = np.abs(turn[0] - value).max()
        value = turn[0].copy()
        if change < precision:
            return turn[:target].transpose(1, 2, 0)


def values_by_the_rules(game: z.Game) -> dict[str, float]:
    """A's chances to win in every position that the rules lead to, by value iteration over positions."""
    found: dict[str, z.Position] = {}
    after: dict[str, list[str]] = {}
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        if position.text not in found:
            found[position.text] = position
            children = [position.play(name) for name in position.moves]
            after[position.text] = [child.text for child in children]
            waiting += children
    values = {text: position.payoff[0] if position.over else 0.5 for text, position in found.items()}
    combine = {text: (max, min, fmean)[found[text].mover] for text in reversed(after) if after[text]}  # CHANCE is -1
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for text, combined in combine.items():
            value = combined([values[child] for child in after[text]])
            change, values[text] = max(change, abs(value - values[text])), value
    return values


def test_the_rules_keep_their_promises():
    z.check_game(load("pig:target=30"), games=4, compiled=False)
    for spec in ("pig", "pig:target=1", "pig:players=6", "pig:sides=2,target=7", "pig:sides=20,target=10000"):
        z.check_game(load(spec), games=1, compiled=False, plies=100)


def test_a_turn():
    start = load("pig").start()
    assert str(start) == "     A  B\nsafe 0  0\nturn +0 .\nA to move"
    assert (start.text, list(start.moves), start.chances) == ("0-0 A 0", ["roll"], {})
    rolling = start.play("roll")
    assert (rolling.text, rolling.mover) == ("0-0 A 0 rolls", z.CHANCE)
    assert str(rolling) == "     A   B\nsafe 0   0\nturn +0? .\nchance to move"
    assert list(rolling.moves) == ["1", "2", "3", "4", "5", "6"]
    assert rolling.chances == {number: pytest.approx(1 / 6) for number in range(1, 7)}
    five = rolling.play("5")
    assert (five.text, list(five.moves), five.mover) == ("0-0 A 5", ["roll", "hold"], 0)
    assert five.play("hold").text == "5-0 B 0"
    assert five.play("roll").play("6").text == "0-0 A 11"
    assert five.play("roll").play("1").text == "0-0 B 0"


def test_the_end():
    """Who reaches the target has won, and need not hold; every number that reaches it will do."""
    game = load("pig")
    over = game.position("90-40 B 54 rolls").play("6")
    assert (over.text, over.payoff, over.moves) == ("90-100 B 0", (0, 1), {})
    assert "B wins" in over.status
    assert "+" not in "".join(over.cells)
    assert game.position("90-40 B 54 rolls").play("5").text == "90-40 B 59"
    assert game.position("99-99 A 0 rolls").play("6").text == "105-99 A 0"
    assert not game.position("90-40 B 54 rolls").play("1").over
    three = load("pig:players=3,target=9").position("8-0-4 C 0 rolls")
    assert three.play("1").text == "8-0-4 A 0"
    assert three.play("5").payoff == (0, 0, 1)


@pytest.mark.parametrize(("target", "players", "sides"), [(100, 2, 6), (20, 3, 6), (9, 6, 6), (30, 2, 3), (40, 4, 20)])
def test_random_games_agree_with_the_slow_rules(target, players, sides):
    game = load(f"pig:target={target},players={players},sides={sides}")
    for seed in range(3):
        rng = random.Random(seed)
        position, naive = game.start(), Naive(target, players)
        while not naive.won():
            assert position.text == naive.text()
            assert game.position(position.text) == position
            assert not position.over
            if naive.rolling:
                assert position.mover == z.CHANCE
                number = rng.randint(1, sides)
                naive.rolled(number)
                position = position.play(str(number))
            else:
                assert position.mover == naive.player
                assert list(position.moves) == (["roll", "hold"] if naive.total else ["roll"])
                word = rng.choice(list(position.moves))
                naive.choose(word)
                position = position.play(word)
        assert position.over
        assert position.text == naive.text()
        assert position.payoff == tuple(float(player == naive.player) for player in range(players))


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_agree_with_open_spiel(players):
    """There one may hold at once, and must hold in order to win."""
    pyspiel = pytest.importorskip("pyspiel")
    game = load(f"pig:target=30,players={players}")
    other = pyspiel.load_game(f"pig(players={players},winscore=30)")
    rng = random.Random(2026)
    for _ in range(10):
        position, state = game.start(), other.new_initial_state()
        while not position.over:
            assert position.mover == state.current_player()
            actions = state.legal_actions()
            if state.is_chance_node():
                assert position.chances == {a + 1: pytest.approx(p) for a, p in state.chance_outcomes()}
                names = {str(action + 1): action for action in actions}
            else:
                names = {"roll": 0, "hold": 1} if position.state.total else {"roll": 0}
                assert actions == [0, 1]
            assert set(names) == set(position.moves)
            name = rng.choice(sorted(names))
            position = position.play(name)
            state.apply_action(names[name])
        state.apply_action(1)
        assert state.is_terminal()
        assert [value > 0 for value in state.returns()] == [value > 0 for value in position.payoff]


# --- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "sides"), [(4, 2), (9, 6), (8, 3)])
def test_values_of_all_positions(target, sides):
    """The rules lead to the states of the equations, and to nothing else."""
    found = values_by_the_rules(load(f"pig:target={target},sides={sides}"))
    table = solve(target, sides)
    compared = 0
    for text, value in found.items():
        scores, player, total, *rolls = text.split()
        mine, other = map(int, scores.split("-") if player == "A" else reversed(scores.split("-")))
        if not rolls and mine < target:
            expected = table[mine, other, int(total)]
            assert value == pytest.approx(expected if player == "A" else 1 - expected, abs=1e-7), text
            compared += 1
    step = 2 if sides == 2 else 1
    reached = [points for points in range(0, target, step) if points != 1]
    assert compared == 2 * len(reached) * sum(1 for mine in reached for total in reached if mine + total < target)


def test_piglet():
    """Neller and Presser's first example: a coin, two points win."""
    found = values_by_the_rules(load("pig:target=4,sides=2"))
    expected = {
        "0-0 A 0": 4 / 7,
        "0-0 A 2": 5 / 7,
        "0-2 A 0": 2 / 5,
        "0-2 A 2": 3 / 5,
        "2-0 A 0": 4 / 5,
        "2-2 A 0": 2 / 3,
    }
    assert {text: found[text] for text in expected} == pytest.approx(expected)


def test_a_short_game():
    """To two points every roll but a 1 wins: 5/6 + (1/6)^2 5/6 + ... = 6/7."""
    assert solve(2)[0, 0, 0] == pytest.approx(6 / 7)
    firsts = [solve(target)[0, 0, 0] for target in range(2, 30, 3)]
    assert all(0.5 < later < sooner for sooner, later in pairwise(firsts))


def test_a_hundred_points():
    """Neller and Presser 2004."""
    table = solve(100, precision=1e-7)
    assert table[0, 0, 0] == pytest.approx(0.530593, abs=1e-6)
    held = 1 - table[0, :, 0]
    going = [(1 - table[0, 0, 0] + table[0, 0, total + 2 : total + 7].sum()) / 6 for total in range(1, 40)]
    assert next(total for total in range(1, 40) if held[total] > going[total - 1]) == 21


def test_estimates():
    """Chances add up, rise with points, are sure at the end of a sure roll, and hold where one should."""
    game = load("pig")
    assert sum(game.start().estimate()) == pytest.approx(1)
    assert 0.5 < game.start().estimate()[0] < 0.6
    for total in range(2, 40):
        position = game.position(f"0-0 A {total}")
        hold, roll = (position.play(name).estimate()[0] for name in ("hold", "roll"))
        assert hold < roll if total < 20 else hold > roll if total > 25 else abs(hold - roll) < 0.01
        assert position.estimate()[0] >= hold - 1e-12
        outcomes = [position.play("roll").play(str(number)) for number in range(1, 7)]
        assert roll == pytest.approx(sum(after.estimate()[0] for after in outcomes) / 6)
    assert game.position("98-98 A 0 rolls").estimate()[0] > 5 / 6
    three = load("pig:players=3").position("50-40-60 C 0").estimate()
    assert three[2] > three[0] > three[1]
    assert sum(three) == pytest.approx(1)


# --- notation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0-0 A", "expected scores, player, turn total, and perhaps the word rolls: 0-0 A 0"),
        ("0-0 A 5 holds", "perhaps the word rolls"),
        ("0-0-0 A 5", "3 scores instead of 2"),
        ("0-x A 5", "whole numbers"),
        ("0-0 A -5", "whole numbers"),
        ("0-0 C 5", "the player whose turn it is is A or B, not 'C'"),
        ("0-1 A 5", "there is no way to get 1 points"),
        ("0-0 A 1", "there is no way to get 1 points"),
        ("90-0 A 12", "who reaches 100 has won, keeps the turn"),
        ("102-0 B 0", "who reaches 100 has won, keeps the turn"),
        ("102-0 A 0 rolls", "who reaches 100 has won, keeps the turn"),
        ("102-103 A 0", "who reaches 100 has won, keeps the turn"),
        ("106-0 A 0", "with 106 points the game would have ended earlier, at 100"),
        ("99999999999-0 A 0", "would have ended earlier"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("pig").position(text)
    assert problem in str(refusal.value)


def test_moves_are_read_and_refused():
    game = load("pig")
    start = game.start()
    assert start.play("Roll") == start.play("roll")
    with pytest.raises(Problem, match="unknown move 'hold' in pig"):
        start.play("hold")
    with pytest.raises(Problem, match="unknown move '7' in pig"):
        start.play("roll").play("7")
    assert game.position("moves: roll 5 roll 6 hold roll").text == "11-0 B 0 rolls"
    with pytest.raises(Problem, match="there is no way to get 3 points"):
        load("pig:sides=2").position("3-0 A 0")
    for option in ("players=7", "players=1", "target=0", "sides=1"):
        with pytest.raises(Problem, match="must be from"):
            load(f"pig:{option}")


def test_picture():
    picture = load("pig").position("23-17 B 12 rolls").svg()
    assert all(f">{text}</text>" in picture for text in ("A", "B", "safe", "turn", "23", "17", "+12?"))
    assert picture.count("<rect") == 1 + 4
