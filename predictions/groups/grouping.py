"""Cases told apart by a column: its distinct groups, and which of them each row belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from predictions.columns.cells import as_text
from predictions.columns.labels import BLANK, Vocabulary, encode
from predictions.problems import Problem

MOST_VALUES = 20
LOOKED_AT = 1_000
CROSS = " × "
OPEN_START = re.compile(r"(?:<|≤|under|below|less than|up to|unter|bis|moins de)\s*=?\s*\d", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Grouping:
    """values: the groups that occur, in natural order. codes: (n,) into them; -1 where a cell tells no group."""

    name: str
    values: tuple[str, ...]
    codes: NDArray[np.integer]

    def of(self, value: str) -> NDArray[np.bool_]:
        """(n,) True for the rows of one group; of none for a value that does not occur."""
        if value not in self.values:
            return np.zeros(len(self.codes), bool)
        rows: NDArray[np.bool_] = np.equal(self.codes, self.values.index(value))
        return rows


def by_values(name: str, column: pa.ChunkedArray, most: int = MOST_VALUES) -> Grouping | None:
    """Each trimmed text is a group; None for more than `most` of them, and for cells that are no text."""
    try:
        if len(as_text(column.slice(0, LOOKED_AT), name).unique()) > most + 2:
            return None
        coded = encode(column, name)
    except Problem:
        return None
    vocabulary = Vocabulary.of(coded)
    return None if len(vocabulary.labels) > most else _rising(name, vocabulary.labels, vocabulary.codes(coded))


def _rising(name: str, values: tuple[str, ...], codes: NDArray[np.integer]) -> Grouping:
    """ "<40" before "40-64"; natural order otherwise."""
    order = sorted(range(len(values)), key=lambda at: OPEN_START.match(values[at]) is None)
    place = np.full(len(values) + 1, BLANK, np.int32)  # a code of -1 finds the last place
    place[order] = np.arange(len(values))
    return Grouping(name, tuple(values[at] for at in order), place[codes])


def of_codes(name: str, values: Sequence[str], codes: NDArray[np.integer]) -> Grouping:
    """With the groups that have rows only. codes: (n,) into values, -1 for none."""
    seen = np.bincount(codes - BLANK, minlength=len(values) + 1)[1:] > 0
    place = np.full(len(values) + 1, BLANK, np.int16)  # a code of -1 finds the last place
    place[:-1][seen] = np.arange(np.count_nonzero(seen))
    return Grouping(name, tuple(value for value, here in zip(values, seen, strict=True) if here), place[codes])


def crossed(first: Grouping, second: Grouping) -> Grouping:
    """ "F × 65–79": every pair of groups that occurs, ordered by the first and then the second."""
    values = [f"{one}{CROSS}{other}" for one in first.values for other in second.values]
    known = (first.codes != BLANK) & (second.codes != BLANK)
    codes = np.where(known, first.codes.astype(np.int64) * len(second.values) + second.codes, BLANK)
    return of_codes(f"{first.name}{CROSS}{second.name}", values, codes)
