"""Random matrices and scores that look for trouble. All arrays are read-only: whoever writes to one, fails."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Cells = NDArray[np.int64]
Cases = list[tuple[float, bool]]

LARGEST = 10**17


def frozen(values: Any, dtype: Any = None) -> NDArray[Any]:
    array = np.array(values, dtype)
    array.setflags(write=False)
    return array


def counts(largest: int = LARGEST) -> st.SearchStrategy[int]:
    return st.sampled_from([0, 0, 0, 1, 2, 3, 7, 40, largest // 7, largest]) | st.integers(0, largest)


@st.composite
def matrices(draw: st.DrawFn, smallest: int = 1, widest: int = 5, largest: int = LARGEST) -> Cells:
    """(K, K) cells, rows = true class, often with an empty row, column or class."""
    size = draw(st.integers(smallest, widest))
    cells = np.array(draw(st.lists(counts(largest), min_size=size**2, max_size=size**2)), np.int64)
    cells = cells.reshape(size, size)
    emptied, where = draw(st.sampled_from(["", "row", "column", "row and column"])), draw(st.integers(0, size - 1))
    if "row" in emptied:
        cells[where] = 0
    if "column" in emptied:
        cells[:, where] = 0
    return frozen(cells)


@st.composite
def matrices_with_normal(draw: st.DrawFn, **kinds: int) -> tuple[Cells, int]:
    cells = draw(matrices(**kinds))
    return cells, draw(st.integers(0, len(cells) - 1))


ODD_SCORES = (-1e308, -1.5, -5e-324, -0.0, 0.0, 5e-324, 1e-17, 2e-17, 0.1, 0.29, 0.3, 1 - 2**-53, 1.0, 1e308)
scores = st.sampled_from(ODD_SCORES) | st.floats(-2, 2) | st.floats(allow_nan=False, allow_infinity=False)


def cases(smallest: int = 0, score: st.SearchStrategy[float] = scores) -> st.SearchStrategy[Cases]:
    """(score, whether positive) of up to 30 cases, with many ties."""
    few = st.lists(score, min_size=1, max_size=4).flatmap(st.sampled_from)
    return st.lists(st.tuples(few | score, st.booleans()), min_size=smallest, max_size=30)


def columns(given: Cases) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    return frozen([s for s, _ in given], np.float64), frozen([p for _, p in given], np.bool_)
