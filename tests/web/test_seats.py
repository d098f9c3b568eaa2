"""Players are kept for their seats, and all that search share one budget of memory."""

import pytest

from zermelo import load
from zermelo.web.refusals import Busy
from zermelo.web.seats import ADVISER, Seats
from zermelo.web.settings import Settings

DEPTH = "alphabeta:depth=5"


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path)


def test_a_player_goes_on_with_its_table(settings):
    seats, game = Seats(settings, 1000.0), load("connect4")
    first = seats.take(("me", 0), DEPTH, game)
    table = first.thinker.options["table"]
    seats.leave(first)
    again = seats.take(("me", 0), DEPTH, game)
    assert again.thinker.options["table"] is table
    seats.leave(again)
    for seat, spec, other in [
        (("you", 0), DEPTH, game),
        (("me", 1), DEPTH, game),
        (("me", ADVISER), DEPTH, game),
        (("me", 0), "alphabeta:depth=6", game),
        (("me", 0), DEPTH, load("connect4:width=6")),
    ]:
        taken = seats.take(seat, spec, other)
        assert taken.thinker.options["table"] is not table
        assert taken.game is other
        seats.leave(taken)


def test_a_seed_asks_for_the_same_answer_again(settings):
    seats, game = Seats(settings, 1000.0), load("connect4")
    for spec, seed in [("mcts:simulations=10,seed=3", None), ("mcts:simulations=10", 3), ("level:3", 3)]:
        one = seats.take(("me", 0), spec, game, seed=seed)
        seats.leave(one)
        other = seats.take(("me", 0), spec, game, seed=seed)
        seats.leave(other)
        assert one.thinker is not other.thinker
    assert seats.free == 1000.0


def test_one_that_is_searching_is_not_given_to_another(settings):
    seats, game = Seats(settings, 1000.0), load("connect4")
    first, second = (seats.take(("me", 0), DEPTH, game) for _ in range(2))
    assert first.thinker is not second.thinker
    seats.leave(first)
    seats.leave(second)
    assert seats.free == 1000.0 - first.megabytes
    assert seats.take(("me", 0), DEPTH, game) is first


def test_all_searches_share_one_budget(settings):
    seats, game = Seats(settings, 300.0), load("connect4")
    taken = [seats.take((f"client {number}", 0), "mcts", game) for number in range(25)]
    with pytest.raises(Busy, match=r"of 2,048 MB are left for all searches; try again"):
        taken += [seats.take((f"client {number}", 0), "mcts", game) for number in range(25, 50)]
    assert seats.free >= 0
    assert sum(each.megabytes for each in taken) <= 300
    assert all(each.thinker.options["memory"].megabytes <= each.megabytes for each in taken)
    for each in taken:
        seats.leave(each)
    assert seats.take(("another", 0), "mcts", game).megabytes > 10  # those who wait for their next move went


def test_what_is_asked_for_is_given_or_refused(settings):
    seats, game = Seats(settings, 300.0), load("connect4")
    first = seats.take(("me", 0), "mcts:memory=200", game)
    assert first.megabytes == 200
    with pytest.raises(Busy, match="no room for 200 MB: 100 of 2,048 MB are left"):
        seats.take(("you", 0), "mcts:memory=200", game)
    assert seats.take(("you", 0), "alphabeta:table=0", game).megabytes == 0
    assert seats.take(("you", 0), "random", game).megabytes == 0
    seats.leave(first)
    assert seats.take(("you", 0), "mcts:memory=200", game).megabytes == 200
