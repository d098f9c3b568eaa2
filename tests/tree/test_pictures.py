"""Pictures of trees: nothing is cut off or written over something else, and a game's tree shows what was searched."""

from xml.etree import ElementTree

import pytest

import naive
import zermelo as z
from zermelo.draw.words import wide
from zermelo.tree import below as module
from zermelo.tree.below import SHOWN, shown_below
from zermelo.tree.drawing import drawing, drawing_of
from zermelo.tree.svg import as_svg
from zermelo.tree.view import as_text, picture
from zermelo.tree.watch import pictured, watched

SVG = "{http://www.w3.org/2000/svg}"
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
LONG = [
    {"player": "chance", "probs": [0.25, 0.75], "children": [[9, 100.123456], [10, -10]]},
    {"player": "chance", "children": [[1.33333], [-1000000, 2], 3]},
    {"moves": ["a long name", "another one", "the last of all"], "children": [5, 6, 7]},
    [[[5]]],
]


def boxes(svg: str) -> list[tuple[float, float, float, float, str]]:
    """Where the words of a picture are: left, right, top and bottom."""
    found = []
    drawn = ElementTree.fromstring(svg)
    doubles = {id(group[0]) for group in drawn.iter(SVG + "g")}  # the light around letters
    for each in drawn.iter(SVG + "text"):
        size = float(each.get("font-size", "13"))
        x, y, width = float(each.get("x")), float(each.get("y")), wide(each.text, size)
        anchor = each.get("text-anchor", "middle")
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        if id(each) not in doubles:
            found.append((left, left + width, y - 0.72 * size, y + 0.1 * size, each.text))
    return found


def is_readable(svg: str) -> None:
    """No words lie on others, and none beyond the edge."""
    drawn, found = ElementTree.fromstring(svg), boxes(svg)
    width, height = float(drawn.get("width")), float(drawn.get("height"))
    for left, right, top, bottom, text in found:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= width, text
        assert bottom <= height, text
    found.sort()
    for number, (_, right, top, bottom, text) in enumerate(found):
        for other in found[number + 1 :]:
            if other[0] >= right:
                break
            assert other[2] >= bottom or other[3] <= top, (text, other[4])


def searched(source, method: str, **options) -> str:
    tree = z.Tree(source, **options)
    done = watched(tree.start(), method, compiled=False)
    return drawing(pictured(tree.start(), done), done)


@pytest.mark.parametrize(
    ("source", "method"),
    [
        (AIMA, "alphabeta"),
        (LONG, "star2"),
        (LONG, "expectimax"),
        ([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (0.333333, 4, 1)]], "maxn"),
        ([[(1, 2, 6)], [(0.333333, 4, 1)], [(1.25, 2.25, 3.25)]], "paranoid"),
        ([[[[[1]]]], [[[[2]]]], [[[[3]]]]], "alphabeta"),
        ([{"name": "S", "children": [4, 5]}, ["S", 1], ["S", 2]], "alphabeta:table=1"),
        (5, "alphabeta"),
    ],
)
def test_a_searched_tree_is_readable(source, method):
    is_readable(searched(source, method))


def test_trees_with_types_are_readable():
    from zermelo.theory import node_types

    for tree in [z.Tree(AIMA), *naive.random_trees(20, 7)]:
        done = watched(tree.start(), "alphabeta", compiled=False)
        is_readable(
            as_svg(pictured(tree.start(), done, types=node_types(tree)), title="a title" * 9, note="a note" * 20)
        )


def test_random_trees_are_readable():
    for tree in naive.random_trees(40, 8):
        done = watched(tree.start(), "alphabeta", compiled=False)
        is_readable(drawing(pictured(tree.start(), done), done))


GAMES = [
    ("tictactoe", "XX./OO./... X", {}),
    ("tictactoe", "", {"depth": 3}),
    ("connect4", "4444", {"depth": 4, "method": "alphabeta:fail=hard"}),
    ("othello", "", {"depth": 3}),
    ("pig:target=20", "", {"depth": 2}),
    ("einstein", "", {"depth": 1}),
    ("draughts", "", {"depth": 2}),
    ("virus:players=3", "", {"depth": 2, "method": "maxn"}),
    ("hex:size=3", "", {"depth": 2, "most": 20}),
    ("tictactoe", "XXX/OO./... O", {}),
]


@pytest.mark.parametrize(("game", "position", "how"), GAMES)
def test_trees_of_games_are_readable(game, position, how):
    found = shown_below(z.load(game).position(position), **how)
    is_readable(drawing(found.root, found.search))


def nodes(root) -> int:
    return sum(1 for _ in root.walk())


@pytest.mark.parametrize("most", [10, 60, 250, 1000])
@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_no_more_nodes_than_are_wanted(most, method):
    root = shown_below(z.load("tictactoe").start(), depth=3, method=method, most=most).root
    assert 1 < nodes(root) <= most
    levels = {len(root.children), *(len(child.children) for child in root.children)}
    assert max(levels) <= max(most // 4, 2)


def test_values_are_those_of_the_game():
    """All of a game that is nearly over, by its definition."""
    start = z.load("tictactoe").position("XXO/OO./X.. O")
    root = shown_below(start, method="minimax").root

    def worth(position) -> float:
        if position.payoff:
            return position.payoff[0]
        values = [worth(position.play(move)) for move in position.moves]
        return max(values) if position.mover == 0 else min(values)

    for node in root.walk():
        shown = node.value if node.children else node.payoff[0]
        assert shown == worth(node.position)
        assert not node.beyond


def test_moves_left_out_are_counted():
    start = z.load("tictactoe").start()
    root = shown_below(start, depth=1, most=16).root  # 4 moves of one position
    assert [child.edge for child in root.children] == ["a1", "b1", "c1", "a2"]
    assert root.beyond == 5
    assert as_text(root).splitlines()[-1] == "└─ … 5 more"
    assert "… 5 more" in [box[4] for box in boxes(as_svg(root))]


def test_the_best_move_is_not_left_out():
    start = z.load("tictactoe").position(".X./.XO/O.. X")  # b3 wins, the last but one
    found = shown_below(start, depth=1, most=8)
    assert found.search.analysis.move == "b3"
    assert [(child.edge, child.best) for child in found.root.children] == [("a1", False), ("b3", True)]


def test_where_the_search_went_on():
    """It says so at an inner node; a leaf of the search is a leaf, although play would go on."""
    root = shown_below(z.load("tictactoe").start(), depth=2, method="minimax", most=40).root
    child = root.children[0]
    assert not child.children
    assert as_text(root).splitlines()[1] == "├─ a1  MIN  [-inf, +inf]  = 0  *  … 8 more"
    root = shown_below(z.load("tictactoe").start(), depth=1, method="minimax", most=40).root
    assert as_text(root).splitlines()[1] == "├─ a1  0  (estimated)  *"


def test_branches_left_out_are_shown_but_not_what_is_below():
    root = shown_below(z.load("tictactoe").start(), depth=3, most=1000).root
    unseen = [node for node in root.walk() if node.status == "unseen"]
    assert unseen
    assert not any(node.children for node in unseen)
    assert "MAX  - not visited" in as_text(root)
    assert "more" not in as_text(root)


def test_without_a_depth_the_search_is_as_deep_as_can_be_shown():
    start = z.load("tictactoe").start()
    assert shown_below(start, method="minimax").search.analysis.depth == 2  # 1 + 9 + 72 nodes
    assert shown_below(start, method="minimax", most=50).search.analysis.depth == 1
    near = z.load("tictactoe").position("XX./OO./... X")
    assert shown_below(near).search.analysis.exact
    assert nodes(shown_below(near).root) <= SHOWN


def test_names_of_moves_that_are_numbers_are_written_at_games_only():
    assert {"1", "7"} <= {box[4] for box in boxes(drawing_of(z.load("connect4").start()))}
    assert "1" not in {box[4] for box in boxes(drawing_of(z.Tree([[5, 6], [7, 8]]).start()))}


def test_a_search_that_does_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(module, "ROWS", 100)
    with pytest.raises(z.Problem, match="a search to depth 3 does more at tictactoe than can be kept"):
        shown_below(z.load("tictactoe").start(), depth=3)


def test_a_method_without_windows_is_refused():
    with pytest.raises(z.Problem, match=r"mcts has no windows or values .*\(choose from minimax, "):
        shown_below(z.load("tictactoe").start(), method="mcts")


# --- in a notebook ----------------------------------------------------------------------------------------------------


def test_a_trace_draws_its_tree():
    start = z.Tree(AIMA).start()
    done = z.trace(start, plain=True, compiled=False)
    assert (done.analysis.value, done.position, done.complete) == (3, start, True)
    assert isinstance(done, z.Trace)
    svg = done._repr_svg_()
    assert svg == drawing(picture(start, done.iterations[-1], done.analysis.pv), done)
    assert "alphabeta: value +3 for MAX, 7 leaves visited" in svg


def test_a_trace_of_a_game_draws_as_much_as_can_be_shown():
    done = z.trace(z.load("tictactoe").start(), plain=True, compiled=False, limit=z.Limit(depth=3))
    svg = done._repr_svg_()
    is_readable(svg)
    assert "tictactoe: alphabeta, value 0 for X" in svg


def test_a_tree_without_a_search_is_drawn():
    svg = drawing_of(z.Tree(AIMA).start())
    is_readable(svg)
    assert [box[4] for box in boxes(svg)] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    assert "stroke-dasharray" not in svg  # nothing is cut


def test_a_tree_that_is_too_large_is_drawn_as_far_as_it_can_be():
    wide_tree = z.Tree([[[1] * 20] * 20] * 20)
    svg = drawing_of(wide_tree.start())
    assert svg.count("… 20 more") == 400


def test_a_tree_and_its_positions_draw_themselves():
    tree = z.Tree(AIMA)
    assert tree._repr_svg_() == tree.start()._repr_svg_() == drawing_of(tree.start())
    assert [box[4] for box in boxes(tree.position("2")._repr_svg_())] == ["2", "4", "6"]


def test_an_analysis_shows_the_board_of_a_game_that_is_known():
    found = z.analyse(z.load("tictactoe").position("XX./OO./... X"), lines=9, compiled=False)
    assert found._repr_html_().count("<svg ") == 1
    assert found._repr_html_().count("<tr>") == 6
    unknown = z.analyse(z.Tree(AIMA).start(), compiled=False)
    assert unknown._repr_html_().count("<svg ") == 0
    assert unknown._repr_html_().count("<tr>") == 2
