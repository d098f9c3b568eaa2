"""Pictures of the workbench: `python docs/pictures.py` makes those of the README, `... FOLDER` all views and games.

They are taken in Chromium, as the browser tests are: look at them after a change of the page.
"""

import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

import httpx2 as httpx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))
from browsing import browsing, serving, watched_page  # noqa: E402

OTHELLO = "f5,d6,c3,d3,c4,f4,f6,f3,e6,e7"
README = {  # name: (address, what to press, seconds to wait, size, dark)
    "play": (f"#/play?game=othello&moves={OTHELLO}&seats=you|you", ["#analyse"], 6, (1280, 800), False),
    "tree": ("#/tree", [], 2, (1280, 720), False),
    "many": ("#/play?game=chinese-checkers&seats=you|you|you|you|you|you", ["#analyse"], 6, (1280, 800), True),
    "phone": ("#/play?game=backgammon&seats=you|you", ["#analyse"], 12, (390, 844), False),
}
VIEWS = {
    "saved": "#/saved",
    "tree-alphabeta": "#/tree",
    "tree-position": "#/tree?game=tictactoe&start=XX./OO./...%20X",
    "tree-mcts": "#/tree?game=tictactoe&method=mcts",
    "tree-solved": "#/tree?game=kuhn&solve=cfr%2B",
    "matrix": "#/matrix?game=elimination&step=2",
    "matrix-dynamics": "#/matrix?game=battle&process=replicator:start=3-2",
    "api": "api.html",
}
SIZES = ((1280, 800), (390, 844))
PLIES = 12  # of each game


def take(browser, address, file, where, presses=(), seconds=1.5, size=SIZES[0], dark=False, full=False):
    with watched_page(browser, width=size[0], height=size[1], dark=dark, device_scale_factor=1) as page:
        page.goto(address + where)
        page.wait_for_timeout(1000)
        for press in presses:
            page.locator(press).click()
        page.wait_for_timeout(1000 * seconds)
        page.screenshot(path=file, full_page=full)


def some_moves(address: str, game: str) -> str:
    """The first moves of a game, one from the middle of the list each time."""
    moves: list[str] = []
    for _ in range(PLIES):
        asked = {"game": game, "moves": moves, "everything": True}
        scene = httpx.post(f"{address}api/position", json=asked).json()
        names = [move["name"] for move in scene["moves"] or scene["chances"] or ()]
        if scene["over"] or not names:
            break
        moves.append(names[(len(names) + len(moves)) // 2 % len(names)])
    return quote(",".join(moves))


def every_view(browser, address: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    games = [game["name"] for game in httpx.get(f"{address}api/games").json()["games"]]
    views = dict(VIEWS)
    for game in (*games, "go:size=19", "hex:size=5", "virus:players=2", "chinese-checkers:players=2"):
        facts = httpx.get(f"{address}api/game", params={"game": game}).json()
        seats = "|".join(["you"] * len(facts["players"]))
        if facts["hidden"]:
            views[game] = f"#/seat?game={game}"
            continue
        views[game.replace(":", "-")] = f"#/play?game={game}&moves={some_moves(address, game)}&seats={seats}"
    for name, where in views.items():
        for size in SIZES:
            for dark in (False, True):
                file = folder / f"{name}-{size[0]}-{'dark' if dark else 'light'}.png"
                print(file)
                take(browser, address, file, where, size=size, dark=dark, full=True)


with tempfile.TemporaryDirectory() as data, serving(Path(data)) as (address, _), browsing() as browser:
    if sys.argv[1:]:
        every_view(browser, address, Path(sys.argv[1]))
    else:
        for name, (where, presses, seconds, size, dark) in README.items():
            take(browser, address, HERE / "pictures" / f"{name}.png", where, presses, seconds, size, dark)
