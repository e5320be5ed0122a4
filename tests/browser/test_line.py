"""The line that tests cut."""

import gc
import socket
import sys

import pytest

from tests.browser.conftest import free_port
from tests.browser.line import Line


def test_a_line_that_is_ended_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it left was found as garbage, and failed a later journey."""
    left: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", left.append)
    with socket.create_server(("localhost", 0)) as there:
        for _ in range(3):
            port = free_port()
            line = Line(port, there.getsockname()[1])
            calls = [socket.create_connection(("localhost", port)) for _ in range(3)]
            line.cut()
            calls.append(socket.create_connection(("localhost", port)))
            line.is_cut = False
            calls += [socket.create_connection(("localhost", port)) for _ in range(2)]
            line.end()
            for each in calls:
                each.close()
            del line
    gc.collect()
    assert left == []
