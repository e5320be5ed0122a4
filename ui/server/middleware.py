"""What stands around the pages, from the outside in, and what begins and ends with the server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import exists, get_instance

from ui.server import warm
from ui.server.guard import PROXY, Guard, is_private
from ui.server.half_open import cut, note_connections
from ui.server.log import QuietErrors, keep_small_and_silent
from ui.server.newcomers import Newcomers, raise_file_limit
from ui.server.own_files import MEDIA, OwnFiles, note_owners
from ui.server.sessions import sweep
from ui.tab.cookie import BrowserCookie
from words.reading.server import not_private

# Streamlit's own front end needs inline styles, blobs and evaluated chart code; foreign hosts are needed by nothing.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: blob: data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class SecurityHeaders:
    """Adds the headers to every answer; a picture or a download stays in no cache."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                if MEDIA.search(scope["path"]):
                    extra.append((b"cache-control", b"no-store"))
                present = {name.lower() for name, _ in message.get("headers", [])}
                message["headers"] = [*message.get("headers", []), *(h for h in extra if h[0] not in present)]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class WarmFirst:
    """Lets no page begin, which takes a web socket, before what it imports is there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await asyncio.to_thread(warm.wait)
        await self.app(scope, receive, send)


class DataAddress:
    """Leads /data, which a reader may type, to the Data page: its address has no name, and Streamlit knows no other."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/data"):
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"./?{query}" if query else "./")(scope, receive, send)
        else:
            await self.app(scope, receive, send)


AROUND = (SecurityHeaders, QuietErrors, Guard, DataAddress, BrowserCookie, Newcomers, WarmFirst, OwnFiles)
middleware = [Middleware(each) for each in AROUND]


def stop_unless_private(address: str | None) -> None:
    """End the program with one message where it would listen to others without a login before it. None: everywhere."""
    if not is_private(address or ""):
        sys.stderr.write(not_private(address or "every address", PROXY) + "\n")
        sys.exit(2)


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Keep uploads off the disk and values out of the log, and import what pages need while the first reader comes."""
    MultiPartParser.spool_max_size = sys.maxsize  # from one megabyte on, uploads would pass through a temporary file
    keep_small_and_silent()
    raise_file_limit()
    if exists():
        note_owners(get_instance())
    warm.begin()
    note_connections()
    beside = [asyncio.create_task(each()) for each in (sweep, cut)]
    yield
    for each in beside:
        each.cancel()
