"""How far single cases move an area under a curve (influence values): their squares add up to its variance.

A number of a table moves, to first order, as the sum of what each of its cases adds: Huber 1967; for the area under the
ROC curve these are the placements of DeLong 1988.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values, divided
from metrics.kernels.steps import Steps
from metrics.measures.ranges import in_ranges
from metrics.ranking import auc, average_precision
from metrics.thresholds import ThresholdTable

Whole = NDArray[np.int64]
FINE = 8_192  # ranges of each kind of case from which influences are worked out
PARTS = 16  # of equal influence, into which the ranges of a score part the cases of each kind
WIDEST = 1 << 16  # the farthest that a case moves an area, and the largest weight of a class, in whole numbers


@dataclass(frozen=True, eq=False)
class Influence:
    """Of a table's (d,) scores, the highest first: how far a case of the class moves a number, and another case.

    The influences of all cases add up to 0.
    """

    own: Values
    others: Values


def placed_at(table: ThresholdTable) -> tuple[Values, Values]:
    """At each score which part of the class scores higher, and of the others lower, ties a half. With cases of both."""
    positives, negatives = table.positives, table.negatives
    above = (positives.cumsum() - positives / 2) / table.n_positive
    return above, 1 - (negatives.cumsum() - negatives / 2) / table.n_negative


def influence_on_auc(table: ThresholdTable) -> Influence:
    """Of a table with cases of the class; nan without others."""
    if not table.n_negative:
        return Influence(*np.full((2, len(table.scores)), np.nan))
    (found, below), value = placed_at(table), auc(table)
    return Influence((below - value) / table.n_positive, (found - value) / table.n_negative)


def influence_on_average_precision(table: ThresholdTable) -> Influence:
    """Of a table with cases of the class.

    A case changes the precision of every threshold at or below its score, which counts for the cases found there; one
    of the class adds the precision at its own, too.
    """
    positives, value = table.positives, average_precision(table)
    tp, fp = positives.cumsum(), table.negatives.cumsum()
    counted = positives / (tp + fp).astype(np.float64) ** 2
    gained, lost = (np.cumsum((counted * each)[::-1])[::-1] for each in (fp, tp))
    return Influence((tp / (tp + fp) - value + gained) / table.n_positive, -lost / table.n_positive)


AREAS = {"auc": auc, "average_precision": average_precision}
INFLUENCES: Mapping[str, Callable[[ThresholdTable], Influence]] = {
    "auc": influence_on_auc,
    "average_precision": influence_on_average_precision,
}


@dataclass(frozen=True, eq=False)
class Moves:
    """The influence of the cases of one class by ranges of its score, in whole numbers, so that all who add agree.

    lowest: (g,) falling, the lowest score of each range; the last is the lowest of all. own, others: (2, g) how far a
    case of the class, and another case, moves each of AREAS. steps: (2,) what one of these is, 0 where no case does.
    """

    lowest: Values
    own: Whole
    others: Whole
    steps: Values

    @classmethod
    def of(cls, table: ThresholdTable) -> Moves:
        """Of a table with cases of the class. The error from these ranges is within 2 % of that of all scores."""
        table = in_ranges(table, FINE)
        found = [find(table) for find in INFLUENCES.values()]
        ends = _ends(table, found)
        each = [_in_ranges(table, of, ends) for of in found]
        own, others = (np.array([both[kind] for both in each]) for kind in (0, 1))
        farthest = np.maximum(np.abs(own).max(1, initial=0), np.abs(others).max(1, initial=0))
        steps = farthest / WIDEST
        whole = [_in_steps(part, steps[:, None]).astype(np.int64) for part in (own, others)]
        return cls(table.scores[ends - 1], whole[0], whole[1], steps)

    def places(self, scores: Values) -> NDArray[np.intp]:
        """(n,) in which of the ranges, the last one for all below."""
        size = len(self.lowest)
        return np.minimum(size - Steps.between(self.lowest[::-1], scores).reached(scores), size - 1)


class AreaOf(NamedTuple):
    """An area of a class, or its mean over several, each counting the same or by its cases. key: of AREAS."""

    key: str
    labels: tuple[int, ...]
    by_cases: bool = False


@dataclass(frozen=True, eq=False)
class MovedMean:
    """A weighted mean of one of AREAS over classes, and how far a case moves it.

    That is the sum, over the classes in which it has a score, of `weights` times its moves, and of `shifts` if it is of
    the class. step: what one of these whole numbers is.
    """

    area: int
    weights: Mapping[int, int]
    shifts: Mapping[int, int]
    step: float

    @classmethod
    def of(cls, area: AreaOf, tables: Sequence[ThresholdTable], moves: Sequence[Moves]) -> MovedMean:
        """tables, moves: of its classes."""
        place, find = [*AREAS].index(area.key), AREAS[area.key]
        sizes = np.array([table.n_positive if area.by_cases else 1 for table in tables], np.float64)
        parts, values = sizes / sizes.sum(), np.array([*map(find, tables)])
        each = parts * [of.steps[place] for of in moves]
        step = each.max() / WIDEST
        # A case more of a class moves a mean by cases towards the area of the class.
        shifts = (values - values @ parts) / sizes.sum() * area.by_cases
        whole = (_in_steps(of, step).astype(int).tolist() for of in (each, shifts))
        weights, moved = (dict(zip(area.labels, of, strict=True)) for of in whole)
        return cls(place, weights, moved, float(step))

    def added(self, label: int, moves: Moves) -> tuple[Whole, Whole]:
        """(g,) how far a case of a class in each range moves it by the score of the class, and another case."""
        weight = self.weights[label]
        return weight * moves.own[self.area] + self.shifts[label], weight * moves.others[self.area]

    def error(self, squares: float, count: int) -> float:
        """The standard error. squares: sum of those of what `count` cases, or patients, move it; 0 but for rounding."""
        is_rounding = squares <= count * float(sum(self.weights.values())) ** 2
        return 0.0 if count < 2 or is_rounding else self.step * math.sqrt(squares * count / (count - 1))


def _in_steps(values: Values, step: Values) -> Values:
    """As whole numbers of steps; where nothing moves the step is 0, and so are they."""
    return np.rint(np.divide(values, step, out=np.zeros_like(values), where=step > 0))


def _ends(table: ThresholdTable, found: Sequence[Influence]) -> NDArray[np.intp]:
    """Thresholds that part the cases of each kind into equal parts of their influence on each area; all where few.

    Equal numbers of cases would put most of what moves the average precision of a rare class into one range.
    """
    if len(table.scores) <= 4 * PARTS:
        return np.arange(1, len(table.scores) + 1)
    parts = [(table.positives, of.own) for of in found] + [(table.negatives, of.others) for of in found]
    sums = [(cases * np.abs(away)).cumsum() for cases, away in parts]
    steps = np.arange(1, PARTS) / PARTS
    ends = [np.searchsorted(each, steps * each[-1]) + 1 for each in sums if each[-1] > 0]
    return np.unique(np.concatenate([[len(table.scores)], *ends]))


def _in_ranges(table: ThresholdTable, of: Influence, ends: NDArray[np.intp]) -> tuple[Values, Values]:
    """(g,) mean influence of the cases of each range, 0 where it has none."""
    starts = np.append(0, ends[:-1])

    def mean(cases: NDArray[np.int64], each: Values) -> Values:
        return np.nan_to_num(divided(np.add.reduceat(cases * each, starts), np.add.reduceat(cases, starts)))

    return mean(table.positives, of.own), mean(table.negatives, of.others)
