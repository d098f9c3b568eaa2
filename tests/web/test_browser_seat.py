"""A hidden game in a real browser: played from a seat, gone on with after a reload, shown and saved when it is over."""

import pytest

from browsing import CHROMIUM

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium (Debian: apt-get install chromium)")


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
        page.locator("#status", has_text="over").or_(page.locator("#status", has_text="Your turn")).wait_for()
        page.wait_for_timeout(100)
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
    page.locator("#game").select_option("tictactoe")
    page.locator(".board .spot").first.wait_for()
    assert "#/play" in page.url
