"""A match to look at: a table and a chart that say what the figures say."""

from xml.etree import ElementTree

import pytest

import zermelo as z
from zermelo.arena.fixture import Played
from zermelo.arena.result import Match
from zermelo.draw.intervals import PLOT, Bar, interval_chart

SVG = "{http://www.w3.org/2000/svg}"


def played(round: int, seats: tuple[int, ...], payoff: tuple[float, ...]) -> Played:
    ones = (1,) * len(seats)
    return Played(0, round, (), seats, ("a",), payoff, ones, ones, ones, "by the rules")


@pytest.fixture
def pair() -> Match:
    """B<1> wins three of four."""
    results = [(0, (0, 1), (-1, 1)), (0, (1, 0), (1, -1)), (1, (0, 1), (-1, 1)), (1, (1, 0), (-1, 1))]
    return Match("nim", ("A", "B"), ("first", "B<1>"), 7, 0, 6, tuple(played(*one) for one in results))


@pytest.fixture
def three() -> Match:
    results = [(0, (0, 1, 2), (0, 0, 1)), (0, (1, 2, 0), (0, 1, 0)), (1, (2, 0, 1), (0, 0, 1))]
    players = ("a", "b", "c")
    return Match("virus", ("R", "B", "Y"), players, 0, 0, 3, tuple(played(*one) for one in results), scale=(0.0, 1.0))


def test_best_first(pair, three):
    assert pair.best_first == [1, 0]
    assert three.best_first == [2, 1, 0]


def test_elo_of_a_pair_and_of_many(pair, three):
    assert pair.elo("B<1>") == pair.tally(1).elo
    rating = three.ratings[2]
    assert three.elo(2) == (rating.elo, rating.elo - rating.margin, rating.elo + rating.margin)


def test_the_table(pair):
    html = pair._repr_html_()
    body = ElementTree.fromstring(html)
    rows = [[cell.text for cell in row] for row in body.iter("tr")]
    assert rows[0][:3] == ["player", "score", "95 %"]
    assert [row[0] for row in rows[1:]] == ["B<1>", "first"]
    tally = pair.tally(1)
    assert rows[1][1:3] == ["75.0 %", f"{100 * tally.low:.1f} to {100 * tally.high:.1f}"]
    assert rows[1][-3:] == ["3", "0", "1"]
    assert "nim: 4 of 6 games, seed 7" in html


def test_the_table_of_three(three):
    rows = [[cell.text for cell in row] for row in ElementTree.fromstring(three._repr_html_()).iter("tr")]
    assert rows[0] == ["player", "share won", "95 %", "seats"]
    assert [(row[0], row[1]) for row in rows[1:]] == [("c", "66.7 %"), ("b", "33.3 %"), ("a", "0.0 %")]


def test_the_chart(pair, three):
    for match, even in ((pair, 0.5), (three, 1 / 3)):
        drawn = ElementTree.fromstring(match.svg())
        line = next(each for each in drawn.iter(SVG + "line") if each.get("class") == "even")
        dots = [float(dot.get("cx")) for dot in drawn.iter(SVG + "circle")]
        means = [(match.share if match is three else match.tally)(player) for player in match.best_first]
        values = [each.mean if match is three else each.score for each in means]
        for dot, value in zip(dots, values, strict=True):
            assert dot - float(line.get("x1")) == pytest.approx(PLOT * (value - even), abs=0.01)


def test_an_interval_is_as_long_as_it_is():
    svg = interval_chart(("name",), [Bar(("x",), 0.4, 0.25, 0.75)], title="t", note="n", even=0.5)
    drawn = ElementTree.fromstring(svg)
    path = next(each for each in drawn.iter(SVG + "path") if each.get("class") == "interval").get("d")
    start, end = (float(path[1 : path.index(",")]), float(path[path.index("H") + 1 : path.index("M", 1)]))
    assert end - start == pytest.approx(PLOT / 2)


def test_a_match_without_games():
    empty = Match("nim", ("A", "B"), ("x", "y"), 0, 0, 4, ())
    assert "0 of 4 games" in empty._repr_html_()
    assert ElementTree.fromstring(empty.svg()) is not None


def test_a_real_match():
    found = z.match(z.load("nim:piles=1-2"), ["random", "greedy"], games=2, seed=1, opening_plies=0)
    assert found._repr_html_().count("<tr>") == 3
