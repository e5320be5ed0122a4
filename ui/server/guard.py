"""One guard in front of everything: under which address and name it was asked, and by which page."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from words.reading.server import FOREIGN_PAGE, not_found_under, not_private

LOOPBACK = ("localhost", "127.", "::1", "unix:")
PROXY = "ROUNDS_BEHIND_PROXY"
SETTINGS = ("browser.serverAddress", "server.address")  # the names that the server was told are its own
EVERYWHERE = {"0.0.0.0", "::"}
OF_THIS_COMPUTER = re.compile(r"localhost|127(\.\d{1,3}){3}|::1")
HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^:/?#@\[\]\\\s]+?)\.?)(?::(?P<port>\d{1,5}))?", re.IGNORECASE)
USUAL_PORTS = {"http": "80", "https": "443"}
CLOSED = ("/_stcore/metrics", "/_stcore/agent")  # Streamlit would tell anybody sessions and bytes


class Guard:
    """Answers only what came in at a private address, under a name of its own, and from no page of another origin.

    A hostile website can lead its own name to this computer, and a browser then sends that name; another local
    program's page names itself as the origin. HTTP and WebSocket are refused alike, before Streamlit sees either: of
    a foreign origin it would ask the internet for its own address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = refusal(scope) if scope["type"] in ("http", "websocket") else ""
        if not refused and any(each in scope.get("path", "") for each in CLOSED):
            await PlainTextResponse("", 404)(scope, receive, send)
        elif not refused:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse(refused, 403)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})


def refusal(scope: Scope) -> str:
    """Why this is not answered, in words; "" where it is. Afterwards the Host is written as the origin names it."""
    headers = Headers(scope=scope)
    address, port = scope.get("server") or ("", None)  # without a port: a socket file of this computer
    if port is not None and not is_private(address):
        return not_private(address, PROXY)
    hosts, origins = headers.getlist("host"), headers.getlist("origin")
    name = name_of(hosts[0]) if len(hosts) == 1 else ""
    if name not in told_names() and not OF_THIS_COMPUTER.fullmatch(name):
        return not_found_under(name, SETTINGS[0])
    if not (_is_same_origin(hosts[0], origins) and _comes_from_here(headers)):
        return FOREIGN_PAGE
    if origins:  # Streamlit compares letter by letter
        MutableHeaders(scope=scope)["host"] = urlsplit(origins[0]).netloc
    return ""


def name_of(host: str) -> str:
    """The name in a Host header: small letters, no port, no final dot; "" for what is no host."""
    found = HOST.fullmatch(host)
    return (found["v6"] or found["name"]).lower() if found and int(found["port"] or 0) < 2**16 else ""


def told_names() -> set[str]:
    """The names that a proxy or an administrator has for this server."""
    return {str(st.get_option(each) or "").lower() for each in SETTINGS} - EVERYWHERE - {""}


def _is_same_origin(host: str, origins: list[str]) -> bool:
    """Whether the page that asks, if one does, is one of ours. A program that is no browser names none."""
    if not origins:
        return True
    scheme, _, rest = origins[0].partition("://")
    usual = USUAL_PORTS.get(scheme)
    return len(origins) == 1 and usual is not None and _with_port(rest, usual) == _with_port(host, usual)


def _with_port(host: str, usual: str) -> tuple[str, str]:
    found = HOST.fullmatch(host)
    return name_of(host), (found and found["port"]) or usual


def _comes_from_here(headers: Headers) -> bool:
    """A picture or script that a foreign page loads names no origin, but browsers say where it is to be used."""
    return headers.get("sec-fetch-site") not in ("cross-site", "same-site") or (
        headers.get("sec-fetch-mode") == "navigate"
    )


def is_private(address: str) -> bool:
    """Whether only this computer reaches it, or a login stands before it."""
    return address.startswith(LOOPBACK) or os.environ.get(PROXY, "").casefold() == "yes"
