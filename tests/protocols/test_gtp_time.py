"""How long the engine thinks, what it tells meanwhile, and when it gives up."""

import re
from types import SimpleNamespace

import pytest

import zermelo as z
from session import engine, holds, told
from zermelo.arena.players import SearchPlayer
from zermelo.protocols.clock import Clock
from zermelo.protocols.stream import Wanted, info
from zermelo.search import Limit, Line


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
