"""Rules that say too much are stopped: native code writes no further than the array that it was handed."""

import pytest

import zermelo as z
from take import GAME, write

ROOM = ('players = ("A", "B")', 'players = ("A", "B")\n    max_moves = 2')
MORE = ("TAKES = (1, 2)", "TAKES = (1, 2, 3, 4)")
BELOW = ("if take <= s.n", "if take <= s.n and (take <= 2 or s.n < 6)")  # of seven no more than two may be taken
PUT = (("out[k] = take", "put(out, k, take)"), ("def bonus", "def put(out, k, take):\n    out[k] = take\n\ndef bonus"))
NAMED = (("k = 0", "k, o = 0, out"), ("out[k] = take", "o[k] = take"))
EITHER = (("k = 0", "k, o = 0, out if s.n else out[1:]"), ("out[k] = take", "o[k] = take"))
BITS = (("import int8", "import int8, uint64"), ("n: int8", "n: int8\n        bits: uint64"))
LISTED = (
    ("import Rules", "import Rules, listed"),
    ("s.n = 7", "s.n = 7\n        s.bits = 2 ** 64 - 2"),
    ("return k\n", "return k if s.n == 7 else listed(s.bits, out)\n"),
)
WRONG = {
    "a move too many": ((ROOM, MORE, BELOW), "moves() writes beyond the end of out"),
    "in a helper": ((ROOM, MORE, BELOW, *PUT), "put() writes beyond the end of out"),
    "by another name": ((ROOM, MORE, BELOW, *NAMED), "moves() writes beyond the end of out"),
    "by one of two names": ((ROOM, MORE, BELOW, *EITHER), "moves() writes beyond the end of o"),
    "in one of ours": ((ROOM, *BITS, *LISTED), "listed() writes beyond the end of out"),
    "a count too large": ((("return k\n", "return k if s.n == 7 else 300\n"),), "moves() lists more than max_moves"),
    "a player too many": ((("out[1 - s.turn]", "out[2 - s.turn]"),), "payoff() writes beyond the end of out"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_rules_that_write_too_much_stop_a_search_with_a_sentence(tmp_path, mistake):
    changes, sentence = WRONG[mistake]
    start = z.load(write(tmp_path / "take.py", GAME, *changes)).start()
    room = 2 if ROOM in changes else 256
    with pytest.raises(z.Problem) as problem:
        z.analyse(start, method="minimax", limit=z.Limit(depth=7), meanwhile=False)
    assert str(problem.value).endswith(f"take.py: {sentence} (there is room for max_moves = {room}, and for 2 players)")


def test_a_negative_index_counts_from_the_end_as_in_python(tmp_path):
    changes = (("out[s.turn]", "out[s.turn - 2]"), ("out[1 - s.turn]", "out[-1 - s.turn]"))
    start = z.load(write(tmp_path / "take.py", GAME, *changes)).start()
    assert z.analyse(start, method="minimax", limit=z.Limit(depth=7), meanwhile=False).value == 1
    wrong = z.load(write(tmp_path / "wrong.py", GAME, ("out[s.turn]", "out[s.turn - 3]"))).start()
    with pytest.raises(z.Problem, match=r"payoff\(\) writes beyond the end of out"):
        z.analyse(wrong, method="minimax", limit=z.Limit(depth=7), meanwhile=False)
