"""The server answers before everything is imported, and no page begins before it is."""

import asyncio
import gc
import sys
import threading

import pytest

from predictions.sandbox import client
from ui.server import warm
from ui.server.middleware import WarmFirst


@pytest.mark.thorough
def test_preparing_takes_what_was_imported_out_of_the_collector_s_rounds() -> None:
    try:
        warm.prepare()
        assert {"charts", "ui.data.ways_in"} <= set(sys.modules)
        assert gc.get_freeze_count() > 100_000
        assert gc.isenabled()
        assert client.SPARE.process is not None
    finally:
        client.SPARE.end()
        gc.unfreeze()


def test_only_what_begins_a_page_waits_for_the_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end, may_be_late, came = threading.Event(), threading.Event(), []
    monkeypatch.setattr(warm, "prepare", lambda: may_end.wait(20))
    monkeypatch.setattr(warm, "prepare_more", lambda: may_be_late.wait(20))

    async def app(scope: dict, receive: object, send: object) -> None:
        came.append(scope["type"])

    async def visit() -> None:
        socket = asyncio.create_task(WarmFirst(app)({"type": "websocket"}, None, None))
        await WarmFirst(app)({"type": "http"}, None, None)
        assert came == ["http"]
        may_end.set()
        await socket

    warm.begin()
    asyncio.run(visit())
    assert came == ["http", "websocket"]
    warm.wait()  # nothing is left to wait for
    may_be_late.set()


def test_what_a_study_needs_later_is_there_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "streamlit.emojis", raising=False)
    warm.prepare_more()
    assert "streamlit.emojis" in sys.modules


def test_imports_that_failed_do_not_keep_a_page_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ImportError("no such package")

    monkeypatch.setattr(warm, "prepare", fails)
    monkeypatch.setattr(threading, "excepthook", lambda _given: None)
    warm.begin()
    warm.wait()
