"""Around the pages: who may come, security headers, a warm start, and errors that never tell a patient's value."""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.server import warm
from ui.server.guard import PROXY, Guard, is_private
from ui.tab.cookie import BrowserCookie
from ui.tab.shelf import SHELF
from words.reading.server import not_private

logger = logging.getLogger("rounds")

SWEEP_EVERY = 30  # seconds

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
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
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


class QuietErrors:
    """Ends a failed request with its type and place in the log; the server would write its message, too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = scope["type"] != "http"

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except ClientDisconnect:  # the reader left in the middle of an upload
            if not begun:
                await PlainTextResponse("", 400)(scope, receive, send)
        except Exception as error:
            _log(error)
            if not begun:
                await PlainTextResponse("Something went wrong in Rounds.", 500)(scope, receive, send)


AROUND = (SecurityHeaders, Guard, DataAddress, BrowserCookie, WarmFirst, QuietErrors)
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
    logging.getLogger("streamlit.error_util").addFilter(without_traceback)
    warm.begin()
    sweeping = asyncio.create_task(_sweep())
    yield
    sweeping.cancel()


async def _sweep() -> None:
    """Let go of what no tab has come back for, also where nobody comes."""
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        SHELF.sweep()


def without_traceback(record: logging.LogRecord) -> bool:
    """Keep Streamlit's own report of an error out of the log: its message may hold a patient's value."""
    return not record.exc_info


def log_script_error(error: Exception) -> bool:
    """Log the type and the place, never the message: it may hold a patient's value."""
    _log(error)
    st.error(
        "This page failed because of an error in Rounds. Your study is still open; try another page or reopen "
        "the file.",
        icon=":material/report:",
    )
    return True


def _log(error: Exception) -> None:
    place = traceback.extract_tb(error.__traceback__)[-1]
    logger.error("%s in %s, line %s", type(error).__name__, Path(place.filename).name, place.lineno)
