"""Information sets of trees: in all nodes of one the same player sees the same moves."""

import pytest

import zermelo as z

MISTAKES = {
    "the moves in another order": (
        [
            {"info": "b", "moves": ["x", "y"], "children": [1, 2]},
            {"info": "b", "moves": ["y", "x"], "children": [1, 2]},
        ],
        "nodes '1' and '2' of information set 'b' must have the same moves in the same order, not x, y and y, x",
    ),
    "names for some moves": (
        [{"info": "b", "moves": ["x", "y"], "children": [1, 2]}, {"info": "b", "children": [1, 2]}],
        "nodes '1' and '2' of information set 'b' must have the same moves .*, not x, y and 1, 2",
    ),
    "several players": (
        {"info": "b", "children": [{"info": "b", "children": [1, 2]}, 3]},
        "nodes 'root' and '1' of information set 'b' belong to different players",
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_what_is_no_information_set(what):
    source, message = MISTAKES[what]
    with pytest.raises(z.Problem, match=message):
        z.Tree(source)


def test_moves_of_a_set_are_not_called_by_where_they_lead():
    """Else their names would say in which of its nodes play is."""
    tree = z.Tree([{"info": "?", "children": [{"name": name, "payoff": 0} for name in pair]} for pair in ("ab", "cd")])
    assert [tuple(tree.at(number).sight(1).moves) for number in (1, 4)] == [("1", "2"), ("1", "2")]
