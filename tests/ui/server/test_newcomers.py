"""Where no tab can be added, whoever comes reads why; those inside go on."""

import asyncio
import resource
import threading
from dataclasses import replace

import pytest

from predictions.limits import LIMITS
from ui.server import newcomers, sessions
from ui.server.newcomers import Newcomers, raise_file_limit, why_full
from ui.tab.cookie import browser_of

PAGE = [(b"accept", b"text/html,*/*")]


def answered(kind: str, headers: list[tuple[bytes, bytes]] | None = None, method: str = "GET") -> dict:
    """What the server begins to say; its text under "said"."""
    sent: list[dict] = []

    async def app(scope: dict, receive: object, send) -> None:
        await send({"type": "inside"})

    async def keep(message: dict) -> None:
        sent.append(message)

    async def receive() -> dict:
        return {"type": "websocket.connect"}

    scope = {"type": kind, "method": method, "headers": PAGE if headers is None else headers}
    asyncio.run(Newcomers(app)(scope, receive, keep))
    return sent[0] | {"said": sent[-1].get("body", b"").decode()}


def test_a_tab_comes_in_where_there_is_room() -> None:
    assert answered("http")["type"] == answered("websocket")["type"] == "inside"


def test_the_tab_too_many_reads_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "LIMITS", replace(LIMITS, tabs=3))
    monkeypatch.setattr(sessions, "connected", lambda: 3)
    refused = answered("http")
    assert (refused["status"], refused["said"].split(",")[0]) == (503, "Rounds is full: 3 tabs are open")
    assert (b"retry-after", b"60") in refused["headers"]
    assert answered("websocket")["type"] == "websocket.close"
    assert answered("http", [(b"accept", b"image/png")])["type"] == "inside", "pictures of those inside"
    assert answered("http", method="PUT")["type"] == "inside"
    monkeypatch.setattr(sessions, "connected", lambda: 2)
    assert why_full(is_inside=False) == ""


def test_a_browser_that_is_inside_may_reload_where_nobody_else_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "LIMITS", replace(LIMITS, tabs=3))
    monkeypatch.setattr(sessions, "connected", lambda: 3)
    monkeypatch.setattr(sessions, "has_any", lambda browser: browser == browser_of({"headers": own}))
    own = [(b"cookie", b"rounds_browser=inside")]
    assert answered("http", PAGE + own)["type"] == answered("websocket", own)["type"] == "inside"
    assert answered("http", [*PAGE, (b"cookie", b"rounds_browser=other")])["status"] == 503
    monkeypatch.setattr(sessions, "connected", lambda: 6)
    assert answered("websocket", own)["type"] == "websocket.close", "but not without end"


def test_sessions_that_wait_for_their_tab_make_room_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, ended = [False, True], []
    monkeypatch.setattr(newcomers, "_are_files_free", lambda wanted: looks.pop(0))
    monkeypatch.setattr(sessions, "end_expired", lambda and_waiting: ended.append(and_waiting) or 1)
    assert why_full(is_inside=False) == ""
    assert ended == [True]


def test_without_open_files_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "end_expired", lambda and_waiting: 0)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (24, before[1]))
        assert "no open files left" in why_full(is_inside=False)
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(before[1], newcomers.MOST_OPEN)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_without_threads_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fails)
    assert "no threads left" in why_full(is_inside=False)


def test_without_memory_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "MEMORY", 1 << 60)
    assert "no memory left" in why_full(is_inside=False)
