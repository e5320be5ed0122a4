"""An evaluation whose cases count by their weights: a sampled or enriched study as the population that it stands for.

Weights become whole numbers with a common factor, which no ratio notices, so that every number is worked out as if each
case stood in the file so often; intervals draw the cases (or patients), never their copies. Counts stay those of the
cases that were seen.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.counts import ConfusionMatrix
from metrics.evaluation import Evaluation, Figures
from metrics.intervals.analytic import Estimate, of_cases
from metrics.intervals.areas.bands import Bands
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels.codes import distinct
from metrics.kernels.once import OnceEach, once
from metrics.measures.case_weights import effective_n, that_weigh, weighted_table, whole_weights

NO_WEIGHTS: NDArray[np.float64] = np.zeros(0)


@dataclass(frozen=True, eq=False)
class WeightedEvaluation(Evaluation):
    """Every number is weighted; matrix, tables and counts are those of the cases, each once.

    case_weights: (n,) of the rows in `units`, which there must be. Intervals are bootstrap ones throughout.
    """

    case_weights: NDArray[np.float64] = field(default_factory=lambda: NO_WEIGHTS)

    @once
    def effective_n(self) -> float:
        return effective_n(self.case_weights)

    @once
    def unweighted(self) -> Evaluation:
        """The same with each case once."""
        return self._drawn.get("unweighted", self._as_seen).at_level(self.level).in_style(self.intervals)

    @once
    def in_population(self) -> Evaluation:
        """The same with as many copies of each case as its weight says: all ratios, but no counts, can be read."""
        return self._drawn.get("in population", self._copied).at_level(self.level).in_style(self.intervals)

    @once
    def naive(self) -> Evaluation:
        assert self.units is not None
        return replace(self, units=self.units.as_independent_rows()) if self.is_clustered else self

    @once
    def classes(self) -> tuple[Figures, ...]:
        both = zip(self.in_population.classes, self.unweighted.classes, strict=True)
        return tuple(self._with_counts(own, seen) for own, seen in both)

    @once
    def overall(self) -> Figures:
        return self._with_counts(self.in_population.overall, self.unweighted.overall)

    @property
    def predicted_normal(self) -> Estimate | None:
        found, seen = self.in_population.predicted_normal, self.unweighted.predicted_normal
        return self._counted(found, seen) if found and seen else None

    @once
    def micro(self) -> Figures:
        return self._with_counts(self.in_population.micro, self.unweighted.micro)

    @property
    def macro(self) -> Figures:
        return self._with_counts(self.in_population.macro, self.unweighted.macro)

    @property
    def weighted(self) -> Figures:
        return self._with_counts(self.in_population.weighted, self.unweighted.weighted)

    def at(self, label: int, threshold: float) -> Figures:
        return self._with_counts(self.in_population.at(label, threshold), self.unweighted.at(label, threshold))

    def in_zone(self, label: int, low: float, high: float) -> Figures:
        own, seen = (each.in_zone(label, low, high) for each in (self.in_population, self.unweighted))
        return self._with_counts(own, seen)

    def part_of_cell(self, truth: int, predicted: int) -> tuple[Estimate, Estimate]:
        own, seen = (each.part_of_cell(truth, predicted) for each in (self.in_population, self.unweighted))
        return self._counted(own[0], seen[0]), self._counted(own[1], seen[1])

    def areas(self, label: int) -> Figures:
        return self._with_counts(self.in_population.areas(label), self.unweighted.areas(label))

    def if_unanswered_wrong(self, label: int) -> None:
        """What rows without a prediction weigh is not known."""

    def pooled_auc(self, label: int) -> Estimate | None:
        found, seen = self.in_population.pooled_auc(label), self.unweighted.pooled_auc(label)
        return self._counted(found, seen) if found and seen else None

    def bands(self, label: int) -> Bands | None:
        return self.in_population.bands(label)

    def _with_counts(self, weighted: Figures, seen: Figures) -> Figures:
        def counted(key: str) -> Estimate:
            return self._counted(weighted[key], seen[key])

        return OnceEach({key: partial(counted, key) for key in weighted})

    def _counted(self, weighted: Estimate, seen: Estimate) -> Estimate:
        """With the counts of the cases, and the method named by what was drawn."""
        found = weighted if self.is_clustered else of_cases(weighted)
        return replace(found, successes=seen.successes, trials=seen.trials)

    def _as_seen(self) -> Evaluation:
        return Evaluation(**fields_of(self))

    def _copied(self) -> Evaluation:
        """Rows without an id become patients of one row each, so that their copies are drawn together."""
        assert self.units is not None
        units = _with_weight(self.units, whole_weights(self.case_weights))
        size, whole = units.size, units.case_weights
        assert whole is not None
        cells = np.bincount(units.truth.astype(np.intp) * size + units.predicted, whole, size * size)
        matrix = ConfusionMatrix(self.labels, cells.astype(np.int64).reshape(size, size))
        tables = [
            None if scores is None else weighted_table(scores, units.truth == label, whole)
            for label, scores in enumerate(units.scores)
        ]
        return replace(self.unweighted, matrix=matrix, tables=tuple(tables), units=units)


def _with_weight(units: ResamplingUnits, whole: NDArray[np.int64]) -> ResamplingUnits:
    """The rows that weigh anything; all of them where none does."""
    kept = that_weigh(whole)
    patients = (np.arange(len(whole)) if units.patients is None else units.patients)[kept]
    return replace(
        units,
        truth=units.truth[kept],
        predicted=units.predicted[kept],
        scores=tuple(None if each is None else each[kept] for each in units.scores),
        patients=patients,
        case_weights=whole[kept],
        count=distinct(patients),
        folds=None if units.folds is None else units.folds[kept],
    )


def weighted_evaluation(evaluation: Evaluation, case_weights: ArrayLike) -> WeightedEvaluation:
    """An evaluation with rows, weighted. case_weights: (n,) of these rows."""
    assert evaluation.units is not None
    return WeightedEvaluation(**fields_of(evaluation), case_weights=np.asarray(case_weights, np.float64))


def drawn_decisions(
    truth: NDArray[np.integer], predicted: NDArray[np.integer], labels: tuple[str, ...],
    case_weights: ArrayLike | None = None, patients: NDArray[np.integer] | None = None, normal: int | None = None,
    level: float = 0.95, not_diseases: Collection[int] = (),
) -> Figures:  # fmt: skip
    """`ThresholdedMatrix.figures` of weighted cases, or of patients with several rows: what intervals draw.

    truth, predicted: (n,) codes, a `predicted` of K being no prediction: a further class without true cases.
    """
    count = len(truth) if patients is None else distinct(patients)
    units = ResamplingUnits(truth, predicted, len(labels) + 1, count, (), patients)
    plain = Evaluation(ConfusionMatrix.from_codes(truth, predicted, (*labels, "")), level=level, units=units)
    found = plain if case_weights is None else weighted_evaluation(plain, case_weights)
    return figures_of_decisions(found, normal, not_diseases)


def figures_of_decisions(decided: Evaluation, normal: int | None, not_diseases: Collection[int]) -> Figures:
    """`ThresholdedMatrix.figures` with the intervals of an evaluation whose last class is no prediction."""
    size = len(decided.labels) - 1
    found = replace(decided, normal=normal, not_diseases=frozenset({*not_diseases, size}))
    without = replace(found, normal=size, not_diseases=frozenset()).predicted_normal
    assert without is not None
    risks = () if normal is None else ("risk_score", "missed_as_normal")
    shown = {"overall_accuracy": found.overall["accuracy"], "no_prediction": without}
    return {key: found.overall[key] for key in risks} | shown


def fields_of(evaluation: Evaluation) -> dict[str, Any]:
    """What an evaluation is made from, by name."""
    return {each.name: getattr(evaluation, each.name) for each in fields(Evaluation) if each.init}
