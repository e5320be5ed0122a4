"""A secret of each browser, in a cookie that no script can read: without it the token of a tab opens nothing."""

from __future__ import annotations

import secrets
from http.cookies import SimpleCookie

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAME = "rounds_browser"


def browser() -> str:
    """The secret of the browser of this session; "" for one that takes no cookies."""
    return st.context.cookies.get(NAME, "")


class BrowserCookie:
    """Gives a browser its cookie with the first page; gone when the browser is closed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
