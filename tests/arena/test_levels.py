"""Levels: repeatable with a seed, legal in every kind of game, weak ones weaker, and never blind to a win at hand."""

from collections import Counter
from types import SimpleNamespace

import pytest

from zermelo import load, match
from zermelo.arena.levels import LEVELS, LOOSENESS, LevelPlayer, _weights, describe
from zermelo.arena.players import player
from zermelo.errors import Problem
from zermelo.search import Line

SMALL = "connect4:width=5,height=4"


def test_descriptions():
    three = player("level:3", seed=4)
    assert isinstance(three, LevelPlayer)
    assert (three.level, three.seed, three.name) == (3, 4, "level:3")
    assert player("level:3,seed=7", seed=4).seed == 7
    for spec in ("level", "level:", "level:0", "level:11", "level:-1", "level:3.5", "level:x", "level:depth=3"):
        with pytest.raises(Problem, match="unknown level"):
            player(spec)
    with pytest.raises(Problem, match="unknown option 'time' of level"):
        player("level:3,time=1")


def test_every_level_of_every_kind_is_a_known_method():
    for spec in ("connect4", "go:size=5", "backgammon", "virus:players=3", "pig:players=3"):
        game = load(spec)
        told = [describe(level, game) for level in LEVELS]
        for each in told:
            player(each["method"])  # a Problem if it cannot be
            assert each["about"]
        assert len({each["method"] for each in told}) == len(LEVELS)
    assert describe(1, load("go"))["method"] == "mcts:amaf=rave,c=0.2,simulations=12"
    assert describe(10, load("othello"))["method"] == "alphabeta:time=5.0"


def test_the_same_seed_plays_the_same_game():
    games = [match(SMALL, ["level:1", "level:4"], games=4, seed=seed).played for seed in (1, 1, 2)]
    moves = [[game.moves for game in played] for played in games]
    assert moves[0] == moves[1] != moves[2]


def test_a_higher_level_wins():
    tally = match(SMALL, ["level:1", "level:6"], games=20, seed=1).tally("level:6")
    assert tally.superiority > 0.99


@pytest.mark.parametrize("spec", ["pig:target=20", "virus:players=3,size=5"])
def test_moves_are_legal_where_there_are_dice_or_more_players(spec: str):
    played = match(spec, ["level:1", "level:3"], games=2, longest=60, opening_plies=0).played
    assert all(game.moves for game in played)


def test_a_win_at_hand_is_taken_and_a_loss_averted_from_level_3_on():
    game = load(SMALL)
    for text, best in (("112233", "4"), ("1122335", "4")):
        for level in (3, 6):
            chosen = Counter(LevelPlayer(level, seed).choose(game.position(text)) for seed in range(20))
            assert chosen[best] >= 19


def found(*lines: Line, exact: bool = False) -> SimpleNamespace:
    return SimpleNamespace(lines=lines, exact=exact)


def test_a_move_is_chosen_the_less_the_worse_it_is():
    game = load("connect4")
    lines = [Line(str(n), value, ()) for n, value in enumerate((0.1, 0.1, 0.05, 0.0))]
    for loose in LOOSENESS:
        a, b, c, d = _weights(found(*lines), game, loose)
        assert a == b > c > d > 0
    even = [Line("a", 0.0, ()), Line("b", 0.0, ())]
    assert _weights(found(*even), game, 0.5) == [1.0, 1.0]
    decided = [Line("a", 1.0, ()), Line("b", -1.0, ())]
    assert _weights(found(*decided), game, LOOSENESS[0])[1] < 0.01  # even at level 1


def test_where_simulations_were_few_they_are_counted():
    lines = [Line("a", 0.2, (), visits=30), Line("b", 1.0, (), visits=1), Line("c", 0.0, (), visits=0)]
    assert _weights(found(*lines), load("connect4"), 1.0) == [1.0, 1 / 30, 0.0]
    assert _weights(found(*lines, exact=True), load("connect4"), 1.0)[1] == 1.0
