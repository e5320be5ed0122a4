"""A secret of each browser, in a cookie that no script can read: without it the token of a tab opens nothing."""

from __future__ import annotations

import hashlib
import secrets
from http.cookies import SimpleCookie

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAME = "rounds_browser"
HEADER, BROWSER = (
    "x-rounds-browser",
    "browser",
)  # as .streamlit/config.toml names them: a session is resumed by the same


def browser() -> str:
    """The secret of the browser of this session; "" for one that takes no cookies."""
    return st.context.cookies.get(NAME, "")


def browser_of(scope: Scope) -> str:
    """What a session knows its browser by, which does not tell its secret; "" for one that brings no cookie."""
    secret = cookie_parser(Headers(scope=scope).get("cookie", "")).get(NAME, "")
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


class BrowserCookie:
    """Gives a browser its cookie with the first page; gone when the browser is closed.

    A web socket is told of its browser, whatever it says itself; one without a cookie is like no other.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            MutableHeaders(scope=scope)[HEADER] = browser_of(scope) or secrets.token_hex(32)

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _new_cookie(scope))
            await send(message)

        await self.app(scope, receive, with_cookie if _needs_one(scope) else send)


def _needs_one(scope: Scope) -> bool:
    """Only what a person opens: an answer from the browser's own store has no type of its own to go by."""
    if scope["type"] != "http":
        return False
    headers = Headers(scope=scope)
    return "text/html" in headers.get("accept", "") and NAME not in cookie_parser(headers.get("cookie", ""))


def _new_cookie(scope: Scope) -> str:
    """Lax, as after a login or from a mail the first request would have no Strict one."""
    made: SimpleCookie = SimpleCookie({NAME: secrets.token_urlsafe(32)})
    morsel = made[NAME]
    morsel["path"], morsel["httponly"], morsel["samesite"] = "/", True, "Lax"
    morsel["secure"] = "https" in (scope.get("scheme"), Headers(scope=scope).get("x-forwarded-proto"))
    return morsel.OutputString()
