"""Other programs as players, spoken to in the Go Text Protocol."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import zermelo as z
from zermelo.arena import gtp
from zermelo.arena.fixture import payoff_of_resigning
from zermelo.arena.players import player
from zermelo.errors import Problem

GNUGO = shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", ""), gtp.PLACE]))
needs_gnugo = pytest.mark.skipif(not GNUGO, reason="GNU Go is not installed (apt install gnugo)")
OURS = f"gtp:{shlex.quote(sys.executable)} -m zermelo gtp"

PARROT = """
import sys
moves = sys.argv[2:]
with open(sys.argv[1], "a") as heard:
    for line in sys.stdin:
        print(line, end="", file=heard, flush=True)
        print("=", moves.pop(0) if line.startswith("genmove") else "", end="\\n\\n", flush=True)
"""


@pytest.fixture(autouse=True)
def _none_left():
    """Each test begins without running programs, and ends those that it started."""
    yield
    for one in gtp._running.values():
        one.end()
    gtp._running.clear()


@pytest.fixture
def parrot(tmp_path):
    """A program that plays given moves, and the lines that it has heard since one asked last."""
    (tmp_path / "parrot.py").write_text(PARROT)
    (tmp_path / "heard").touch()

    def make(*moves: str):
        command = shlex.join([sys.executable, str(tmp_path / "parrot.py"), str(tmp_path / "heard"), *moves])
        return player(f"gtp:{command}")

    def heard() -> list[str]:
        lines = (tmp_path / "heard").read_text().splitlines()
        (tmp_path / "heard").write_text("")
        return lines

    return make, heard


def along(game: str, *moves: str) -> list[z.Position]:
    """All positions of a game."""
    line = [z.load(game).start()]
    for move in moves:
        line.append(line[-1].play(move))
    return line


class TestConversation:
    def test_it_is_told_only_what_is_new(self, parrot):
        make, heard = parrot
        one = make("b2", "A1", "c1")
        first = along("hex:size=3", "a3")
        assert one.choose(first[-1], first[:-1]) == "b2"
        assert heard() == ["boardsize 3", "clear_board", "play b a3", "genmove w"]
        second = along("hex:size=3", "a3", "b2", "c2")
        assert one.choose(second[-1], second[:-1]) == "a1"
        assert heard() == ["play b c2", "genmove w"]
        other = along("hex:size=3", "a3", "b1")
        assert one.choose(other[-1], other[:-1]) == "c1"
        assert heard() == ["boardsize 3", "clear_board", "play b a3", "play w b1", "genmove b"]

    def test_go(self, parrot):
        make, heard = parrot
        line = along("go:size=5,komi=6.5", "C3", "pass")
        assert make("PASS").choose(line[-1], line[:-1]) == "pass"
        assert heard() == ["boardsize 5", "clear_board", "komi 6.5", "play b C3", "play w pass", "genmove b"]

    def test_a_position_of_go_is_set_up(self, parrot):
        make, heard = parrot
        *_, last = along("go:size=3,komi=0.0", "A1", "B2", "C3")
        assert make("A3").choose(last) == "A3"
        asked = heard()
        assert asked[:3] == ["boardsize 3", "clear_board", "komi 0.0"]
        assert sorted(asked[3:-1]) == ["play b A1", "play b C3", "play w B2"]
        assert asked[-1] == "genmove w"

    def test_the_swap_has_another_name(self, parrot):
        make, heard = parrot
        line = along("hex:size=3,swap=true", "b1", "swap")
        assert make("a1").choose(line[-1], line[:-1]) == "a1"
        assert "play w swap-pieces" in heard()
        assert make("swap-pieces").choose(line[1], line[:1]) == "swap"

    def test_commands_may_contain_anything(self, parrot):
        make, _ = parrot
        one = make("b2", "x=1,y=2:z", "it's")
        assert one.name.startswith("gtp:")
        assert one.choose(z.load("hex:size=3").start()) == "b2"


class TestGames:
    def test_against_ourselves(self):
        found = z.match("hex:size=3", [f"{OURS} hex --method random --seed 3", "random"], games=4, seed=1)
        assert [one.reason for one in found.played] == ["by the rules"] * 4

    def test_both_sides(self):
        """One program plays both colours, if they are the same command."""
        one = f"{OURS} othello:size=4 --method random --seed 3"
        assert z.match("othello:size=4", [one, one], games=2, seed=1).played[0].reason == "by the rules"
        assert len(gtp._running) == 1

    def test_resigning(self, parrot):
        make, _ = parrot
        played = z.match("hex:size=3", [make("a1", "resign"), "random"], games=1, opening_plies=0).played[0]
        assert (played.reason, played.payoff, len(played.moves)) == ("Red resigns", (-1, 1), 2)
        assert played.choices == (2, 1)
        played = z.match("go:size=3", ["random", make("RESIGN")], games=1, opening_plies=0).played[0]
        assert (played.reason, played.payoff) == ("White resigns", (1, -1))

    def test_what_resigning_costs(self):
        assert payoff_of_resigning(z.load("tictactoe"), 1) == (1, -1)
        assert payoff_of_resigning(z.load("othello"), 0) == (-1, 1)  # one disc

    def test_only_two_can_resign(self):
        class Quitter:
            name = "quitter"

            def choose(self, position, past=()):
                return "resign"

        with pytest.raises(Problem, match="quitter plays 'resign', which is no move"):
            z.match("virus:players=3,size=4", [Quitter()] * 3, games=1)


@needs_gnugo
class TestGnuGo:
    SPEC = "gtp:gnugo --mode gtp --level 1 --seed 1 --chinese-rules --positional-superko --capture-all-dead"

    def test_whole_games(self):
        found = z.match("go:size=9", [self.SPEC, "random"], games=2, seed=1, opening_plies=2)
        assert all(one.reason == "by the rules" or one.reason.endswith(" resigns") for one in found.played)
        assert found.tally(self.SPEC).wins == 2

    def test_it_ends_with_the_process_that_asked(self):
        code = f"""
import zermelo as z
from zermelo.arena import gtp
print(z.player({self.SPEC!r}).choose(z.load("go:size=5").start()))
print(next(iter(gtp._running.values()))._process.pid)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        with pytest.raises(ProcessLookupError):
            os.kill(int(done.stdout.split()[1]), 0)

    def test_each_worker_has_its_own(self):
        z.player(self.SPEC).choose(z.load("go:size=5").start())  # now one runs here, before they are forked
        found = z.match("go:size=5", [self.SPEC, "random"], games=2, workers=2)
        assert len(found.played) == 2


class TestProblems:
    @pytest.mark.parametrize(
        ("script", "words"),
        [
            ("echo out of paper; cat >/dev/null", "answers 'out of paper' to 'boardsize 3', which is not the Go Text"),
            ("echo no licence >&2", "has ended: no licence"),
            ("true", "has ended: it says nothing"),
            ("read line; echo '? unacceptable size'; echo; cat", "cannot answer 'boardsize 3': unacceptable size"),
            ("while read line; do echo '= d9'; echo; done", "plays 'd9' in .../.../... R, which is no move there"),
            ("while read line; do echo '='; echo; done", "plays '' in .../.../... R, which is no move there"),
            ("cat >/dev/null", "has not answered 'boardsize 3' for 0.5 seconds"),
            ("echo '= '; cat >/dev/null", "has not answered 'boardsize 3' for 0.5 seconds"),
        ],
    )
    def test_programs_that_fail(self, script, words, tmp_path, monkeypatch):
        monkeypatch.setattr(gtp, "PATIENCE", 0.5)
        (tmp_path / "wreck").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "wreck").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        one = player("gtp:wreck")
        with pytest.raises(Problem, match=re.escape(words)):
            one.choose(z.load("hex:size=3").start())
        process = next(iter(gtp._running.values()))._process
        assert process.returncode is not None  # it has been ended

    def test_it_starts_again_after_its_end(self, parrot):
        make, _ = parrot
        one, start = make("b2"), z.load("hex:size=3").start()
        assert one.choose(start) == "b2"
        process = next(iter(gtp._running.values()))._process
        process.kill()
        with pytest.raises(Problem, match="has ended"):
            one.choose(start)
        assert one.choose(start) == "b2"

    def test_ctrl_c_ends_it(self, parrot, monkeypatch):
        def interrupted(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr(gtp.GtpProgram, "ask", interrupted)
        with pytest.raises(KeyboardInterrupt):
            parrot[0]("b2").choose(z.load("hex:size=3").start())
        assert not next(iter(gtp._running.values())).end.still_active()

    @pytest.mark.parametrize(
        ("spec", "words"),
        [
            ("gtp", "needs the command line"),
            ("gtp:", "needs the command line"),
            ("gtp:  ", "needs the command line"),
            ("gtp:say 'hello", "No closing quotation"),
        ],
    )
    def test_no_command(self, spec, words):
        with pytest.raises(Problem, match=words):
            player(spec)

    def test_not_installed(self):
        with pytest.raises(Problem, match="not installed: 'no-such-program'"):
            player("gtp:no-such-program --mode gtp").choose(z.load("hex:size=3").start())

    @pytest.mark.parametrize(
        ("position", "words"),
        [
            (z.load("hex:size=3").position("R../.../... B"), "must be told the moves from the start"),
            (z.load("go:columns=3,rows=2").start(), "square boards only"),
            (z.load("nim").start(), "two players who place stones on cells"),
        ],
    )
    def test_what_cannot_be_said(self, parrot, position, words):
        with pytest.raises(Problem, match=words):
            parrot[0]("a1").choose(position)

    def test_on_the_command_line(self, zermelo):
        code, out, err = zermelo("match", "hex:size=3", "random", "gtp:no-such-program", "--games", "2")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "not installed" in err
