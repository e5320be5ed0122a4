"""Streamlit's sessions: whose they are, what they were sent, and how they end."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import threading
from collections.abc import Iterator
from typing import Any

from streamlit.runtime import exists, get_instance
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state import SessionState

from ui.state.shelf import SHELF
from ui.tab.cookie import BROWSER

SWEEP_EVERY = 5  # seconds
UNTAKEN = 120  # seconds after which nobody will take a file that came: a page takes it at once

_closed = threading.Event()  # a study was, since the last look


def is_of(session: str, browser: str) -> bool:
    """Whether this session, connected or not, began in this browser."""
    info: Any = get_instance()._session_mgr.get_session_info(session)
    return bool(browser) and info is not None and owner_of(info.session) == browser


def has_any(browser: str) -> bool:
    """Whether a session, connected or not, began in this browser."""
    known = get_instance()._session_mgr.list_sessions() if browser and exists() else []
    return any(owner_of(each.session) == browser for each in known)


def owner_of(session: Any) -> str:
    """The browser in which a session began."""
    return str(session._user_info.get(BROWSER) or "")


def connected() -> int:
    """How many tabs are open."""
    return len(get_instance()._session_mgr.list_active_sessions()) if exists() else 0


def uploads() -> MemoryUploadedFileManager:
    """What was sent and not taken yet."""
    found = get_instance().uploaded_file_mgr
    if not isinstance(found, MemoryUploadedFileManager):
        raise TypeError("uploads are kept in memory")
    return found


def sizes() -> Iterator[tuple[str, int]]:
    """(session, bytes) of every file that was sent and not taken yet."""
    for session, files in list(uploads().file_storage.items()):
        yield from ((session, len(each.data)) for each in list(files.values()))


async def sweep() -> None:
    """Let go of what nobody comes back for and of what pages left behind, also where nobody comes at all."""
    seen: dict[tuple[str, str], int] = {}
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        SHELF.sweep()
        released = _let_rest() + _closed.is_set()
        _closed.clear()
        if exists():
            seen = forget_untaken(seen)
            released += end_expired()
        await asyncio.to_thread(_give_back if released else gc.collect)


def note_closed() -> None:
    """A study made room for the next one, or for none: what it held goes to the system soon."""
    _closed.set()


def _let_rest() -> int:
    """How many closed studies let go of what pages worked out. A function: a loop's variable would keep the last."""
    resting = SHELF.come_to_rest()
    for each in resting:
        each.rest()
    return len(resting)


def _give_back() -> None:
    """What is no longer held, to the system, unless its settings say that the next study shall have it."""
    gc.collect()
    if not any(name.startswith("MALLOC_") for name in os.environ):
        with contextlib.suppress(AttributeError, OSError, TypeError):  # only the GNU library has it
            ctypes.CDLL(None).malloc_trim(0)


def end_expired(and_waiting: bool = False) -> int:
    """End the sessions whose tab has been away for too long, with what they hold; how many they were.

    Streamlit would do so when the next tab goes, and keep the last session of an idle server by a loop variable.
    and_waiting: also those that may still come back, as their place is needed.
    """
    waiting: Any = get_instance()._session_mgr
    cache = waiting._session_storage._cache
    now = float("inf") if and_waiting else cache.timer()
    gone = [cache._data[key].session for key, until in list(cache._expirations.items()) if until <= now]
    cache.expire(now)
    for session in gone:
        session.shutdown()
        session._session_state, session._fragment_storage = SessionState(), MemoryFragmentStorage()
    return len(gone)


def forget_untaken(seen: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """Forget files of sessions that are gone, and those that were there at so many looks; the others with their looks.

    seen: looks so far by session and file.
    """
    manager, there = uploads(), {each.session.id for each in get_instance()._session_mgr.list_sessions()}
    found = {(session, file) for session, files in list(manager.file_storage.items()) for file in list(files)}
    looks = {each: seen.get(each, 0) + 1 for each in found if each[0] in there}
    for session, file in found:
        if looks.get((session, file), UNTAKEN) * SWEEP_EVERY >= UNTAKEN:
            manager.remove_file(session, file)
    for session in [each for each in list(manager.file_storage) if each not in there]:
        manager.remove_session_files(session)
    return looks
