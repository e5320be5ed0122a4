"""Pictures, downloads and uploads belong to the browser whose session made them, and uploads find room or words."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import Runtime, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from predictions.limits import LIMITS
from ui.server import sessions
from ui.state.shelf import SHELF
from ui.state.uploads import REFUSED
from ui.tab.cookie import BROWSER, browser_of

MEDIA = re.compile(r"/media/([^/.]+)(?:\.\w+)?$")
UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")
UNSAID = 400_000_000  # bytes of an upload that does not say how large it is
NOTE = "not-taken.json"  # of a kind that every uploader of the pages takes
STALLED = 60  # seconds without a byte after which an upload is given up, as it keeps room from others
AT_ONCE = 500_000_000  # bytes that one tab may send before its page has taken them

_owners: dict[str, set[str]] = defaultdict(set)  # the browsers for which a file was made, by its id
_asks: ContextVar[str] = ContextVar("asks", default="")
_coming: dict[str, int] = defaultdict(int)  # bytes on their way, by session


class OwnFiles:
    """Gives files to their own browser alone, and takes uploads only for sessions of the browser that sends them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" and scope["method"] != "OPTIONS" else ""
        if (media := MEDIA.search(path)) and browser_of(scope) not in _owners.get(media[1], ()):
            await PlainTextResponse("", 404)(scope, receive, send)
        elif upload := UPLOAD.search(path):
            await self._take(scope, receive, send, *upload.groups())
        else:
            await self.app(scope, receive, send)

    async def _take(self, scope: Scope, receive: Receive, send: Send, session: str, file: str) -> None:
        """A file that finds no room leaves a note in its place: the page of the session then says why in words."""
        if not sessions.is_of(session, browser_of(scope)):
            await PlainTextResponse("", 404)(scope, receive, send)
        elif scope["method"] != "PUT":
            await self.app(scope, receive, send)
        else:
            size, body = _length(scope), _Body(receive)
            is_taken = _has_room(session, size)
            _coming[session] += size
            try:
                if is_taken:
                    await self.app(scope, body.receive, send)
            except MemoryError:
                is_taken = False
            except TimeoutError:
                await PlainTextResponse("", 408, {"connection": "close"})(scope, receive, send)
                return
            finally:
                _coming[session] -= size
            if not is_taken:
                await body.pass_by()
                sessions.uploads().add_file(session, UploadedFileRec(file, NOTE, REFUSED, b""))
                await Response(status_code=204)(scope, receive, send)


class _Body:
    """What is sent, and whether all of it has come."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._has_more = receive, True

    async def receive(self) -> Message:
        async with asyncio.timeout(STALLED):
            message = await self._receive()
        self._has_more = bool(message.get("more_body"))
        return message

    async def pass_by(self) -> None:
        """Let the rest come and keep nothing of it: a browser reads no answer before it has sent all."""
        while self._has_more:
            await self.receive()


def _length(scope: Scope) -> int:
    said = Headers(scope=scope).get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() else UNSAID


def _has_room(session: str, size: int) -> bool:
    """Whether so many bytes more are within what one tab, and all together, may hold."""
    waiting = [*sessions.sizes(), *_coming.items()]
    of_tab = sum(held for owner, held in waiting if owner == session)
    return of_tab + size <= min(AT_ONCE, LIMITS.tab) and SHELF.has_room(
        session, sum(held for _, held in waiting) + size
    )


def note_owners(runtime: Runtime) -> None:
    """From now on, note for whom each picture and download is made."""
    manager: Any = runtime.media_file_mgr
    storage: Any = manager._storage
    storage.load_and_get_id = _noting(storage.load_and_get_id)
    storage.delete_file = _forgetting(storage.delete_file)
    manager.execute_deferred = _for_its_session(manager, manager.execute_deferred)


def _noting(load: Callable[..., str]) -> Callable[..., str]:
    def noted(*given: Any, **more: Any) -> str:
        file, context = load(*given, **more), get_script_run_ctx(suppress_warning=True)
        if browser := str(context.user_info.get(BROWSER) or "") if context else _asks.get():
            _owners[file].add(browser)
        return file

    return noted


def _forgetting(delete: Callable[[str], None]) -> Callable[[str], None]:
    def forgotten(file: str) -> None:
        _owners.pop(file, None)
        delete(file)

    return forgotten


def _for_its_session(manager: Any, execute: Callable[[str], str]) -> Callable[[str], str]:
    """What a pressed download button makes is made outside any script: it belongs to the button's session."""

    def executed(file: str) -> str:
        session = manager._deferred_callables.get(file, {}).get("session_id", "")
        info: Any = get_instance()._session_mgr.get_session_info(session)
        token = _asks.set(sessions.owner_of(info.session) if info else "")
        try:
            return execute(file)
        finally:
            _asks.reset(token)

    return executed
