"""The record of a match: a file that is written as it goes, read again and gone on with."""

import json

import pytest

import zermelo as z
from playing import TICTACTOE, moves_of
from zermelo.arena.match import match
from zermelo.arena.result import Match


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
