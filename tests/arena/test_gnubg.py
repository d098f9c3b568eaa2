"""GNU Backgammon as a player, and as a judge of our rules."""

import os
import random
import re
import shutil
import subprocess
import sys
from itertools import islice

import pytest

import zermelo as z
from zermelo.arena import gnubg
from zermelo.arena.players import player
from zermelo.errors import Problem

FOUND = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), gnubg.PLACE]))
ENGLISH = {**os.environ, "LC_ALL": "C"}
BACKGAMMON = z.load("backgammon")
needs_gnubg = pytest.mark.skipif(not FOUND, reason="GNU Backgammon is not installed (apt install gnubg)")

ALL_PLAYS = """
import gnubg
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
for line in open("positions.txt"):
    name, one, other = line.split()
    rolled = gnubg.posinfo(1, 0, 0, 1, (int(one), int(other)))
    gnubg.command("set gnubgid " + gnubg.gnubgid(gnubg.positionfromid(name), cube, rolled))
    print("\\n= " + ",".join(each["move"] for each in gnubg.hint(4000)["hint"]))
"""


def positions(seed: int):
    """Positions with dice, from games in which every move is random."""
    luck = random.Random(seed)
    while True:
        position = BACKGAMMON.start()
        while not position.over:
            if chances := position.chances:
                position = position.play(luck.choices(list(chances), list(chances.values()))[0])
            else:
                yield position
                position = position.play(luck.choice(position.codes))


@needs_gnubg
class TestPlays:
    @pytest.mark.parametrize("beginner", "XO")
    @pytest.mark.parametrize(
        ("roll", "play"),
        [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3"), ("65", "24/13")],
    )
    def test_first_play_that_nobody_disputes(self, roll, play, beginner):
        assert player("gnubg").choose(BACKGAMMON.start().play(f"{beginner} {roll}")) == play

    @pytest.mark.parametrize(
        ("roll", "play"),
        [("11", "8/7*(2) 6/5(2)"), ("55", "8/3(2) 6/1*(2)"), ("64", "24/14*"), ("66", "24/18(2) 13/7*(2)")],
    )
    def test_replies_hit_the_men_of_the_other_side(self, roll, play):
        begun = BACKGAMMON.start().play("X 62").play("24/18 13/11")
        assert player("gnubg:plies=1").choose(begun.play(roll)) == play

    @pytest.mark.parametrize(
        ("text", "play"),
        [
            ("+zAYKAN7+4ACAA O 21", "11/8*"),  # 12/10 11/10 would win more often, but half as many gammons
            ("AQAA1H0dAgAAAA X 64", "10/off"),  # the last chance to bear off a man
        ],
    )
    def test_gammons_count(self, text, play):
        assert player("gnubg").choose(BACKGAMMON.position(text)) == play

    def test_whole_games(self):
        found = z.match(BACKGAMMON, ["random", "gnubg"], games=2, seed=3)
        assert found.tally("gnubg").wins == 2

    def test_each_worker_has_its_own(self):
        player("gnubg").choose(BACKGAMMON.start().play("X 31"))  # now one runs here, before they are forked
        games = [z.match(BACKGAMMON, ["random", "gnubg"], games=2, seed=4, workers=n).played for n in (1, 2)]
        assert [one.moves for one in games[0]] == [one.moves for one in games[1]]

    def test_noise(self):
        noisy, sober = player("gnubg:noise=0.5"), player("gnubg")
        seen = list(islice(positions(seed=5), 12))
        assert [noisy.choose(one) for one in seen] != [sober.choose(one) for one in seen]


@needs_gnubg
def test_same_legal_plays(tmp_path):
    asked = [one for one in islice(positions(seed=6), 0, 320, 8) if len(one.moves) > 1]
    texts = [one.text.split() for one in asked]
    (tmp_path / "positions.txt").write_text("\n".join(f"{name} {dice[0]} {dice[1]}" for name, _, dice in texts))
    (tmp_path / "all_plays.py").write_text(ALL_PLAYS)
    command = [FOUND, "-t", "-q", "-r", "-p", "all_plays.py"]
    told = subprocess.run(command, cwd=tmp_path, env=ENGLISH, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    answers = [line[2:].split(",") for line in told.stdout.splitlines() if line.startswith("= ")]
    for position, plays in zip(asked, answers, strict=True):
        assert len(plays) == len(position.moves)
        assert {position.play(each) for each in plays} == {position.play(each) for each in position.codes}


class TestProblems:
    def test_not_installed(self, monkeypatch):
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(gnubg, "PLACE", "")
        monkeypatch.setattr(gnubg, "_running", {})
        with pytest.raises(Problem, match="apt install gnubg"):
            player("gnubg").choose(BACKGAMMON.start().play("X 31"))

    def test_another_game(self):
        with pytest.raises(Problem, match="gnubg plays backgammon, not tictactoe"):
            player("gnubg").choose(z.load("tictactoe").start())

    @pytest.mark.parametrize(
        ("spec", "words"),
        [
            ("gnubg:plies=4", "plies=4 must be from 0 to 3"),
            ("gnubg:plies=deep", "must be a whole number"),
            ("gnubg:depth=2", "unknown option 'depth' of gnubg"),
            ("gnubg:ply=2", "did you mean plies"),
        ],
    )
    def test_options(self, spec, words):
        with pytest.raises(Problem, match=words):
            player(spec)

    @pytest.mark.parametrize(
        ("script", "words"),
        [
            ("echo; echo = 24/1; cat", "answers '24/1' in 4HPwATDgc/ABMA X 31, which is no play there"),
            ("echo '= ! NameError: gone'; cat", "cannot answer '4HPwATDgc/ABMA 3 1 0 0.0': NameError: gone"),
            ("echo out of paper", "has ended: out of paper"),
            ("true", "has ended: it says nothing"),
        ],
    )
    def test_another_program_of_that_name(self, script, words, tmp_path, monkeypatch):
        (tmp_path / "gnubg").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "gnubg").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        monkeypatch.setattr(gnubg, "_running", {})
        with pytest.raises(Problem, match=re.escape(words)):
            player("gnubg").choose(BACKGAMMON.start().play("X 31"))
        for one in gnubg._running.values():
            one.end()

    @needs_gnubg
    def test_starts_again_after_its_end(self):
        position = BACKGAMMON.start().play("X 31")
        assert player("gnubg").choose(position) == "8/5 6/5"
        process = gnubg.program()._process
        process.kill()
        process.wait()
        with pytest.raises(Problem, match="GNU Backgammon has ended"):
            player("gnubg").choose(position)
        assert player("gnubg").choose(position) == "8/5 6/5"

    @needs_gnubg
    def test_ends_with_the_process_that_asked(self):
        code = """
import zermelo as z
from zermelo.arena import gnubg, players
players.player("gnubg").choose(z.load("backgammon").start().play("X 31"))
print(gnubg.program()._process.pid)
"""
        told = subprocess.run([sys.executable, "-c", code], env=ENGLISH, capture_output=True, text=True, check=True)
        with pytest.raises(ProcessLookupError):
            os.kill(int(told.stdout), 0)
