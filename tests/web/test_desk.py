"""Searches of many clients: one each, so many at a time, freed when nobody wants them."""

import asyncio
import threading
import time
from contextlib import aclosing

import pytest

from zermelo.web.desk import NOTHING, Desk


def endless(started=None):
    """A search that goes on until it is told to stop."""

    def job(report):
        if started:
            started.set()
        rounds = 0
        while report(("progress", {"rounds": rounds})):
            rounds += 1
            time.sleep(0.005)
        job.ended = True
        return {"rounds": rounds}

    job.ended = False
    return job


async def collected(desk, client, job):
    return [told async for told in desk.search(desk.enter(client), job)]


def test_a_search_tells_and_ends_with_its_result():
    async def story():
        def job(report):
            for number in range(3):
                assert report(("progress", {"number": number}))
                time.sleep(0.1)
            return {"move": "a1"}

        desk = Desk(searches=2)
        told = await collected(desk, "me", job)
        assert told == [*(("progress", {"number": number}) for number in range(3)), ("result", {"move": "a1"})]
        assert desk.busy == 0

    asyncio.run(story())


def test_stop_ends_a_search_with_the_best_so_far():
    async def story():
        desk = Desk(searches=2)
        task = asyncio.create_task(collected(desk, "me", endless()))
        await asyncio.sleep(0.1)
        assert desk.stop("me")
        assert (await asyncio.wait_for(task, 2))[-1][0] == "result"
        assert not desk.stop("me")

    asyncio.run(story())


def test_a_client_has_one_search_at_a_time():
    async def story():
        desk = Desk(searches=4)
        first = asyncio.create_task(collected(desk, "me", endless()))
        await asyncio.sleep(0.05)
        started = threading.Event()
        second = asyncio.create_task(collected(desk, "me", endless(started)))
        told = await asyncio.wait_for(first, 2)
        assert "result" not in [name for name, _ in told]
        await asyncio.to_thread(started.wait)
        desk.stop("me")
        assert (await asyncio.wait_for(second, 2))[-1][0] == "result"

    asyncio.run(story())


def test_a_client_that_goes_frees_its_search_and_its_place():
    async def story():
        desk = Desk(searches=1)
        job = endless()
        async with aclosing(desk.search(desk.enter("gone"), job)) as told:
            async for _ in told:
                break
        assert desk.busy == 0
        assert (await asyncio.wait_for(collected(desk, "next", lambda report: {"move": "b2"}), 2))[-1] == (
            "result",
            {"move": "b2"},
        )
        assert job.ended

    asyncio.run(story())


def test_who_waits_is_told_and_comes_next_and_may_go():
    async def story():
        desk = Desk(searches=1)
        started = threading.Event()
        first = asyncio.create_task(collected(desk, "first", endless(started)))
        await asyncio.to_thread(started.wait)
        leaver = asyncio.create_task(collected(desk, "leaver", endless()))
        await asyncio.sleep(0.05)
        waiter = asyncio.create_task(collected(desk, "waiter", lambda report: {"move": "c3"}))
        await asyncio.sleep(1.2)
        leaver.cancel()
        desk.stop("first")
        assert (await asyncio.wait_for(first, 2))[-1][0] == "result"
        told = await asyncio.wait_for(waiter, 2)
        assert told[0] == ("queued", {"before": 1})
        assert told[-1] == ("result", {"move": "c3"})
        assert desk.busy == 0

    asyncio.run(story())


def test_what_goes_wrong_in_a_search_reaches_who_asked():
    async def story():
        def job(report):
            raise ValueError("no such thing")

        desk = Desk(searches=1)
        with pytest.raises(ValueError, match="no such thing"):
            await collected(desk, "me", job)
        assert (await collected(desk, "me", lambda report: {}))[-1][0] == "result"

    asyncio.run(story())


def test_only_the_latest_report_is_kept_for_a_client_that_does_not_read():
    async def story():
        def job(report):
            for number in range(1000):
                report(("progress", {"number": number}))
            time.sleep(0.2)
            return {}

        desk = Desk(searches=1)
        told = []
        async for name, data in desk.search(desk.enter("slow"), job):
            told.append((name, data))
            await asyncio.sleep(0.1)
        assert len(told) <= 4

    asyncio.run(story())


def test_stop_and_another_search_end_one_that_waits():
    async def story():
        desk = Desk(searches=1)
        started = threading.Event()
        first = asyncio.create_task(collected(desk, "first", endless(started)))
        await asyncio.to_thread(started.wait)
        waiting = asyncio.create_task(collected(desk, "waiter", endless()))
        await asyncio.sleep(0.05)
        desk.stop("waiter")
        assert await asyncio.wait_for(waiting, 0.5) == [("result", NOTHING)]
        desk.stop("first")
        await first
        assert (await asyncio.wait_for(collected(desk, "next", lambda report: {}), 2))[-1][0] == "result"

    asyncio.run(story())


def test_what_nobody_waits_for_is_not_begun():
    async def story():
        desk, ran = Desk(searches=1), []

        def slow(report):
            ran.append(1)
            time.sleep(0.4)
            return {}

        leavers = [asyncio.create_task(collected(desk, f"leaver {number}", slow)) for number in range(5)]
        await asyncio.sleep(0.1)
        for leaver in leavers:
            leaver.cancel()
        assert (await asyncio.wait_for(collected(desk, "stays", slow), 3))[-1][0] == "result"
        assert len(ran) == 2

    asyncio.run(story())
