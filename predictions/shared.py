"""Results that many sessions ask for: made once for all of them, and kept while they are among the latest or in use."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from metrics.kernels.once import waited
from predictions.problems import Problem

Result = TypeVar("Result")


class Shared(Generic[Result]):
    """The latest `most` results by key, and those that are not kept but that somebody has."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._results: OrderedDict[Hashable, Future[Result]] = OrderedDict()
        self._in_use: WeakValueDictionary[Hashable, Result] = WeakValueDictionary()

    def get(self, key: Hashable, make: Callable[[], Result], tick: Callable[[], None], is_kept: bool = True) -> Result:
        """What `make` gives, made by the first who asks; the others wait, ticking.

        A Problem reaches all who wait, and is not kept. Where the first one stops for a reason of its own, such as a
        cancelled session, one of those who wait takes over.
        is_kept: also when nobody has it any more, while it is among the latest.
        """
        while True:
            if (found := self._found(key, is_kept)) is not None:
                return found
            future, is_first = self._claim(key)
            if is_first:
                return self._make(key, future, make, is_kept)
            with contextlib.suppress(CancelledError):
                return waited(future, tick)

    def _found(self, key: Hashable, is_kept: bool) -> Result | None:
        """What somebody has, which is kept from now on where it should be."""
        found = self._in_use.get(key)
        if found is not None and is_kept:
            future, is_first = self._claim(key)
            if is_first:
                future.set_result(found)
        return found

    def _claim(self, key: Hashable) -> tuple[Future[Result], bool]:
        with self._lock:
            is_first = key not in self._results
            future = self._results.setdefault(key, Future())
            self._results.move_to_end(key)
            while len(self._results) > self.most:
                self._results.popitem(last=False)
        return future, is_first

    def _make(self, key: Hashable, future: Future[Result], make: Callable[[], Result], is_kept: bool) -> Result:
        try:
            result = make()
        except BaseException as error:
            self._forget(key, future)
            if isinstance(error, Problem):
                future.set_exception(error)
            else:
                future.cancel()
            raise
        future.set_result(result)
        if not is_kept:
            self._in_use[key] = result
            self._forget(key, future)
        return result

    def _forget(self, key: Hashable, future: Future[Result]) -> None:
        with self._lock:
            if self._results.get(key) is future:
                del self._results[key]
