"""Results that many sessions ask for: made once for all of them, and kept while they are among the latest."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import Generic, TypeVar

from predictions.problems import Problem

LOOK = 0.05  # seconds between two ticks of who waits
Result = TypeVar("Result")


class Shared(Generic[Result]):
    """The latest `most` results by key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._results: OrderedDict[Hashable, Future[Result]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Result], tick: Callable[[], None]) -> Result:
        """What `make` gives, made by the first who asks; the others wait, ticking.

        A Problem reaches all who wait, and is not kept. Where the first one stops for a reason of its own, such as a
        cancelled session, one of those who wait takes over.
        """
        while True:
            future, is_first = self._claim(key)
            if is_first:
                return self._make(key, future, make)
            with contextlib.suppress(CancelledError):
                return _wait(future, tick)

    def _claim(self, key: Hashable) -> tuple[Future[Result], bool]:
        with self._lock:
            is_first = key not in self._results
            future = self._results.setdefault(key, Future())
            self._results.move_to_end(key)
            while len(self._results) > self.most:
                self._results.popitem(last=False)
        return future, is_first

    def _make(self, key: Hashable, future: Future[Result], make: Callable[[], Result]) -> Result:
        try:
            result = make()
        except BaseException as error:
            with self._lock:
                if self._results.get(key) is future:
                    del self._results[key]
            if isinstance(error, Problem):
                future.set_exception(error)
            else:
                future.cancel()
            raise
        future.set_result(result)
        return result


def _wait(future: Future[Result], tick: Callable[[], None]) -> Result:
    while True:
        try:
            return future.result(LOOK)
        except TimeoutError:
            tick()
