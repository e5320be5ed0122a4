"""The log: the type and place of an error, never its message, a patient's value or the id of a session; and little."""

from __future__ import annotations

import logging
import time
import traceback
from pathlib import Path

import streamlit as st
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from words.reading.server import SCRIPT_FAILED

logger = logging.getLogger("rounds")

SELDOM = 60  # seconds between two lines of one kind
NAMES_SESSIONS = ("streamlit.runtime.websocket_session_manager", "uvicorn.access")  # the latter in upload addresses


class QuietErrors:
    """Ends a failed request with its type and place in the log; the server would write its message, too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = scope["type"] == "lifespan"

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
            if not begun and scope["type"] == "http":
                await PlainTextResponse("Something went wrong in Rounds.", 500)(scope, receive, send)
            elif not begun:
                await send({"type": "websocket.close", "code": 1011})


class Once:
    """Lets one record of a kind pass in so many seconds: its first line, as the others may tell an error's message."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}

    def __call__(self, record: logging.LogRecord) -> bool:
        now, (kind, *_) = time.monotonic(), [*str(record.msg).splitlines(), ""]
        is_due = now - self._last.get(kind, -SELDOM) >= SELDOM
        if is_due:
            self._last = {each: at for each, at in self._last.items() if now - at < SELDOM} | {kind: now}
            record.msg, record.exc_info, record.exc_text = kind, None, None
        return is_due


def keep_small_and_silent() -> None:
    """What other packages log: nothing that names a session, no messages of errors, and no flood of one line."""
    logging.getLogger("streamlit.error_util").addFilter(without_traceback)
    logging.getLogger("asyncio").addFilter(Once())
    for name in NAMES_SESSIONS:
        logging.getLogger(name).addFilter(_nothing)


def _nothing(_record: logging.LogRecord) -> bool:
    return False


def without_traceback(record: logging.LogRecord) -> bool:
    """Keep Streamlit's own report of an error out of the log: its message may hold a patient's value."""
    return not record.exc_info


def log_script_error(error: Exception) -> bool:
    """Log the type and the place, never the message: it may hold a patient's value."""
    _log(error)
    st.error(SCRIPT_FAILED, icon=":material/report:")
    return True


def _log(error: Exception) -> None:
    place = traceback.extract_tb(error.__traceback__)[-1]
    logger.error("%s in %s, line %s", type(error).__name__, Path(place.filename).name, place.lineno)
