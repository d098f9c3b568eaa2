"""A game as it is played: what the rules say about positions that come again."""

import pytest
from numpy import int8

import zermelo as z
from zermelo.core.history import History

CELLS = 3


class Shuffle(z.Rules):
    """Tokens go back and forth on tracks of their own; who stands at the end together with all others wins.

    A: 0 - 1 - 2      B: 0 - 1 - 2
    """

    players = ("A", "B")

    class State:
        place: (int8, 2)
        burnt: int8

    def moves(s, out):
        n = 0
        if s.place[s.turn] > 0:
            out[n] = 0
            n += 1
        if s.place[s.turn] < CELLS - 1:
            out[n] = 1
            n += 1
        return n

    def play(s, move):
        s.place[s.turn] += 1 if move == 1 else -1

    def over(s):
        return s.place[0] == CELLS - 1 and s.place[1] == CELLS - 1

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1

    def move_name(s, move):
        return ("left", "right", "burn")[move]


def game(repetition="", occurrences=2, **more) -> z.Game:
    settings = {"repetition": repetition, "occurrences": occurrences, **more}
    return z.Game(type("Shuffle", (Shuffle,), settings))


def after(game: z.Game, moves: str) -> History:
    history = History(game.start())
    for move in moves.split():
        history.play(move)
    return history


ROUND = "right right left left"


class TestPolicies:
    def test_none(self):
        history = after(game(), " ".join([ROUND] * 5))
        assert not history.over
        assert history.payoff is None
        assert history.reason == ""

    def test_by_the_rules(self):
        history = after(game("draw"), "right right right right")
        assert (history.payoff, history.reason) == ((-1, 1), "by the rules")
        assert history.moves == {}

    def test_draw(self):
        assert not after(game("draw"), "right right left").over
        history = after(game("draw"), ROUND)
        assert history.over
        assert (history.payoff, history.reason) == ((0, 0), "repetition (draw)")
        assert history.moves == {}
        with pytest.raises(z.Problem, match=r"the game is over \(repetition \(draw\)\)"):
            history.play("right")

    def test_threefold(self):
        history = after(game("draw", 3), ROUND)
        assert not history.over
        for move in ROUND.split():
            assert not history.over
            history.play(move)
        assert history.reason == "repetition (draw)"

    def test_draw_is_the_middle(self):
        history = after(game("draw", payoff_range=(0, 1), payoff_sum=1), ROUND)
        assert history.payoff == (0.5, 0.5)

    def test_loss(self):
        history = after(game("loss"), ROUND)
        assert (history.payoff, history.reason) == ((1, -1), "repetition (B loses)")
        history = after(game("loss"), f"right {ROUND}")
        assert (history.payoff, history.reason) == ((-1, 1), "repetition (A loses)")

    @pytest.mark.parametrize(("total", "payoff"), [(0, (0.5, 0.5, -1)), (3, (2, 2, -1)), (None, (5, 5, -1))])
    def test_loss_among_three(self, total, payoff):
        three = game(
            "loss",
            State=type("State", (), {"__annotations__": {"place": (int8, 3)}}),
            players=("A", "B", "C"),
            payoff_sum=total,
            payoff_range=(-1, 5),
        )
        history = after(three, "right right right left left left")
        assert (history.payoff, history.reason) == (payoff, "repetition (C loses)")

    def test_forbidden(self):
        history = after(game("forbidden"), "right right left")
        assert list(history.position.moves) == ["left", "right"]
        assert list(history.moves) == ["right"]
        with pytest.raises(z.Problem, match="move 'left' brings back a position, which shuffle forbids"):
            history.play("left")
        with pytest.raises(z.Problem, match="unknown move 'up'"):
            history.play("up")
        history.play(1)
        assert history.played == ["right", "right", "left", "right"]

    def test_forbidden_the_third_time(self):
        history = after(game("forbidden", 3), f"{ROUND} right right left")
        assert list(history.moves) == ["right"]

    def test_no_move_left(self):
        """Both stand at the first of two cells; after three moves the only one would restore that."""
        short = game("forbidden", moves=one_other_cell, over=None)
        history = after(short, "right right left")
        assert history.over
        assert history.reason == "no move is left that does not repeat a position"
        assert history.payoff == (1, -1)
        history.undo()
        assert list(history.moves) == ["left"]


def one_other_cell(s, out):
    out[0] = 0 if s.place[s.turn] else 1
    return 1


class TestHowFarBack:
    """A key that does not see what was burnt would call positions equal, had they not been out of reach."""

    @staticmethod
    def burning(**more) -> z.Game:
        def moves(s, out):
            n = Shuffle.moves(s, out)
            out[n] = 2
            return n + 1

        def play(s, move):
            if move == 2:
                s.burnt = 0
            else:
                s.place[s.turn] += 1 if move == 1 else -1
                s.burnt += 1

        def key(s):
            return s.place[0] + CELLS * s.place[1] + 100 * s.turn

        return game("draw", moves=moves, play=play, key=key, **more)

    def test_everything_counts_by_default(self):
        assert after(self.burning(), "burn burn").over

    def test_no_further_than_the_last_irreversible_move(self):
        history = after(self.burning(reversible=lambda s: s.burnt), "burn burn right right left")
        assert not history.over
        history.play("left")
        assert history.reason == "repetition (draw)"


class TestBackAndForth:
    def test_undo(self):
        history = after(game("draw"), ROUND)
        history.undo()
        assert not history.over
        assert history.played == ["right", "right", "left"]
        history.play("left")
        assert history.over
        for _ in range(4):
            history.undo()
        assert history.position == history.start
        with pytest.raises(z.Problem, match="no move to take back"):
            history.undo()

    def test_past(self):
        history = after(game("draw"), "right right")
        assert len(history.past) == 2
        assert history.past[0] == history.start
        later = History(history.position, history.past)
        assert later.start == history.position
        later.play("left")
        later.play("left")
        assert later.reason == "repetition (draw)"
        assert later.played == ["left", "left"]

    def test_read(self):
        """Moves bring what came before; a position alone does not."""
        history = History.read(game("draw"), "moves: right, right, left, left")
        assert history.reason == "repetition (draw)"
        assert len(history.past) == 4
        again = History.read(history.game, history.position.text)
        assert again.position == history.position
        assert not again.over
        with pytest.raises(z.Problem, match="the game is over"):
            History.read(history.game, "moves: right right left left right")

    def test_a_position_that_has_come_again_already(self):
        start = game("draw").start()
        assert History(start, [start]).over


def test_chance():
    """A coin is tossed before every move. Whoever moved last is to blame; what chance does is never forbidden."""

    class Coin(z.Rules):
        players = ("A", "B")

        class State:
            side: int8
            tossed: int8
            turn: int8

        def mover(s):
            return s.turn if s.tossed else z.CHANCE

        def chance(s, out, probs):
            out[0], out[1] = 0, 1
            probs[0], probs[1] = 0.5, 0.5
            return 2

        def moves(s, out):
            out[0] = 9
            return 1

        def play(s, move):
            if s.tossed:
                s.turn = 1 - s.turn
            else:
                s.side = move
            s.tossed = 1 - s.tossed

        def payoff(s, out):
            out[0] = out[1] = 0

    for repetition, payoff, reason in (
        ("draw", (0, 0), "repetition (draw)"),
        ("loss", (1, -1), "repetition (B loses)"),
    ):
        history = History(z.Game(type("Coin", (Coin,), {"repetition": repetition})).start())
        for move in ("1", "9", "0"):
            assert history.moves
            history.play(move)
        assert not history.over
        history.play("9")
        assert (history.payoff, history.reason) == (payoff, reason)
    forbidden = History(z.Game(type("Coin", (Coin,), {"repetition": "forbidden"})).start())
    assert list(forbidden.moves) == ["0", "1"]


def value(history: History) -> float:
    """The value for the player to move, by trying everything: a game that cannot go in circles ends."""
    player = history.position.mover
    if history.payoff is not None:
        return history.payoff[player]
    best = -2.0
    for code in history.moves.values():
        history.play(code)
        worth = value(history) * (1 if history.position.mover == player else -1)
        history.undo()
        best = max(best, worth)
    return best


@pytest.mark.parametrize("repetition", ["draw", "loss", "forbidden"])
@pytest.mark.parametrize("moves", ["", "right", "right right left", "right right right"])
def test_searches_know_the_past(repetition, moves):
    history = after(game(repetition), moves)
    found = z.analyse(history, limit=z.Limit(depth=40), compiled=False, paths=True, table=1)
    assert found.value == value(history)
    assert found.move in history.moves
    same = z.analyse(history.position, past=history.past, limit=z.Limit(depth=40), compiled=False, paths=True, table=1)
    assert (same.value, same.nodes) == (found.value, found.nodes)
