"""Long arrays in pieces that fit the cache, shared by two threads: NumPy frees the interpreter while it computes.

What it buys depends on an idle second core; benchmarks/keeps.py measures it there. A busy one costs nothing but a task
that is taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

Result = TypeVar("Result")

BLOCK = 1 << 17  # shorter ones would rather wait for the interpreter than compute
THREADS = 2


def at_once(work: Callable[[int], Result], pieces: int) -> list[Result]:
    """work(0), work(1) ... by this thread and, where it is free in time, a second one; the results in their order."""
    results: list[Result] = [None] * pieces  # type: ignore[list-item]  # each is set below
    numbers = iter(range(pieces))

    def take() -> None:
        for piece in numbers:
            results[piece] = work(piece)

    if pieces < THREADS:
        take()
        return results
    second = _second_thread().submit(take)
    try:
        take()
    finally:
        if not second.cancel():
            second.result()
    return results


@cache
def _second_thread() -> ThreadPoolExecutor:
    """One for all: starting a thread would cost as much as a small table."""
    return ThreadPoolExecutor(THREADS - 1, thread_name_prefix="metrics")


def in_blocks(size: int, work: Callable[[slice], Result]) -> list[Result]:
    """work(slice) for every block of `size` elements, the results in their order."""
    return at_once(lambda i: work(slice(i * BLOCK, min(size, (i + 1) * BLOCK))), -(-size // BLOCK))
