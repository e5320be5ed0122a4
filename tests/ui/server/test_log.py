"""The log tells type and place of an error and keeps a patient's values, and ids of sessions, to itself."""

import asyncio
import logging

import pytest
from starlette.requests import ClientDisconnect

from ui.server.log import NAMES_SESSIONS, Once, QuietErrors, keep_small_and_silent, log_script_error, without_traceback


def test_an_error_is_logged_by_type_and_place_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> None:
        raise ValueError("patient 4711 has VT")

    with pytest.raises(ValueError, match="4711") as raised:
        fails()
    with caplog.at_level(logging.ERROR, logger="rounds"):
        log_script_error(raised.value)
    assert "ValueError in test_log.py, line" in caplog.text
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


def test_a_failed_socket_is_closed_quietly(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(*_given: object) -> None:
        raise RuntimeError("can't start new thread, CANARY")

    sent = asked(QuietErrors(fails), "websocket", "127.0.0.1", 8501)
    assert sent == [{"type": "websocket.close", "code": 1011}]
    assert "RuntimeError in test_log.py" in caplog.text
    assert "CANARY" not in caplog.text


def test_a_thousand_refused_connections_are_one_short_line() -> None:
    keeps, kept = Once(), []
    for number in range(1_000):
        said = f"socket.accept() out of system resource\nsocket: {number} CANARY"
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, said, None, (OSError, OSError("CANARY"), None))
        kept += [record] * keeps(record)
    assert [(each.getMessage(), each.exc_info) for each in kept] == [("socket.accept() out of system resource", None)]


@pytest.mark.parametrize("name", NAMES_SESSIONS)
def test_ids_of_sessions_are_in_no_log(name: str, caplog: pytest.LogCaptureFixture) -> None:
    keep_small_and_silent()
    with caplog.at_level(logging.DEBUG):
        logging.getLogger(name).error("PUT /_stcore/upload_file/ID")
    assert caplog.text == ""
