"""Around the pages: security headers, a warm start, and errors that never tell a patient's value."""

from __future__ import annotations

import gc
import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["lifespan", "log_script_error", "middleware", "without_traceback"]

logger = logging.getLogger("rounds")

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


middleware = [Middleware(SecurityHeaders)]


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Import what every page needs, then take it out of the garbage collector's rounds."""
    import charts  # noqa: F401
    from predictions import warm_up

    warm_up()
    logging.getLogger("streamlit.error_util").addFilter(without_traceback)
    gc.collect()
    gc.freeze()  # Streamlit collects after every rerun; without this each one walks through all libraries
    yield


def without_traceback(record: logging.LogRecord) -> bool:
    """Keep Streamlit's own report of an error out of the log: its message may hold a patient's value."""
    return not record.exc_info


def log_script_error(error: Exception) -> bool:
    """Log the type and the place, never the message: it may hold a patient's value."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    logger.error("%s in %s, line %s", type(error).__name__, Path(place.filename).name, place.lineno)
    st.error(
        "This page could not be shown: something went wrong in Rounds, not in what you did. "
        "The study is still open; choose another page, or open the file again.",
        icon=":material/report:",
    )
    return True
