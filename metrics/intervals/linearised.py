"""How far a number of one class could lie elsewhere, from what each scored case adds to it (linearisation).

Near its value a number moves as a sum of contributions of single cases: Huber 1967, and for patients with several rows
Williams 2000: the spread of the sums within patients is that of the number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import few_patients
from metrics.kernels.once import Once, once
from metrics.measures.calibration import log_odds
from metrics.measures.condensed import Condensed, condensed
from metrics.measures.logistic import Groups
from metrics.notes import Note
from metrics.thresholds import ThresholdTable


@dataclass(frozen=True, eq=False)
class ScoredCases:
    """The cases of one class and all others at each distinct score, and what belongs together.

    table: of all of them, by weight where they are weighted. units: their rows, or None where cases are independent.
    """

    table: ThresholdTable
    label: int = 0
    units: ResamplingUnits | None = None
    _once: Once = field(default_factory=Once, init=False, repr=False)

    @property
    def total(self) -> int:
        """How many cases, by weight."""
        return self.table.n_positive + self.table.n_negative

    @property
    def groups(self) -> Groups:
        """(d,) cases with the class, and others, at each score, by weight; made for who asks."""
        return Groups(self.table.positives, self.table.negatives)

    @property
    def at_scores(self) -> Values:
        """(d,) how many cases have each score, by weight."""
        ill, well = self.groups
        return (ill + well).astype(np.float64)

    @property
    def log_odds(self) -> tuple[Values, Groups]:
        """(d,) log odds of the scores, which are probabilities, and the cases at each; made for who asks."""
        return log_odds(self.table.scores), self.groups

    @once
    def condensed(self) -> Condensed:
        """The same in few values."""
        return condensed(*self.log_odds)

    @once
    def seen(self) -> ThresholdTable:
        """The table of the rows, each once."""
        if self.units is None or self.units.case_weights is None:
            return self.table
        place, is_class, _, _ = self._rows
        each = (np.bincount(place[kind], minlength=len(self.table.scores)) for kind in (is_class, ~is_class))
        return ThresholdTable(self.table.scores, *each)

    @once
    def independent(self) -> tuple[int, int]:
        """How many patients, or independent cases, have a scored row, and how many of them one of the class."""
        if self.units is None:
            return self.total, self.table.n_positive
        _, is_class, unit, _ = self._rows
        return int(np.count_nonzero(np.bincount(unit))), int(np.count_nonzero(np.bincount(unit[is_class])))

    @property
    def too_few_units(self) -> Note | None:
        """Why nothing has an interval, where patients have several rows and are too few."""
        units = self.independent[0]
        return few_patients(units) if self.units is not None and units < FEWEST_UNITS else None

    def mean(self, if_case: Values, if_not: Values) -> float:
        """Of a number that each case has by its score: (d,) for cases of the class, and for the others."""
        return float(self.table.positives @ if_case + self.table.negatives @ if_not) / self.total

    def products(self, if_case: Values, if_not: Values) -> Values:
        """(q, q) covariance of q sums over the cases, from (q, d) contributions that add up to 0 by score.

        if_case, if_not: of a case of the class, and of another. With units / (units − 1).
        """
        units, _ = self.independent
        if units < 2:
            return np.full((len(if_case),) * 2, math.nan)
        more = units / (units - 1)
        if self.units is None:
            ill, well = self.groups
            return more * ((if_case * ill) @ if_case.T + (if_not * well) @ if_not.T)
        place, is_class, unit, weight = self._rows
        sums = np.vstack(
            [
                np.bincount(unit, np.where(is_class, of_case[place], of_other[place]) * weight)
                for of_case, of_other in zip(if_case, if_not, strict=True)
            ]
        )
        return np.asarray(more * (sums @ sums.T))

    def error(self, if_case: Values, if_not: Values) -> float:
        """Standard error of one sum: (d,) contributions, as in `products`."""
        return math.sqrt(self.products(if_case[None], if_not[None])[0, 0])

    @once
    def _rows(self) -> tuple[NDArray[np.intp], NDArray[np.bool_], NDArray[np.intp], NDArray[np.int64] | int]:
        """Of each scored row: the place of its score in the table, whether it is of the class, patient, weight."""
        assert self.units is not None
        units, scores = self.units, self.units.scores[self.label]
        assert scores is not None
        known = ~np.isnan(scores)
        place = len(self.table.scores) - 1 - np.searchsorted(self.table.scores[::-1], scores[known])
        weight = 1 if units.case_weights is None else units.case_weights[known]
        return place, (units.truth == self.label)[known], units.unit[known].astype(np.intp), weight


def scored_cases(table: ThresholdTable | None, label: int, units: ResamplingUnits | None) -> ScoredCases:
    """Of a class, none where it has no scores. units: of independent rows or of patients."""
    is_clustered = units is not None and units.patients is not None
    return ScoredCases(table or ThresholdTable([], [], []), label, units if is_clustered else None)
