"""What a trace takes, and what a method of one's own may note of its search."""

import pytest

from zermelo import Limit, Problem, Tree, trace
from zermelo.tree.watch import pictured

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

LEAVES = """
from zermelo.core.kernel import make
from zermelo.core.vocabulary import moves
from zermelo.search.events import LEAF, note
from zermelo.search.method import VALUES, method
from zermelo.search.view import worth

def look(w, ply):
    best = -1e300
    for i in range(moves(w.stack[0], w.moves[0])):
        make(w, 0, w.moves[0, i])
        value = -worth(w, 1)
        note(w, LEAF, ply, w.moves[0, i], 0, 0.0, 0.0, -value)
        if value > best:
            best, w.line[0, 0] = value, w.moves[0, i]
    return best

@method("leaves", draws=VALUES)
def run(search):
    value = search.kernel(look)(search.work, 1)
    move = int(search.work.line[0, 0])
    search.found([(move, value, [move])], depth=1, exact=False)

@method("gap", draws=VALUES)
def jump(search):
    search.found([(0, search.kernel(look)(search.work, 2), [0])], depth=1, exact=False)
"""


def test_a_method_may_note_leaves_without_entering_them(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(LEAVES)
    start = Tree([3, 12, 8]).start()
    done = trace(start, method=f"{file}:leaves", compiled=False)
    [root] = done.iterations
    assert (root.ply, root.left, root.value) == (0, "done", 12)
    assert [(leaf.move, leaf.ply, leaf.left, leaf.value) for leaf in root.children] == [
        (0, 1, "leaf", -3), (1, 1, "leaf", -12), (2, 1, "leaf", -8)
    ]  # fmt: skip
    assert [node.value for node in pictured(start, done).walk()] == [12, 3, 12, 8]
    with pytest.raises(Problem, match="noted a node at ply 2, but none above it at ply 1"):
        trace(start, method=f"{file}:gap", compiled=False)


def test_a_trace_takes_a_description():
    start = Tree(AIMA).start()
    hard = trace(start, method="alphabeta:plain=true,fail=hard", compiled=False)
    assert hard.iterations == trace(start, method="alphabeta", plain=True, fail="hard", compiled=False).iterations
    assert trace(start, method="alphabeta:depth=1,plain=true", compiled=False).analysis.depth == 1
    for given, told in (
        ({"limit": 5}, r"a Limit is wanted, such as Limit\(time=2\), not 5"),
        ({"method": "alphabeta:depth=1", "limit": Limit(depth=2)}, "not both"),
        ({"depth": 3}, "depth is a limit, not an option"),
        ({"method": "alphabeta:fial=hard"}, "did you mean fail"),
        ({"method": "alphabeta:threads=2"}, "one thread only"),
    ):
        with pytest.raises(Problem, match=told):
            trace(start, compiled=False, **given)
