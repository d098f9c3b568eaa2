"""Backgammon against slow and obvious rules, and open_spiel's: the plays, the dice and the end."""

import random
import re

import pytest

import zermelo as z
from naive import random_game
from slow_backgammon import START, Side, at, found, game, random_sides, results, side
from zermelo import Problem
from zermelo.games.backgammon.position_id import encode


def test_plays_agree_with_the_slow_rules():
    """Exactly the same positions, each once."""
    rng = random.Random(2026)
    counts = []
    for _ in range(250):
        mine, theirs = random_sides(rng)
        low, high = sorted((rng.randint(1, 6), rng.randint(1, 6)))
        position = game().position(f"{encode(mine, theirs)} {rng.choice('XO')} {low}{high}")
        ours = found(position)
        assert len(set(ours)) == len(ours), position
        assert set(ours) == results(mine, theirs, high, low), position
        counts.append(len(ours))
    assert min(counts) == 1
    assert max(counts) > 100


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "plays"),
    [  # the other's point p is our 25 - p
        ({13: 1, 6: 1}, {18: 2}, "65", {"13/2"}),  # both dice, although 6/1 would leave nothing for the 6
        ({10: 1}, {20: 2}, "32", {"10/7"}),  # either, but not both: the larger
        ({10: 1}, {20: 2, 18: 2}, "32", {"10/8"}),  # only the smaller
        ({10: 1}, {18: 2, 17: 2}, "32", {"no play"}),
        ({25: 1, 6: 2}, {5: 2, 1: 2}, "51", {"no play"}),  # nobody moves before all men have left the bar
        ({25: 2, 6: 2}, {5: 2}, "51", {"bar/24"}),
        ({25: 1, 6: 2}, {5: 2, 6: 2}, "51", {"bar/24 6/1"}),
        ({25: 1, 6: 2}, {5: 2}, "51", {"bar/24 6/1", "bar/19"}),
        ({25: 1, 6: 1}, {9: 2}, "33", {"bar/19 6/3"}),  # three steps of four
        ({25: 1, 6: 1}, {3: 2}, "33", {"no play"}),
        ({6: 1, 3: 1}, {1: 2}, "65", {"6/off 3/off", "6/1 3/off"}),  # off by more than needed only from the back
        ({4: 2, 2: 2}, {1: 2}, "32", {"4/2 4/1", "4/1 2/off"}),
        ({2: 3}, {1: 2}, "66", {"2/off(3)"}),
        ({4: 1, 3: 1}, {1: 2}, "65", {"4/off 3/off"}),  # once, although each die could take either man
        ({7: 1, 1: 3}, {1: 2}, "61", {"7/off"}),  # the same as 7/1 1/off
        ({13: 1}, {1: 2}, "54", {"13/4"}),  # one man, two ways
        ({13: 1}, {17: 1}, "54", {"13/4", "13/8*/4"}),
        ({13: 1}, {17: 1, 16: 1}, "54", {"13/8*/4", "13/9*/4"}),
    ],
)
def test_special_plays(mine, theirs, dice, plays):
    position = at(mine, theirs, dice)
    high, low = sorted(map(int, dice), reverse=True)
    assert set(found(position)) == results(side(mine), side(theirs), high, low)
    assert set(position.moves) == plays


# --- the dice and the end ---------------------------------------------------------------------------------------------


def test_start():
    start = game().start()
    assert str(start) == (
        "13 14 15 16 17 18    19 20 21 22 23 24\n"
        "X  .  .  .  O  .  |  O  .  .  .  .  X     O 167 pips\n"
        "X           O     |  O              X\n"
        "X           O     |  O\n"
        "X                 |  O\n"
        "X                 |  O\n"
        "                  |\n"
        "                  |\n"
        "O                 |  X\n"
        "O                 |  X\n"
        "O           X     |  X\n"
        "O           X     |  X              O\n"
        "O  .  .  .  X  .  |  X  .  .  .  .  O     X 167 pips\n"
        "12 11 10 9  8  7     6  5  4  3  2  1\n"
        "chance to move"
    )
    assert start.mover == z.CHANCE
    assert start.text == f"{START} opening"
    assert len(start.moves) == 30
    assert set(start.chances.values()) == {1 / 30}
    assert (start.play("X 65").text, start.play("O 21").text) == (f"{START} X 65", f"{START} O 21")
    with pytest.raises(Problem, match="unknown move '66'"):
        start.play("66")


def test_rolls():
    """002.21: 21 rolls, six at 1/36 and fifteen at 1/18."""
    position = game().position(START)
    assert position.text == f"{START} X -"
    odds = {position.move_name(code): p for code, p in position.chances.items()}
    assert sum(odds.values()) == pytest.approx(1)
    assert sorted(roll for roll, p in odds.items() if p == 1 / 36) == ["11", "22", "33", "44", "55", "66"]
    assert sum(p == 1 / 18 for p in odds.values()) == 15
    assert position.play("56") == position.play("65") == position.play("6-5")
    assert position.play("31").play("8/5 6/5").text.endswith(" O -")
    for bad in ("70", "6", "X 65", "123"):
        with pytest.raises(Problem, match="unknown move"):
            position.play(bad)


@pytest.mark.parametrize(
    ("theirs", "stake"),
    [
        ({1: 14}, 1),
        ({1: 15}, 2),
        ({18: 1, 1: 14}, 2),
        ({19: 1, 1: 14}, 3),
        ({25: 1, 1: 14}, 3),
        ({25: 1, 1: 13}, 1),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_single_gammon_and_backgammon(theirs, stake, player):
    position = at({1: 1}, theirs, "21", "XO"[player])
    assert list(position.moves) == ["1/off"]
    over = position.play("1/off")
    assert over.over
    assert over.mover == 1 - player
    assert over.payoff == ((stake, -stake) if player == 0 else (-stake, stake))
    assert game().position(over.text) == over
    assert over.chances == {}


def test_bounds_hold():
    """No gammon once a man is off."""
    for position in random_game(game(), 7):
        low, high = game().ask("bounds", position.state)
        points = position.state.points
        player = position.state.turn
        assert low == (-1 if points[player, 0] else -3)
        assert high == (1 if points[1 - player, 0] else 3)


def test_random_games_agree_with_open_spiel():
    """The same results of the same rolls; what it calls a play of a double is half of one, see bench/backgammon.py."""
    pyspiel = pytest.importorskip("pyspiel")
    other = pyspiel.load_game("backgammon(max_player_turns=10000,scoring_type=full_scoring)")

    def men(state) -> list[Side]:
        sides = [[state.board(p, 24 - k if p == 0 else k - 1) for k in range(1, 25)] for p in (0, 1)]
        bars = [state.board(p, 100) for p in (0, 1)]
        return [(15 - sum(each) - bar, *each, bar) for each, bar in zip(sides, bars, strict=True)]

    def play_on(state, action, made=0):
        """Where an action leads, and by how many steps; the second half of a double is tried out."""
        player, after = state.current_player(), state.child(action)
        made += sum(move.pos >= 0 for move in state.spiel_move_to_checker_moves(player, action))
        if after.is_terminal() or after.current_player() != player:
            return [(after, made)]
        return [end for each in after.legal_actions() for end in play_on(after, each, made)]

    rng = random.Random(2026)
    for _ in range(3):
        state = other.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        while not state.is_terminal():
            player = state.current_player()
            high, low = sorted(re.search(r"Dice: (\d)(\d)", str(state)).groups(), reverse=True)
            mine, theirs = men(state)[player], men(state)[1 - player]
            position = game().position(f"{encode(mine, theirs)} {'XO'[player]} {high}{low}")
            ends = [end for action in state.legal_actions() for end in play_on(state, action)]
            most = max(made for _, made in ends)
            expected = {tuple(men(after)) for after, made in ends if made == most}
            assert {pair if player == 0 else pair[::-1] for pair in found(position)} == expected, position
            state = rng.choice([after for after, made in ends if made == most])
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
        last = men(state)
        winner = 0 if last[0][0] == 15 else 1
        assert game().position(f"{encode(last[1 - winner], last[winner])} {'XO'[1 - winner]}").payoff == tuple(
            state.returns()
        )
