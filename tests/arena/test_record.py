"""The record of a match: a file that is written as it goes, read again and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

import zermelo as z
from playing import TICTACTOE, moves_of
from take import GAME, write
from zermelo.arena.fingerprints import of_files
from zermelo.arena.fixture import Played
from zermelo.arena.match import match
from zermelo.arena.record import Record
from zermelo.arena.result import Match
from zermelo.core.likeness import of_rules

PLAYED = Played(0, 0, (), (0, 1), (), (1.0, -1.0), (1, 1), (0.0, 0.0), (1, 1), "by the rules")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> list[str]:
    """The lines of a record."""
    file = tmp_path_factory.mktemp("recorded") / "match.jsonl"
    TestRecord().play(file)
    return file.read_text().splitlines()


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
            "rules": of_rules(TICTACTOE),
            "players": ["greedy", "random"],
            "files": {},
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

    @pytest.mark.parametrize(
        "text", ["hello", "hello\n", '{"a": 1}\n', "[1]\n", "9" * 5000 + "\n", "[" * 9999 + "\n", "\n"]
    )
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

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("number", "one"),
            ("number", 1.5),
            ("number", True),
            ("round", None),
            ("opening", [1, 2]),
            ("opening", "a1"),
            ("seats", ["X", "O"]),
            ("seats", []),
            ("seats", [0, 1, 0]),
            ("moves", {"a1": 1}),
            ("moves", [["a1"]]),
            ("payoff", ["won", "lost"]),
            ("payoff", [1]),
            ("payoff", [float("nan"), 0]),
            ("payoff", [1e999, 0]),
            ("payoff", [10**400, 0]),
            ("choices", [1.5, 2]),
            ("nodes", None),
            ("nodes", [0, 0, 0]),
            ("seconds", [None, None]),
            ("reason", 5),
            ("winner", "X"),
        ],
    )
    def test_wrong_types(self, tmp_path, recorded, field, value):
        file = tmp_path / "match.jsonl"
        header, game, *others = recorded
        file.write_text("\n".join([header, json.dumps(json.loads(game) | {field: value}), *others]) + "\n")
        with pytest.raises(z.Problem, match=r"is not the record of a match \(line 2\)"):
            self.play(file)

    def test_the_first_line_cut_off(self, tmp_path, recorded):
        """Nothing was played before it."""
        file = tmp_path / "match.jsonl"
        for cut in (0, 1, len(recorded[0]) - 1, len(recorded[0])):
            file.write_text(recorded[0][:cut])
            self.play(file, games=1)
            assert file.read_text().splitlines()[0] == recorded[0]

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
    @pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null", "."])
    def test_what_is_no_file(self, device):
        with pytest.raises(z.Problem, match=f"record '{device}': it is not a file"):
            self.play(device)

    def test_it_cannot_be_written(self, tmp_path):
        """One line says so; what was written before is a record still."""
        resource = pytest.importorskip("resource")
        words = ["match", "tictactoe", "random", "random", "--games", "50", "--record", str(tmp_path / "match.jsonl")]
        program = [sys.executable, "-m", "zermelo", *words]
        done = subprocess.run(
            program,
            capture_output=True,
            text=True,
            timeout=120,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"zermelo: record '{tmp_path}/match.jsonl': game ")
        assert done.stderr.endswith(" is not written: File too large\n")
        assert done.stderr.count("\n") == 1
        kept = (tmp_path / "match.jsonl").read_text().count("\n") - 1
        assert kept >= 5
        done = subprocess.run([*program, "--json"], capture_output=True, text=True, timeout=120, check=True)
        assert json.loads(done.stdout)["games"] == 50
        assert len((tmp_path / "match.jsonl").read_text().splitlines()) == 51

    def test_one_match_at_a_time(self, tmp_path, zermelo):
        """In this process, or another; and whoever was killed does not keep it."""
        file = tmp_path / "match.jsonl"
        refused = []

        def meanwhile(so_far):
            words = ("match", "tictactoe", "greedy", "random", "--games", "8", "--record", str(file))
            if not refused:
                with pytest.raises(z.Problem, match="is being written by another match"):
                    self.play(file)
                refused.append(
                    subprocess.run([sys.executable, "-m", "zermelo", *words], capture_output=True, text=True)
                )

        self.play(file, workers=2, on_progress=meanwhile)
        assert (refused[0].returncode, refused[0].stdout) == (2, "")
        assert refused[0].stderr == f"zermelo: record '{file}' is being written by another match; give each its own\n"
        assert len(file.read_text().splitlines()) == 9
        assert len(self.play(file).played) == 8

    def test_who_is_refused_lets_go(self, tmp_path):
        file = tmp_path / "match.jsonl"
        self.play(file)
        for _ in range(2):
            with pytest.raises(z.Problem, match="is of another match"):
                self.play(file, seed=6)
        self.play(file)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
    def test_a_fork_does_not_hold_it(self, tmp_path):
        """A process that plays may outlive, for a moment, the one that writes."""
        header = {"match": "tictactoe"}
        forked, wait = os.pipe()
        with closing(Record(tmp_path / "match.jsonl", header)):
            child = os.fork()
            if child == 0:
                os.write(wait, b"x")
                time.sleep(60)
                os._exit(0)
            os.read(forked, 1)
        try:
            with closing(Record(tmp_path / "match.jsonl", header)) as record:
                record.add(PLAYED)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        assert len((tmp_path / "match.jsonl").read_text().splitlines()) == 2

    def test_nowhere(self, tmp_path):
        with pytest.raises(z.Problem, match="No such file or directory"):
            self.play(tmp_path / "nowhere" / "match.jsonl")


class TestOtherPlayersOfTheSameName:
    """What a player's file says decides who it is; and so do the rules."""

    def play(self, folder, *players: str, game=TICTACTOE) -> Match:
        return match(game, [*players, "random"], games=2, record=folder / "match.jsonl")

    def test_an_evaluation(self, tmp_path):
        mine, helper = tmp_path / "mine.py", tmp_path / "helper.py"
        mine.write_text("import helper, os\n\ndef evaluate(s):\n    return helper.WORTH * s.cells[4]\n")
        helper.write_text("WORTH = 1\n")
        player = f"alphabeta:depth=1,evaluate={mine}"
        self.play(tmp_path, player)
        self.play(tmp_path, player)
        helper.write_text("WORTH = 2\n")
        with pytest.raises(z.Problem, match=r"is of another match: .*/mine\.py was another"):
            self.play(tmp_path, player)

    def test_weights(self, tmp_path):
        file = tmp_path / "weights.npz"
        z.Data(weights=[1.0] * 9).save(file)
        header = {"match": "othello", "files": of_files([f"alphabeta:weights={file}"])}
        with closing(Record(tmp_path / "match.jsonl", header)) as record:
            record.add(PLAYED)
        z.Data(weights=[2.0] * 9).save(file)
        header["files"] = of_files([f"alphabeta:weights={file}"])
        with pytest.raises(z.Problem, match=r"is of another match: .*weights\.npz was another"):
            Record(tmp_path / "match.jsonl", header)

    def test_a_player(self, tmp_path):
        ann = tmp_path / "ann.py"
        text = "class Ann:\n    def choose(self, position, past=()):\n        return min(position.moves)\n"
        ann.write_text(text)
        self.play(tmp_path, f"{ann}:Ann")
        ann.write_text(text.replace("min", "max"))
        with pytest.raises(z.Problem, match=r"ann\.py was another"):
            self.play(tmp_path, f"{ann}:Ann")

    @pytest.mark.parametrize(
        "line", ["from parts import taste", "import parts.taste as taste", "from parts.taste import *"]
    )
    def test_a_package_of_a_player(self, tmp_path, line):
        ann, taste = tmp_path / "ann.py", tmp_path / "parts" / "taste.py"
        taste.parent.mkdir()
        ann.write_text(f"{line}\n")
        taste.write_text("BOLD = 1\n")
        before = of_files([f"{ann}:Ann"])
        assert before == of_files([f"{ann}:Ann"])
        taste.write_text("BOLD = 2\n")
        assert before != of_files([f"{ann}:Ann"])

    def test_rules(self, tmp_path):
        path = write(tmp_path / "take.py", GAME)
        self.play(tmp_path, "greedy", game=z.load(path))
        write(tmp_path / "take.py", GAME, ("(1, 2)", "(1, 2)  # a comment changes nothing"))
        self.play(tmp_path, "greedy", game=z.load(path))
        write(tmp_path / "take.py", GAME, ("(1, 2)", "(1, 3)"))
        with pytest.raises(z.Problem, match=r"is of another match: the rules of .*take\.py were others"):
            self.play(tmp_path, "greedy", game=z.load(path))

    def test_an_earlier_record_does_not_say_it(self, tmp_path):
        (tmp_path / "match.jsonl").write_text('{"match": "tictactoe", "players": ["greedy", "random"]}\n')
        with pytest.raises(z.Problem, match="is of another match: the rules of tictactoe were others"):
            self.play(tmp_path, "greedy")

    def test_rules_read_the_same_in_another_process(self):
        program = "import zermelo as z; from zermelo.core.likeness import of_rules; print(of_rules(z.load('go')))"
        assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == of_rules(z.load("go"))
