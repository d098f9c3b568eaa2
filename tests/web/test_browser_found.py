"""What people found wrong in the browser, each thing once more."""

import json
import re

import pytest

from browsing import CHROMIUM, click_cell, scene_of, serving, sit, status, wait_for_turn, watched_page

MINUS = "\N{MINUS SIGN}"
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium (Debian: apt-get install chromium)")


def paste(page, text):
    if not page.locator("#pasted").is_visible():
        page.locator(".texts-fold summary").click()
    page.locator("#pasted").fill(text)
    page.locator("#read").click()


def moves_so_far(page):
    return scene_of(page).get("moves", "")


def answering(page, **found):
    """The next searches find this, at once."""
    analysis = {"value": 0, "values": [0, 0], "meaning": "", "exact": False, "depth": 1, "nodes": 9, "simulations": 0}
    analysis |= {"time_s": 0.5, "hits": 0, "cuts": 0, "lines": [], "method": "x", "code": "native"} | found
    told = [("progress", analysis), ("result", {"move": None, "analysis": analysis})]
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in told)
    page.unroute("**/api/search")
    page.route("**/api/search", lambda route: route.fulfill(body=body, content_type="text/event-stream"))


# --- the end of a game, and what nobody has analysed ------------------------------------------------------------------


def test_the_end_is_marked_and_in_the_bar_which_is_empty_before(page, server):
    sit(page, server, "game=connect4&moves=4,3,4,3,4,3&seats=you|you")
    bar = page.locator(".evalbar")
    assert bar.get_attribute("aria-label") == "Evaluation: not analysed"
    assert bar.locator("div").count() == 0
    click_cell(page, "d4")
    page.locator("#status", has_text="X wins").wait_for()
    assert bar.get_attribute("aria-label") == "Evaluation: X +1"
    assert bar.locator(".first").evaluate("part => part.style.flexBasis") == "100%"
    assert page.locator(".board-picture .mark").count() == 4
    assert page.locator(".graph").get_attribute("aria-label") == "Values of 1 position"


# --- engines and seats ------------------------------------------------------------------------------------------------


def test_a_weak_opponent_keeps_its_opinion_unless_it_is_a_proof(page, server):
    found = {"value": -43.2, "values": [43.2, -43.2], "meaning": "Black is ahead by 43.2 points"}
    sit(page, server, "game=go&moves=E5&seats=you|you")
    answering(page, **found)
    page.locator('[data-seat="1"]').select_option("level:5")
    page.locator('[data-figure="nodes"]').wait_for()
    assert "43" not in page.locator(".right").inner_text()
    assert "No values yet" in page.locator(".graph").get_attribute("aria-label")
    assert page.locator(".evalbar.unknown").count() == 1
    answering(page, **found, exact=True)
    page.locator("#go").click()
    page.locator(".headline", has_text=f"{MINUS}43.2 Black is ahead by 43.2 points proven").wait_for()
    assert "Black +43.2" in page.locator(".evalbar").get_attribute("aria-label")


def test_one_can_sit_down_second(page, server):
    sit(page, server, "game=tictactoe&seats=you|random")
    page.locator('[data-seat="0"]').select_option("random")
    page.wait_for_timeout(300)
    assert moves_so_far(page) == ""  # engines wait for whoever stood up
    assert page.locator("#go").is_visible()
    page.locator('[data-seat="1"]').select_option("you")
    page.locator(".move.here").wait_for()
    wait_for_turn(page, "O to move")
    assert len(moves_so_far(page).split(",")) == 1
    page.locator("#swap").click()
    page.locator(".move").nth(1).wait_for()
    wait_for_turn(page, "X to move")
    assert page.locator('[data-seat="0"]').input_value() == "you"


def test_esc_clears_what_was_clicked_with_the_mouse(page, server):
    sit(page, server, "game=breakthrough:size=4&seats=you|you")
    click_cell(page, "a2")
    page.locator(".board .selected").wait_for()
    page.keyboard.press("Escape")
    page.locator(".board .selected").wait_for(state="detached")


def test_buttons_stay_where_they_are(page, server):
    sit(page, server, "game=pig&seats=you|you")
    place = page.locator(".board-words button", has_text="roll").bounding_box()
    places = []
    for _ in range(3):
        page.locator(".board-words button:enabled", has_text="roll").click()
        page.wait_for_timeout(500)
        places.append(page.locator(".board-words button", has_text="roll").bounding_box())
    assert places == [place] * 3


def test_stop_ends_the_wait_for_native_code_and_another_game_goes_on(page, server):
    sit(page, server, "game=draughts&seats=you|mcts:simulations=50,seed=1,c=0.9")  # a seed waits for native code
    page.locator(".board .spot.can").first.wait_for()
    page.locator("#swap").click()
    page.locator(".headline", has_text="Getting ready").wait_for()
    page.locator("#stop").click()
    page.locator("#stop").wait_for(state="hidden", timeout=3000)
    assert moves_so_far(page) == ""
    page.locator("#go").click()
    page.locator("#stop").wait_for()
    page.locator("#game").select_option("tictactoe")  # nobody waits for that code any more
    page.locator('.board [data-cell="b2"]').wait_for()
    click_cell(page, "b2")
    page.locator(".move").nth(1).wait_for(timeout=15_000)


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_scores_have_one_scale_and_are_rounded(page, server):
    sit(page, server, "game=hex:size=4&seats=you|you")
    lines = [
        {"move": "b2", "value": -0.288, "pv": ["b2"], "visits": 999_600, "wins": 0.356, "plies": None},
        {"move": "c2", "value": -0.999, "pv": ["c2"], "visits": 12, "wins": 0.0025, "plies": None},
    ]
    answering(page, value=-0.288, values=[-0.288, 0.288], lines=lines, nodes=999_900, meaning="Red is behind")
    page.locator("#analyse").click()
    page.locator(".board .score text", has_text=f"{MINUS}.29").wait_for()
    assert page.locator(".board .score text", has_text=f"{MINUS}1").count() == 1
    assert page.locator(".headline .worth").inner_text() == f"{MINUS}0.29"
    assert page.locator('[data-figure="nodes"]').inner_text() == "1.00 M"
    assert page.locator(".lines li").first.inner_text().startswith(f"{MINUS}0.29 1.00 M visits, 36 % won")
    assert page.locator(".lines .worth.bad").count() == 2
    assert "%" not in page.locator(".board").inner_text()


def test_go_is_told_in_points(page, server):
    sit(page, server, "game=go:size=5&seats=you|you")
    lines = [{"move": "C3", "value": 2.0284, "pv": ["C3"], "visits": 5, "wins": 0.51, "plies": None}]
    lines.append({"move": "B3", "value": 12.51, "pv": ["B3"], "visits": 5, "wins": 0.49, "plies": None})
    answering(page, value=2.0284, values=[2.0284, -2.0284], lines=lines, meaning="")
    page.locator("#analyse").click()
    page.locator(".board .score text", has_text="+2").wait_for()
    assert page.locator(".board .score text", has_text="+13").count() == 1
    assert page.locator(".headline .worth").inner_text() == "+2"
    assert page.locator(".worth.bad").count() == 0  # as the points say


def test_analysis_runs_until_it_is_pressed_again(page, server):
    with page.expect_request("**/api/search") as asked:
        sit(page, server, "game=tictactoe&seats=you|you")
        page.locator("#analyse").click()
    assert "time" not in asked.value.post_data_json["player"]


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("othello", "f5d6c3", "f5,d6,c3"),
        ("othello", "F5 D6 C3", "f5,d6,c3"),
        ("connect4", "444553", "4,4,4,5,5,3"),
        ("go", "(;GM[1]SZ[9];B[cd];W[gg])", "C6,G3"),
        ("hex", "(;GM[11]SZ[11];B[b2];W[c3])", "b2,c3"),
    ],
)
def test_pasted_moves_are_kept_and_nobody_moves_at_once(page, server, game, text, moves):
    sit(page, server, f"game={game}&seats=random|random" if game == "connect4" else f"game={game}&seats=you|you")
    if game == "connect4":
        page.locator('[data-seat="0"]').select_option("you")
        wait_for_turn(page, "X to move")
    paste(page, text)
    page.wait_for_function("moves => location.hash.includes(`moves=${encodeURIComponent(moves)}`)", arg=moves)
    page.wait_for_timeout(300)
    assert moves_so_far(page) == moves
    assert page.locator(".move").count() == len(moves.split(","))
    page.locator("#back").click()
    page.locator(".move.here", has_text=moves.split(",")[-2]).wait_for()


def test_an_engine_waits_after_a_paste_until_somebody_moves(page, server):
    sit(page, server, "game=connect4&seats=you|random")
    paste(page, "44455")
    page.locator("#go").wait_for()
    page.wait_for_timeout(300)
    assert moves_so_far(page) == "4,4,4,5,5"
    page.locator("#undo").click()
    page.wait_for_function("() => document.querySelector('#status').innerText === 'X to move'")
    click_cell(page, "a1")
    page.wait_for_function("() => location.hash.includes('moves=4%2C4%2C4%2C5%2C1%2C')")  # and it is answered


def test_rules_are_prose(page, server):
    sit(page, server, "game=dots&seats=you|you")
    page.locator(".about summary").click()
    text = page.locator(".about").inner_text()
    assert "`" not in text
    assert page.locator(".about code", has_text="a1b1").first.is_visible()
    assert not re.search(r"[a-z]\n[a-z]", text)


def test_what_is_not_there_is_said(page, server):
    page.provoked = ("404", "422")
    page.goto(f"{server[0]}#/play?id=nosuchgame12")
    page.locator("#problem", has_text="nosuchgame12").wait_for()
    page.goto("about:blank")
    page.goto(f"{server[0]}#/tree?preset=nosuch")
    page.locator("#tree-problem", has_text="There is no example nosuch").wait_for()
    assert "children" not in page.locator("#tree-problem").inner_text()


def test_hidden_cards_are_not_shown(browser, tmp_path):
    file = tmp_path / "cards.py"
    file.write_text(
        "from numpy import int8\nfrom zermelo import Rules\n\n\nclass Cards(Rules):\n    max_plies = 4\n\n"
        "    class State:\n        cards: (int8, 2)\n        done: int8\n\n"
        "    def start(s):\n        s.cards[1] = 77\n\n"
        "    def moves(s, out):\n        out[0] = 0\n        return 1 - s.done\n\n"
        "    def play(s, move):\n        s.done = 1\n\n"
        "    def payoff(s, out):\n        out[0] = 1\n        out[1] = -1\n\n"
        "    def sees(s, player):\n        return s.cards[player]\n"
    )
    with serving(tmp_path / "data", own=(str(file),)) as (address, _), watched_page(browser) as page:
        page.goto(f"{address}#/play?game=cards")
        page.locator("#status", has_text="Your turn").wait_for()
        assert "77" not in page.content()
        page.locator(".board-words button").click()
        page.locator("#status", has_text="over").wait_for()
        assert "77" in page.locator(".board").inner_text()  # the end shows all


# --- trees ------------------------------------------------------------------------------------------------------------


def test_a_tree_begins_at_its_first_step_and_counts_as_it_goes(page, server):
    page.goto(f"{server[0]}#/tree?preset=002.11")
    page.locator('[data-node="0"]').wait_for()
    told = page.locator("#tree-sums").inner_text
    assert page.locator("#step-count").inner_text() == "0 of 15"
    assert "0 of 9" in told()
    assert "Value: ?" in told()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert "1 of 9" in told()
    assert page.evaluate("location.hash").endswith("at=3")
    page.keyboard.press("End")
    assert "7 of 9" in told()
    assert "Value: 3 for MAX · best: a1" in told()
    assert "best: a1 1" not in told()
    cells = page.locator('[data-method="alphabeta"] td').all_inner_texts()
    assert cells == ["7 of 9", "11", "1", "0"]
    page.keyboard.press("ArrowLeft")
    page.reload()
    page.locator("#step-count", has_text="14 of 15").wait_for()


def test_compared_trees_are_whole(page, server):
    page.goto(f"{server[0]}#/tree?preset=003.11&compare=1")
    page.locator(".tree-canvas").nth(1).wait_for()
    assert page.evaluate(
        "[...document.querySelectorAll('.tree-canvas')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
    )


# --- saved games, and the dark --------------------------------------------------------------------------------------


def test_a_game_that_is_only_opened_is_not_saved(browser, tmp_path):
    with serving(tmp_path) as (address, _), watched_page(browser, dark=True) as page:
        sit(page, (address,), "game=einstein&seats=you|you")
        page.locator(".move").first.wait_for()  # the die
        wait_for_turn(page)
        page.wait_for_timeout(400)
        assert "id" not in scene_of(page)
        assert page.evaluate("fetch('/api/saved').then((answer) => answer.json()).then(({total}) => total)") == 0
        page.locator(".board .spot.can").first.dispatch_event("click")
        page.locator(".board .spot.can:not(.held)").first.dispatch_event("click")
        page.wait_for_function("() => location.hash.includes('id=')")


def test_colours_are_seen_in_the_dark(browser, server):
    """Coloured sides have a rim, and the bar an edge, that differ from the page."""
    with watched_page(browser, dark=True) as page:
        sit(page, server, "game=hex:size=4&seats=you|you")
        seen = """(chosen) => {
            const parts = (colour) => colour.match(/\\d+/g).slice(0, 3).map(Number);
            const light = (colour) => parts(colour).reduce((sum, part) => sum + part) / 3;
            const style = getComputedStyle(document.querySelector(chosen[0]));
            return light(style[chosen[1]]) - light(getComputedStyle(document.body).backgroundColor);
        }"""
        assert page.evaluate(seen, [".board-picture .rim", "stroke"]) > 80
        sit(page, server, "game=tictactoe&moves=a1,b1,a2,b2,a3&seats=you|you")
        assert page.evaluate(seen, [".evalbar", "borderTopColor"]) > 80
        assert status(page).startswith("over")
