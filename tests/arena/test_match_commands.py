"""Matches and single games from the command line."""

import inspect
import json
from importlib import import_module

import pytest

from playing import CONNECT4, ToAndFro
from zermelo.arena.match import match


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
