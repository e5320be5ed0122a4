"""The headers of every answer, and errors that keep a patient's values to themselves."""

import asyncio
import logging

import pytest
from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect

from ui.server import warm
from ui.server.middleware import (
    HEADERS,
    DataAddress,
    QuietErrors,
    SecurityHeaders,
    lifespan,
    log_script_error,
    without_traceback,
)


def answered(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    sent: list[dict] = []

    async def app(scope: dict, receive: object, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def keep(message: dict) -> None:
        sent.append(message)

    asyncio.run(SecurityHeaders(app)({"type": "http"}, None, keep))
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_every_answer_carries_the_headers_once() -> None:
    assert answered([(b"content-type", b"text/html")]) == {"content-type": "text/html"} | HEADERS
    assert answered([(b"x-frame-options", b"SAMEORIGIN")])["x-frame-options"] == "SAMEORIGIN"


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


def test_an_error_is_logged_by_type_and_place_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> None:
        raise ValueError("patient 4711 has VT")

    with pytest.raises(ValueError, match="4711") as raised:
        fails()
    with caplog.at_level(logging.ERROR, logger="rounds"):
        log_script_error(raised.value)
    assert "ValueError in test_middleware.py, line" in caplog.text
    assert "4711" not in caplog.text


def test_streamlits_own_report_of_an_error_stays_out_of_the_log() -> None:
    record = logging.LogRecord("streamlit.error_util", logging.ERROR, "", 0, "Uncaught", None, (None, None, None))
    assert not without_traceback(record)
    record.exc_info = None
    assert without_traceback(record)


def asked(app: object, kind: str, *server: object) -> list[dict]:
    """What a request that came in at this address of the computer gets."""
    sent: list[dict] = []

    async def keep(message: dict) -> None:
        sent.append(message)

    asyncio.run(app({"type": kind, "server": server, "method": "GET", "headers": []}, None, keep))
    return sent


@pytest.mark.parametrize(("error", "status"), [(ValueError("CANARY"), 500), (ClientDisconnect("CANARY"), 400)])
def test_a_failed_request_is_answered_without_its_message_in_the_log(
    error: Exception, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_given: object) -> None:
        raise error

    with caplog.at_level(logging.DEBUG):
        sent = asked(QuietErrors(fails), "http", "127.0.0.1", 8501)
    assert sent[0]["status"] == status
    assert "CANARY" not in caplog.text + str(sent)


def test_uploads_of_any_size_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "begin", lambda: None)

    async def begin() -> int:
        async with lifespan(None):
            return MultiPartParser.spool_max_size

    assert asyncio.run(begin()) >= 10**12
