"""What is drawn together when an interval is made by resampling: patients with all their rows, or single cases.

Drawing a unit anew is giving it a weight, so a replicate is the weighted sum of what was counted in each unit.
Of very many units, random groups of equal size are drawn: their sums vary as much as the units do.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import Counts
from metrics.definition import Values
from metrics.interval_methods import BOOTSTRAP, PATIENT_BOOTSTRAP
from metrics.intervals.patient_order import in_order, order_of
from metrics.kernels.codes import Codes, dense, distinct, unlike_others
from metrics.kernels.once import Once, once
from metrics.kernels.steps import Steps

FEWEST_UNITS = 15
MOST_UNITS = 2000
REPLICATES, SEED = 2000, 0
EXACT_IN_SINGLE = 1 << 24
BLOCK = 50  # replicates that are drawn in the cache
IN_CACHE = 1 << 15  # rows
SUM_TOLERANCE = 0.01 + 1e-9  # by which probabilities of a row may miss 1, but for rounding

Rows = NDArray[np.bool_] | slice
ALL = slice(None)
Scores = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ResamplingUnits:
    """The rows behind an evaluation, and the patient of each.

    truth, predicted: (n,) codes 0..size-1. scores: per class (n,), nan where a row has none, or None for a class
    without. patients: (n,) codes of any size, None where rows are independent. count: how many units there are.
    case_weights: (n,) how often each row counts, None where each counts once; their sum is below 2**53.
    folds: (n,) codes, -1 for none; None where the rows are of no cross-validation. are_groups: whether `patients` are
    random groups of equal size already, see `PatientCounts`. is_whole: whether no score is of another class.
    """

    truth: Codes
    predicted: Codes
    size: int
    count: int
    scores: tuple[Scores | None, ...] = ()
    patients: Codes | None = None
    case_weights: NDArray[np.int64] | None = None
    folds: Codes | None = None
    are_groups: bool = False
    is_whole: bool = True
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def groups(self) -> int:
        """How many groups of units are drawn from."""
        return min(self.count, MOST_UNITS)

    @property
    def method(self) -> str:
        """How the units are drawn again: single cases, or patients where these have several rows."""
        return PATIENT_BOOTSTRAP if self.count < len(self.truth) else BOOTSTRAP

    def as_independent_rows(self) -> ResamplingUnits:
        """The same rows, each for itself."""
        return replace(self, count=len(self.truth), patients=None)

    @property
    def unit(self) -> NDArray[np.integer[Any]]:
        """(n,) which unit each row belongs to, from 0 on."""
        return np.arange(len(self.truth), dtype=np.int32) if self.patients is None else dense(self.patients)

    @property
    def weights(self) -> NDArray[np.int64]:
        """(n,) how often each row counts."""
        return np.ones(len(self.truth), np.int64) if self.case_weights is None else self.case_weights

    @once
    def has_folds(self) -> bool:
        """Whether the rows are of more than one fold."""
        return self.folds is not None and len(np.unique(self.folds[self.folds >= 0])) > 1

    @once
    def scores_sum_to_1(self) -> bool:
        """Whether the probabilities of each fully scored row do, up to 0.01; True where not every class has such."""
        known = [each for each in self.scores if each is not None and np.nanmin(each, initial=0) >= 0]
        if not self.is_whole or len(known) < self.size or any(np.nanmax(each, initial=0) > 1 for each in known):
            return True
        total = functools.reduce(np.add, known)
        return not np.nanmax(np.abs(total - 1), initial=0) > SUM_TOLERANCE

    @once
    def folds_overlap(self) -> bool:
        """Whether a patient has rows in more than one fold."""
        if self.folds is None or self.patients is None:
            return False
        rows = self.folds >= 0
        return bool(unlike_others(self.unit[rows], self.folds[rows]).any())

    @once
    def _held_group(self) -> NDArray[np.int16]:
        if self.are_groups:
            return self.unit.astype(np.int16)
        drawn = drawn_as(self.count).astype(np.int16)
        return drawn if self.patients is None else drawn[self.unit]

    @once
    def _group_in_matrix(self) -> NDArray[np.int16]:
        """(n,) which group each row is drawn with for the numbers of the matrix."""
        return self._group_by(self.truth.astype(np.int64) * self.size + self.predicted)

    def _group_by(self, codes: Codes, rows: Rows = ALL) -> NDArray[np.int16]:
        """(n,) the same of some rows, of patients in the order of how many rows of each code they have."""
        if self.patients is None or self.are_groups:
            return self._held_group[rows]
        unit, often = self.unit[rows], None if self.case_weights is None else self.case_weights[rows]
        found = np.empty(self.count, np.int16)
        found[order_of(unit, self.count, codes, often)] = drawn_as(self.count)
        drawn: NDArray[np.int16] = found[unit]
        return drawn

    @property
    def group(self) -> NDArray[np.int32]:
        """(n,) which group each row is drawn with for numbers of scores; held in half of these bytes."""
        return self._held_group.astype(np.int32)

    def make_ready(self) -> None:
        """Make once what two threads would both make."""
        _ = self.group, weights(self.groups)

    @once
    def counts(self) -> Counts:
        """(groups, size) counts of each class (one-vs-rest) in each group."""
        own = self._group_in_matrix.astype(np.int32) * self.size
        is_correct = self.truth == self.predicted
        tp = self._tallied(own[is_correct] + self.truth[is_correct], rows=is_correct)
        support, predicted = (self._tallied(own + codes) for codes in (self.truth, self.predicted))
        return Counts.worked_out(
            tp, predicted - tp, support - tp, support.sum(1, keepdims=True) - support - predicted + tp
        )

    def predicted_as(self, label: int) -> NDArray[np.int64]:
        """(groups, size) cases of each class that are predicted `label`."""
        own = self.predicted == label
        return self._tallied(self._group_in_matrix[own].astype(np.int32) * self.size + self.truth[own], rows=own)

    def counted(self, codes: Codes, size: int) -> NDArray[np.int64]:
        """(groups, size) rows of each code, (n,) from 0 on."""
        return self._tallied(self.group.astype(np.intp) * size + codes, size)

    def counted_alone(self, codes: Codes, size: int) -> NDArray[np.int64]:
        """The same where nothing else is drawn with it: groups are those of these counts."""
        return self._tallied(self._group_by(codes).astype(np.intp) * size + codes, size)

    def of_cell(self, truth: int, predicted: int) -> Counts:
        """(groups, 1) counts of one cell of the matrix: tp are its cases, fn and fp the rest of its row and column."""
        return self._two_by_two(self._group_in_matrix, _kinds(self.truth == truth, self.predicted == predicted))

    def at(self, label: int, threshold: float, below: float = math.nan) -> Counts:
        """(groups, 1) counts at `score >= threshold`; rows without a score of the class are excluded.

        below: where only scores below it count as positive, too. Groups are those of these counts.
        """
        scores = self._scores_of(label)
        known = ~np.isnan(scores)
        flagged = (scores[known] >= threshold) & ~(scores[known] >= below)
        kinds = _kinds(self.truth[known] == label, flagged)
        return self._two_by_two(self._group_by(kinds, known), kinds, known)

    def ranked(self, label: int, lowest: Scores) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(groups, g) positives and negatives of each group in g ranges of the score, the highest first.

        lowest: (g,) falling, the lowest score of each range; the last is the lowest of all.
        """
        scores = self._scores_of(label)
        known = ~np.isnan(scores)
        size = len(lowest)
        group, truth = self.group, self.truth
        if not known.all():
            scores, group, truth = scores[known], group[known], truth[known]
        place = group * (2 * size) + size
        steps = Steps.between(lowest[::-1], scores)
        for start in range(0, len(place), IN_CACHE):
            rows = slice(start, start + IN_CACHE)
            place[rows] += (truth[rows] == label) * size
            place[rows] -= steps.reached(scores[rows])
        tallied = self._tallied(place, 2 * size, known)
        return tallied[:, size:], tallied[:, :size]

    def with_and_without(self, label: int) -> tuple[int, int]:
        """How many units have a scored row of the class, and how many one of another class."""
        known, unit = ~np.isnan(self._scores_of(label)), self.unit
        groups = (known & (self.truth == label), known & (self.truth != label))
        with_it, without = (distinct(unit[rows]) for rows in groups)
        return with_it, without

    def resample_sums(self, counts_per_unit: NDArray[Any]) -> NDArray[Any]:
        """(REPLICATES, ...) sums of (groups, ...) counts over the units of each replicate."""
        is_small = self.case_weights is None and len(self.truth) < EXACT_IN_SINGLE
        kind = np.float32 if is_small else np.float64
        flat = counts_per_unit.reshape(len(counts_per_unit), -1).astype(kind)
        sums: NDArray[Any] = np.matmul(weights(self.groups).astype(kind, copy=False), flat)
        return sums.reshape(REPLICATES, *counts_per_unit.shape[1:])

    def _scores_of(self, label: int) -> Scores:
        scores = self.scores[label] if self.scores else None
        if scores is None:
            raise ValueError("this class has no scores")
        return scores

    def _two_by_two(self, group: Codes, kinds: NDArray[np.int8], rows: Rows = ALL) -> Counts:
        """(groups, 1) counts of some rows, of which the others are."""
        tn, fp, fn, tp = self._tallied(group.astype(np.int32) * 4 + kinds, 4, rows).T[:, :, None]
        return Counts(tp, fp, fn, tn)

    def _tallied(self, codes: Codes, size: int | None = None, rows: Rows = ALL) -> NDArray[np.int64]:
        """(groups, size) how much of each code there is in `codes`, group * size + code of these rows."""
        columns = self.size if size is None else size
        own = None if self.case_weights is None else self.case_weights[rows]
        counted = np.bincount(codes, own, minlength=self.groups * columns).reshape(self.groups, columns)
        return counted.astype(np.int64, copy=False)


def _kinds(positive: NDArray[np.bool_], flagged: NDArray[np.bool_]) -> NDArray[np.int8]:
    """(n,) the cell of each row in a matrix of two classes."""
    return np.asarray(2 * positive.view(np.int8) + flagged.view(np.int8))


def drawn_by(patients: ArrayLike | None, rows: int) -> NDArray[np.intp]:
    """(n,) the unit of each row, from 0 on: its patient, or itself."""
    return np.arange(rows) if patients is None else dense(np.asarray(patients, np.intp)).astype(np.intp, copy=False)


def drawn_as(units: int) -> Codes:
    """(units,) which each is drawn as: itself, and of more than 2,000 its group."""
    return np.arange(units) if units <= MOST_UNITS else dealt_to_groups(units)


@lru_cache(maxsize=2)
def dealt_to_groups(units: int) -> NDArray[np.int16]:
    """(units,) which group each of very many is drawn with, at random; shuffled in 2 bytes, in half of the time.

    Kept for the next threshold: the counts at one took 1.2 times as long (300,000 patients).
    """
    group = np.resize(np.arange(MOST_UNITS, dtype=np.int16), units)
    np.random.default_rng(SEED).shuffle(group)
    group.setflags(write=False)
    return group


@lru_cache(maxsize=2)
def weights(units: int) -> NDArray[np.float32]:
    """(REPLICATES, units) how often each of the units is drawn; every row adds up to `units`."""
    found = np.empty((REPLICATES, units), np.float32)
    blocks = drawn_in_blocks(units, REPLICATES, BLOCK, np.random.default_rng(SEED))
    for start, drawn in zip(range(0, REPLICATES, BLOCK), blocks, strict=True):
        found[start : start + BLOCK] = drawn
    found.setflags(write=False)
    return found


def drawn_in_blocks(
    units: int, replicates: int, at_once: int, generator: np.random.Generator
) -> Iterator[NDArray[np.intp]]:
    """How often each of the units is drawn in each replicate: blocks of up to (at_once, units)."""
    for start in range(0, replicates, at_once):
        rows = min(at_once, replicates - start)
        picked = generator.integers(0, units, (rows, units))
        picked += np.arange(rows)[:, None] * units
        yield np.bincount(picked.ravel(), minlength=rows * units).reshape(rows, units)


def drawn_sums(apart: NDArray[Any], often: Codes | None = None) -> Values:
    """(2000, c) sums over the patients of each draw, of (patients, c). Of very many, random groups are drawn.

    often: how many patients have this; None: one. Whole numbers are added in an order of their own, see
    `patient_order`, and in single precision as long as it holds them exactly: twice as fast.
    """
    is_whole = apart.dtype.kind in "iu"
    owner = in_order(apart) if is_whole else np.arange(len(apart))
    owner = owner if often is None else np.repeat(owner, often[owner])
    if len(owner) > MOST_UNITS:
        group = dealt_to_groups(len(owner))
        apart = np.column_stack([np.bincount(group, column[owner], MOST_UNITS) for column in apart.T])
    else:
        apart = apart[owner]
    exact = is_whole and len(apart) * int(np.abs(apart).max(initial=0)) < EXACT_IN_SINGLE
    return np.asarray(weights(len(apart)) @ apart.astype(np.float32 if exact else np.float64), np.float64)
