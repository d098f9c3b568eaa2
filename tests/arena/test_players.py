"""Players: what describes one, and how it chooses its moves."""

from functools import partial

import pytest

import zermelo as z
from playing import TICTACTOE, ToAndFro
from zermelo.arena.players import GreedyPlayer, RandomPlayer, SearchPlayer, player


class OrStay(ToAndFro):
    repetition = "forbidden"

    def moves(s, out):
        out[0], out[1] = s.place[s.turn], 2
        return 2


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
