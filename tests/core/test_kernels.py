"""Kernels: functions that are compiled with the rules of a game, what goes in and what comes out."""

from functools import partial

import numpy as np
import pytest

import zermelo as z
from take import GAME, write
from zermelo.core import vocabulary
from zermelo.core.kernel import at_root, given_at, kernel, make
from zermelo.core.native import Unfit
from zermelo.core.vocabulary import SEATS, legal, payoff
from zermelo.errors import RulesProblem
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.minimax import minimax
from zermelo.search.workspace import searching


def total(w, numbers, table, factor):
    """Works on arrays, and changes one of them."""
    found = 0.0
    for i in range(numbers.shape[0]):
        found += numbers[i]
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            found += factor * table[i, j]
            table[i, j] += i
    w.nodes += numbers.shape[0]
    return found


def nothing(w):
    w.nodes += 1


def at_least(w, number, least):
    return number >= least


def half(w, number):
    return number / 2


def double(w, number):
    return 2 * number


def big(w):
    return np.uint64(2**63)


def pair(w, number):
    return number, number


def down(w, ply: int, share: float) -> float:
    """Calls itself, by the types of its annotations."""
    return share if ply == 0 else -down(w, ply - 1, share / 2)


def lose(w, ply: int) -> int:
    """Plays to the end by the first moves: returns who wins."""
    w.leaves += 1
    if legal(w.stack[ply], w.moves[ply]) == 0:
        payoff(w.stack[ply], w.payoff, given_at(w, ply))
        for player in range(SEATS):
            if w.payoff[player] > 0:
                return player
        return -1
    make(w, ply, w.moves[ply, 0])
    return lose(w, ply + 1)


class TestKernels:
    """Structs, contiguous arrays and numbers in, a number or nothing out: compiled as in plain Python."""

    @pytest.fixture
    def both(self):
        game = z.load("tictactoe")

        def run(function, *args):
            answers = []
            for compiled in (False, True):
                w = at_root(game.start())
                given = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
                answers.append((kernel(game, function, compiled=compiled)(w[0], *given), given, int(w["nodes"][0])))
            (plain, changed, nodes), (native, changed_too, nodes_too) = answers
            assert plain == native
            assert nodes == nodes_too
            for one, other in zip(changed, changed_too, strict=True):
                assert np.array_equal(one, other)
            return native, changed

        return run

    def test_arrays(self, both):
        for rows, count in ((2, 3), (1, 0), (0, 5), (100, 1000)):
            table = np.arange(3 * rows, dtype=np.int32).reshape(rows, 3)
            found, (_, changed, _) = both(total, np.arange(float(count)), table, 0.5)
            assert found == count * (count - 1) / 2 + table.sum() / 2
            assert np.array_equal(changed, table + np.arange(rows)[:, None])

    def test_arrays_of_structs(self, both):
        def sum_up(w, rows):
            found = 0.0
            for i in range(rows.shape[0]):
                found += rows[i].share * rows[i].places[1]
                rows[i].places[0] = i
            return found

        kind = np.dtype((np.record, np.dtype([("share", np.float64), ("places", np.int16, (2,))], align=True)))
        rows = np.zeros(3, kind)
        rows["share"], rows["places"] = (0.5, 1, 2), ((0, 4), (0, 2), (0, 1))
        found, (changed,) = both(sum_up, rows)
        assert found == 2 + 2 + 2
        assert changed["places"][:, 0].tolist() == [0, 1, 2]

    @pytest.mark.parametrize("number", [7, -3, 2**40, True, np.int8(5), np.uint64(9), np.bool_(True)])
    def test_whole_numbers(self, both, number):
        assert both(double, number)[0] == 2 * int(number)
        assert isinstance(kernel(z.load("tictactoe"), double)(at_root(z.load("tictactoe").start())[0], number), int)

    @pytest.mark.parametrize("number", [0.25, np.float32(0.5), np.float64(-3), float("inf")])
    def test_other_numbers(self, both, number):
        assert both(half, number)[0] == number / 2

    def test_what_comes_out(self, both):
        assert both(nothing)[0] is None
        assert both(at_least, 3, 2)[0] is True
        assert both(at_least, 1, 2)[0] is False
        assert both(big)[0] == 2**63

    def test_recursion(self, both):
        assert both(down, 3, 8.0)[0] == -1
        assert both(down, 400, 0.0)[0] == 0
        game = z.load("tictactoe")
        position = game.position("XX./.../... O")
        w = at_root(position)
        while not position.over:
            position = position.play(next(iter(position.moves)))
        winner = position.payoff.index(1)
        assert kernel(game, lose)(w[0], 0) == kernel(game, lose, compiled=False)(w[0], 0) == winner

    def test_what_does_not_go_in(self):
        game = z.load("tictactoe")
        w = at_root(game.start())[0]
        for wrong in ("text", None, [1], (1, 2)):
            with pytest.raises(TypeError, match="a kernel takes structs, arrays and numbers, not"):
                kernel(z.Game(game.rules), double)(w, wrong)
        with pytest.raises(TypeError, match="arrays must be contiguous"):
            kernel(z.Game(game.rules), total)(w, np.arange(6.0)[::2], np.ones((1, 1), np.int32), 1.0)

    def test_what_does_not_come_out(self):
        game = z.load("tictactoe")
        with pytest.raises(RulesProblem, match="a kernel returns a number or nothing, not"):
            kernel(game, pair)(at_root(game.start())[0], 1)

    def test_types_are_those_of_the_first_call(self):
        """Others would be read as something that they are not."""
        game = z.Game(z.load("tictactoe").rules)
        run, w, table = kernel(game, total), at_root(game.start()), np.ones((2, 2), np.int32)
        assert run(w[0], np.arange(3.0), table, 0.0) == 3
        for numbers, other in (
            (np.arange(3), table),
            (np.arange(6.0)[::2], table),
            (np.ones((2, 2)), table),
            (np.arange(3.0), table.T),
            (np.arange(3.0), table.astype(np.int64)),
        ):
            with pytest.raises(Unfit, match="compiled for"):
                run(w[0], numbers, other, 0.0)
        with pytest.raises(Unfit, match="compiled for another struct"):
            run(at_root(game.start(), searching)[0], np.arange(3.0), table, 0.0)
        assert run(w[0], np.arange(4.0), table, 0) == 6

    def test_a_number_is_not_cut_off(self):
        game = z.load("tictactoe")
        run, w = kernel(game, double), at_root(game.start())
        assert run(w[0], 3) == 6
        with pytest.raises(Unfit, match=r"compiled for a whole number, and called with 2\.5"):
            run(w[0], 2.5)

    def test_a_method_with_a_workspace_of_its_own(self, tmp_path):
        """The kernels of the others, compiled for another one, are not run on it."""
        (tmp_path / "mine.py").write_text(
            "from zermelo.search.alphabeta.alphabeta import FIELDS, run as search_on\n"
            "from zermelo.search.alphabeta.enhancements import OPTIONS\n"
            "from zermelo.search.method import method\n\n"
            "def more_room(extent):\n"
            "    return [('stack', extent.game.state, (extent.rows + 5,)), ('room', 'i8', (1000,))]\n\n"
            "@method('mine', options=OPTIONS, fields=(more_room, *FIELDS))\n"
            "def run(search, **given):\n"
            "    search_on(search, **given)\n"
        )
        start = z.load("tictactoe").start()
        for same in ({}, {"table": 0}):
            found = [
                analyse(start, method=method, limit=Limit(depth=5), **same)
                for method in ("alphabeta", f"{tmp_path}/mine.py:mine", "alphabeta")
            ]
            assert len({(each.move, each.value, each.nodes) for each in found}) == 1


def test_data_is_an_argument(tmp_path, compiled):
    """Another evaluation needs no compiling."""
    path = write(
        tmp_path / "take.py",
        GAME,
        ("players =", "class Data:\n        weights = (0.0, 0.5)\n        scale = 1.0\n\n    players ="),
        (
            "    def payoff",
            "    def evaluate(s, scale, weights):\n        return scale * weights[s.n % 2]\n\n    def payoff",
        ),
    )
    position = z.load(path).start()
    search = partial(analyse, position, method="minimax", limit=Limit(depth=1))
    assert search().value == 0.0
    assert len(compiled) == 1
    assert search(weights=[0.25, -0.5]).value == 0.5
    assert search(data={"weights": np.array([0.25, -0.5], np.float32), "scale": 0.5}).value == 0.25
    np.savez(tmp_path / "learned.npz", weights=[1, -1], scale=0.75)
    assert search(data=tmp_path / "learned.npz").value == 0.75
    assert len(compiled) == 1
    code = kernel(position.game, minimax).code
    assert code is not None
    assert search().value == 0.0
    with pytest.raises(z.Problem, match=r"has weights of shape \(2,\), not \(1,\)"):
        search(weights=[1.0])
    assert kernel(position.game, minimax).code is code
    again = z.load(write(tmp_path / "take.py", (tmp_path / "take.py").read_text(), ("(0.0, 0.5)", "(0.5, 0.25)")))
    assert analyse(again.start(), method="minimax", limit=Limit(depth=1)).value == -0.25
    assert len(compiled) == 1  # other numbers in the file, too


def test_a_rule_can_be_a_kernel_itself():
    """What replaces it is then the outermost function, which Python calls."""
    game = z.load("connect4")
    position = game.position("44455")
    state = position.state
    assert kernel(game, vocabulary.evaluate)(state, game.given(None, state)) == position.evaluate()
