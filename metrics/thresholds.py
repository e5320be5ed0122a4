"""Every threshold (score >= t) of one class, from the distinct scores and the counts at each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import Counts
from metrics.kernels.given import amounts, expect, floats, number, numbers
from metrics.kernels.once import Once
from metrics.kernels.packed_sort import Flagged, Tally, tally

IN_CACHE = 1 << 13  # scores
Whole = NDArray[np.integer[Any]]


def _derived(work: Callable[[Tally], NDArray[np.int64]]) -> Any:
    """A field that is kept as part of the cumulative counts, and worked out of these whenever it is asked for."""
    return property(lambda table: work(table._found))


@dataclass(frozen=True, eq=False, init=False)
class ThresholdTable:
    """The distinct scores of one class, strictly falling, with the positives and negatives AT each.

    scores: (d,) float64, finite; positives, negatives: (d,) int64, below 2^63 together. Raises ValueError where they
    are not. The table holds no patient, and two tables add up. Kept are the scores and the cumulative counts; every
    other array is made for who asks, and held by nobody else.
    """

    scores: NDArray[np.float64]
    positives: NDArray[np.int64] = _derived(lambda found: found.each[0].astype(np.int64))  # noqa: RUF009  # a property
    negatives: NDArray[np.int64] = _derived(lambda found: found.negatives)  # noqa: RUF009
    _found: Tally = field(init=False, repr=False)
    _once: Once = field(init=False, repr=False)

    def __init__(self, scores: ArrayLike, positives: ArrayLike, negatives: ArrayLike) -> None:
        in_row = np.ascontiguousarray(floats("scores", scores))  # backwards they would add up to another last digit
        if in_row.ndim != 1 or not (in_row[1:] < in_row[:-1]).all() or not np.isfinite(in_row).all():
            raise ValueError("`scores` must be distinct finite numbers in falling order")
        both = ("positives", positives), ("negatives", negatives)
        with_it, others = (_counts(name, given, in_row.shape) for name, given in both)
        if sum(float(each.sum(dtype=np.float64)) for each in (with_it, others)) >= 2**63:
            raise ValueError("`positives` and `negatives` add up to 2**63 or more")
        self._keep(Tally.of_each(in_row, with_it, with_it + others))

    def _keep(self, found: Tally) -> None:
        found = replace(found, scores=_frozen(found.scores))
        for name, value in (("scores", found.scores), ("_found", found), ("_once", Once())):
            object.__setattr__(self, name, value)

    @classmethod
    def from_scores(cls, scores: ArrayLike, is_positive: ArrayLike) -> ThresholdTable:
        """Tally n scores, higher meaning more likely positive, against the true class.

        scores: (n,) finite numbers. is_positive: (n,) True and False, or 1 and 0. Raises ValueError where they are
        not, or differ in length.
        """
        values = numbers("scores", scores)
        values = values if values.dtype.kind in "biuf" and values.itemsize <= 8 else values.astype(np.float64)
        truth = _truth(is_positive)
        if values.shape != truth.shape or values.ndim != 1:
            raise ValueError(f"`scores` and `is_positive` differ in length: {values.shape} and {truth.shape}")
        table = cls.__new__(cls)
        table._keep(tally(values, truth))
        return table

    def __add__(self, other: ThresholdTable) -> ThresholdTable:
        """Pool two groups of cases; equal scores become one threshold."""
        expect("other", other, ThresholdTable)
        return ThresholdTable.pooled([other, self])

    @classmethod
    def pooled(cls, tables: Sequence[ThresholdTable]) -> ThresholdTable:
        """Of several groups of cases, at least one."""
        if len(tables) == 1:
            return tables[0]
        parts = zip(*((each.scores, each.positives, each.negatives) for each in tables), strict=True)
        return cls.added_up(*(np.concatenate(part) for part in parts))

    @classmethod
    def added_up(cls, scores: NDArray[np.float64], positives: Whole, negatives: Whole) -> ThresholdTable:
        """Of (m,) scores in any order with the positives and negatives at each; equal ones become one threshold."""
        distinct, place = np.unique(scores, return_inverse=True)
        each = np.zeros((2, len(distinct)), np.int64)
        for total, counts in zip(each, (positives, negatives), strict=True):
            np.add.at(total, place, counts)
        return cls(distinct[::-1], *each[:, ::-1])

    @property
    def cases(self) -> NDArray[np.float64]:
        """(d,) all cases AT each score."""
        each = self._found.each[1] if self._found.cases is not None else 1
        return np.full(len(self.scores), each, np.float64)

    def blocks(self) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]]:
        """Scores, and positives and negatives at each, part after part: sums of a long table need no long arrays.

        Bought: a third of the time of O:E at 1,000,000.
        """
        for start in range(0, len(self.scores), IN_CACHE):
            scores = self.scores[start : start + IN_CACHE]
            tp, fp = self.flagged(start, start + len(scores) + 1)
            yield scores, np.diff(tp), np.diff(fp)

    @property
    def n_positive(self) -> int:
        """Cases of the class."""
        return self._found.n_positive

    @property
    def n_negative(self) -> int:
        """All other cases."""
        return self.n - self.n_positive

    @property
    def n(self) -> int:
        """All cases."""
        return self._found.n

    @property
    def fewer(self) -> int:
        """Cases of the class, or all others: of whichever there are fewer."""
        return min(self.n_positive, self.n_negative)

    @property
    def has_both(self) -> bool:
        """Whether there are cases of the class and others."""
        return self.fewer > 0

    @property
    def holds_probabilities(self) -> bool:
        """Whether there are scores, all of them within 0 and 1."""
        return bool(len(self.scores)) and bool(self.scores[0] <= 1 and self.scores[-1] >= 0)

    @property
    def counts(self) -> Counts:
        """The cells at every threshold: arrays of d + 1, the first where nobody is flagged."""
        found, n_positive, n_negative = self._found, self.n_positive, self.n_negative
        return Counts.made_when_asked(
            found.tp,
            fp=lambda cells: found.fp,
            fn=lambda cells: n_positive - cells.tp,
            tn=lambda cells: n_negative - cells.fp,
        )

    def cells_of(self, tp: Any, fp: Any) -> Counts:
        """The cells where so many positives and negatives are flagged; numbers or arrays."""
        return Counts.worked_out(tp, fp, self.n_positive - tp, self.n_negative - fp)

    def counts_at(self, rules: NDArray[np.intp]) -> Counts:
        """Rows of `counts` in any order."""
        return self.cells_of(*self.flagged_at(rules))

    def rows_at(self, thresholds: ArrayLike) -> NDArray[np.intp]:
        """The row of `counts` of each threshold: how many distinct scores reach it."""
        return len(self.scores) - np.searchsorted(self.scores[::-1], np.asarray(thresholds))

    def flagged(self, start: int, stop: int) -> Flagged:
        """True and false positives of the rows start to stop of `counts`: for reading a long table in parts."""
        return self._found.flagged(slice(start, stop))

    def flagged_at(self, rules: NDArray[np.intp]) -> Flagged:
        """The same of rows in any order."""
        return self._found.flagged(rules)

    def between(self, edges: NDArray[np.float64]) -> Flagged:
        """(m − 1,) positives and negatives with a score from each of m rising borders to below the next."""
        tp, fp = self.flagged_at(self.rows_at(edges))
        return -np.diff(tp), -np.diff(fp)

    def thresholds_at(self, rules: ArrayLike) -> NDArray[np.float64]:
        """The thresholds of rows of `counts` in any order, without listing the others; inf flags nobody."""
        rows = np.asarray(rules)
        if not len(self.scores):
            return np.full(rows.shape, np.inf)
        return np.where(rows > 0, self.scores[rows - 1], np.inf)

    def first_rows(self, cases: Literal["positives", "negatives", "all"], wanted: ArrayLike) -> NDArray[np.intp]:
        """The first row of `counts` that flags so many of these cases, for each of (m,) numbers up to all of them.

        By halving, so that the negatives of a long table need not be listed.
        """
        many = np.asarray(wanted)
        low, high = np.zeros(len(many), np.intp), np.full(len(many), len(self.scores))
        while (low < high).any():
            middle = (low + high) // 2
            tp, fp = self.flagged_at(middle)
            is_enough = (tp if cases == "positives" else fp if cases == "negatives" else tp + fp) >= many
            low, high = np.where(is_enough, low, np.minimum(middle + 1, high)), np.where(is_enough, middle, high)
        return low

    @property
    def thresholds(self) -> NDArray[np.float64]:
        """(d + 1,) the threshold of each row of `counts`; inf flags nobody."""
        return np.concatenate([[np.inf], self.scores])

    def kept(self, name: str, work: Callable[[], float]) -> float:
        """A number of this table, worked out when it is first asked for."""
        return self._once.get(name, work)

    def at(self, threshold: float) -> Counts:
        """The cells at `score >= threshold`; any number, also -inf and inf. Raises ValueError for nan."""
        row = int(self.rows_at(number("threshold", threshold)))
        return self.cells_of(*(int(part[0]) for part in self.flagged(row, row + 1)))

    def inside(self, low: float, high: float) -> Counts:
        """The cells at `low <= score < high`. Raises ValueError for nan, or a low above the high."""
        if number("low", low) > number("high", high):
            raise ValueError("`low` lies above `high`")
        lower, upper = self.at(low), self.at(high)
        return self.cells_of(int(lower.tp - upper.tp), int(lower.fp - upper.fp))

    def lowest_at(self, threshold: float) -> float:
        """The lowest score >= threshold, which has the same cells; inf for none. Raises ValueError for nan."""
        return float(self.scores[self.scores >= number("threshold", threshold)].min(initial=np.inf))

    def complement(self) -> ThresholdTable:
        """The table of the other of two classes, whose score is the negative of this one.

        One minus the score would order alike, but could round two scores into one and invent a tie.
        """
        return ThresholdTable(0.0 - self.scores[::-1], self.negatives[::-1], self.positives[::-1])


def _counts(name: str, given: ArrayLike, shape: tuple[int, ...]) -> Whole:
    """How many at each score, as they were given where they are whole numbers."""
    counts = amounts(name, given)
    fits = counts.shape == shape and (not counts.size or float(counts.max()) < 2.0**63)
    if not fits or (counts.dtype.kind == "f" and (counts != np.floor(counts)).any()):
        raise ValueError(f"`{name}` must be one whole number at each score")
    return counts.astype(np.int64, copy=False)


def _truth(is_positive: ArrayLike) -> NDArray[np.bool_]:
    """True classes as bool; a missing one must not count as positive, nor must the text "0"."""
    values = numbers("is_positive", is_positive)
    if not (values.dtype.kind == "b" or ((values == 0) | (values == 1)).all()):
        raise ValueError("`is_positive` must be True and False, or 1 and 0, without missing values")
    return values.astype(np.bool_, copy=False)


def _frozen(values: NDArray[Any]) -> NDArray[Any]:
    """The same array, no longer writable through the table."""
    view = values.view()
    view.setflags(write=False)
    return view
