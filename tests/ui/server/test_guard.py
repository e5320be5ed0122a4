"""Only this computer, under names that the server was told, and only its own pages are answered."""

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st

from ui.server.guard import Guard
from ui.server.middleware import stop_unless_private

ROOT = Path(__file__).parents[3]
HERE = "localhost:8501"
KINDS = ("http", "websocket")
Headers = list[tuple[str, str]]


def asked(kind: str, headers: Headers, path: str = "/", server: object = ("127.0.0.1", 8501)) -> tuple[object, str]:
    """The status of the answer, or "closed" for a socket that was not accepted; and the Host that the app saw."""
    sent: list[dict] = []
    seen = ""

    async def app(scope: dict, receive: object, send: Callable) -> None:
        nonlocal seen
        seen = dict(scope["headers"]).get(b"host", b"").decode()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def keep(message: dict) -> None:
        sent.append(message)

    async def receive() -> dict:
        return {"type": f"{kind}.connect"}

    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    scope = {"type": kind, "method": "GET", "path": path, "headers": raw, "server": server}
    asyncio.run(Guard(app)(scope, receive, keep))
    first = sent[0]
    return ("closed" if first["type"] == "websocket.close" else first["status"]), seen


def is_answered(kind: str, headers: Headers, **more: object) -> bool:
    status, _ = asked(kind, headers, **more)
    assert status in (200, 403, "closed")
    return status == 200


OWN = [HERE, "LOCALHOST:8501", "localhost", "localhost.:8501", "127.0.0.1:8501", "127.3.2.1", "[::1]:8501", "[::1]"]
FOREIGN = [
    *("evil.example", "evil.example:8501", "localhost.evil.example", "127.0.0.1.evil.example", "127.evil.example"),
    *("evil.example@localhost", "localhost@evil.example", "localhost/evil.example", "localhost:8501:1", "localhost:"),
    *("", " ", ".", "::1", "[::1", "[::2]", "0.0.0.0:8501", "[::]:8501", "10.0.0.7", "localhost:99999", "localhost:x"),
    *("localhost..", "evil.example#localhost", "localhost\\evil", "localh\xf6st", "localhost\tevil"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("host", OWN)
def test_this_computer_s_own_names_are_answered(kind: str, host: str) -> None:
    assert is_answered(kind, [("host", host)])
    assert is_answered(kind, [("host", host), ("origin", f"http://{host.lower()}")])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("host", FOREIGN)
def test_another_name_is_refused_even_where_the_page_has_it_too(kind: str, host: str) -> None:
    assert not is_answered(kind, [("host", host)])
    assert not is_answered(kind, [("host", host), ("origin", f"http://{host}")])


@pytest.mark.parametrize("kind", KINDS)
def test_exactly_one_host_must_be_named(kind: str) -> None:
    assert not is_answered(kind, [])
    assert not is_answered(kind, [("host", HERE), ("host", HERE)])
    assert not is_answered(kind, [("host", HERE), ("host", "evil.example")])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "http://evil.example:8501", "http://localhost:3000", "http://localhost", "null", ""),
        *("http://127.0.0.1:8501", "file://", "chrome-extension://localhost:8501", "localhost:8501"),
        *("http://localhost:8501@evil.example", "http://localhost:8501.evil.example", "http://localhost:8501/x"),
    ],
)
def test_the_page_of_another_origin_is_refused(kind: str, origin: str) -> None:
    assert not is_answered(kind, [("host", HERE), ("origin", origin)])


@pytest.mark.parametrize("kind", KINDS)
def test_two_origins_are_refused(kind: str) -> None:
    assert not is_answered(kind, [("host", HERE), ("origin", f"http://{HERE}"), ("origin", f"http://{HERE}")])


def test_what_streamlit_compares_is_letter_by_letter_the_same() -> None:
    """Else it would ask the internet whether the origin is its own."""
    assert asked("websocket", [("host", "LOCALHOST:8501"), ("origin", f"http://{HERE}")]) == (200, HERE)
    assert asked("websocket", [("host", "127.0.0.1:80"), ("origin", "http://127.0.0.1")]) == (200, "127.0.0.1")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_foreign_page_loads_is_refused_and_its_links_are_followed(site: str) -> None:
    assert not is_answered("http", [("host", HERE), ("sec-fetch-site", site), ("sec-fetch-mode", "no-cors")])
    assert is_answered("http", [("host", HERE), ("sec-fetch-site", site), ("sec-fetch-mode", "navigate")])
    assert is_answered("http", [("host", HERE), ("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")])


@pytest.mark.parametrize("kind", KINDS)
def test_behind_a_proxy_it_answers_under_the_name_it_was_told(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "rounds.hospital.example"
    proxied = [("host", name), ("origin", f"https://{name}")]
    assert not is_answered(kind, proxied)
    told = {"browser.serverAddress": "Rounds.hospital.example", "server.address": "0.0.0.0"}
    monkeypatch.setattr(st, "get_option", told.get)
    assert is_answered(kind, proxied)
    assert is_answered(kind, [("host", f"{name}:443"), ("origin", f"https://{name}")])
    assert is_answered(kind, [("host", HERE)])
    assert not is_answered(kind, [("host", name), ("origin", f"https://evil.{name}")])
    assert not is_answered(kind, [("host", name), ("origin", f"https://{name}:3000")])
    assert not is_answered(kind, [("host", f"evil.{name}")])
    assert not is_answered(kind, [("host", "0.0.0.0")])


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1", "::1", "unix:///run/rounds"])
def test_this_computer_is_answered(address: str) -> None:
    stop_unless_private(address)
    assert is_answered("http", [("host", HERE)], server=(address, 8501))
    assert is_answered("websocket", [("host", HERE)], server=("/run/rounds", None))


@pytest.mark.parametrize("address", [None, "", "0.0.0.0", "::", "10.0.0.7", "rounds.hospital.example"])
def test_others_are_refused_unless_a_login_stands_before_it(
    address: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reached = (address or "0.0.0.0", 8501)
    with pytest.raises(SystemExit):
        stop_unless_private(address)
    assert len(said := capsys.readouterr().err.splitlines()) == 1
    assert "authenticating proxy in front and set ROUNDS_BEHIND_PROXY=yes" in said[0]
    assert not any(is_answered(kind, [("host", HERE)], server=reached) for kind in KINDS)
    monkeypatch.setenv("ROUNDS_BEHIND_PROXY", "yes")
    stop_unless_private(address)
    assert all(is_answered(kind, [("host", HERE)], server=reached) for kind in KINDS)


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/team/_stcore/metrics", "/_stcore/agent/openapi.json"])
def test_nobody_is_told_how_many_read_how_much(path: str) -> None:
    assert asked("http", [("host", HERE)], path=path) == (404, "")
    assert asked("http", [("host", HERE)], path="/_stcore/health") == (200, HERE)


ASKS_NOBODY = """
import socket, sys

def asked(*where, **more):
    print("ASKED", where, flush=True)
    raise OSError("nobody is there")

socket.getaddrinfo = socket.gethostbyname = asked
socket.socket.connect = socket.socket.connect_ex = asked
from streamlit.web.cli import main
main(["run", "app.py", "--server.headless=true", *sys.argv[1:]])
"""


def without_a_network(*options: str) -> subprocess.Popen[str]:
    """The server as a user starts it, in a world where it can ask nobody and every attempt is printed."""
    command = [sys.executable, "-c", ASKS_NOBODY, *options]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def status_line(port: int, host: str, origin: str) -> str:
    """The first line of what a WebSocket of these headers gets."""
    lines = ("GET /_stcore/stream HTTP/1.1", f"Host: {host}", f"Origin: {origin}", "Connection: Upgrade")
    more = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "")
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall("\r\n".join(lines + more).encode())
        return line.recv(100).decode().splitlines()[0]


@pytest.mark.thorough
def test_neither_the_start_nor_a_foreign_page_makes_the_server_ask_anybody() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    server = without_a_network(f"--server.port={port}", "--server.address=127.0.0.1")
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=20):
                break
            time.sleep(0.1)
        here = f"127.0.0.1:{port}"
        for host, origin in ((here, "http://evil.example"), (here, "null"), ("evil.example", "http://evil.example")):
            assert " 403 " in status_line(port, host, origin)
        assert " 101 " in status_line(port, here, f"http://{here}")
    finally:
        server.terminate()
        said, _ = server.communicate(timeout=30)
    assert "ASKED" not in said
    assert "Traceback" not in said


@pytest.mark.thorough
def test_a_refused_start_asks_nobody_either() -> None:
    said, _ = without_a_network("--server.port=0", "--server.address=0.0.0.0").communicate(timeout=60)
    assert "does not listen on 0.0.0.0" in said
    assert "ASKED" not in said
