"""A save that failed is tried again, in a real browser."""

import pytest

from browsing import CHROMIUM, browsing, click_cell, serving, watched_page

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium (Debian: apt-get install chromium)")


def test_a_save_that_failed_is_tried_again(tmp_path):
    """Whether the server says that it cannot, or does not answer; what it refuses is not sent again."""
    answers = [500, 503, "abort", 200, 422]
    asked = []

    def route(route):
        asked.append(answers[len(asked)])
        if asked[-1] == "abort":
            route.abort()
        elif asked[-1] == 200:
            route.continue_()
        else:
            route.fulfill(status=asked[-1], json={"problem": "the disk is full"})

    with serving(tmp_path) as (address, app), browsing() as browser, watched_page(browser) as page:
        page.provoked = ["500", "503", "422", "ERR_FAILED"]
        page.add_init_script(
            "const later = window.setTimeout; window.setTimeout = (f, ms, ...x) => later(f, Math.min(ms, 200), ...x);"
        )
        page.route("**/api/saved/*", route)
        page.goto(f"{address}#/play?game=tictactoe&seats=you|you")
        page.locator(".board .spot.can").first.wait_for()
        click_cell(page, "b2")
        page.locator("#problem", has_text="the disk is full").wait_for()
        page.locator("#problem").wait_for(state="hidden")
        (saved,), _ = app.state.store.listed()
        assert (asked, saved.length) == (answers[:4], 1)
        click_cell(page, "a1")
        page.locator("#problem", has_text="the disk is full").wait_for()
        page.wait_for_timeout(1000)
        assert asked == answers
