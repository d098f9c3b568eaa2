"""Matches: openings, who meets whom in which seat, what is played, and what Ctrl-C leaves of it."""

from _thread import interrupt_main
from collections import Counter
from contextlib import contextmanager
from functools import partial
from itertools import islice
from threading import Timer

import pytest

import zermelo as z
from playing import CONNECT4, TICTACTOE, ToAndFro, moves_of
from zermelo.arena.fixture import schedule
from zermelo.arena.match import match
from zermelo.arena.openings import openings
from zermelo.arena.result import Match


class Stubborn:
    """Always plays the first or the last of the legal moves."""

    def __init__(self, which: int) -> None:
        self.which, self.name = which, ("first", "last")[which]

    def choose(self, position, past=()):
        return list(position.moves)[-self.which]


class TestOpenings:
    def test_distinct_unfinished_and_repeatable(self):
        drawn = list(islice(openings(CONNECT4, plies=4, seed=3), 40))
        assert drawn == list(islice(openings(CONNECT4, plies=4, seed=3), 40))
        assert drawn != list(islice(openings(CONNECT4, plies=4, seed=4), 40))
        ends = [CONNECT4.position("moves: " + " ".join(moves)) for moves in drawn]
        assert len({end.key for end in ends}) == 40
        assert not any(end.over for end in ends)
        assert {len(moves) for moves in drawn} == {4}

    def test_when_there_are_no_more_they_come_again(self):
        """The first mark of tic-tac-toe can stand in a corner, on an edge or in the centre."""
        drawn = list(islice(openings(TICTACTOE, plies=1), 9))
        assert len(set(drawn)) == 3
        assert drawn == drawn[:3] * 3

    def test_no_plies(self):
        assert list(islice(openings(TICTACTOE, plies=0), 2)) == [(), ()]

    def test_too_many_plies(self):
        with pytest.raises(z.Problem, match=r"no opening of 4 plies leaves a game to play in nim:piles=1-1"):
            next(openings(z.load("nim:piles=1-1"), plies=4))

    def test_balanced(self, monkeypatch):
        """After four plies many games of tic-tac-toe are won at once; those are left out."""
        monkeypatch.setattr("zermelo.arena.openings.analyse", partial(z.analyse, compiled=False))  # saves compiling

        def won_at_once(moves: tuple[str, ...]) -> bool:
            position = TICTACTOE.position("moves: " + " ".join(moves))
            return any(position.play(move).over for move in position.moves)

        assert any(won_at_once(moves) for moves in islice(openings(TICTACTOE, plies=4), 30))
        assert not any(won_at_once(moves) for moves in islice(openings(TICTACTOE, plies=4, balanced=True), 30))


class TestSchedule:
    def test_seats_are_exchanged(self):
        fixtures = list(schedule(2, 2, 6, [("a",), ("b",), ("c",)]))
        assert [one.seats for one in fixtures] == [(0, 1), (1, 0)] * 3
        assert [one.opening for one in fixtures] == [("a",), ("a",), ("b",), ("b",), ("c",), ("c",)]
        assert [one.number for one in fixtures] == list(range(6))

    def test_round_robin(self):
        fixtures = list(schedule(4, 2, 4, [("a",), ("b",)]))
        assert Counter(one.seats for one in fixtures) == {(a, b): 2 for a in range(4) for b in range(4) if a != b}

    def test_many_seats(self):
        """Everybody has every seat once in each opening."""
        fixtures = list(schedule(3, 3, 3, [()]))
        assert [one.seats for one in fixtures] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]

    def test_a_longer_match_begins_like_a_shorter_one(self):
        rounds = [(str(n),) for n in range(9)]
        short, long = list(schedule(3, 2, 5, rounds)), list(schedule(3, 2, 12, rounds))
        assert len(short) == 15
        assert set(short) <= set(long)


def test_a_match_is_one_line():
    found = match(TICTACTOE, ["random", "greedy"], games=20)
    won = found.tally("greedy").wins + found.tally("greedy").draws / 2
    assert repr(found) == f"<Match of tictactoe: 20 of 20 games, random {20 - won:g}, greedy {won:g}>"


class TestMatch:
    def test_stubborn_players(self):
        """Both fill tic-tac-toe from their end of the board: the one that begins completes a row first."""
        found = match(TICTACTOE, [Stubborn(0), Stubborn(1)], games=2, opening_plies=0)
        assert [one.moves for one in found.played] == [
            ("a1", "c3", "b1", "b3", "c1"),
            ("c3", "a1", "b3", "b1", "a3"),
        ]
        assert [one.payoff for one in found.played] == [(1, -1), (1, -1)]
        for number in (0, 1):
            tally = found.tally(number)
            assert (tally.wins, tally.draws, tally.losses, tally.score) == (1, 0, 1, 0.5)
            assert found.tally(number, seat=0).wins == found.tally(number, seat=1).losses == 1
            assert found.effort(number).moves == 5
        assert found.length == 5

    def test_sums(self):
        found = match(CONNECT4, ["greedy", "random", "random"], games=6, seed=4)
        assert found.players == ("greedy", "random #1", "random #2")
        assert len(found.played) == found.wanted == 18
        tallies = [found.tally(number) for number in range(3)]
        assert sum(tally.wins for tally in tallies) == sum(tally.losses for tally in tallies)
        assert sum(tally.score * tally.games for tally in tallies) == 18
        for number, tally in enumerate(tallies):
            assert tally.games == 12
            others = [found.tally(number, other) for other in range(3) if other != number]
            seats = [found.tally(number, seat=seat) for seat in (0, 1)]
            for parts in (others, seats):
                assert sum(part.wins for part in parts) == tally.wins
                assert sum(part.draws for part in parts) == tally.draws
                assert [part.games for part in parts] == [6, 6]
            assert sum(len(one.opening) + len(one.moves) for one in found.played) / 18 == found.length
            for other in range(3):
                assert found.tally(number, other).wins == found.tally(other, number).losses
        assert sum(found.effort(number).moves for number in range(3)) == sum(len(one.moves) for one in found.played)

    def test_every_opening_from_both_seats(self):
        found = match(CONNECT4, ["random", "greedy"], games=20, seed=1)
        played = Counter((one.opening, one.seats) for one in found.played)
        assert set(played.values()) == {1}
        assert {opening for opening, _ in played} == {one.opening for one in found.played if one.seats == (0, 1)}
        assert len({one.opening for one in found.played}) == 10

    def test_the_seed_decides(self):
        one, again = (match(CONNECT4, ["random", "greedy"], games=6, seed=8) for _ in range(2))
        assert moves_of(one) == moves_of(again)
        assert moves_of(one) != moves_of(match(CONNECT4, ["random", "greedy"], games=6, seed=9))

    def test_workers_change_nothing(self):
        alone = match(CONNECT4, ["random", "greedy"], games=10, seed=2)
        together = match(CONNECT4, ["random", "greedy"], games=10, seed=2, workers=2)
        assert moves_of(alone) == moves_of(together)

    def test_games_can_be_replayed(self):
        for one in match(CONNECT4, ["greedy", "random"], games=4).played:
            end = CONNECT4.position("moves: " + " ".join(one.opening + one.moves))
            assert end.payoff == one.payoff
            assert one.reason == "by the rules"

    @pytest.mark.parametrize("game", ["connect4", "othello:size=6"])
    def test_greedy_beats_random(self, game):
        tally = match(z.load(game), ["greedy", "random"], games=40, seed=1).tally(0)
        assert tally.low > 0.5
        assert tally.superiority > 0.99

    def test_a_search_beats_random(self):
        found = match("connect4:width=5,height=4", ["minimax:depth=3", "random"], games=10)
        assert found.tally("minimax:depth=3").low > 0.5
        assert found.effort(0).nodes > 0 == found.effort(1).nodes

    def test_players_by_name(self):
        found = match("tictactoe", ["greedy", "random"], games=4)
        assert found.tally("random") == found.tally(1) == found.tally("random", "greedy")
        for stranger in ("alphabeta", 2, -1):
            with pytest.raises(z.Problem, match="unknown player"):
                found.tally(stranger)

    def test_a_bad_player_is_named(self):
        class Stubborn:
            def choose(self, position, past=()):
                return "a1"

        with pytest.raises(z.Problem, match="Stubborn plays 'a1', which is no move in"):
            match("tictactoe", [Stubborn(), "random"], games=2, opening_plies=0)
        with pytest.raises(z.Problem, match="no player: it has no method choose"):
            match("tictactoe", ["random", 5], games=2)

    def test_few_openings_are_noticed(self):
        found = match("tictactoe", ["greedy", "random"], games=30, opening_plies=1)
        assert (found.rounds, found.openings) == (15, 3)  # corner, edge, centre

    def test_repetition_ends_games(self):
        (one,) = match(z.Game(ToAndFro), ["random", "greedy"], games=1, opening_plies=2).played
        assert (one.opening + one.moves, one.reason) == (("to", "to", "fro", "fro"), "repetition (draw)")

    def test_endless_games_end(self):
        endless = z.Game(type("Endless", (ToAndFro,), {"repetition": ""}))
        (one,) = match(endless, ["random", "greedy"], games=1, longest=50).played
        assert (len(one.opening + one.moves), one.payoff) == (50, (0, 0))
        assert one.reason == "unfinished after 50 plies (draw)"

    def test_chance(self):
        tree = z.Tree([{"player": "chance", "children": [[3, 5], [-3, -5]]}, {"player": "chance", "children": [1, -9]}])
        found = match(tree, ["greedy", "random"], games=30, opening_plies=0)
        assert len({one.moves for one in found.played}) > 3
        assert moves_of(found) == moves_of(match(tree, ["greedy", "random"], games=30, opening_plies=0))

    @pytest.mark.parametrize(
        ("players", "options", "message"),
        [
            (["random"], {}, "a match needs two players or more"),
            (["random", "human"], {}, "a human cannot play a match"),
            (["random", "random"], {"games": 0}, "games=0 must be at least 1"),
            (["random", "random"], {"workers": 0}, "workers=0 must be at least 1"),
            (["random", "random"], {"opening_plies": -1}, "opening_plies=-1 must be at least 0"),
            (["random", "random"], {"longest": 3}, "longest=3 must be more than the 4 plies"),
        ],
    )
    def test_what_cannot_be(self, players, options, message):
        with pytest.raises(z.Problem, match=message):
            match(TICTACTOE, players, **options)

    def test_three_seats(self):
        """Two players take three seats in all six ways; three players rotate, and change their order."""
        found = match("virus:players=3,size=4,cap=20", ["greedy", "random"], games=45, seed=2)
        assert len(found.played) == found.wanted == 48
        ways = [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
        assert Counter(one.seats for one in found.played) == dict.fromkeys(ways, 8)
        greedy, other = found.share("greedy"), found.share("random")
        assert greedy.seats == other.seats == 72
        assert greedy.mean * greedy.seats + other.mean * other.seats == pytest.approx(48)
        assert greedy.low > 1 / 3 > other.high
        assert found.effort(0).moves + found.effort(1).moves == sum(sum(one.choices) for one in found.played)
        assert found.tally("greedy").score == pytest.approx(1 - found.tally("random").score)
        three = match("virus:players=3,size=4,cap=20", ["greedy", "random", "random:seed=1"], games=6)
        orders = {one.seats for one in three.played}
        assert orders == {(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)}
        assert sum(three.share(player).mean for player in range(3)) == pytest.approx(1)


@contextmanager
def control_c(seconds: float = 1.0):
    """Ctrl-C after a while, unless it is over by then."""
    timer = Timer(seconds, interrupt_main)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class TestInterruption:
    @pytest.mark.parametrize("workers", [1, 2])
    def test_control_c(self, workers):
        with control_c():
            found = match(TICTACTOE, ["random", "greedy"], games=5000, workers=workers)
        assert found.interrupted
        assert 0 < len(found.played) < 5000

    def test_progress_can_stop_it(self):
        seen = []

        def watch(found: Match) -> bool:
            seen.append(len(found.played))
            return len(found.played) < 3

        found = match(TICTACTOE, ["random", "greedy"], games=10, on_progress=watch)
        assert found.interrupted
        assert seen == [1, 2, 3]

    def test_control_c_during_a_search(self):
        """The game under way does not count."""
        z.analyse(CONNECT4.start(), method="minimax", limit=z.Limit(depth=1))  # compiled now
        with control_c():
            found = match(CONNECT4, ["minimax:time=60", "random"], games=4, opening_plies=0)
        assert found.interrupted
        assert found.played == ()
        assert found.tally(0).score == 0.5
