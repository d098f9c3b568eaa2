"""How long a solver may work: it is stopped through the progress that it reports, as soon as time is up.

The clock stands still while a solver waits for its code to be loaded or compiled, as it does in a search.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from zermelo.core.native import Native
from zermelo.core.workshop import workshop
from zermelo.errors import Problem, RulesProblem
from zermelo.search.result import Limit

NEARLY = 0.1  # seconds: a search that was stopped by its limit may tell a little less, if it was between two kernels


class TimeIsUp(Exception):
    """A solver was stopped before it knew anything."""


class Deadline:
    """The time of one solver, and whoever wants to hear of its progress."""

    def __init__(self, limit: float | None, on_progress: Callable[[Any], bool | None] | None) -> None:
        self.limit, self._on_progress = Limit(time=limit).time, on_progress
        self.seconds = 0.0  # of work, as far as somebody looked
        self.up = False
        self.called_off = False  # whether whoever hears of the progress stopped it
        self.states = 0  # found, or settled
        self._needs: tuple[Callable, ...] = ()
        self._looked = 0.0

    def hear(self, progress: Any) -> bool | None:
        """Pass progress on; False if it is to stop."""
        answer = self._on_progress and self._on_progress(progress)
        if answer is False:
            self.called_off = True
        return answer

    def look(self, progress: int) -> bool | None:
        """Pass progress on, and look at the time; False if it is to stop."""
        now = perf_counter()
        if not self._waiting:
            self.seconds += now - self._looked
        self._looked = now
        self.states = max(self.states, progress)
        if self.limit is not None and self.seconds >= self.limit:
            self.up = True
            return False
        return self.hear(progress)

    @contextmanager
    def running(self, *needs: Callable) -> Iterator[None]:
        """Time the work of these kernels, in this order; to be stopped since time is up is no mistake: `TimeIsUp`."""
        self._needs, self._looked = needs, perf_counter()
        try:
            yield
        except RulesProblem:
            raise
        except Problem:
            if not self.up:
                raise
            raise TimeIsUp from None
        finally:
            self.seconds += perf_counter() - self._looked

    @property
    def _waiting(self) -> bool:
        """Whether there is no code yet for the first kernel, or code for a later one is being compiled."""
        absent = [isinstance(each, Native) and not each.ready for each in self._needs]
        return absent[0] or (any(absent) and bool(workshop.busy))

    def ends_at(self, seconds: float) -> bool:
        """Whether a search of that many seconds ended since time was up."""
        return self.limit is not None and seconds >= self.limit - NEARLY

    def verdict(self, known: str) -> str:
        """What to say of a value that was not proven in time."""
        return f"not solved within {self.limit:g} s: {known}"
