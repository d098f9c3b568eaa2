"""A real browser on a real server, for tests of the page."""

import os
import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from zermelo.web.app import application
from zermelo.web.connection import Connection
from zermelo.web.settings import Settings

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def serving(data: Path, **settings):
    """The workbench on a free port; gives its address and the application."""
    app = application(Settings(data=data, **settings))
    config = uvicorn.Config(
        app, http=Connection, host="127.0.0.1", port=0, log_level="warning", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/", app
    finally:
        server.should_exit = True
        thread.join(10)


@contextmanager
def browsing():
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def watched_page(browser, *, width=1280, height=800, dark=False, **context):
    """A page of its own; whatever it complains about fails the test, but what was `provoked` on purpose.

    Chromium complains of every answer of 4xx.
    """
    made = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", **context
    )
    page = made.new_page()
    page.set_default_timeout(90_000)  # the first search of a game compiles
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        yield page
        said = [text for text in complaints if not any(word in text for word in getattr(page, "provoked", ()))]
        assert not said, said
    finally:
        made.close()


def sit(page, server, query):
    """Open a game, and wait until it stands."""
    page.goto("about:blank")
    page.goto(f"{server[0]}#/play?{query}")
    page.locator(".board .spot, .board-words button").first.wait_for()


def scene_of(page):
    """The address' game as the server sees it: game, moves."""
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.split('?')[1]))")


def click_cell(page, name: str) -> None:
    page.locator(f'.board [data-cell="{name}"] circle').first.click(force=True)


def status(page) -> str:
    return page.locator("#status").inner_text()


def wait_for_turn(page, text: str = "to move") -> None:
    """Until nobody thinks and it is somebody's turn, or the game is over."""
    page.wait_for_function(
        "text => { const said = document.querySelector('#status')?.innerText ?? '';"
        " return !said.includes('thinking') && (said.includes(text) || said.startsWith('over')); }",
        arg=text,
    )
