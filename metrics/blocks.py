"""Long arrays in pieces that fit the cache, shared by two threads: NumPy frees the interpreter while it computes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

__all__ = ["at_once", "in_blocks"]

Result = TypeVar("Result")

BLOCK = 1 << 17  # shorter calls would rather wait for the interpreter than compute
THREADS = 2


def at_once(work: Callable[[int], Result], pieces: int) -> list[Result]:
    """work(0), work(1) ... in two threads, the results in their order; a lone piece needs no thread."""
    if pieces < THREADS:
        return [work(piece) for piece in range(pieces)]
    return list(_pool().map(work, range(pieces)))


@cache
def _pool() -> ThreadPoolExecutor:
    """The same threads for all: starting them would cost as much as a small table. Work must not call for work."""
    return ThreadPoolExecutor(THREADS, thread_name_prefix="metrics")


def in_blocks(size: int, work: Callable[[slice], Result]) -> list[Result]:
    """work(slice) for every block of `size` elements, the results in their order."""
    return at_once(lambda i: work(slice(i * BLOCK, min(size, (i + 1) * BLOCK))), -(-size // BLOCK))
