"""An upload that finds no room passes by without being kept, and leaves a note for the page of its session."""

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from streamlit.elements.lib.file_uploader_utils import enforce_filename_restriction
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ui.server import own_files, sessions
from ui.server.own_files import OwnFiles
from ui.state.shelf import Shelf
from ui.state.uploads import REFUSED

MINE = "mine"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryUploadedFileManager]:
    """The uploads of a server that may hold 1,000 bytes, 400 of them for one tab; another tab holds 300."""
    manager = MemoryUploadedFileManager("/upload")
    shelf: Shelf[str] = Shelf(lambda _session: True, most_bytes=1_000)
    shelf.put("token", "cookie", "study", "other", 300)
    monkeypatch.setattr(sessions, "uploads", lambda: manager)
    monkeypatch.setattr(sessions, "is_of", lambda session, browser: session == MINE)
    monkeypatch.setattr(own_files, "SHELF", shelf)
    monkeypatch.setattr(own_files, "AT_ONCE", 400)
    yield manager
    assert sum(own_files._coming.values()) == 0


class Sent:
    """A request in parts, and what is done with it. fails: in the app, once all of it has come."""

    def __init__(self, *parts: bytes, length: int | None = None, fails: bool = False) -> None:
        self.parts, self.fails, self.taken, self.answers = list(parts), fails, 0, []
        size = sum(map(len, parts)) if length is None else length
        self.headers = [(b"content-length", str(size).encode())] if size >= 0 else []

    async def receive(self) -> dict:
        assert self.parts, "waits for what never comes"
        return {"type": "http.request", "body": self.parts.pop(0), "more_body": bool(self.parts)}

    async def send(self, message: dict) -> None:
        self.answers.append(message.get("status"))

    async def app(self, scope: dict, receive, send) -> None:
        more = True
        while more:
            message = await receive()
            self.taken, more = self.taken + len(message["body"]), message["more_body"]
        if self.fails:
            raise MemoryError
        await send({"type": "http.response.start", "status": 204, "headers": []})

    def to(self, session: str, method: str = "PUT") -> int:
        path = f"/_stcore/upload_file/{session}/file"
        scope = {"type": "http", "method": method, "path": path, "headers": self.headers}
        asyncio.run(OwnFiles(self.app)(scope, self.receive, self.send))
        return self.answers[0]


def notes(manager: MemoryUploadedFileManager, session: str = MINE) -> list[str]:
    return [each.type for each in manager.file_storage.get(session, {}).values()]


def test_what_finds_room_is_taken(kept: MemoryUploadedFileManager) -> None:
    sent = Sent(b"x" * 300, b"x" * 100)
    assert (sent.to(MINE), sent.taken, notes(kept)) == (204, 400, [])


@pytest.mark.parametrize("length", [None, -1])
def test_more_than_a_tab_may_hold_passes_by(kept: MemoryUploadedFileManager, length: int | None) -> None:
    sent = Sent(b"x" * 300, b"x" * 101, length=length)
    assert (sent.to(MINE), sent.taken, sent.parts, notes(kept)) == (204, 0, [], [REFUSED])


@pytest.mark.parametrize("kinds", [[], [".json"]])
def test_every_uploader_takes_the_note(kept: MemoryUploadedFileManager, kinds: list[str]) -> None:
    Sent(b"x" * 401).to(MINE)
    (note,) = kept.file_storage[MINE].values()
    enforce_filename_restriction(note.name, kinds)  # raises where it does not


def test_what_the_tab_has_sent_before_counts(kept: MemoryUploadedFileManager) -> None:
    kept.add_file(MINE, UploadedFileRec("first", "a.csv", "text/csv", b"x" * 200))
    assert Sent(b"x" * 201).to(MINE) == 204
    assert notes(kept) == ["text/csv", REFUSED]


def test_what_all_hold_together_counts(kept: MemoryUploadedFileManager) -> None:
    for session in ("second", "third"):
        kept.add_file(session, UploadedFileRec("first", "a.csv", "text/csv", b"x" * 200))
    sent = Sent(b"x" * 301)
    assert (sent.to(MINE), sent.taken, notes(kept)) == (204, 0, [REFUSED])


def test_an_upload_that_stalls_is_given_up(kept: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> dict:
        return await asyncio.Event().wait()

    monkeypatch.setattr(own_files, "STALLED", 0.05)
    sent = Sent(b"x" * 10)
    sent.receive = never
    assert (sent.to(MINE), notes(kept)) == (408, [])


def test_what_the_computer_cannot_hold_is_said_in_the_same_way(kept: MemoryUploadedFileManager) -> None:
    sent = Sent(b"x" * 10, fails=True)
    assert (sent.to(MINE), notes(kept)) == (204, [REFUSED])


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_nobody_touches_the_files_of_another_browser(kept: MemoryUploadedFileManager, method: str) -> None:
    kept.add_file("other", UploadedFileRec("file", "a.csv", "text/csv", b"x"))
    sent = Sent(b"x")
    assert (sent.to("other", method), sent.taken, notes(kept, "other")) == (404, 0, ["text/csv"])


def test_a_picture_is_its_browser_s_until_it_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_files, "get_script_run_ctx", lambda suppress_warning: SimpleNamespace(user_info=who))
    who = {"browser": "A"}
    load, delete = own_files._noting(lambda: "id"), own_files._forgetting(lambda file: None)
    load()
    who = {"browser": "B"}
    load()
    assert own_files._owners["id"] == {"A", "B"}
    delete("id")
    assert "id" not in own_files._owners
