"""Work for many clients: clicks go before long games, and of long games one is played at a time."""

import asyncio
import threading
import time

import pytest

from zermelo.web import turns as turns_module
from zermelo.web.refusals import Busy
from zermelo.web.turns import Turns, at_once


class Request:
    """A client."""

    gone = False

    async def is_disconnected(self):
        return self.gone


def steps(count, done, name, seconds=0.002):
    """So many steps."""
    for left in range(count, 0, -1):
        yield left
        time.sleep(seconds)
        done.append(name)
    return name


@pytest.fixture
def turns():
    turns = Turns()
    yield turns
    turns.close()


def test_a_click_does_not_wait_for_long_games(turns):
    async def story():
        done = []
        games = [asyncio.create_task(turns.take(Request(), steps(400, done, number))) for number in range(45)]
        await asyncio.sleep(0.2)
        began = time.perf_counter()
        assert await turns.take(Request(), at_once(lambda: "click")) == "click"
        assert time.perf_counter() - began < 0.3
        assert sum(done.count(number) > 0 for number in range(45)) <= turns_module.THREADS + 1
        for game in games:
            game.cancel()

    asyncio.run(story())


def test_who_has_least_left_to_do_goes_first(turns):
    async def story():
        done = []
        long = [asyncio.create_task(turns.take(Request(), steps(300, done, f"long {number}"))) for number in range(2)]
        await asyncio.sleep(0.1)
        short = asyncio.create_task(turns.take(Request(), steps(20, done, "short")))
        assert await short == "short"
        assert done.count("long 0") < 300
        assert done.count("long 1") < 300
        assert await asyncio.gather(*long) == ["long 0", "long 1"]

    asyncio.run(story())


def test_what_goes_wrong_reaches_who_asked(turns):
    def wrong():
        yield 1
        raise ValueError("no such thing")

    async def story():
        with pytest.raises(ValueError, match="no such thing"):
            await turns.take(Request(), wrong())
        assert await turns.take(Request(), at_once(lambda: 3)) == 3

    asyncio.run(story())


def test_who_has_gone_is_not_worked_for(turns, monkeypatch):
    monkeypatch.setattr(turns_module, "ASK_EVERY", 0.02)

    async def story():
        done, request = [], Request()
        game = asyncio.create_task(turns.take(request, steps(1000, done, "game")))
        await asyncio.sleep(0.1)
        request.gone = True
        with pytest.raises(Busy):
            await game
        count = len(done)
        await asyncio.sleep(0.1)
        assert 0 < count <= len(done) <= count + 10

    asyncio.run(story())


def test_a_step_that_hangs_holds_up_nobody_else(turns):
    async def story():
        release = threading.Event()
        hung = asyncio.create_task(turns.take(Request(), at_once(lambda: release.wait(30))))
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(turns.take(Request(), at_once(lambda: 1)), 5) == 1
        release.set()
        assert await hung

    asyncio.run(story())


def test_too_many_are_refused_with_a_sentence(turns, monkeypatch):
    monkeypatch.setattr(turns_module, "MOST_WAITING", 3)

    async def story():
        asked = [asyncio.create_task(turns.take(Request(), steps(100, [], number))) for number in range(12)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        refused = [each for each in found if isinstance(each, Busy)]
        assert refused
        assert "try again" in str(refused[0])
        assert len(refused) + sum(isinstance(each, int) for each in found) == 12

    asyncio.run(story())
