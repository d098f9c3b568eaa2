"""The page of matrix games in a real browser: marks, elimination, numbers that are none, dynamics, a link."""

import pytest

from browsing import CHROMIUM

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

    page.goto(page.url.partition("#")[0] + "#/matrix?game=battle")
    page.locator("#matrix-meaning", has_text="3 equilibria").wait_for()
    assert page.locator(".matrix-envelope .mark").count() == 6
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
