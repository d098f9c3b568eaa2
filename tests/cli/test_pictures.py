"""Pictures from the command line, and the trees of games: what is written, and one line for every mistake."""

import json
from pathlib import Path

import pytest

BEGINNINGS = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF"}
CHOMP = str(Path(__file__).parents[2] / "examples" / "chomp.py")
AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
MATCH = ("match", "nim:piles=1-2", "random", "greedy", "--games", "2", "--opening", "0")
NEAR = ("tictactoe", "--position", "XX./OO./... X")


@pytest.mark.parametrize("words", [("tree", AIMA), ("tree", *NEAR), MATCH], ids=lambda words: " ".join(words[:2]))
def test_pictures_are_written(zermelo, tmp_path, words):
    """All formats at once, beside the usual output."""
    asked = [word for suffix in BEGINNINGS for word in (f"--{suffix}", str(tmp_path / f"out.{suffix}"))]
    code, out, err = zermelo(*words, *asked)
    assert code == 0, err
    for suffix, beginning in BEGINNINGS.items():
        assert (tmp_path / f"out.{suffix}").read_bytes().startswith(beginning)
    plain = zermelo(*words)[1]
    if words[0] == "tree":
        assert out == plain


def test_what_the_pictures_say(zermelo, tmp_path):
    zermelo("tree", AIMA, "--svg", str(tmp_path / "a.svg"))
    assert "alphabeta: value +3 for MAX, 7 leaves visited" in (tmp_path / "a.svg").read_text()
    zermelo("tree", *NEAR, "--svg", str(tmp_path / "b.svg"))
    drawn = (tmp_path / "b.svg").read_text()
    assert "tictactoe: alphabeta, value +1 for X" in drawn
    assert "△ X, ▽ O; values are those of X" in drawn
    zermelo(*MATCH, "--svg", str(tmp_path / "c.svg"))
    assert "nim:piles=1-2: 2 games, seed 0" in (tmp_path / "c.svg").read_text()


LONG = "x" * 300
REFUSED = [
    (("--svg", "tree.txt"), "a picture is written as .svg, .png or .pdf, not '.txt'"),
    (("--svg", "tree"), "a picture is written as .svg, .png or .pdf, not 'tree'"),
    (("--png", "tree.jpg"), "a picture is written as .svg, .png or .pdf, not '.jpg'"),
    (("--svg", "tree.png"), "--svg writes .svg, not .png: use --png tree.png"),
    (("--pdf", "tree.svg"), "--pdf writes .pdf, not .svg: use --svg tree.svg"),
    (("--svg", f"{LONG}.svg"), f"cannot write {LONG}.svg: File name too long"),
    (("--svg", "nowhere/tree.svg"), "cannot write nowhere/tree.svg: there is no folder nowhere"),
]


@pytest.mark.parametrize("words", [("tree", AIMA), ("tree", "tictactoe"), MATCH], ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize(("more", "expected"), REFUSED)
def test_refused_before_any_work(zermelo, monkeypatch, tmp_path, words, more, expected):
    def too_late(*_, **__):
        raise AssertionError("work was done")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zermelo.tree.watch.watched", too_late)
    monkeypatch.setattr("zermelo.tree.below.watched", too_late)
    monkeypatch.setattr("zermelo.arena.match.match", too_late)
    assert zermelo(*words, *more) == (2, "", f"zermelo: {expected}\n")
    assert list(tmp_path.iterdir()) == []


def test_without_cairosvg(zermelo, monkeypatch, tmp_path):
    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr("zermelo.draw.picture.import_module", absent)
    code, out, err = zermelo("tree", AIMA, "--png", str(tmp_path / "a.png"))
    assert (code, out) == (2, "")
    assert "pip install 'zermelo[pictures]'" in err
    assert err.count("\n") == 1


# --- trees of games ---------------------------------------------------------------------------------------------------


def test_the_tree_of_a_game(zermelo):
    code, out, _ = zermelo("tree", *NEAR)
    assert code == 0
    assert out.splitlines()[:9] == [
        "  a b c",
        "1 X X .",
        "2 O O .",
        "3 . . .",
        "X to move",
        "",
        "XX./OO./... X  MAX  [-inf, +inf]  = 1  *",
        "├─ c1  1  *",
        "├─ c2  MIN  [1, +inf]  <= 0  cut here",
    ]
    assert "value +1 for X, best move c1, variation c1" in out
    assert out.endswith("X is MAX, O is MIN; values are those of X\n")


def test_the_depth_is_that_of_the_search(zermelo):
    for depth in (1, 2):
        code, out, _ = zermelo("tree", "tictactoe", "--method", "minimax", "--depth", str(depth), "--json")
        found = json.loads(out)
        assert (code, found["depth"], found["game"]) == (0, depth, "tictactoe")
        assert found["shown"] == found["nodes"] == (10, 82)[depth - 1]
        assert len(found["tree"]["children"]) == 9


def test_a_file_with_a_game(zermelo):
    code, out, _ = zermelo("tree", CHOMP, "--depth", "1")
    assert code == 0
    assert "├─ a1  -1" in out


def test_a_file_with_a_tree(zermelo, tmp_path):
    """By its ending, or as it is a file and not of Python."""
    for name in ("mine.json", "mine", "tictactoe"):
        (tmp_path / name).write_text(AIMA)
        assert "7 of 9 leaves visited" in zermelo("tree", str(tmp_path / name))[1]


def test_a_game_that_is_over(zermelo, tmp_path):
    code, out, _ = zermelo("tree", "tictactoe", "--position", "XXX/OO./... O", "--svg", str(tmp_path / "a.svg"))
    assert code == 0
    assert "XXX/OO./... O  1\n" in out
    assert "X wins" in (tmp_path / "a.svg").read_text()


def test_how_many_nodes_are_shown(zermelo):
    code, out, _ = zermelo("tree", "tictactoe", "--depth", "2", "--show", "12")
    assert code == 0
    assert "└─ … 6 more" in out
    assert "4 nodes shown" in out


def test_games_with_chance_and_for_many(zermelo):
    assert "p=0.167" in zermelo("tree", "pig:target=20", "--depth", "2")[1]
    code, out, _ = zermelo("tree", "virus:players=3", "--depth", "1", "--method", "maxn")
    assert code == 0
    assert "for Red, Blue, Yellow, best move" in out


WRONG = [
    (("conect4",), "unknown game 'conect4' (did you mean connect4?); a tree is an expression that starts with ["),
    (("absent.json",), "there is no tree file 'absent.json'"),
    (("nowhere.py",), "there is no game file 'nowhere.py'"),
    (("connect4:widht=5",), "unknown option 'widht' of connect4"),
    (("tictactoe", "--position", "XXXX X"), "unreadable position 'XXXX X' in tictactoe"),
    (("tictactoe", "--order", "best"), "--order is for trees that are written down, and tictactoe is a game"),
    (("tictactoe", "--types"), "--types is for trees that are written down, and tictactoe is a game"),
    (("tictactoe", "--compare"), "--compare is for trees that are written down, and tictactoe is a game"),
    (("tictactoe", "--view", "mover"), "--view is for trees that are written down, and tictactoe is a game"),
    (("tictactoe", "--seed", "3"), "--seed is for trees that are written down, and tictactoe is a game"),
    (("tictactoe", "--method", "mcts"), "mcts has no windows or values at the nodes of a tree (choose from minimax,"),
    (("tictactoe", "--method", "maxm"), "unknown method 'maxm'"),
    (("tictactoe", "--window", "1,0"), "the window '1,0' is empty"),
    (("tictactoe", "--exercise", "7"), "give either a tree or --exercise SEED"),
    (("virus:players=3", "--method", "alphabeta"), "more than two players"),
    ((AIMA, "--position", "1"), "--position is for games"),
    ((AIMA, "--show", "20"), "--show is for games"),
    ((AIMA, "--method", "mcts"), "mcts has no windows or values"),
    ((AIMA, "--depth", "0"), "--depth"),
]


@pytest.mark.parametrize(("words", "expected"), WRONG, ids=lambda value: " ".join(value)[:40] if value else "")
def test_one_line_for_a_mistake(zermelo, words, expected):
    code, out, err = zermelo("tree", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert expected in err
