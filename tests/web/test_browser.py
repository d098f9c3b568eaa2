"""The page in a real browser: whole games by clicking, take-back, searches, texts, and nothing lost on reload."""

import json
import re
import time
from pathlib import Path

import pytest

from browsing import CHROMIUM, click_cell, scene_of, serving, sit, status, wait_for_turn, watched_page

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium (Debian: apt-get install chromium)")


def play_to_the_end(page, mover, *, most=200):
    """Click legal moves for one player, the others being engines, until the game is over."""
    for number in range(most):
        wait_for_turn(page, f"{mover} to move")
        if status(page).startswith("over"):
            return number
        made = scene_of(page).get("moves")
        while scene_of(page).get("moves") == made:  # clicks of one move
            places = page.evaluate(
                "[...document.querySelectorAll('.board .spot.can')].map((spot) => spot.dataset.cell)"
            )
            words = page.locator(".board-words button:enabled")
            if places:
                click_cell(page, places[7 * number % len(places)])
            elif words.count():
                words.first.click()
            page.wait_for_timeout(60)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("query", "mover"),
    [
        ("game=tictactoe&seats=you|level:1", "X"),
        ("game=connect4&seats=you|level:2", "X"),
        ("game=hex:size=4&seats=you|level:1", "Red"),
        pytest.param("game=virus:size=5&seats=you|random|random|random", "Red", marks=pytest.mark.long),
        pytest.param("game=einstein&seats=you|random", "Red", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_by_clicking(page, server, query, mover):
    sit(page, server, query)
    assert play_to_the_end(page, mover) > 1
    assert status(page).startswith("over")
    game = scene_of(page)
    page.reload()
    page.locator("#status", has_text="over").wait_for()
    assert scene_of(page)["moves"] == game["moves"]


@pytest.mark.long
def test_pig_by_buttons_and_dice_by_hand(page, server):
    sit(page, server, "game=pig:target=20&seats=you|you")
    page.locator(".board-words button", has_text="roll").click()
    page.locator(".move").nth(1).wait_for()  # what was rolled
    page.locator(".board-words button:enabled").first.wait_for()
    page.locator("#byhand").check()
    page.locator(".board-words button", has_text="roll").click()
    page.locator('.chance [data-outcome="6"]').click()
    page.locator(".board-words button:enabled").first.wait_for()
    assert scene_of(page)["moves"].split(",")[-2:] == ["roll", "6"]


def test_take_back_redo_and_branches(page, server):
    sit(page, server, "game=tictactoe&seats=you|you")
    for cell in ("a1", "b2", "c3"):
        click_cell(page, cell)
        page.locator(".move.here", has_text=cell).wait_for()
    page.locator("#back").click()
    page.locator(".move.here", has_text="b2").wait_for()
    assert scene_of(page)["at"] == "2"
    page.locator("#forward").click()
    page.locator(".move.here", has_text="c3").wait_for()
    page.locator("#undo").click()
    page.locator(".move.here", has_text="b2").wait_for()
    click_cell(page, "a3")
    page.locator(".branch .move.here", has_text="a3").wait_for()
    assert page.locator(".move").count() == 4
    page.wait_for_timeout(400)
    page.reload()
    page.locator(".branch .move.here", has_text="a3").wait_for()
    assert page.locator(".move").count() == 4
    page.keyboard.press("ArrowLeft")
    page.locator(".move.here", has_text="b2").wait_for()
    page.locator(".branch .drop").click()
    page.locator(".branch").wait_for(state="detached")


def test_take_back_goes_to_ones_own_turn(page, server):
    sit(page, server, "game=tictactoe&seats=you|level:1")
    click_cell(page, "b2")
    page.wait_for_function("() => document.querySelectorAll('.move').length === 2")
    wait_for_turn(page, "X to move")
    page.wait_for_timeout(400)
    page.reload()  # what it looked like on the way is not known any more
    page.locator(".move.here").wait_for()
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('.move.here').length === 0")
    assert status(page) == "X to move"
    page.wait_for_timeout(400)
    page.reload()  # one looks back: nobody moves
    page.locator("#status", has_text="X to move").wait_for()
    page.wait_for_timeout(500)
    assert page.locator(".move").count() == 2


def test_analysis_scores_every_move_live_and_is_stopped(page, server):
    sit(page, server, "game=othello&seats=you|you")
    page.locator("#analyse").click()
    page.locator(".board .score").nth(3).wait_for()
    assert page.locator(".board .score").count() == 4
    page.locator('[data-figure="nodes/s"]').wait_for()
    changes = page.evaluate(
        """() => new Promise((done) => {
             const seen = new Set();
             const timer = setInterval(() => seen.add(document.querySelector('[data-figure="nodes"]')?.innerText), 20);
             setTimeout(() => { clearInterval(timer); done(seen.size); }, 2000);
           })"""
    )
    assert changes >= 6  # on an idle machine twenty; a figure of three digits may stay the same
    page.locator("#stop").click()
    page.locator("#stop").wait_for(state="hidden")
    assert server[1].state.desk.busy == 0
    assert re.search(r"as far as the search could see|with best play", page.locator(".headline").inner_text())
    page.locator(".lines button.pv").nth(1).click()
    page.locator(".variation", has_text="Play these").wait_for()
    page.keyboard.press("Escape")
    page.locator(".variation").wait_for(state="hidden")
    page.keyboard.press("x")
    assert page.locator(".board .score").count() == 0
    assert not page.locator(".headline").is_visible()


def test_a_page_that_goes_frees_its_search(browser, server):
    with watched_page(browser) as page:
        sit(page, server, "game=othello&seats=you|you")
        page.locator("#analyse").click()
        page.locator(".board .score").first.wait_for()
        assert server[1].state.desk.busy == 1
    for _ in range(100):
        if server[1].state.desk.busy == 0:
            return
        time.sleep(0.05)
    raise AssertionError("the search goes on")


def test_hint(page, server):
    sit(page, server, "game=tictactoe&start=XX./OO./...%20X&seats=you|you")
    page.keyboard.press("h")
    page.locator(".board .hint").first.wait_for()


def test_pasted_positions(page, server):
    page.provoked = ("422",)
    sit(page, server, "game=tictactoe&seats=you|you")
    page.locator(".texts-fold summary").click()
    page.locator("#pasted").fill("XX./OO./..? X")
    page.locator("#read").click()
    page.locator("#unreadable", has_text="unreadable position").wait_for()
    page.locator("#pasted").fill("XX./OO./... X")
    page.locator("#read").click()
    page.wait_for_function("() => location.hash.includes('start=')")
    click_cell(page, "c1")
    page.locator("#status", has_text="X wins").wait_for()


def test_a_bad_link_is_explained_and_the_page_goes_on(page, server):
    page.provoked = ("422", "404")
    page.goto(f"{server[0]}#/play?game=tictactoe&moves=a1,zz")
    page.locator("#problem", has_text="move 2").wait_for()
    page.locator(".board .spot").first.wait_for()
    page.goto("about:blank")
    page.goto(f"{server[0]}#/play?game=nogame")
    page.locator("#problem", has_text="unknown game").wait_for()
    page.locator(".board .spot").first.wait_for()


@pytest.mark.long
def test_seats_change_at_any_time(page, server):
    sit(page, server, "game=tictactoe&seats=you|you")
    click_cell(page, "a1")
    page.locator(".move").first.wait_for()
    page.locator('[data-seat="1"]').select_option("random")
    page.wait_for_function("() => document.querySelectorAll('.move').length === 2")
    page.locator('[data-seat="0"]').select_option("random")
    page.locator("#go").click()  # nobody sits there any more
    page.locator("#status", has_text="over").wait_for()


def test_the_board_by_keyboard(page, server):
    sit(page, server, "game=tictactoe&seats=you|you")
    page.locator('.board .spot[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert "b2" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    page.locator(".move.here", has_text="b2").wait_for()
    assert "b2" in page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_light_and_quick(browser, server):
    with watched_page(browser) as page:
        sizes = []
        page.on("response", lambda answer: sizes.append(len(answer.body())) if answer.ok else None)
        page.goto(server[0])
        page.locator(".board .spot").first.wait_for()
        page.wait_for_timeout(300)
        assert sum(sizes) < 300_000
        click = page.evaluate(
            """() => new Promise((done) => {
                 const began = performance.now(), moves = document.querySelector('.historyplace');
                 new MutationObserver(() => done(performance.now() - began)).observe(moves, {childList: true});
                 document.querySelector('.board .spot.can').dispatchEvent(new MouseEvent('click', {bubbles: true}));
               })"""
        )
        assert click < 5000  # how quick it is: bench/web.py


def test_the_alpha_beta_walk_of_the_lectures(page, server):
    """Row 002.11, step by step: the same windows, values and cuts."""
    page.goto(f"{server[0]}#/tree?preset=002.11")
    page.locator('[data-node="0"]').wait_for()

    def node(name):
        found = page.locator(f'.tree-node[data-name="{name}"]').first
        return {key: found.get_attribute(f"data-{key}") for key in ("status", "window", "value")}

    assert node("C")["status"] == "unseen"  # it begins at the first step
    seen: dict[str, list] = {"A": [], "B": [], "C": [], "D": []}
    total = int(page.locator("#step-slider").get_attribute("max"))
    for _ in range(total + 1):
        for name, states in seen.items():
            if name != "A" and (not states or states[-1] != node(name)):
                states.append(node(name))
        page.keyboard.press("ArrowRight")
    windows = {name: [state["window"] for state in states if state["window"]] for name, states in seen.items()}
    values = {name: states[-1]["value"] for name, states in seen.items() if states}
    assert windows["B"][0] == "[-∞, +∞]"
    assert windows["C"][0] == "[3, +∞]"  # B is 3, so the root is at least 3
    assert windows["D"][0] == "[3, +∞]"
    assert (values["B"], values["C"], values["D"]) == ("3", "≤2", "≤2")
    assert page.locator("#tree-value").inner_text().startswith("Value: 3")
    assert page.locator("#tree-sums").inner_text().count("7 of 9") == 1
    assert page.locator('.tree-node[data-status="pruned"]').count() == 2
    page.locator("button", has_text="Compare").click()
    page.locator("#tree-sums", has_text="9 of 9").wait_for()


def test_practice_is_checked(page, server):
    page.goto(f"{server[0]}#/tree?preset=002.11")
    page.locator('[data-node="0"]').wait_for()
    page.locator("button", has_text="Practice").click()
    page.locator("#practice-value").fill("2")
    page.locator("#practice-check").click()
    page.locator("#practice-verdict", has_text="0 of 3 points").wait_for()
    assert "something else" in page.locator("#practice-verdict").inner_text()
    page.locator("#practice-value").fill("3")
    for leaf in ("4", "6"):
        page.locator(f'.tree-node[data-value="{leaf}"]').first.click()
    page.locator("#practice-check").click()
    page.locator("#practice-verdict", has_text="All right").wait_for()


def test_a_tree_that_cannot_be_read_is_explained(page, server):
    page.provoked = ("422",)
    page.goto(f"{server[0]}#/tree?preset=002.11")
    page.locator("#ask-source").fill("[[1, 2], [3,")
    page.locator("#ask-search").click()
    page.locator("#tree-problem:not(:empty)").wait_for()
    page.locator("#ask-source").fill("[[1, 2], [3, 4]]")
    page.locator("#ask-search").click()
    page.locator("#step-last").click()
    page.locator("#tree-value", has_text="Value: 3").wait_for()


def test_ones_own_game_is_reloaded_when_it_is_saved(browser, tmp_path):
    rules = (ROOT / "src/zermelo/games/tictactoe.py").read_text()
    file = tmp_path / "mine.py"
    file.write_text(rules)
    with serving(tmp_path / "data", own=(str(file),)) as (address, _), watched_page(browser) as page:
        page.provoked = ("422",)
        page.goto(f"{address}#/play?game=mine&seats=you|you")
        page.locator("#status", has_text="X to move").wait_for()
        file.write_text(rules.replace('("X", "O")', '("Cross", "Nought")'))
        page.locator("#status", has_text="Cross to move").wait_for()
        file.write_text(rules.replace("s.cells[cell] = s.turn + 1", "s.cells[cell] = s.turm + 1"))
        page.locator("#rules", has_text="mine.py:").wait_for()
        click_cell(page, "b2")
        page.locator(".move.here", has_text="b2").wait_for()
        assert "stay in use" in page.locator("#rules").inner_text()
        file.write_text(rules)
        page.locator("#status", has_text="O to move").wait_for()
        page.locator("#rules").wait_for(state="hidden")
        assert page.locator("#game option:checked").inner_text() == "mine"


def test_saved_games_are_listed_reopened_and_deleted(browser, tmp_path):
    with serving(tmp_path) as (address, _), watched_page(browser) as page:
        page.goto(f"{address}#/play?game=tictactoe&seats=you|you")
        page.locator(".board .spot").first.wait_for()
        click_cell(page, "b2")
        page.locator(".move.here", has_text="b2").wait_for()
        page.wait_for_timeout(400)
        page.goto(f"{address}#/saved")
        page.locator("a", has_text="tictactoe").click()
        page.locator(".move.here", has_text="b2").wait_for()
        page.goto(f"{address}#/saved")
        page.locator("button", has_text="Delete").click()
        page.locator("a", has_text="tictactoe").wait_for(state="detached")


@pytest.mark.long
def test_an_engine_is_replaced_by_a_person_while_it_thinks(page, server):
    sit(page, server, "game=connect4&seats=you|alphabeta:time=50")
    click_cell(page, "a1")
    page.locator("#status", has_text="thinking").wait_for()
    page.locator('[data-seat="1"]').select_option("you")
    page.locator(".board .spot.can").first.wait_for()
    click_cell(page, "b1")
    page.locator(".move.here", has_text="2").wait_for()
    assert scene_of(page)["moves"] == "1,2"


def test_moves_while_one_analyses(page, server):
    sit(page, server, "game=tictactoe&seats=you|you")
    page.keyboard.press("a")
    for cell in ("a1", "b2", "c3"):
        page.locator(".board .score").first.wait_for()
        click_cell(page, cell)
        page.locator(".move.here", has_text=cell).wait_for()
    page.keyboard.press("Home")
    page.wait_for_function("() => !document.querySelector('.move.here')")
    page.keyboard.press("a")


def test_the_page_says_that_plain_python_answers(page, server):
    """As a search tells it whose code is being compiled; one that is stopped before it has begun moves nothing."""
    found = {"value": 0, "values": [0, 0], "meaning": "even", "exact": False, "depth": 1, "nodes": 9, "simulations": 0}
    found |= {"time_s": 0.5, "hits": 0, "cuts": 0, "lines": [], "method": "alphabeta", "code": "plain"}
    answers = [
        [("result", {"move": None, "analysis": None})],
        [("progress", {**found, "value": None, "values": []})],
        [("progress", found), ("result", {"move": "b2", "analysis": found})],
    ]

    def answer(route):
        told = answers.pop(0)
        body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in told)
        route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/api/search", answer)
    with page.expect_request("**/api/prepare") as asked:
        sit(page, server, "game=tictactoe&seats=you|level:3")
    assert asked.value.post_data_json == {"game": "tictactoe", "players": ["level:3", "alphabeta"]}
    click_cell(page, "a1")
    page.locator("#go").click()  # nobody has moved
    page.locator("#code", has_text="Plain Python, until native code is there").wait_for()
    page.locator("#go").click()
    page.locator(".move.here", has_text="b2").wait_for()
    assert "Found by plain Python" in page.locator("#code").inner_text()
    page.locator("#back").click()
    page.locator(".move.here", has_text="a1").wait_for()
    assert not page.locator("#code").is_visible()


@pytest.mark.long
def test_analysing_does_not_disturb_an_engine(page, server):
    sit(page, server, "game=tictactoe&seats=you|mcts:time=1,solver=false")
    click_cell(page, "a1")
    page.locator("#status", has_text="thinking").wait_for()
    page.keyboard.press("a")
    page.wait_for_function("() => document.querySelectorAll('.move').length === 2")


@pytest.mark.long
def test_a_game_that_cannot_be_looked_up_is_not_written_over(page, server):
    page.provoked = ("500",)
    sit(page, server, "game=tictactoe&seats=you|you")
    for cell in ("a1", "b2"):
        click_cell(page, cell)
        page.locator(".move.here", has_text=cell).wait_for()
    page.locator("#back").click()
    page.locator(".move.here", has_text="a1").wait_for()
    click_cell(page, "c3")
    page.locator(".branch .move.here", has_text="c3").wait_for()
    page.wait_for_timeout(400)
    kept = page.url
    page.route("**/api/saved/*", lambda route: route.fulfill(status=500, json={"problem": "the disk is full"}))
    page.reload()
    page.locator(".move.here", has_text="c3").wait_for()
    page.locator("#problem", has_text="the disk is full").wait_for()
    page.unroute("**/api/saved/*")
    page.goto("about:blank")
    page.goto(kept)
    page.locator(".branch .move.here", has_text="c3").wait_for()


@pytest.mark.long
def test_two_tabs_do_not_overwrite_each_other(page, server):
    sit(page, server, "game=tictactoe&seats=you|you")
    click_cell(page, "a1")
    page.locator(".move.here", has_text="a1").wait_for()
    page.wait_for_timeout(400)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".move.here", has_text="a1").wait_for()
    click_cell(other, "c3")
    other.locator(".move.here", has_text="c3").wait_for()
    click_cell(page, "b2")
    page.locator(".move.here", has_text="b2").wait_for()
    page.wait_for_timeout(400)
    assert scene_of(page)["id"] != scene_of(other)["id"]
    other.reload()
    other.locator(".move.here", has_text="c3").wait_for()
    assert other.locator(".move").count() == 2


@pytest.mark.long
def test_back_and_forth_between_games_and_views(page, server):
    sit(page, server, "game=tictactoe&seats=you|you")
    click_cell(page, "b2")
    page.locator(".move.here", has_text="b2").wait_for()
    page.locator("#game").select_option("hex")
    page.locator('.board [data-cell="k11"]').wait_for()
    page.go_back()
    page.locator(".move.here", has_text="b2").wait_for()
    page.locator("nav a", has_text="Tree").click()
    page.locator('[data-node="0"]').wait_for()
    page.locator("nav a", has_text="Play").click()
    page.locator(".move.here", has_text="b2").wait_for()


@pytest.mark.long
def test_a_jump_of_several_squares(page, server):
    for clicks in (("9", "18", "25"), ("9", "25")):
        sit(page, server, "game=draughts&start=B:W14,22:B9&seats=you|you")
        for cell in clicks:
            click_cell(page, cell)
        page.locator(".move.here", has_text="9x25").wait_for()


@pytest.mark.long
def test_looking_back_at_dice(page, server):
    sit(page, server, "game=pig:target=20&seats=you|you")
    page.locator(".board-words button", has_text="roll").click()
    page.wait_for_function("() => document.querySelectorAll('.move').length === 2")
    page.locator("#back").click()
    page.locator("#go").click()
    page.locator(".board-words button:enabled").first.wait_for()


@pytest.mark.long
def test_a_file_that_is_broken_at_first_is_played_once_it_is_mended(browser, tmp_path):
    rules = (ROOT / "src/zermelo/games/tictactoe.py").read_text()
    file = tmp_path / "mine.py"
    file.write_text(rules.replace("def over(s):", "def over(s)"))
    with serving(tmp_path / "data", own=(str(file),)) as (address, _), watched_page(browser) as page:
        page.provoked = ("422",)
        page.goto(f"{address}#/play?game=mine&seats=you|you")
        page.locator("#problem", has_text="mine.py:").wait_for()
        file.write_text(rules.replace("n = 0", "while True: pass"))
        page.locator("#rules", has_text="does not come to an end").wait_for()
        file.write_text(rules)
        page.locator("#status", has_text="X to move").wait_for()
        assert not page.locator("#rules").is_visible()
