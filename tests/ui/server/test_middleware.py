"""The headers of every answer, and what begins with the server."""

import asyncio

import pytest
from starlette.formparsers import MultiPartParser

from ui.server import warm
from ui.server.middleware import (
    HEADERS,
    DataAddress,
    SecurityHeaders,
    lifespan,
)


def answered(headers: list[tuple[bytes, bytes]], path: str = "/") -> dict[str, str]:
    sent: list[dict] = []

    async def app(scope: dict, receive: object, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def keep(message: dict) -> None:
        sent.append(message)

    asyncio.run(SecurityHeaders(app)({"type": "http", "path": path}, None, keep))
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_every_answer_carries_the_headers_once() -> None:
    assert answered([(b"content-type", b"text/html")]) == {"content-type": "text/html"} | HEADERS
    assert answered([(b"x-frame-options", b"SAMEORIGIN")])["x-frame-options"] == "SAMEORIGIN"


def test_a_download_stays_in_no_cache() -> None:
    assert answered([], "/media/0a1b.csv")["cache-control"] == "no-store"
    assert "cache-control" not in answered([], "/overview")


def test_the_address_that_one_would_type_for_the_data_page_leads_there() -> None:
    sent: list[dict] = []

    async def app(scope: dict, receive: object, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def keep(message: dict) -> None:
        sent.append(message)

    for path, query in (("/data", b""), ("/team/data", b"study=heart-rhythm"), ("/overview", b"")):
        asyncio.run(DataAddress(app)({"type": "http", "path": path, "query_string": query}, None, keep))
    places = [dict(each["headers"]).get(b"location") for each in sent if "status" in each]
    assert places == [b"./", b"./?study=heart-rhythm", None]


def test_the_policy_names_no_foreign_host() -> None:
    sources = {word.rstrip(";") for word in HEADERS["content-security-policy"].split()}
    assert not [source for source in sources if "://" in source or source == "*"]


def test_uploads_of_any_size_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "begin", lambda: None)

    async def begin() -> int:
        async with lifespan(None):
            return MultiPartParser.spool_max_size

    assert asyncio.run(begin()) >= 10**12
