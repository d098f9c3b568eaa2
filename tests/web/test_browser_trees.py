"""The page of trees in a real browser: what it asks for depends on what a method says of itself."""

import pytest

from browsing import CHROMIUM, browsing, serving, watched_page

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium (Debian: apt-get install chromium)")


def test_a_tree_that_grows_asks_for_simulations(tmp_path):
    with serving(tmp_path) as (address, _), browsing() as browser, watched_page(browser) as page:
        page.provoked = ("422",)
        page.goto(f"{address}#/tree?preset=001.23&simulations=999")  # more than is allowed: it can be put right
        page.locator("#tree-problem:not(:empty)").wait_for()
        page.locator("#ask-simulations").fill("20")
        page.locator("#ask-search").click()
        page.locator("#step-count", has_text="0 of 20").wait_for()
        page.keyboard.press("ArrowRight")
        page.locator("#tree-says", has_text="Goes").wait_for()
        assert page.locator("#ask-depth, #ask-alpha, #ask-practice").count() == 0
        page.locator("#ask-method").select_option("maxn")
        page.locator("#ask-depth").wait_for()
        assert page.locator("#ask-simulations").count() == 0
