"""What a search found, on the board and in a table."""

import re
from xml.etree import ElementTree

import pytest

import zermelo as z
from zermelo.draw.analysed import analysis_html, analysis_svg, scored_board

SVG = "{http://www.w3.org/2000/svg}"


def found(game: str, text: str = "", **how):
    position = z.load(game).position(text)
    return position, z.analyse(position, compiled=False, **how)


def scores(svg: str) -> dict[tuple[str, str], str]:
    """The words with light around them, by their place."""
    groups = [group for group in ElementTree.fromstring(svg).iter(SVG + "g") if group.get("class") == "score"]
    return {(group[1].get("x"), group[1].get("y")): group[1].text for group in groups}


def test_every_move_has_its_score():
    position, analysis = found("tictactoe", "XX./OO./... X", lines=9)
    told = scores(scored_board(position, analysis))
    assert len(told) == len(position.moves) == 5
    expected = scores(
        position.svg(labels={line.move: f"{line.value:+g}" if line.value else "0" for line in analysis.lines})
    )
    assert told == expected


def test_of_several_moves_to_a_cell_the_best_counts():
    """In draughts: 21-17 and 22-17 end on the same square."""
    position, analysis = found("draughts", "W:W21,22:B1,2", lines=9, limit=z.Limit(depth=1))
    ends = {line.move: line.value for line in analysis.lines}
    assert {"21-17", "22-17"} <= set(ends)
    assert len(scores(scored_board(position, analysis))) == len({move.split("-")[1] for move in ends})


def test_the_best_move_is_marked():
    position, analysis = found("tictactoe", "XX./OO./... X", lines=9)
    assert analysis.move == "c1"
    assert scored_board(position, analysis).count('class="mark"') == 1
    assert position.svg(marked=("c1",)).count('class="mark"') == 1


def test_the_picture_has_the_board_and_the_table():
    position, analysis = found("tictactoe", "XX./OO./... X", lines=9)
    drawn = ElementTree.fromstring(analysis_svg(position, analysis))
    assert len([each for each in drawn if each.tag == SVG + "svg"]) == 1
    words = [each for each in drawn if each.tag == SVG + "text"]
    assert words[0].text == f"tictactoe: best move c1, value +1 (alphabeta, depth {analysis.depth})"
    assert words[1].text == analysis.meaning
    first = words[2].get("x")  # the column of the moves
    assert [word.text for word in words if word.get("x") == first] == ["move", *(each.move for each in analysis.lines)]
    assert max(float(each.get("x")) for each in words) < float(drawn.get("width"))


def test_nothing_of_the_table_is_cut_off():
    position, analysis = found("hex:size=3", lines=9, limit=z.Limit(depth=1))
    drawn = ElementTree.fromstring(analysis_svg(position, analysis))
    lowest = max(float(each.get("y")) for each in drawn if each.tag == SVG + "text")
    assert lowest < float(drawn.get("height")) - 4


def test_a_position_where_chance_moves_has_no_table():
    position, analysis = found("einstein", limit=z.Limit(depth=1))
    assert not analysis.lines
    assert "variation" not in analysis_svg(position, analysis)
    assert "<table>" not in analysis_html(analysis, position)


def test_simulations_are_told():
    position, analysis = found("tictactoe", method="mcts:simulations=50", lines=3, seed=1)
    words = analysis_svg(position, analysis)
    assert ">visits<" in words
    assert f">{analysis.lines[0].visits}<" in words


@pytest.mark.parametrize("known", [True, False])
def test_in_a_notebook(known):
    position, analysis = found("tictactoe", "XX./OO./... X", lines=9)
    html = analysis_html(analysis, position if known else None)
    assert html.count("<svg ") == known
    assert html.count("<tr>") == 1 + len(analysis.lines)
    assert re.search(r"<td[^>]*>c1</td>", html)
    assert analysis.meaning in html
