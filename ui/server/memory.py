"""Memory that one study no longer needs serves the next: fresh pages from the system can cost as much as counting."""

from __future__ import annotations

import contextlib
import ctypes

__all__ = ["keep"]

MEGABYTE = 1 << 20
# Options of the C library's mallopt, by their numbers in malloc.h.
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
KEPT = {
    TRIM_THRESHOLD: 512 * MEGABYTE,  # more than this is given back
    MMAP_THRESHOLD: 32 * MEGABYTE,  # larger pieces, of several million rows, always are
    ARENA_MAX: 1,  # all threads share what is kept
}


def keep() -> None:
    """Nothing happens where the C library has no such options."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        change = ctypes.CDLL(None).mallopt
        for option, value in KEPT.items():
            change(option, value)
        import pyarrow as pa

        pa.set_memory_pool(pa.system_memory_pool())
