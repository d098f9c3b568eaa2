"""The engine of the Go Text Protocol, as its clients meet it: what they send is `> `, the rest is what they read."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.arena.players import SearchPlayer
from zermelo.errors import Problem
from zermelo.protocols.clock import Clock
from zermelo.protocols.gtp import COMMANDS, Engine
from zermelo.protocols.handicap import handicap
from zermelo.protocols.stream import Wanted, info
from zermelo.search import Limit, Line

DOCS = Path(__file__).parents[2] / "docs" / "gtp.md"


def engine(spec: str, method: str = "random", **options) -> tuple[Engine, list[str]]:
    """An engine that plays at random, if one does not ask for more, and what it says."""
    said: list[str] = []
    options.setdefault("seed", 1)
    return Engine(z.load(spec), (), said.append, method=method, **options), said


def told(one: tuple[Engine, list[str]], *lines: str) -> str:
    """The answers to some lines."""
    for line in lines:
        one[0].obey(line)
    answers = "".join(one[1])
    one[1].clear()
    return answers


def holds(spec: str, script: str, **options) -> None:
    """A session goes as it is written: after each command, two spaces or a new line, the answer."""
    one = engine(spec, **options)
    exchanges = re.findall(r"^> (.*?)(?:  +|\n)(.*?)(?=^>|\Z)", dedent(script), re.MULTILINE | re.DOTALL)
    for command, answer in exchanges:
        assert (command, re.sub(r" *\n", "\n", told(one, command))) == (command, answer.strip() + "\n\n")


class TestLanguage:
    def test_who_it_is(self):
        holds(
            "hex",
            f"""
            > protocol_version              = 2
            > 7 name                        =7 Zermelo
            > version                       = {z.__version__}
            > known_command genmove         = true
            > known_command castle          = false
            > 12 castle                     ?12 unknown command
            > quit                          =
            """,
        )

    def test_commands_depend_on_the_game(self):
        listed = {spec: set(told(engine(spec), "list_commands")[2:].split()) for spec in ("go", "hex", "othello")}
        handicaps = {"fixed_handicap", "place_free_handicap", "set_free_handicap"}
        assert set.union(*listed.values()) == set(COMMANDS)
        assert listed["go"] - listed["hex"] == {*handicaps, "final_status_list"}
        assert listed["hex"] - listed["othello"] == {"loadsgf", "hexgui-analyze_commands"}
        assert told(engine("hex"), "fixed_handicap 2") == "? unknown command\n\n"

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("name # and a comment", "= Zermelo\n\n"),
            ("\t name\t ", "= Zermelo\n\n"),
            ("na\x07me\r", "= Zermelo\n\n"),
            ("007 name", "=007 Zermelo\n\n"),
            ("# nothing but a comment", ""),
            ("", ""),
            (" \t \r", ""),
            ("3", "?3 unknown command\n\n"),
            ("3name", "? unknown command\n\n"),
            ("-3 name", "? unknown command\n\n"),
            ("NAME", "? unknown command\n\n"),
            ("name it", "? syntax error\n\n"),
            ("boardsize", "? syntax error\n\n"),
            ("٣ name", "? unknown command\n\n"),
        ],
    )
    def test_lines(self, line, answer):
        assert told(engine("hex:size=3"), line) == answer

    def test_ends_with_quit_or_the_last_line(self):
        for lines in (["name", "quit", "version"], ["name", "quit"]):
            said: list[str] = []
            Engine(z.load("hex:size=3"), lines, said.append, method="random").run()
            assert said == ["= Zermelo\n\n", "= \n\n"]

    @pytest.mark.parametrize(
        ("spec", "words"),
        [
            ("nim", "moves such as"),
            ("draughts", "moves such as"),
            ("dots", "moves such as 'a1b1'"),
            ("pig", "chance moves"),
            ("virus", "4 players"),
        ],
    )
    def test_other_games_are_refused(self, spec, words, zermelo):
        code, out, err = zermelo("gtp", spec)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert words in err

    def test_limits_come_once_and_methods_exist(self, zermelo):
        assert "not both" in zermelo("gtp", "hex", "--method", "alphabeta:depth=2", "--time", "1")[2]
        assert "did you mean" in zermelo("gtp", "hex", "--method", "alphabet")[2]


class TestBoard:
    def test_hex(self):
        holds(
            "hex:size=3,swap=true",
            """
            > play black b1                 =
            > play w swap-pieces            =
            > showboard
            =
              a b c
            1 . . .
             2 B . .
              3 . . .
            Red to move
            > undo                          =
            > play WHITE B2                 =
            > play b b2                     ? illegal move
            > play w c3                     ? illegal move
            > play b d1                     ? illegal move
            > play green a1                 ? syntax error
            > play b 1a                     ? syntax error
            > play b resign                 ? syntax error
            > final_score                   ? cannot score
            > play b c1                     =
            > play w a2                     =
            > play b c2                     =
            > play w a3                     =
            > play b c3                     =
            > final_score                   = B+
            > play w a1                     ? illegal move
            > genmove w                     ? the game is over: by the rules
            """,
        )

    def test_othello(self):
        holds(
            "othello:size=4",
            """
            > boardsize 4                   =
            > play b a2                     =
            > showboard
            =
              a b c d
            1 - - - -
            2 X X X -
            3 - X O -
            4 - - - -
            White to move
            > play b d3                     ? illegal move
            > play w pass                   ? illegal move
            > final_score                   = B+3
            > boardsize 6                   =
            > boardsize 5                   ? unacceptable size
            > final_score                   = 0
            > komi 0                        =
            > komi 6.5                      ? othello:size=6 has no komi
            """,
        )

    def test_sizes_keep_the_other_options(self):
        one = engine("hex:size=5,swap=true")
        assert told(one, "boardsize 4 4") == "= \n\n"  # as HexGui does
        assert one[0].game.spec == "hex:size=4,swap=true"
        assert told(one, "boardsize 20", "boardsize 0", "boardsize 5 4", "boardsize x", "boardsize -3") == (
            "? unacceptable size\n\n" * 3 + "? syntax error\n\n" * 2
        )
        assert one[0].game.spec == "hex:size=4,swap=true"

    def test_a_game_without_sizes(self):
        assert told(engine("tictactoe"), "boardsize 3", "boardsize 4") == "= \n\n? unacceptable size\n\n"

    def test_genmove(self):
        one = engine("hex:size=2")
        answer = told(one, "genmove b")
        assert re.fullmatch(r"= [ab][12]\n\n", answer)
        assert one[0].table.history.played == [answer[2:4]]
        again = told(one, "reg_genmove w")
        assert re.fullmatch(r"= [ab][12]\n\n", again)
        assert len(one[0].table.moves) == 1

    def test_forced_passes_may_be_left_out(self):
        one, _ = engine("othello:size=4")
        one.table.history = z.History(one.game.position("OOOX/OOXX/OOXX/-XXX O"))
        assert list(one.table.history.moves) == ["pass"]
        assert told((one, _), "play b a4") == "= \n\n"
        assert one.table.history.played == ["pass", "a4"]

    def test_undo(self):
        holds(
            "tictactoe",
            """
            > undo                          ? cannot undo
            > play b b2                     =
            > undo                          =
            > play b b2                     =
            > play w b2                     ? illegal move
            """,
        )


class TestGo:
    def test_scores(self):
        holds(
            "go:size=5,komi=0.5",
            """
            > final_score                   = W+0.5
            > play b C3                     =
            > play w c3                     ? illegal move
            > final_score                   = B+24.5
            > komi 7                        =
            > final_score                   = B+18
            > komi -3                       =
            > final_score                   = B+28
            > komi nan                      ? syntax error
            > komi much                     ? syntax error
            > final_status_list alive       = C3
            > final_status_list dead        =
            > final_status_list sleeping    ? syntax error
            > showboard
            =
              A B C D E
            5 . . . . .
            4 . . . . .
            3 . . X . .
            2 . . . . .
            1 . . . . .
            White to move
            """,
        )

    def test_the_same_colour_twice(self):
        """A client may set up a position with stones in any order."""
        holds(
            "go:size=3",
            """
            > play b A1                     =
            > play b C3                     =
            > play w B2                     =
            > play w A3                     =
            > undo                          =
            > play b B3                     =
            > showboard
            =
              A B C
            3 . X X
            2 . O .
            1 X . .
            White to move
            > undo                          =
            > undo                          =
            > undo                          =
            > undo                          =
            > undo                          ? cannot undo
            """,
        )

    def test_white_begins(self):
        assert re.fullmatch(r"= \w+\n\n", told(engine("go:size=3"), "genmove w"))

    def test_handicap(self):
        holds(
            "go:size=9",
            """
            > fixed_handicap 3              = C3 G7 C7
            > fixed_handicap 2              ? board not empty
            > clear_board                   =
            > fixed_handicap 1              ? invalid number of stones
            > fixed_handicap 10             ? invalid number of stones
            > place_free_handicap 12        = C3 G7 C7 G3 C5 G5 E3 E7 E5
            > clear_board                   =
            > set_free_handicap D4 D4       ? bad vertex list
            > set_free_handicap D4 pass     ? bad vertex list
            > set_free_handicap D4          ? bad vertex list
            > set_free_handicap D4 E5       =
            > final_status_list alive
            = D4
            E5
            """,
        )

    def test_fixed_places(self):
        assert handicap(9, 19) == "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10".split()
        assert handicap(8, 19) == "D4 Q16 D16 Q4 D10 Q10 K4 K16".split()
        assert handicap(7, 13) == "D4 K10 D10 K4 D7 K7 G7".split()
        assert handicap(4, 8) == "C3 F6 C6 F3".split()
        for stones, size in ((5, 8), (5, 7), (2, 6), (10, 19), (0, 19)):
            with pytest.raises(Problem, match="invalid number of stones"):
                handicap(stones, size)


class TestGameRecords:
    """What `loadsgf` reads."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path, monkeypatch):
        pytest.importorskip("sgfmill")
        monkeypatch.chdir(tmp_path)

    def test_go(self):
        Path("game.sgf").write_text("(;GM[1]FF[4]SZ[3]KM[0.5]AB[aa][cc];W[bb];B[ca](;W[])(;W[ac]))")
        script = """
            > loadsgf game.sgf              =
            > showboard
            =
              A B C
            3 X . X
            2 . O .
            1 . . X
            Black to move
            > loadsgf game.sgf 2            =
            > showboard
            =
              A B C
            3 X . .
            2 . O .
            1 . . X
            Black to move
            > final_score                   = B+0.5
            """
        holds("go", script)

    def test_hex(self):
        Path("game.sgf").write_text("(;GM[11]SZ[3];B[b1];W[swap-pieces];B[c2])")
        script = """
            > loadsgf game.sgf              =
            > showboard
            =
              a b c
            1 . . .
             2 B . R
              3 . . .
            Blue to move
            """
        holds("hex:swap=true", script)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            (None, "No such file"),
            ("rubbish", "is no SGF file"),
            ("", "is no SGF file"),
            ("(;GM[11]SZ[3])", "is not a game of go"),
            ("(;GM[1]SZ[3];B[aa];W[aa])", "A3"),
            ("(;GM[1]SZ[3];B[aa];AB[bb])", "changes the position"),
            ("(;GM[1]SZ[25])", "size=25"),
            ("(;GM[1]SZ[3];B[zz])", "is no SGF file"),
        ],
    )
    def test_not_read(self, text, words):
        if text is not None:
            Path("game.sgf").write_text(text)
        one = engine("go:size=5")
        answer = told(one, "play b A1", "loadsgf game.sgf").removeprefix("= \n\n")
        assert answer.startswith("? cannot load file: ")
        assert words in answer
        assert len(one[0].table.moves) == 1


class TestTime:
    @pytest.mark.parametrize(
        ("clock", "seconds"),
        [
            (Clock(250), 9.9),  # a 25th of what is left
            (Clock(0, 30, 5), 5.9),  # a 5th of the period
            (Clock(100, 30, 5), 5.9),  # overtime to come allows as much at once
            (Clock(1, 30, 1), 0.9),  # but not more than is left
            (Clock(0), 0.01),
            (Clock(100, 5, 0), None),
            (Clock(0, 1, 0), None),
        ],
    )
    def test_for_a_move(self, clock, seconds):
        assert clock.for_a_move() == (seconds and pytest.approx(seconds))

    def test_it_runs(self):
        clock = Clock(10, 30, 2)
        clock.spent(4)
        assert (clock.left, clock.due) == (6, 0)
        clock.spent(7)
        assert (clock.left, clock.due) == (30, 2)
        clock.spent(20)
        assert (clock.left, clock.due) == (10, 1)
        clock.spent(5)
        assert (clock.left, clock.due) == (30, 2)

    def test_limits(self):
        """Never longer than the clock allows, nor than the person who started the engine said."""
        holds(
            "tictactoe",
            """
            > time_settings 250 0 0         =
            > time_left b 50 0              =
            > time_left w 50 10             =
            > time_left w soon 10           ? syntax error
            > time_left w -1 10             ? syntax error
            > time_settings 0 0 some        ? syntax error
            """,
        )
        one, _ = engine("tictactoe", method="alphabeta")
        assert one.thinker._limit(0) == Limit(time=1.0)
        told((one, []), "time_settings 250 0 0", "time_left w 50 10")
        assert [one.thinker._limit(colour).time for colour in (0, 1)] == pytest.approx([9.9, 4.9])
        told((one, []), "clear_board")
        assert one.thinker._limit(1).time == pytest.approx(9.9)
        own, _ = engine("tictactoe", method="alphabeta:depth=4,time=2")
        told((own, []), "time_settings 250 0 0")
        assert own.thinker._limit(0) == Limit(time=2, depth=4)


class TestResigning:
    @pytest.mark.parametrize(
        ("resign", "shares", "moves"),
        [
            (0.05, [0.04, 0.04], ["b2", "resign"]),
            (0.05, [0.04, 0.06, 0.04], ["b2", "b2", "b2"]),
            (0.0, [0.0, 0.0], ["b2", "b2"]),
        ],
    )
    def test_after_two_bad_moves(self, resign, shares, moves, monkeypatch):
        one, said = engine("tictactoe", method="alphabeta", resign=resign)
        lines = [Line("b2", 0.0, ("b2",), visits=100, wins=share) for share in shares]
        monkeypatch.setattr(SearchPlayer, "think", lambda *_: SimpleNamespace(exact=False, lines=[lines.pop(0)]))
        for _ in moves:
            one.obey("reg_genmove b")
        assert said == [f"= {move}\n\n" for move in moves]

    def test_by_default_only_in_go(self):
        assert [engine(spec)[0].thinker.resign for spec in ("go", "hex", "othello")] == [0.05, 0, 0]


class TestStreams:
    """What Leela Zero and KataGo invented."""

    def test_info(self):
        hex, go = z.load("hex:swap=true"), z.load("go")
        lines = [Line("d4", 0.25, ("d4", "swap"), visits=123, wins=0.4821), Line("c3", -1.0, ("c3",), visits=0)]
        best = "info move d4 visits 123 winrate 4821 prior 0 order 0 pv d4 swap-pieces"
        assert info(hex, lines, 500, kata=False) == best
        best = "info move D4 visits 99 winrate 0.600000 scoreMean 3.500 scoreLead 3.500 prior 0 order 0 pv D4 E5"
        assert info(go, [Line("D4", 3.5, ("D4", "E5"), visits=99, wins=0.6)], 500, kata=True) == best
        best = "info move d4 visits 500 winrate 6250 prior 0 order 0 pv d4"
        assert info(hex, [Line("d4", 0.25, ())], 500, kata=False) == best
        assert "winrate 7311" in info(z.load("othello"), [Line("d3", 8.0, ("d3",))], 500, kata=False)

    @pytest.mark.parametrize(
        ("words", "wanted"),
        [
            ("", Wanted()),
            ("50", Wanted(interval=0.5)),
            ("W", Wanted(colour=1)),
            ("black 20 maxmoves 3", Wanted(0, 0.2, 3)),
            ("interval 10 minmoves 2 rootInfo true", Wanted(interval=0.1)),
            ("green", None),
            ("b 10 20", None),
            ("b interval", None),
            ("b interval soon", None),
            ("b 1e999", None),
            ("b maxmoves 0", None),
            ("b 10 avoid b D4 5", None),
        ],
    )
    def test_wanted(self, words, wanted):
        if wanted is None:
            assert told(engine("hex:size=3"), f"lz-analyze {words}") == "? syntax error\n\n"
        else:
            assert Wanted.read(words.split()) == wanted

    def test_genmove_analyze(self):
        one = engine("tictactoe", method="alphabeta:depth=3")
        assert re.fullmatch(r"=4\n(info .*\n)*play [abc][123]\n\n", told(one, "4 lz-genmove_analyze b 1"))
        assert re.fullmatch(r"=\n(info .*\n)*play [abc][123]\n\n", told(one, "kata-genmove_analyze w 1"))
        assert len(one[0].table.moves) == 2

    def test_analyze(self):
        one = engine("tictactoe", method="alphabeta")
        answer = told(one, "play b b2", "5 kata-analyze 10 maxmoves 2")
        assert re.fullmatch(
            r"= \n\n=5\n(info move \w\w visits \d+ winrate 0.5\d* prior 0 order 0 pv( \w\w)+ info .* order 1 .*\n)+\n",
            answer,
        )
        assert len(one[0].table.moves) == 1
        for vertex, colour in zip("b1 a1 b3".split(), "wbw", strict=True):
            told(one, f"play {colour} {vertex}")
        told(one, "play b a2", "play w a3", "play b c2")
        assert told(one, "lz-analyze") == "=\n\n"  # the game is over

    def test_whoever_does_not_search_does_not_analyse(self):
        assert told(engine("hex:size=3"), "lz-analyze 10") == "? random does not analyse\n\n"


WORDS = st.sampled_from(
    [
        *COMMANDS,
        *"b w black WHITE a1 B2 c3 pass resign swap-pieces 0 1 3 5 9 -1 6.5 nan true alive # \t \x07".split(" "),
    ]
)
LINES = st.one_of(st.lists(WORDS, max_size=5).map(" ".join), st.text(max_size=20))


class TestNonsense:
    @pytest.mark.parametrize("spec", ["hex:size=3,swap=true", "go:size=3", "othello:size=4"])
    @settings(max_examples=60, deadline=None)
    @given(lines=st.lists(LINES, max_size=12))
    def test_every_command_is_answered_once(self, spec, lines):
        one = engine(spec)
        for line in lines:
            for each in line.split("\n"):
                answers = r"[=?]\d*( [^\n]*)?\n([^\n]+\n)*\n"
                blank = not re.sub(r"[\x00-\x1f\x7f]", "", each.partition("#")[0]).strip()
                assert re.fullmatch("" if blank else answers, told(one, each)), each


def start(*words: str, **options) -> subprocess.Popen:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "zermelo", "gtp", *words], text=True, **pipes, **options)


class TestProcess:
    def test_answers_all_before_it_ends(self):
        with start("hex:size=3", "--method", "random", "--seed", "1") as process:
            out, err = process.communicate("1 boardsize 2\n2 genmove b\n\n3 showboard")
        assert (process.returncode, err) == (0, "")
        assert re.match(r"=1 \n\n=2 [ab][12]\n\n=3 \n  a b\n", out)

    def test_each_answer_comes_at_once(self):
        with start("hex:size=3", "--method", "random") as process:
            for line, answer in (("name", "= Zermelo"), ("5 play b a1", "=5 ")):
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
                assert [process.stdout.readline() for _ in range(2)] == [f"{answer}\n", "\n"]
            process.stdin.write("quit\n")
            process.stdin.flush()
            assert process.wait(timeout=20) == 0  # though standard input is still open

    def test_a_client_that_hears_no_more(self):
        with start("hex:size=3", "--method", "random") as process:
            process.stdout.close()
            process.stdin.write("name\n" * 3)
            process.stdin.close()
            process.wait(timeout=20)
            assert process.stderr.read() == ""

    @pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
    def test_signals(self, number, code):
        with start("hex:size=3", "--method", "random") as process:
            process.stdin.write("name\n")
            process.stdin.flush()
            process.stdout.readline()
            process.send_signal(number)
            assert process.wait(timeout=20) == code
            assert "Traceback" not in process.stderr.read()

    def test_a_stream_goes_on_until_the_next_line(self):
        with start("tictactoe", "--method", "alphabeta", env={**os.environ}) as process:
            process.stdin.write("lz-analyze 1\n")
            process.stdin.flush()
            assert process.stdout.readline() == "=\n"
            assert process.stdout.readline().startswith("info move ")
            time.sleep(0.2)
            process.stdin.write("name\n")
            process.stdin.flush()
            rest = iter(process.stdout.readline, "= Zermelo\n")
            assert all(line == "\n" or line.startswith("info move ") for line in rest)
            process.stdin.write("lz-analyze 1\n")
            process.stdin.close()  # the end of the input ends it, too
            assert process.wait(timeout=20) == 0
            assert process.stdout.read().endswith("\n\n")


def test_the_documented_session():
    """docs/gtp.md shows a game as it is played."""
    pages = re.findall(r"^```gtp (\S+)\n(.*?)^```", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    assert pages
    for spec, script in pages:
        holds(spec, script)


def test_every_command_is_documented():
    assert set(COMMANDS) == set(
        re.findall(r"`([a-z_-]+)`", DOCS.read_text().partition("| command |")[2].partition("\n\n")[0])
    )
