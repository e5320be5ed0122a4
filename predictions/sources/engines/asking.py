"""A question runs beside the thread that asks it, so that people can stop it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import TypeVar

from predictions.progress import tell_part

PAUSE = 0.1  # seconds between two looks at a question that runs
Answer = TypeVar("Answer")


def answer_of(
    ask: Callable[[], Answer], tick: Callable[[], None], interrupt: Callable[[], None], part: Callable[[], float]
) -> Answer:
    """What ask() gives. tick() runs before and during it; where it raises, interrupt() runs.

    part: how much of it is done, from 0 to 1, for those who look while tick() runs.
    """
    tick()
    with ThreadPoolExecutor(1) as beside:
        asked = beside.submit(ask)
        try:
            while not _is_done(asked):
                tell_part(part())
                tick()
        except BaseException:
            interrupt()
            raise
        finally:
            tell_part(0.0)
        return asked.result()


def _is_done(asked: Future[Answer]) -> bool:
    with contextlib.suppress(NotYet):
        asked.exception(PAUSE)
    return asked.done()
