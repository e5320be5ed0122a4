"""Connections on which no request is completed are cut, so that they do not use up what readers need."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.auto import AutoHTTPProtocol

PATIENCE, LOOK = 5, 1  # seconds

_made: WeakSet[Any] = WeakSet()


def note_connections() -> None:
    """From now on, keep in sight what connects: the server itself has no limit for the head of a request."""
    protocol: Any = AutoHTTPProtocol
    made = protocol.connection_made

    def noting(connection: Any, transport: Any) -> None:
        _made.add(connection)
        made(connection, transport)

    if made.__name__ != noting.__name__:  # once
        protocol.connection_made = noting


async def cut() -> None:
    """Close what has waited too long for the rest of a request."""
    since: dict[Any, float] = {}
    while True:
        now = time.monotonic()
        since = {each: since.get(each, now) for each in list(_made) if _is_half_open(each)}
        for each, begun in since.items():
            if now - begun >= PATIENCE:
                each.transport.close()
        await asyncio.sleep(LOOK)


def _is_half_open(connection: Any) -> bool:
    """Whether a request has begun, or the first has not, and none is answered. Idle ones have a clock of their own."""
    transport, cycle = connection.transport, connection.cycle
    is_open = transport is not None and not transport.is_closing() and transport.get_protocol() is connection
    is_idle = cycle is None or cycle.response_complete
    return is_open and is_idle and connection.timeout_keep_alive_task is None
