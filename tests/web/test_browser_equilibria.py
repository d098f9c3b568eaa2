"""Matrix games, hidden games from a seat, and trees with information sets, in a real browser."""

import json

import pytest

from browsing import CHROMIUM, click_cell, wait_for_turn

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium (Debian: apt-get install chromium)")


def test_a_matrix_game_is_edited_eliminated_solved_and_shared(page, server):
    page.goto(f"{server[0]}#/matrix")
    page.locator("#matrix-meaning", has_text="one equilibrium").wait_for()
    assert page.locator("#matrix-game").input_value() == "prisoners"
    assert page.locator('td.equilibrium[data-profile="1,1"]').count() == 1
    page.get_by_label("One step of elimination").click()
    assert page.locator("#elimination-says").inner_text() == "Row does not play C: D is always better."
    assert page.locator("td.gone").count() == 2
    assert "step=1" in page.url
    page.get_by_label("One step back").click()
    assert page.locator("td.gone").count() == 0

    first = page.get_by_label("C, C: Row", exact=True)  # in place: a number that is none, then one that is
    first.fill("two")
    page.locator("#matrix-problem", has_text="two is no number").wait_for()
    assert first.get_attribute("aria-invalid") is not None
    first.fill("1/2")
    page.locator("#matrix-problem:empty").wait_for(state="attached")
    page.wait_for_function("() => location.hash.includes('payoffs')")
    page.locator('#matrix-game option:checked:text("your own")').wait_for(state="attached")

    page.goto(page.url.partition("#")[0] + "#/matrix?game=battle&process=fictitious:steps=40")
    page.locator("#matrix-meaning", has_text="3 equilibria").wait_for()
    assert page.locator(".matrix-envelope .mark").count() == 6
    page.locator("#process-says", has_text="Round 40").wait_for()
    page.locator("#step-first").click()
    page.locator("#step-next").click()
    page.locator("#process-says", has_text="Round 1,").wait_for()
    page.get_by_label("One more row").click()
    page.get_by_label("3, opera: Row").fill("5")
    page.locator('.matrix-payoff.best[aria-label="3, opera: Row"]').wait_for()
    page.locator("#zero-sum").check()
    page.locator("#matrix-meaning", has_text="is worth").wait_for()
    said, link = page.locator("#matrix-meaning").inner_text(), page.url
    page.goto("about:blank")
    page.goto(link)
    page.locator("#matrix-meaning", has_text="is worth").wait_for()
    assert page.locator("#matrix-meaning").inner_text() == said
    assert page.locator(".matrix-table tbody tr").count() == 3
    page.locator("#matrix-game").select_option("rps")
    page.locator("#matrix-meaning", has_text="Rps has one equilibrium").wait_for()
    page.locator("#process").select_option("replicator")
    triangle = page.locator("svg.matrix-process").first
    triangle.locator("polyline.average").wait_for()
    triangle.click(position={"x": 60, "y": 180})
    page.wait_for_function("() => location.hash.includes('start%3D')")
    page.locator("#process-says", has_text="Round 1000").wait_for()


def test_a_hidden_game_is_played_from_a_seat_and_shown_at_its_end(page, server):
    bodies = []
    page.on("response", lambda answer: "/api/sittings" in answer.url and bodies.append(answer.text()))
    page.goto(f"{server[0]}#/play?game=kuhn:players=3&seats=you|random|random")  # the view to play in leads here
    page.locator("#status", has_text="Your turn").wait_for()
    dealt, link = page.locator(".board-picture").inner_text(), page.url
    assert "id=" in link
    assert dealt.count("?") == 2
    page.reload()
    page.locator("#status", has_text="Your turn").wait_for()
    assert (page.locator(".board-picture").inner_text(), page.url) == (dealt, link)
    assert page.locator("#undo, #totree").count() == 0
    hands = set()
    while "over" not in page.locator("#status").inner_text():
        hands.add(page.locator(".board-picture").inner_text()[:5])
        page.locator(".board-words button:enabled").first.click()
        wait_for_turn(page, "Your turn")
    assert {hand[2:] for hand in hands} == {"? ?"}
    assert "?" not in page.locator(".board-picture").inner_text()
    page.locator("#seat-note", has_text="everything is shown").wait_for()
    assert page.locator("#log li").first.inner_text().startswith("chance: ")
    page.locator("#back").click()
    page.locator("#status", has_text="After").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("#status", has_text="over").wait_for()
    assert all('"everything":false' in body for body in bodies[:-1])
    page.goto(f"{server[0]}#/saved")
    page.locator(".games a", has_text="kuhn").first.click()
    page.locator("#status", has_text="over").wait_for()
    assert "moves=" in page.url
    page.goto(f"{server[0]}#/seat?game=kuhn&seats=random|random")  # nobody's seat: watched
    page.locator("#status", has_text="over").wait_for()
    page.goto(f"{server[0]}#/seat?game=blind-tictactoe&seats=you|random")
    page.locator(".board .spot.can").nth(4).wait_for()
    click_cell(page, "b2")
    page.locator("#log li", has_text="b2").wait_for()
    page.locator("#status", has_text="Your turn").wait_for()
    page.locator("#new").click()
    page.locator("#log li").wait_for(state="detached")
    page.locator("#unfinished summary").click()
    page.locator("#unfinished button").first.click()
    page.locator("#log li", has_text="b2").wait_for()
    page.locator("#game").select_option("tictactoe")
    page.wait_for_function("() => location.hash.startsWith('#/play?game=tictactoe')")


def test_a_tree_shows_its_information_sets_and_is_solved_while_one_looks_on(page, server):
    rows = ([0, -1, 1], [1, 0, -1], [-1, 1, 0])
    hands = {"children": [{"player": "MIN", "info": "hidden", "children": row} for row in rows]}
    page.goto(f"{server[0]}#/tree?source={json.dumps(hands)}")
    page.locator(".tree-set[data-set=hidden]").wait_for(state="attached")
    page.locator("#solve").click()
    page.locator("#solve-values", has_text="MAX 0, MIN 0").wait_for()
    parts = page.evaluate("[...document.querySelectorAll('.tree-edge[data-part]')].map((edge) => edge.dataset.part)")
    assert parts == ["0.33333"] * 12
    page.goto(f"{server[0]}#/tree?game=kuhn&solve=cfr%2B")  # a link solves again, and falls while one looks on
    page.locator("#solve:text('Stop')").wait_for()
    page.locator(".tree-curve polyline").wait_for()
    assert page.locator(".tree-set").count() == 12
    page.wait_for_function("() => Number(document.querySelector('#solve-gap')?.innerText) < 0.001")
    page.locator("#solve").click()
    page.locator("#solve:text('Solve')").wait_for()
    assert page.locator("#solve-values").inner_text()[3:7] == "0.05"
    widths = page.evaluate(
        "[...document.querySelectorAll('.tree-edge.played line')].map((line) => line.style.strokeWidth)"
    )
    assert len(widths) == 48
    assert len(set(widths)) > 2
    assert page.locator("#solve-problem").inner_text() == ""
