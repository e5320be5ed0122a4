"""What tabs have open, kept so that a reload finds it again: bounded, and found only by tab and browser together."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from streamlit.runtime import exists, get_instance

from predictions.limits import LIMITS

T = TypeVar("T")
MOST, SECONDS = 2 * LIMITS.tabs, 15 * 60
AWAY = 60  # seconds without its tab after which it rests


@dataclass
class Kept(Generic[T]):
    """what: as it was put. owner: the session that put it. size: in bytes. seen: when the owner was last there.
    rests: whether it let go of what can be worked out again.
    """

    what: T
    owner: str
    browser: str
    size: int
    seen: float
    rests: bool = False


class Shelf(Generic[T]):
    """At most `most` things of together `most_bytes`, each until its session has been gone for `seconds`.

    token: the secret of a tab. browser: that of its cookie; "" keeps and finds nothing. Neither is stored: the key is
    a hash of both. is_there: whether a session has its tab. What has been gone longest makes room for the next.
    """

    def __init__(
        self,
        is_there: Callable[[str], bool],
        most: int = MOST,
        most_bytes: int = LIMITS.together,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.is_there = is_there
        self._most, self._most_bytes, self._seconds, self._clock = most, most_bytes, seconds, clock
        self._lock = threading.Lock()
        self._kept: dict[str, Kept[T]] = {}

    def put(self, token: str, browser: str, what: T, owner: str, size: int) -> None:
        """Keep it in place of what this tab had before."""
        if not browser:
            return
        with self._lock:
            self._kept[_hashed(token, browser)] = Kept(what, owner, _hashed(browser), size, self._clock())
            self._sweep()

    def find(self, token: str, browser: str) -> Kept[T] | None:
        """What this tab of this browser had open; it stays on the shelf."""
        self.sweep()
        return self._kept.get(_hashed(token, browser))

    def drop(self, token: str, browser: str) -> None:
        """Forget it."""
        with self._lock:
            self._kept.pop(_hashed(token, browser), None)

    def has_any(self, browser: str) -> bool:
        """Whether a tab of this browser may find something."""
        self.sweep()
        wanted = _hashed(browser)
        return any(each.browser == wanted for each in list(self._kept.values()))

    def has_room(self, owner: str, size: int) -> bool:
        """Whether this session may hold so many bytes beside what the others hold that have their tab."""
        others = (each for each in list(self._kept.values()) if each.owner != owner and self.is_there(each.owner))
        return sum(each.size for each in others) + size <= self._most_bytes

    def come_to_rest(self) -> list[T]:
        """What has lost its tab for a while, each once until it is put again."""
        now = self._clock()
        with self._lock:
            found = [each for each in self._kept.values() if not each.rests and now - each.seen >= AWAY]
            for each in found:
                each.rests = True
        return [each.what for each in found]

    def sweep(self) -> None:
        """Forget what has been gone for too long, and what is too much."""
        with self._lock:
            self._sweep()

    def _sweep(self) -> None:
        now = self._clock()
        for each in self._kept.values():
            if self.is_there(each.owner):
                each.seen = now
        latest = sorted(self._kept.items(), key=lambda item: item[1].seen, reverse=True)
        room, kept = self._most_bytes, {}
        for key, each in latest[: self._most]:
            if each.size <= room and now - each.seen <= self._seconds:
                room -= each.size
                kept[key] = each
        self._kept = kept


def is_there(session: str) -> bool:
    """Whether a tab is connected to this session."""
    return exists() and get_instance().is_active_session(session)


SHELF: Shelf[Any] = Shelf(is_there)


def _hashed(*secrets: str) -> str:
    return hashlib.sha256("|".join(secrets).encode()).hexdigest()
