"""The engine of the Go Text Protocol, as its clients meet it: its language, its boards, and what docs/gtp.md says."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from session import engine, holds, told
from zermelo.protocols.gtp import COMMANDS, Engine

DOCS = Path(__file__).parents[2] / "docs" / "gtp.md"


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
