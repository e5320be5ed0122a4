"""Each browser gets one secret of its own, which no script of a page can read."""

import asyncio

import pytest

from ui.tab.cookie import NAME, BrowserCookie


def cookies(kind: str = "http", scheme: str = "http", **headers: str) -> list[str]:
    """What a request with these headers is told to keep."""
    sent: list[dict] = []

    async def app(scope: dict, receive: object, send) -> None:
        await send({"type": "http.response.start", "status": 304, "headers": []})

    async def keep(message: dict) -> None:
        sent.append(message)

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(BrowserCookie(app)({"type": kind, "scheme": scheme, "headers": named}, None, keep))
    return [value.decode() for name, value in sent[0]["headers"] if name == b"set-cookie"]


def test_a_new_browser_gets_a_secret_with_its_first_page() -> None:
    (first,), (second,) = (cookies(accept="text/html,*/*") for _ in range(2))
    parts = first.split("; ")
    assert parts[0].startswith(f"{NAME}=")
    assert len(parts[0]) > len(NAME) + 40
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} == set(parts[1:])
    assert first != second


@pytest.mark.parametrize(
    ("kind", "headers"),
    [
        ("http", {"accept": "*/*"}),
        ("http", {}),
        ("http", {"accept": "text/html", "cookie": f"other=1; {NAME}=known"}),
        ("websocket", {"accept": "text/html"}),
    ],
)
def test_nothing_else_gets_one(kind: str, headers: dict[str, str]) -> None:
    assert cookies(kind, **headers) == []


def test_behind_tls_it_never_travels_without() -> None:
    assert "Secure" in cookies(accept="text/html", x_forwarded_proto="https")[0]
    assert "Secure" in cookies(scheme="https", accept="text/html")[0]
