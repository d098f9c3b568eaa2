"""Go in the Go Text Protocol: scores and handicap; and the records of games, of Hex too."""

import re
import sys
from pathlib import Path

import pytest

from session import engine, holds, told
from zermelo.errors import Problem
from zermelo.protocols.handicap import handicap


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
            ("(;GM[1]SZ[26];B[za])", "26 columns, but there are letters for 25 only"),
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

    def test_without_sgfmill(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "sgfmill", None)
        answer = told(engine("go:size=5"), "loadsgf game.sgf")
        assert answer == "? cannot load file: game records need sgfmill: pip install 'zermelo[sgf]'\n\n"
