"""What every engine gives: its rows as a lazy frame, and the answer to a lazy frame, as Arrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import narwhals as nw
import pyarrow as pa

Frame = nw.LazyFrame[Any]


class Engine(Protocol):
    """Rows in one place.

    head: the first SAMPLE_ROWS of them, with the columns as the source spells them, in the order of those of `frame`.
    days: columns of `frame` behind those of `head`: the day, in the zone of its column, by the column of times.
    """

    frame: Frame
    head: pa.Table
    days: Mapping[str, str]

    def answer(self, question: Frame) -> pa.Table:
        """All rows of the answer. Raises Problem for what cannot be read, and for too many groups to count."""

    def pieces(self, question: Frame) -> Iterator[pa.RecordBatch]:
        """The same, piece by piece."""
