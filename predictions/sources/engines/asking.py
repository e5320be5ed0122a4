"""A question runs beside the thread that asks it, so that people can stop it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import TypeVar

PAUSE = 0.1  # seconds between two looks at a question that runs
Answer = TypeVar("Answer")


def answer_of(ask: Callable[[], Answer], tick: Callable[[], None], interrupt: Callable[[], None]) -> Answer:
    """What ask() gives. tick() runs before and during it; where it raises, interrupt() runs."""
    tick()
    with ThreadPoolExecutor(1) as beside:
        asked = beside.submit(ask)
        try:
            while not _is_done(asked):
                tick()
        except BaseException:
            interrupt()
            raise
        return asked.result()


def _is_done(asked: Future[Answer]) -> bool:
    with contextlib.suppress(NotYet):
        asked.exception(PAUSE)
    return asked.done()
