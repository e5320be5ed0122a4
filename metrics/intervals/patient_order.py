"""Patients in an order that only what was counted in each decides, never which row stands first.

So rows that are held and rows that an engine counts are drawn alike, whatever order either gives. Each count is mixed
into a sum of 64 bits, by which they are sorted: patients with the same counts have the same sum and may change places.
Sorting the counts themselves takes four times as long (300,000 patients, 25 cells).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.integer[Any]]
START = np.uint64(0x9E3779B97F4A7C15)
ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))


def order_of(unit: Whole, count: int, codes: Whole, often: Whole | None = None) -> NDArray[np.intp]:
    """(count,) who comes first, second and so on. unit, codes: (n,) of rows, what each is; often: how often it counts.

    Of patients with the same counts either may come first.
    """
    each = _mixed(np.arange(int(codes.max(initial=-1)) + 1))[codes]
    sums = np.zeros(count, np.uint64)
    np.add.at(sums, unit, each if often is None else each * often.astype(np.uint64))
    return np.argsort(sums, kind="stable")


def in_order(vectors: Whole, codes: Whole | None = None) -> NDArray[np.intp]:
    """(v,) who comes first, second and so on, of (v, c) counts. codes: (c,) of what; None: of 0 to c - 1."""
    found: NDArray[np.intp] = np.argsort(sums_of(vectors, codes), kind="stable")
    return found


def sums_of(vectors: Whole, codes: Whole | None = None) -> NDArray[np.uint64]:
    """(v,) by which they are sorted."""
    return np.asarray(vectors.astype(np.uint64) @ _mixed(np.arange(vectors.shape[1]) if codes is None else codes))


def in_order_alone(codes: Whole, often: Whole) -> NDArray[np.intp]:
    """(b,) the same of rows that are each for themselves: what each is, and how often it counts."""
    found: NDArray[np.intp] = np.argsort(_mixed(codes) * often.astype(np.uint64), kind="stable")
    return found


def _mixed(codes: Whole) -> NDArray[np.uint64]:
    """A number that looks random for each code (splitmix64, Steele and others 2014)."""
    found = (codes.astype(np.uint64) + np.uint64(1)) * START
    for shift, factor in ROUNDS:
        found ^= found >> np.uint64(shift)
        found *= np.uint64(factor)
    return found
