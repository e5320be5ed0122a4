"""The counts behind every metric: four cells of one class, and the K x K matrix of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.kernels.cached import cached_property
from metrics.kernels.encoding import count_pairs, joint_counts
from metrics.kernels.given import amounts, expect, listed, numbers
from metrics.kernels.once import Once


@dataclass(frozen=True, eq=False)
class Counts:
    """True and false positives and negatives of one class: scalars, or arrays of one shape.

    Per class, per threshold and per bootstrap replicate are the same thing here: an array of cells. Raises ValueError
    for cells that are negative, not finite or no numbers, or whose shapes do not fit.
    """

    tp: Any
    fp: Any
    fn: Any
    tn: Any

    def __post_init__(self) -> None:
        if all(type(part) is int and part >= 0 for part in self):
            return
        parts = [amounts(name, part) for name, part in zip(self.__dataclass_fields__, self, strict=True)]
        if len({part.shape for part in parts}) > 1:
            parts = [*_of_one_shape(parts)]
        for name, part in zip(self.__dataclass_fields__, parts, strict=True):
            object.__setattr__(self, name, part[()])

    @classmethod
    def worked_out(cls, tp: Any, fp: Any, fn: Any, tn: Any) -> Counts:
        """Of other cells, and not checked again: a derivative steps below 0, too, and so may rounding."""
        counts = cls.__new__(cls)
        counts.__dict__.update(tp=tp, fp=fp, fn=fn, tn=tn)
        return counts

    @classmethod
    def made_when_asked(cls, tp: Any, **cells: Callable[[Counts], Any]) -> Counts:
        """Cells of which only tp is there at first; each of the others is worked out by the first who reads it.

        Bought: 2.7 times the one-vs-rest tables of a million rows, as memory nobody reads costs more than the sums.
        """
        counts = cls.__new__(cls)
        counts.__dict__.update(tp=tp, _cells=cells, _once=Once())
        return counts

    def __getattr__(self, name: str) -> Any:
        """A cell that is not there yet: Python asks here for nothing else."""
        if name not in self.__dict__.get("_cells", ()):
            raise AttributeError(name)
        return self._once.get(name, partial(self._cells[name], self))

    def __reduce__(self) -> tuple[type[Counts], tuple[Any, ...]]:
        return Counts, tuple(self)

    def __add__(self, other: Counts) -> Counts:
        """Pool two groups of cases."""
        expect("other", other, Counts)
        return Counts.worked_out(*(wide(mine) + wide(theirs) for mine, theirs in zip(self, other, strict=True)))

    def sum(self, axis: int = -1) -> Counts:
        """Pool along one axis, for example the classes (what *micro* means)."""
        return Counts.worked_out(*(np.sum(np.asarray(part), axis=axis) for part in self))

    def __iter__(self) -> Any:
        return iter((self.tp, self.fp, self.fn, self.tn))

    def __getitem__(self, index: Any) -> Counts:
        return Counts.worked_out(*(np.asarray(part)[index] for part in self))


@dataclass(frozen=True, eq=False)
class ConfusionMatrix:
    """How often each true class (rows) was given each predicted class (columns).

    labels: K class names, the order of rows and columns. cells: (K, K) whole numbers, not negative.
    Raises ValueError when the two do not fit or a count is negative or not whole.
    """

    labels: tuple[str, ...]
    cells: NDArray[np.int64]

    def __post_init__(self) -> None:
        labels, cells = listed("labels", self.labels), _whole(self.cells)
        if cells.shape != (len(labels), len(labels)):
            raise ValueError(
                f"`cells` must be one row and column for each of {len(labels)} `labels`, not {cells.shape}"
            )
        if cells.size and cells.min() < 0:
            raise ValueError("`cells` cannot be negative")
        if len(set(labels)) < len(labels):
            raise ValueError("`labels` has a label twice")
        cells.setflags(write=False)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "cells", cells)

    @classmethod
    def from_labels(
        cls, truth: ArrayLike, predicted: ArrayLike, labels: Sequence[Any] | None = None
    ) -> ConfusionMatrix:
        """Count pairs of values. `labels` fixes the order (sorted without it).

        Raises ValueError for a value outside `labels`, a missing one, or when the two differ in length.
        """
        return cls(*count_pairs(truth, predicted, labels))

    @classmethod
    def from_codes(cls, truth: ArrayLike, predicted: ArrayLike, labels: Sequence[Any]) -> ConfusionMatrix:
        """Count pairs of codes 0..K-1 into `labels`. Raises ValueError for a code outside, or that is not whole."""
        rows, columns = numbers("truth", truth), numbers("predicted", predicted)
        for name, codes in (("truth", rows), ("predicted", columns)):
            if codes.size and codes.dtype.kind not in "iub":
                raise ValueError(f"`{name}` must be whole numbers")
        names = listed("labels", labels)
        return cls(names, joint_counts(rows, columns, len(names)))

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        """Pool two groups of cases with the same labels in the same order."""
        expect("other", other, ConfusionMatrix)
        if self.labels != other.labels:
            raise ValueError("only matrices with the same labels in the same order can be added")
        return ConfusionMatrix(self.labels, self.cells + other.cells)

    @cached_property
    def support(self) -> NDArray[np.int64]:
        """(K,) cases of each true class."""
        return np.asarray(self.cells.sum(1))

    @cached_property
    def predicted(self) -> NDArray[np.int64]:
        """(K,) cases of each predicted class."""
        return np.asarray(self.cells.sum(0))

    @property
    def total(self) -> int:
        """All cases."""
        return int(self.cells.sum())

    def one_vs_rest(self) -> Counts:
        """Each class against all others: arrays of shape (K,)."""
        tp = self.cells.diagonal()
        fp, fn = self.predicted - tp, self.support - tp
        return Counts.worked_out(tp, fp, fn, self.total - tp - fp - fn)


def _of_one_shape(parts: Sequence[NDArray[Any]]) -> Sequence[NDArray[Any]]:
    try:
        return np.broadcast_arrays(*parts)
    except ValueError:
        raise ValueError(f"tp, fp, fn and tn differ in shape: {[part.shape for part in parts]}") from None


def wide(part: Any) -> Any:
    """Cells that can be added: 64 bits where they are whole numbers of fewer."""
    if isinstance(part, int | float) and not isinstance(part, bool):
        return part
    cells = np.asarray(part)
    return cells.astype(np.int64) if cells.dtype.kind in "biu" and cells.dtype.itemsize < 8 else cells


def _whole(given: ArrayLike) -> NDArray[np.int64]:
    """An int64 copy; Python integers of any size are taken as long as they fit."""
    if np.ma.is_masked(given):
        raise ValueError("`cells` has masked values")
    try:
        cells = np.asarray(given)
    except ValueError:
        raise ValueError("`cells` has rows of different length") from None
    if cells.dtype.kind not in "iu":
        values = cells.ravel().tolist()
        if not all(isinstance(value, int) or (isinstance(value, float) and value.is_integer()) for value in values):
            raise ValueError("`cells` must be whole numbers")
        cells = np.array([int(value) for value in values], object).reshape(cells.shape)
    if sum(cells.ravel().tolist()) >= 2**63:
        raise ValueError("`cells` add up to 2**63 or more")
    return cells.astype(np.int64)
