"""Waiting for native code survives Ctrl-C at any moment."""

import threading
import time

import pytest

from zermelo.core import worker
from zermelo.core.worker import Once, work
from zermelo.errors import Problem


def test_who_waits_is_told_and_nobody_waits_longer_than_asked():
    once = Once()
    began = time.monotonic()
    assert not once.wait(0.05)
    assert 0.04 < time.monotonic() - began < 30
    threading.Timer(0.05, once.set).start()
    assert once.wait()
    assert once.is_set()
    assert once.wait(0)
    once.set()  # has happened
    assert once.wait()


def test_ctrl_c_between_two_lines_locks_nobody_out():
    """The worst moment: the lock is taken, and not given back."""

    class Struck:
        def __init__(self, gate):
            self.gate = gate

        def acquire(self, timeout):
            if self.gate.acquire(timeout=timeout):
                raise KeyboardInterrupt
            return False

    once = Once()
    gate, once._gate = once._gate, Struck(once._gate)
    threading.Timer(0.05, gate.release).start()  # as `set` does, a moment before it is known
    with pytest.raises(KeyboardInterrupt):
        once.wait()
    heard = []
    waiting = threading.Thread(target=lambda: heard.append(once.wait()))
    waiting.start()
    once._happened = True
    waiting.join(5)
    assert heard == [True]


def test_ctrl_c_before_the_waiting_begins_stops_the_job(monkeypatch):
    def struck(task):
        raise KeyboardInterrupt

    stopped = threading.Event()
    monkeypatch.setattr(worker, "_counted", struck)
    with pytest.raises(KeyboardInterrupt):
        work(lambda: stopped.wait(20), stopped.set)
    assert stopped.is_set()


def test_a_thread_that_may_not_be_polite_works_all_the_same(monkeypatch):
    def refused(*_):
        raise ProcessLookupError

    monkeypatch.setattr(worker, "_polite", True)
    monkeypatch.setattr(worker, "_idle", [])
    monkeypatch.setattr(worker.os, "setpriority", refused)
    assert work(lambda: 7, lambda: None, time_left=lambda: 5.0) == (7, False)


@pytest.mark.parametrize("error", [ProcessLookupError, PermissionError])
def test_a_thread_that_cannot_step_back_works_all_the_same(monkeypatch, error):
    """On some systems a thread is no process; whoever waits for its answer must get it."""

    def refuse(*_):
        raise error("no")

    monkeypatch.setattr(worker, "_polite", True)
    monkeypatch.setattr(worker, "_idle", [])
    monkeypatch.setattr(worker.os, "setpriority", refuse, raising=False)
    task = worker.begin(lambda: 42)
    assert task.done.wait(60)
    assert (task.answer, task.failure) == (42, None)


@pytest.mark.parametrize("how", ["time", "a glance", "Ctrl-C"])
def test_a_job_that_does_not_stop_is_given_up_in_the_end(monkeypatch, how):
    """As a rule in a loop without end, in native code: a limit of time holds all the same."""
    monkeypatch.setattr(worker, "PATIENCE", 0.2)
    free, glances = threading.Event(), []

    def glance():
        glances.append(1)
        if how == "Ctrl-C" and len(glances) == 1:
            raise KeyboardInterrupt
        return how != "a glance"

    with pytest.raises(Problem, match=r"nothing has stopped in 0.2 s: a rule, an evaluation or a method does not"):
        work(free.wait, lambda: None, time_left=lambda: 0.0 if how == "time" else None, on_glance=glance)
    assert len(glances) >= 3
    free.set()


def test_a_job_that_nobody_told_to_stop_has_all_the_time(monkeypatch):
    monkeypatch.setattr(worker, "PATIENCE", 0.1)
    assert work(lambda: time.sleep(0.4), lambda: None) == (None, False)
