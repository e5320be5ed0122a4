"""How far a number of one class could lie elsewhere, from what each scored case adds to it (linearisation).

Near its value a number moves as a sum of contributions of single cases: Huber 1967, and for patients with several rows
Williams 2000: the spread of the sums within patients is that of the number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metrics.definition import Values
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits, drawn_sums
from metrics.intervals.too_few import few_patients
from metrics.kernels.codes import distinct
from metrics.kernels.once import Once, once
from metrics.measures.calibration import log_odds
from metrics.measures.case_weights import weighted_table
from metrics.measures.condensed import Condensed, condensed
from metrics.notes import Note
from metrics.thresholds import ThresholdTable

# Of (d,) scores: (q, d) what a case of the class adds to each of q sums, and what another case does.
Contributions = Callable[[Values], tuple[Values, Values]]


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
        return self.table.n

    @once
    def condensed(self) -> Condensed:
        """The log odds of the scores, which are probabilities, in few values."""
        return condensed(self.table, log_odds)

    @once
    def expected(self) -> float:
        """How many cases of the class the scores let expect, which are probabilities."""
        return float(self.table.cases @ self.table.scores)

    @once
    def seen(self) -> ThresholdTable:
        """The table of the rows, each once."""
        if self.units is None or self.units.case_weights is None:
            return self.table
        scores, is_class, _, _ = self._rows
        place = self.table.rows_at(scores) - 1
        each = (np.bincount(place[kind], minlength=len(self.table.scores)) for kind in (is_class, ~is_class))
        return ThresholdTable(self.table.scores, *each)

    @property
    def copies(self) -> float:
        """How often the table counts a case on average: once, unless cases are weighted."""
        return self.total / self.seen.n

    @once
    def independent(self) -> tuple[int, int]:
        """How many patients, or independent cases, have a scored row, and how many of them one of the class."""
        if self.units is None:
            return self.total, self.table.n_positive
        _, is_class, unit, _ = self._rows
        return distinct(unit), distinct(unit[is_class])

    @property
    def is_clustered(self) -> bool:
        """Whether some cases belong together, or are weighted."""
        return self.units is not None

    @property
    def too_few_units(self) -> Note | None:
        """Why nothing has an interval, where patients have several rows and are too few."""
        units = self.independent[0]
        return few_patients(units) if self.is_clustered and units < FEWEST_UNITS else None

    def in_groups(self, lowest: Values) -> PatientProducts | None:
        """Of patients who are not held, their cases of both kinds in groups of the score; None where nobody tells.

        lowest: (g,) falling, where each group begins. See `PatientsInRanges.in_groups`.
        """
        return None

    def products(self, of: Contributions) -> Values:
        """(q, q) covariance of q sums over the cases, of contributions that add up to 0. With units / (units − 1)."""
        units, _ = self.independent
        more = units / (units - 1) if units > 1 else math.nan
        if self.units is None:
            parts = ((of(risks), groups) for risks, *groups in self.table.blocks())
            squares = [
                (each * cases) @ each.T for both, groups in parts for each, cases in zip(both, groups, strict=True)
            ]
            return np.asarray(more * np.sum(squares, axis=0))
        sums = self._per_unit(of)
        return np.asarray(more * (sums @ sums.T))

    def drawn(self, of: Contributions) -> Values:
        """(q, 2000) sums of what the cases add, of patients (or weighted cases) drawn again."""
        return drawn_sums(self._per_unit(of).T).T

    def _per_unit(self, of: Contributions) -> Values:
        """(q, units) sums of what the cases of each add."""
        scores, is_class, unit, weight = self._rows
        both = zip(*of(scores), strict=True)
        return np.vstack([np.bincount(unit, np.where(is_class, own, other) * weight) for own, other in both])

    def with_risks(self, of: Callable[[Values], Values]) -> ScoredCases:
        """The same cases with a risk in place of each score. of: (d,) scores, (d,) risks."""
        if self.units is None:
            is_class = np.repeat([True, False], len(self.table.scores))
            weights = np.append(self.table.positives, self.table.negatives)
            return ScoredCases(weighted_table(np.tile(of(self.table.scores), 2), is_class, weights))
        scores = self.units.scores[self.label]
        assert scores is not None
        return with_scores(self.units, self.label, of(scores))

    def error(self, of: Contributions) -> float:
        """Standard error of one sum, as in `products`: of a mean that of the bootstrap, without drawing."""
        return math.sqrt(self.products(of)[0, 0])

    @once
    def _rows(self) -> tuple[Values, NDArray[np.bool_], NDArray[np.intp], NDArray[np.int64] | int]:
        """Of each scored row: its score, whether it is of the class, patient, weight."""
        assert self.units is not None
        units, scores = self.units, self.units.scores[self.label]
        assert scores is not None
        known = ~np.isnan(scores)
        weight = 1 if units.case_weights is None else units.case_weights[known]
        return scores[known], (units.truth == self.label)[known], units.unit[known].astype(np.intp), weight


def scored_cases(table: ThresholdTable | None, label: int, units: ResamplingUnits | None) -> ScoredCases:
    """Of a class, none where it has no scores. units: of independent rows or of patients."""
    is_clustered = units is not None and units.patients is not None
    return ScoredCases(table or ThresholdTable([], [], []), label, units if is_clustered else None)


def with_scores(units: ResamplingUnits, label: int, scores: Values, is_clustered: bool = True) -> ScoredCases:
    """Of a class, with these scores in place of its own. scores: (n,) of the rows, nan where one has none."""
    table = weighted_table(scores, units.truth == label, units.weights)
    every = tuple(scores if at == label else each for at, each in enumerate(units.scores))
    return ScoredCases(table, label, replace(units, scores=every) if is_clustered else None)
