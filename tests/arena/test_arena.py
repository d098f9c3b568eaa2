"""Who is better? Players, openings, matches, records and the statistics behind the intervals."""

import inspect
import json
import math
from _thread import interrupt_main
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import islice
from threading import Timer

import numpy as np
import pytest
from numpy import int8

import zermelo as z
from zermelo.arena.fixture import Played, schedule
from zermelo.arena.match import match
from zermelo.arena.openings import openings
from zermelo.arena.players import GreedyPlayer, RandomPlayer, SearchPlayer, player
from zermelo.arena.rating import elo, estimate, expected_score, ratings
from zermelo.arena.result import Match

TICTACTOE = z.load("tictactoe")
CONNECT4 = z.load("connect4:width=5,height=4")


class ToAndFro(z.Rules):
    """Each player's token goes to and fro between two cells: after four moves all is as it was."""

    players = ("A", "B")
    repetition = "draw"

    class State:
        place: (int8, 2)

    def moves(s, out):
        out[0] = s.place[s.turn]
        return 1

    def play(s, move):
        if move < 2:
            s.place[s.turn] = 1 - s.place[s.turn]

    def payoff(s, out):
        out[0] = out[1] = 0

    def move_name(s, move):
        return ("to", "fro", "stay")[move]


class OrStay(ToAndFro):
    repetition = "forbidden"

    def moves(s, out):
        out[0], out[1] = s.place[s.turn], 2
        return 2


class Stubborn:
    """Always plays the first or the last of the legal moves."""

    def __init__(self, which: int) -> None:
        self.which, self.name = which, ("first", "last")[which]

    def choose(self, position, past=()):
        return list(position.moves)[-self.which]


def moves_of(found: Match) -> list[tuple]:
    """What was played, without how long it took."""
    return [replace(one, seconds=()) for one in found.played]


class TestPlayers:
    def test_descriptions(self):
        assert isinstance(player("random"), RandomPlayer)
        assert isinstance(player("greedy:seed=3"), GreedyPlayer)
        assert player("greedy:seed=3").seed == 3
        search = player("alphabeta:depth=3,fail=hard,seed=5", seed=1)
        assert isinstance(search, SearchPlayer)
        assert (search.limit.depth, search.seed, search.options["fail"]) == (3, 5, "hard")

    @pytest.mark.parametrize(
        ("spec", "message"),
        [
            ("grandmother", "unknown player 'grandmother'"),
            ("greddy", "did you mean greedy"),
            ("greedy:depth=3", "unknown option 'depth' of greedy"),
            ("alphabeta:dept=3", "unknown option 'dept' of alphabeta"),
            ("alphabeta:depth=-1", "player 'alphabeta:depth=-1': the limit depth=-1 must be positive"),
            ("alphabeta:fail=softly", "unknown value of option alphabeta:fail 'softly'"),
        ],
    )
    def test_wrong_descriptions(self, spec, message):
        with pytest.raises(z.Problem, match=message):
            player(spec)

    def test_greedy_wins_at_once(self):
        position = TICTACTOE.position("XX./OO./... X")
        assert {GreedyPlayer(seed).choose(position) for seed in range(5)} == {"c1"}

    def test_greedy_plays_what_evaluates_best(self):
        """One stone in a middle column keeps the most lines open."""
        game = z.load("connect4")
        worth = {name: -game.start().play(name).evaluate() for name in game.start().moves}
        best = {name for name, value in worth.items() if value == max(worth.values())}
        assert {GreedyPlayer(seed).choose(game.start()) for seed in range(5)} <= best
        assert best == {"4"}

    def test_ties_are_broken_by_the_seed(self):
        start = TICTACTOE.start()
        assert len({GreedyPlayer(seed).choose(start) for seed in range(20)}) > 3
        assert [GreedyPlayer(7).choose(start) for _ in range(3)] == [GreedyPlayer(7).choose(start)] * 3

    def test_greedy_averages_over_chance(self):
        """Nothing is worth less than an even chance of 10 or -2, and more than one of 4 or -6."""
        gamble = {"player": "chance", "children": [10, -2]}
        folly = {"player": "chance", "children": [4, -6]}
        assert GreedyPlayer().choose(z.Tree([0, gamble, folly]).start()) == "2"

    @pytest.mark.parametrize("kind", [RandomPlayer, GreedyPlayer])
    def test_players_keep_to_what_repetition_allows(self, kind):
        """If nobody moves, the first position comes back."""
        start = z.Game(OrStay).start()
        waited = start.play("stay")
        assert {kind(seed).choose(waited) for seed in range(20)} == {"to", "stay"}
        assert {kind(seed).choose(waited, [start]) for seed in range(20)} == {"to"}

    def test_a_search_remembers_its_table(self):
        search = player("alphabeta:depth=4,table=1")
        assert search.options["table"].on
        assert not player("alphabeta:depth=4,table=0").options["table"].on
        assert "table" not in player("alphabeta:depth=4,plain=true").options

    def test_thinking_twice(self, monkeypatch):
        """What it remembers of the very position it is asked about does not mislead it: b3 is the only move."""
        monkeypatch.setattr("zermelo.arena.players.analyse", partial(z.analyse, compiled=False))  # saves compiling
        search, position = player("alphabeta:depth=9,table=1"), TICTACTOE.position(".X./.X./..O O")
        assert [search.choose(position) for _ in range(2)] == ["b3", "b3"]


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


class TestRecord:
    SETTINGS = {"games": 8, "seed": 5, "opening_plies": 2}

    def play(self, file, players=("greedy", "random"), **more) -> Match:
        return match(TICTACTOE, players, record=file, **{**self.SETTINGS, **more})

    def test_resumed_it_is_the_same(self, tmp_path):
        """Cut anywhere behind the first line, even in the middle of another, a match goes on as if nothing had been."""
        whole = self.play(None)
        file = tmp_path / "match.jsonl"
        first = self.play(file)
        assert moves_of(first) == moves_of(whole)
        data = file.read_bytes()
        header = data.index(b"\n") + 1
        for cut in (header, header + 1, len(data) // 2, len(data) - 1, len(data)):
            file.write_bytes(data[:cut])
            assert moves_of(self.play(file)) == moves_of(whole)
            again = [json.loads(line) for line in file.read_text().splitlines()]
            assert len(again) == 9
            assert {**again[-1], "seconds": 0} == {**json.loads(data.splitlines()[-1]), "seconds": 0}

    def test_nothing_is_played_twice(self, tmp_path):
        file = tmp_path / "match.jsonl"
        self.play(file)
        before = file.read_bytes()
        played = []
        found = self.play(file, on_progress=lambda so_far: played.append(so_far))
        assert played == []
        assert file.read_bytes() == before
        assert len(found.played) == 8

    def test_interrupted_and_prolonged(self, tmp_path):
        file = tmp_path / "match.jsonl"
        part = self.play(file, on_progress=lambda so_far: len(so_far.played) < 3)
        assert (len(part.played), part.interrupted) == (3, True)
        assert len(file.read_text().splitlines()) == 4
        assert len(self.play(file, games=4).played) == 4
        longer = self.play(file, games=20)
        assert moves_of(longer) == moves_of(self.play(None, games=20))
        assert moves_of(self.play(file)) == moves_of(longer)[:8]

    def test_workers(self, tmp_path):
        file = tmp_path / "match.jsonl"
        self.play(file, games=3)
        assert moves_of(self.play(file, workers=2)) == moves_of(self.play(None))

    def test_what_it_holds(self, tmp_path):
        file = tmp_path / "match.jsonl"
        self.play(file, games=1)
        header, game = map(json.loads, file.read_text().splitlines())
        assert header == {
            "match": "tictactoe",
            "players": ["greedy", "random"],
            "seed": 5,
            "opening_plies": 2,
            "balanced": False,
            "longest": 1000,
        }
        assert list(game) == "number round opening seats moves payoff choices seconds nodes reason".split()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"seed": 6}, "is of another match: seed is 5, not 6"),
            ({"opening_plies": 3}, "is of another match: opening_plies is 2, not 3"),
            ({"players": ("greedy", "greedy")}, "is of another match: players is"),
        ],
    )
    def test_another_match(self, tmp_path, options, message):
        file = tmp_path / "match.jsonl"
        self.play(file)
        with pytest.raises(z.Problem, match=message):
            self.play(file, **options)

    def test_other_rules(self, tmp_path):
        file = tmp_path / "match.jsonl"
        self.play(file)
        text = file.read_text()
        moved = json.loads(text.splitlines()[3])["opening"][0]
        lines = text.splitlines(keepends=True)
        lines[3] = lines[3].replace(f'"opening": ["{moved}"', '"opening": ["z9"')
        file.write_text("".join(lines))
        with pytest.raises(z.Problem, match="game 2 does not fit; have the rules changed"):
            self.play(file)

    @pytest.mark.parametrize("text", ["hello", "hello\n", '{"a": 1}\n', "[1]\n"])
    def test_other_files_are_left_alone(self, tmp_path, text):
        file = tmp_path / "letter.txt"
        file.write_text(text)
        with pytest.raises(z.Problem, match=r"is not the record of a match \(line 1\)"):
            self.play(file)
        assert file.read_text() == text

    def test_a_broken_line(self, tmp_path):
        file = tmp_path / "match.jsonl"
        self.play(file)
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join([*lines[:2], "{}\n", *lines[3:]]))
        with pytest.raises(z.Problem, match=r"is not the record of a match \(line 3\)"):
            self.play(file)

    def test_nowhere(self, tmp_path):
        with pytest.raises(z.Problem, match="No such file or directory"):
            self.play(tmp_path / "nowhere" / "match.jsonl")


def results(*scores: str) -> Match:
    """A match of two from the first player's results in pairs: win, draw, loss as `+`, `=` and `-`."""
    payoffs = {"+": (1, -1), "=": (0, 0), "-": (-1, 1)}
    played = []
    for number, score in enumerate("".join(scores)):
        seats, payoff = (0, 1), payoffs[score]
        if number % 2:
            seats, payoff = (1, 0), payoff[::-1]
        played.append(Played(number, number // 2, (), seats, ("m",), payoff, (1, 1), (0.5, 1.0), (10, 20), ""))
    return Match("game", ("X", "O"), ("A", "B"), 0, 0, len(played), tuple(played))


class TestArithmetic:
    def test_elo(self):
        assert elo(0.5) == 0
        assert elo(0.75) == pytest.approx(400 * math.log10(3))
        assert elo(10 / 11) == pytest.approx(400)
        assert (elo(1), elo(0)) == (math.inf, -math.inf)
        for difference in (-800, -35.5, 0, 120, 400):
            assert elo(expected_score(difference)) == pytest.approx(difference)
        assert expected_score(400) == pytest.approx(10 / 11)
        assert (expected_score(math.inf), expected_score(-math.inf)) == (1, 0)

    def test_plus_four(self):
        """Pairs whose games are independent get, in the long run, the interval of Agresti and Coull."""
        rounds = [(2, 2)] * 36 + [(1, 2)] * 48 + [(0, 2)] * 16  # as often as games won with probability 0.6 give them
        found = estimate(rounds)
        p = (120 + 2) / 204
        reach = 1.96 * math.sqrt(p * (1 - p) / 204)
        assert found.low == pytest.approx(p - reach, abs=0.002)
        assert found.high == pytest.approx(p + reach, abs=0.002)

    def test_openings_that_one_seat_wins(self):
        """One win each in every pair says more than as many wins and losses at random: the interval is narrow."""
        paired, mixed = results(*["+-"] * 20).tally(0), results(*["++", "--"] * 10).tally(0)
        assert (paired.score, mixed.score) == (0.5, 0.5)
        assert paired.high - paired.low < 0.15 < 0.35 < mixed.high - mixed.low

    def test_a_clean_sweep(self):
        tally = results(*["++"] * 25).tally(0)
        assert tally.score == tally.high == 1
        assert 0.85 < tally.low < 0.95
        assert tally.elo[0] == tally.elo[2] == math.inf
        assert 300 < tally.elo[1] < 600
        assert tally.superiority > 0.999
        lost = results(*["++"] * 25).tally(1)
        assert (lost.score, lost.low, lost.high) == (0, 0, pytest.approx(1 - tally.low))
        assert lost.elo[:2] == (-math.inf, -math.inf)

    def test_tally(self):
        found = results("++", "=-", "+=", "--", "+")
        tally = found.tally(0)
        assert (tally.wins, tally.draws, tally.losses, tally.games) == (4, 2, 3, 9)
        assert tally.score == 5 / 9
        assert tally.payoff == 1 / 9
        assert found.tally(1).payoff == -1 / 9
        assert (found.tally(0, seat=0).wins, found.tally(0, seat=0).games) == (3, 5)
        assert found.tally(0).superiority == pytest.approx(1 - found.tally(1).superiority)
        assert (found.effort(0).seconds, found.effort(0).nodes) == (5 * 0.5 + 4 * 1.0, 5 * 10 + 4 * 20)

    def test_the_score_lies_in_its_interval(self):
        chooser = np.random.default_rng(3)
        for _ in range(200):
            rounds = [(sum(pair) / 2, 2) for pair in chooser.integers(0, 3, (chooser.integers(1, 9), 2)).tolist()]
            found = estimate(rounds)
            assert found.low <= sum(points for points, _ in rounds) / (2 * len(rounds)) <= found.high

    @pytest.mark.parametrize("rounds", [10, 50])
    @pytest.mark.parametrize(
        ("strength", "advantage", "draws"), [(0, 0, 0), (1, 0, 0), (3, 0, 0), (0, 2, 0), (1, 2, 0.3), (0, 0, 0.8)]
    )
    def test_intervals_hold_as_often_as_they_say(self, rounds, strength, advantage, draws):
        """In 95 of 100 matches or a little more, whether games are even or not, drawn often, or decided by openings."""
        chooser = np.random.default_rng(1)

        def points(many: int) -> np.ndarray:
            favoured = advantage * chooser.choice([-1, 1], many)
            scores = np.zeros(many)
            for seat in (favoured, -favoured):
                won = chooser.random(many) < 1 / (1 + np.exp(-strength - seat))
                scores += np.where(chooser.random(many) < draws, 0.5, won)
            return scores

        truth = points(400_000).mean() / 2
        found = [estimate([(score, 2) for score in points(rounds)]) for _ in range(600)]
        held = sum(one.low <= truth <= one.high for one in found) / 600
        assert held > 0.93
        if rounds > 10 and strength < 3 and draws < 0.5 and not advantage:
            assert held < 0.98


class TestRatings:
    def test_two_players(self):
        """With the drawn game that is added, 15 of 20 points are 15.5 of 21."""
        first, second = ratings(np.array([[0, 15], [5, 0]]), np.array([[0, 20], [20, 0]]))
        assert first.elo - second.elo == pytest.approx(elo(15.5 / 21))
        assert first.elo == pytest.approx(-second.elo)
        assert first.margin == pytest.approx(second.margin)

    def test_known_strengths(self):
        """Results as expected from ratings give these ratings back, but for the added draws."""
        truth = np.array([200, 50, -100, -150])
        share = np.vectorize(expected_score)(np.subtract.outer(truth, truth))
        games = 10_000 * (1 - np.eye(4))
        found = ratings(share * games, games)
        assert [one.elo for one in found] == pytest.approx(truth, abs=0.5)
        assert all(0 < one.margin < 8 for one in found)

    def test_most_likely(self):
        """No other ratings make the results more likely: a search by brute force ends in the same place."""
        points = np.array([[0, 7.5, 4], [2.5, 0, 9], [0, 1, 0]])
        games = points + points.T
        met = games > 0
        won = points + met / 2

        def likelihood(values):
            share = np.vectorize(expected_score)(np.subtract.outer(values, values))
            return (won * np.log(share)).sum()

        best = np.zeros(3)
        step = 256.0
        while step > 1e-4:
            shifts = [step * np.array([x, y, -x - y]) for x in (-1, 0, 1) for y in (-1, 0, 1)]
            better = max((best + shift for shift in shifts), key=likelihood)
            if likelihood(better) > likelihood(best):
                best = better
            else:
                step /= 2
        assert [one.elo for one in ratings(points, games)] == pytest.approx(best, abs=0.01)

    def test_who_won_everything_has_a_finite_rating(self):
        found = ratings(np.array([[0, 10], [0, 0]]), np.array([[0, 10], [10, 0]]))
        assert 100 < found[0].elo < 600

    def test_nobody_has_played(self):
        assert [one.elo for one in ratings(np.zeros((2, 2)), np.zeros((2, 2)))] == [0, 0]


class TestCommand:
    def test_match(self, zermelo):
        code, out, err = zermelo("match", "connect4:width=5,height=4", "greedy", "random", "--games", "20")
        assert (code, err) == (0, "")
        found = match(CONNECT4, ["greedy", "random"], games=20).tally(0)
        assert "20 games of" in out
        assert f"{100 * found.score:.1f} %" in out
        assert f"+{found.wins // 2}" in out or f"{found.wins}" in out
        low, high = 100 * found.low, 100 * found.high
        assert f"scores {100 * found.score:.0f} % (95 %: {low:.0f} to {high:.0f}), {found.elo[0]:+.0f} Elo" in out

    def test_margins(self, zermelo):
        out = zermelo("match", "othello:size=4", "greedy", "random", "--games", "2", "--opening", "1")[1]
        assert "discs/game" in out
        assert "the first 1 ply at random" in out

    def test_round_robin(self, zermelo):
        code, out, _ = zermelo("match", "tictactoe", "random", "greedy", "random", "--games", "4")
        assert code == 0
        assert "score, % against" in out
        assert "random #2" in out
        assert "Elo above the average" in out

    def test_json(self, zermelo, tmp_path):
        words = ["tictactoe", "greedy", "random", "--games", "6", "--seed", "3", "--json"]
        found = json.loads(zermelo("match", *words)[1])
        assert (found["game"], found["players"], found["games"], found["seed"]) == (
            "tictactoe",
            ["greedy", "random"],
            6,
            3,
        )
        (pair,) = found["pairs"]
        first, second = found["standings"]
        assert pair["wins"] + pair["draws"] + pair["losses"] == 6
        assert first["score"] + second["score"] == 1
        assert first["seats"]["X"]["wins"] + first["seats"]["O"]["wins"] == first["wins"] == second["losses"]
        assert (pair["elo"] > 0) == (first["rating"] > second["rating"])
        record = ["--record", str(tmp_path / "games.jsonl")]
        for _ in range(2):
            again = json.loads(zermelo("match", *words, *record)[1])
            assert again["pairs"] == found["pairs"]

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            (("tictactoe", "random"), "a match needs two players or more"),
            (("tictactoe",), "PLAYER"),
            (("tictactoe", "random", "grandmother"), "unknown player 'grandmother'"),
            (("tictactoe", "random", "alphabeta:dept=3"), "unknown option 'dept' of alphabeta"),
            (("tictactoe", "random", "random", "--games", "0"), "--games"),
            (("tictactoe", "random", "random", "--opening", "-1"), "--opening"),
            (("nim:piles=1-1", "random", "random"), "no opening of 4 plies"),
            (("tictactoe", "random", "random", "--record", "/nowhere/x"), "No such file"),
            (("tictactoe", "random", "human"), "a human cannot play a match"),
            (("tictactoo", "random", "random"), "unknown game 'tictactoo'"),
        ],
    )
    def test_one_line_for_a_mistake(self, zermelo, words, expected):
        code, out, err = zermelo("match", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert expected in err


class TestPlay:
    @pytest.fixture
    def to_and_fro(self, tmp_path):
        file = tmp_path / "to_and_fro.py"
        imports = "import zermelo as z\nfrom numpy import int8\n\n\n"
        file.write_text(imports + inspect.getsource(ToAndFro))
        return str(file)

    def test_repetition_is_explained(self, zermelo, to_and_fro):
        code, out, _ = zermelo("play", to_and_fro, "--as", "0", "--with", "random")
        assert code == 0
        assert out.endswith("over, repetition (draw): A +0, B +0\n")
        found = json.loads(zermelo("play", to_and_fro, "--as", "0", "--with", "random", "--json")[1])
        assert (found["over"], found["reason"], found["values"]) == (True, "repetition (draw)", [0, 0])
        assert found["moves"] == ["to", "to", "fro", "fro"]

    def test_a_player_for_each_seat(self, zermelo):
        words = ["play", "tictactoe", "--as", "0", "--with", "greedy", "--with", "random", "--seed", "1", "--json"]
        found, again = (json.loads(zermelo(*words)[1]) for _ in range(2))
        assert found == again
        assert found["players"] == ["greedy", "random"]
        assert found["reason"] == "by the rules"

    def test_too_many_players(self, zermelo):
        code, _, err = zermelo("play", "tictactoe", "--as", "1", "--with", "greedy", "--with", "random")
        assert code == 2
        assert "tictactoe has 1 other seat" in err

    def test_humans(self, zermelo, monkeypatch):
        """Two people at one keyboard; a take-back is one move. (What a search would advise is tested elsewhere.)"""
        monkeypatch.setattr(import_module("zermelo.cli.play")._Seating, "advise", lambda self: None)
        lines = iter("a1 b1 undo b2 a2 c2 a3".split())
        monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
        found = json.loads(zermelo("play", "tictactoe", "--as", "1", "--with", "human", "--json")[1])
        assert found["players"] == ["human", "human"]
        assert found["moves"] == ["a1", "b2", "a2", "c2", "a3"]
        assert found["values"] == [1, -1]
