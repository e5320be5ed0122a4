"""What was worked out for one study: made once whoever asks, and bounded by forgetting what was asked longest ago."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar

from metrics.kernels.once import Once

T = TypeVar("T")


class Cache:
    """Results by key, the latest `most` of them. Threads that ask for the same key wait for one result."""

    def __init__(self, most: int = 256) -> None:
        self._most, self._lock = most, Lock()
        self._cells: OrderedDict[Hashable, Once] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made once while it is kept. An error of `make` is raised and not kept."""
        with self._lock:
            cell = self._cells.setdefault(key, Once())
            self._cells.move_to_end(key)
            if len(self._cells) > self._most:
                self._cells.popitem(last=False)
        return cell.get("", make)

    def clear(self) -> None:
        """Let go of everything: whoever asks next has it made again."""
        with self._lock:
            self._cells.clear()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._cells

    def __len__(self) -> int:
        return len(self._cells)
