"""The headers of every answer, and errors that keep a patient's values to themselves."""

import asyncio
import logging

import pytest

from ui.server import HEADERS, SecurityHeaders, log_script_error, without_traceback


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
    assert "ValueError in test_server.py, line" in caplog.text
    assert "4711" not in caplog.text


def test_streamlits_own_report_of_an_error_stays_out_of_the_log() -> None:
    record = logging.LogRecord("streamlit.error_util", logging.ERROR, "", 0, "Uncaught", None, (None, None, None))
    assert not without_traceback(record)
    record.exc_info = None
    assert without_traceback(record)
