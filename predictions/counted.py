"""What an engine that holds the rows of a file tells of groups of them: counts, and never a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa

from metrics import Evaluation, ThresholdTable
from predictions.problems import Notice
from predictions.rows import Predictions

Slice = tuple[int, str | None]  # the position of a model, and one of its splits; None for a model without splits
Keep = Callable[[pa.Table], np.ndarray]  # of a table of one kept column: (n,) True for the rows that stay


class Way(NamedTuple):
    """A kept column, (r,) values of it as `rows_of` has them, and the group of each, -1 for none."""

    column: str
    values: pa.ChunkedArray
    codes: np.ndarray


class Counter(Protocol):
    """Counts groups of rows where they lie, by their kept columns."""

    @property
    def head(self) -> pa.Table:
        """The kept columns of the first rows."""

    def rows_of(self, model: int, columns: Sequence[str]) -> Predictions:
        """The rows of a model, those alike in these columns as one that has `copies`; without scores and ids.

        Times are days. Raises Problem for a column of too many values, and where the file cannot be read any more.
        """

    def tables(self, place: Slice, label: int, ways: Sequence[Way]) -> list[ThresholdTable]:
        """Of one class that has scores, in each combination of the groups of all ways, the last running fastest."""

    def within(self, parts: Sequence[tuple[str, Keep]]) -> tuple[Mapping[Slice, Evaluation], Notice | None, Counter]:
        """`evaluations`, `steps` and counter of a study of the rows that every part keeps."""
