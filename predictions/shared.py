"""Results that many sessions ask for: made once for all of them, and kept while they are among the latest or in use."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from metrics.kernels.once import Once
from predictions.problems import Problem

Result = TypeVar("Result")


class Shared(Generic[Result]):
    """The latest `most` results by key, and those that are not kept but that somebody has."""

    def __init__(self, most: int) -> None:
        self._latest = Once(most, told=Problem)
        self._in_use: WeakValueDictionary[Hashable, Result] = WeakValueDictionary()

    def get(self, key: Hashable, make: Callable[[], Result], tick: Callable[[], None], is_kept: bool = True) -> Result:
        """What `make` gives, made by the first who asks; the others wait, ticking.

        A Problem reaches all who wait. Where the first one stops for a reason of its own, such as a cancelled session,
        one of those who wait takes over.
        is_kept: also when nobody has it any more, while it is among the latest.
        """
        found, made = self._in_use.get(key), False
        if found is not None and not is_kept:
            return found

        def work() -> Result:
            nonlocal made
            made = True
            return make() if found is None else found

        result = self._latest.get(key, work, tick)
        if made and not is_kept:
            self._in_use[key] = result
            self._latest.forget(key)
        return result
