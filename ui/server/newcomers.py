"""Whoever comes when there is no room for another tab reads why, in place of a page that stays blank."""

from __future__ import annotations

import contextlib
import mmap
import os
import threading

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from predictions.limits import LIMITS
from ui.server import sessions
from ui.tab.cookie import browser_of
from words.reading.server import nothing_left, too_many_tabs

OPEN_FILES = "/proc/self/fd"
OF_A_TAB = 32  # files that must be free before a tab comes: four of its own, the others for pages and readers
OF_A_RELOAD = 8  # files that must be free before a tab comes back
MEMORY = 64_000_000  # bytes that must be free before a tab comes
MOST_OPEN = 65_536


class Newcomers:
    """Refuses the page of another tab, and its web socket, where there is no room."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = why_full(sessions.has_any(browser_of(scope))) if _begins_a_tab(scope) else ""
        if not refused:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse(refused, 503, {"retry-after": "60"})(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1013})


def _begins_a_tab(scope: Scope) -> bool:
    if scope["type"] == "http":
        return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")
    return bool(scope["type"] == "websocket")


def why_full(is_inside: bool) -> str:
    """Why no tab can be added, in words; "" where one can. Sessions that wait for their tab make room.

    is_inside: the browser has a session, as one has that reloads: its old page goes only when the new one has come.
    """
    if sessions.connected() >= LIMITS.tabs * (2 if is_inside else 1):
        return too_many_tabs(LIMITS.tabs)
    spare = OF_A_RELOAD if is_inside else OF_A_TAB
    if not _are_files_free(spare):
        sessions.end_expired(and_waiting=True)
    if not _are_files_free(spare):
        return nothing_left("open files")
    if not _is_thread_free():
        return nothing_left("threads")
    return "" if _is_memory_free() else nothing_left("memory")


def raise_file_limit() -> None:
    """As many open files as the system lets this program have; the usual 1,024 are 150 tabs."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system counts them
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_OPEN if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN)
        if 0 <= soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _are_files_free(wanted: int) -> bool:
    try:
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return most == resource.RLIM_INFINITY or most - len(os.listdir(OPEN_FILES)) >= wanted
    except ImportError:  # this system does not count them
        return True
    except OSError as error:
        return isinstance(error, FileNotFoundError)  # it does not list them; else there was none left to look


def _is_thread_free() -> bool:
    try:
        threading.Thread(target=bool, daemon=True).start()
    except RuntimeError:
        return False
    return True


def _is_memory_free() -> bool:
    try:
        mmap.mmap(-1, MEMORY).close()
    except (OSError, MemoryError):
        return False
    return True
