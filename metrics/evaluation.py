"""What a page receives about one slice: its matrix, its threshold tables, and how many cases they are from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from metrics.calibration.calibration import Calibration, calibration
from metrics.calibration.patients_in_ranges import RisksOfPatients
from metrics.counts import ConfusionMatrix, Counts
from metrics.definition import Values
from metrics.interval_methods import STYLES, Style
from metrics.intervals.analytic import Estimate, proportion_interval
from metrics.intervals.areas.areas import Areas
from metrics.intervals.areas.bands import Bands, bands
from metrics.intervals.areas.linearised import SumsOverRows
from metrics.intervals.areas.over_folds import FoldTables
from metrics.intervals.bootstrap import Resamples, Stack
from metrics.intervals.linearised import ScoredCases, scored_cases
from metrics.intervals.patient_bootstrap import PatientResamples
from metrics.intervals.patient_counts import Patients
from metrics.intervals.quantiles import normal_quantile
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels.once import Once, OnceEach, once
from metrics.notes import Code, Note
from metrics.summary.averages import averages, micro_averages
from metrics.summary.cells import parts_of_cell, rates_in_zone
from metrics.summary.classes import by_class, rates
from metrics.summary.overall import overall, predicted_normal
from metrics.thresholding.delivered import DeliveredPoint, from_counts, from_rows
from metrics.thresholds import ThresholdTable

Figures = Mapping[str, Estimate]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """One model on one split. `tables` has an entry per class, None where the class has no scores.

    n: cases in the matrix. clusters: distinct patients where IDs are known, else None. normal: position of the Normal
    class, None without one. not_diseases: positions of the classes that are neither Normal nor a disease. level: of
    every interval. intervals: their style, see `Style`. undefined_as_zero: averages count an undefined value as 0, as
    scikit-learn does, instead of excluding its class. unanswered: (K,) rows of each true class without a prediction,
    which count nowhere; () for none. units: the rows of the counts, for resampling; where these name patients with
    several rows, every interval is a patient-level (cluster) bootstrap. patients: what an engine tells of patients with
    several rows in place of `units`; then intervals of the matrix are patient-level, and of the AUCs that it tells of.
    folds: of several folds. sums: asks it for more; sums_to_1: of a row's scores. without_rule: without a threshold.
    """

    matrix: ConfusionMatrix
    tables: tuple[ThresholdTable | None, ...] = field(default=())
    clusters: int | None = None
    model: str | None = None
    split: str | None = None
    normal: int | None = None
    not_diseases: frozenset[int] = frozenset()
    level: float = 0.95
    undefined_as_zero: bool = False
    intervals: Style = "default"
    unanswered: tuple[int, ...] = ()
    units: ResamplingUnits | None = None
    patients: Patients | None = None
    folds: FoldTables | None = None
    sums: SumsOverRows | None = None
    sums_to_1: bool = True
    without_rule: frozenset[int] = frozenset()
    _once: Once = field(default_factory=Once, init=False, repr=False)
    _drawn: Once = field(default_factory=Once, init=False, repr=False)  # what does not depend on the level

    @property
    def labels(self) -> tuple[str, ...]:
        return self.matrix.labels

    @property
    def n(self) -> int:
        return self.matrix.total

    @property
    def has_scores(self) -> bool:
        return any(table is not None for table in self.tables)

    @property
    def is_weighted(self) -> bool:
        """Whether cases count by weights: then a percentage is none of the counts."""
        return self.effective_n is not None

    @property
    def effective_n(self) -> float | None:
        """How many equally weighted cases tell as much; None where every case counts once."""
        return None

    @property
    def in_population(self) -> Evaluation:
        """What rates are read from: itself, and where cases are weighted as if each stood there so often."""
        return self

    @property
    def is_clustered(self) -> bool:
        """Whether some patient has several rows, so that rows are not independent."""
        return self.patients is not None or (self.units is not None and self.units.patients is not None)

    @property
    def is_cross_validated(self) -> bool:
        """Whether the rows are those of several folds, each with a model of its own."""
        return self._areas.has_folds

    @once
    def naive(self) -> Evaluation:
        """The same with every row taken as independent, to show what that would claim."""
        units = self.units.as_independent_rows() if self.units else None
        return replace(self, units=units, patients=None, sums=None) if self.is_clustered else self

    @once
    def naive_without_scores(self) -> Evaluation:
        """The same of the predictions alone: nothing is drawn for the areas."""
        return replace(self.naive, tables=())

    def at_level(self, level: float) -> Evaluation:
        """The same with intervals of another level. Raises ValueError unless it lies between 0 and 1."""
        normal_quantile(level)
        return self._drawn_alike(replace(self, level=level))

    def in_style(self, style: Style) -> Evaluation:
        """The same with intervals of another style. Raises ValueError for a name that is none."""
        if style not in STYLES:
            raise ValueError(f"{style} is no style of intervals")
        return self._drawn_alike(replace(self, intervals=style))

    def _drawn_alike(self, changed: Evaluation) -> Evaluation:
        """With what was drawn for this one."""
        object.__setattr__(changed, "_drawn", self._drawn)
        return changed

    @once
    def other_style(self) -> Evaluation:
        """The same with intervals of the other style."""
        return self.in_style("default" if self.intervals == "conventional" else "conventional")

    @once
    def classes(self) -> tuple[Figures, ...]:
        """Per class every metric with its interval; see `by_class`."""
        return by_class(self.matrix, self._areas, self.normal, self.level, self._resamples, self.not_diseases)

    @once
    def overall(self) -> Figures:
        """The numbers of the whole matrix; see `overall`."""
        return overall(
            self.matrix, self.classes, self.macro, self.normal, self.level, self._resamples, self.not_diseases
        )

    @property
    def predicted_normal(self) -> Estimate | None:
        """The proportion of Normal predictions among all cases; None without a Normal class."""
        return None if self.normal is None else predicted_normal(self.matrix, self.normal, self.level, self._resamples)

    @property
    def macro(self) -> Figures:
        """Means over the classes where the metric is defined; see `averages`."""
        return self._averages[0]

    @property
    def weighted(self) -> Figures:
        """The same, weighted by the cases of each class."""
        return self._averages[1]

    @once
    def micro(self) -> Figures:
        """Metrics of the counts added up over the classes; see `micro_averages`."""
        return micro_averages(self.matrix, self.level, self._resamples)

    def excluded_from(self, key: str) -> tuple[int, ...]:
        """The classes over which an average of this metric does not run, because it is undefined for them."""
        return tuple(i for i, figures in enumerate(self.classes) if key not in figures or not figures[key].is_defined)

    def counts(self, label: int) -> Counts:
        """The 2 x 2 table of one class, one-vs-rest."""
        return self.matrix.one_vs_rest()[label]

    def table(self, label: int) -> ThresholdTable | None:
        """The threshold table of one class, or None where it has no scores."""
        return self.tables[label] if self.tables else None

    def curve(self, label: int) -> ThresholdTable | None:
        """The table whose rates are drawn, as `table`; weighted where cases are, and then no count can be read."""
        return self.in_population.table(label)

    def delivered(self, label: int) -> DeliveredPoint | None:
        """The operating point of the predictions themselves, and its threshold; None where the class has no scores."""
        table, units = self.table(label), self.units
        if table is None or not len(table.scores):
            return None
        if units is None or not units.scores or (scores := units.scores[label]) is None:
            return from_counts(table, self.counts(label), label not in self.without_rule)
        return from_rows(table, scores, units.predicted == label, units.truth == label)

    def at(self, label: int, threshold: float) -> Figures:
        """Every metric of the catalog at `score >= threshold` of one class that has scores."""
        table = self.table(label)
        if table is None:
            raise ValueError("this class has no scores")
        counts = table.at(threshold)
        return rates(counts[None], self.level, self._drawn_at(counts, label, threshold))[0]

    def in_zone(self, label: int, low: float, high: float) -> Figures:
        """Every metric of the catalog at `low <= score < high` of one class; `inside`: of all cases, those there."""
        table = self.table(label)
        if table is None:
            raise ValueError("this class has no scores")
        counts = table.inside(low, high)
        return rates_in_zone(counts, self.level, self._drawn_at(counts, label, low, high))

    def _drawn_at(self, counts: Counts, label: int, *thresholds: float) -> Resamples:
        """What is drawn for the cells at these thresholds, see `ResamplingUnits.at`."""
        units = self.units_of(label, np.array(thresholds))
        if units is not None and self.is_clustered:
            drawn: Resamples = PatientResamples.of_stack(units, Stack(units.at(label, *thresholds)))
        else:
            drawn = Resamples.of(np.array([*counts])[[0, 2, 1, 3]].reshape(2, 2))  # tp, fn, fp, tn
        return drawn.in_style(self.intervals)

    def units_of(self, label: int, lowest: Values) -> ResamplingUnits | None:
        """The rows with their scores of a class, or the (g,) falling scores at which the ranges of these begin."""
        return self.units

    def part_of_cell(self, truth: int, predicted: int) -> tuple[Estimate, Estimate]:
        """What part of its true class, and of its predictions, one cell of the matrix is; made once."""
        drawn, place = self.patients or self.units, (truth, predicted)
        return self._once.get(place, lambda: parts_of_cell(self.matrix, place, drawn, self.level, self.intervals))

    def areas(self, label: int) -> Figures:
        """AUC and average precision of one class that has scores, as in `classes`; the others are not drawn for it."""
        each = {"auc": self._areas.auc, "average_precision": self._areas.average_precision}
        return OnceEach({key: partial(of, label, self.level) for key, of in each.items()})

    def if_unanswered_wrong(self, label: int) -> Estimate | None:
        """The sensitivity if every row of the class without a prediction were incorrect; None where all have one.

        The worst case of what is not known. No interval where patients have several rows, none of weighted cases.
        """
        if not self.unanswered:
            return None
        found, total = int(self.matrix.cells[label, label]), int(self.matrix.support[label]) + self.unanswered[label]
        worst = proportion_interval(found, total, self.level, Code.NO_TRUE_CASES)
        if not self.is_clustered:
            return worst
        return replace(worst, low=None, high=None, method=None, note=worst.note or Note(Code.NO_INTERVAL))

    def pooled_auc(self, label: int) -> Estimate | None:
        """The AUC of all rows together, where the shown one is the mean of folds; None where it is the same."""
        return self._areas.pooled_auc(label, self.level) if self._areas.over_folds(label) else None

    def bands(self, label: int) -> Bands | None:
        """Pointwise bands around the curves of one class; None where no interval can be given."""
        table = self.table(label)
        if table is None or self.patients is not None or not table.has_both:
            return None
        return bands(self._areas, label, self.level)

    def calibration(self, label: int) -> Calibration | None:
        """Of the predicted risks of one class; None without scores, or where these are no probabilities."""
        if not self.scores_sum_to_1:
            return None
        seen = self.in_population
        return self._once.get(("calibration", label), lambda: calibration(seen.scored_cases(label), self.level))

    def scored_cases(self, label: int) -> ScoredCases:
        """The cases of a class at its scores, and what is drawn; none where it has no scores."""
        table = self.table(label)
        if self.patients is None or table is None:
            return scored_cases(table, label, self.units)
        return RisksOfPatients.of(table, label, self.patients.areas.get(label), self.sums, self._drawn)

    @property
    def scores_sum_to_1(self) -> bool:
        """Whether probabilities of every class do in each row, see `ResamplingUnits`; else as an engine tells."""
        return self.sums_to_1 if self.units is None else self.units.scores_sum_to_1

    @once
    def _averages(self) -> tuple[Figures, Figures]:
        return averages(self.matrix, self.classes, self.level, self._resamples, self.undefined_as_zero, self._areas)

    @property
    def _resamples(self) -> Resamples:
        return self._drawn.get("resamples", self._resampled).in_style(self.intervals)

    def _resampled(self) -> Resamples:
        if self.patients is not None:
            return self.patients.resamples(self.normal)
        if self.is_clustered and self.units is not None:
            return PatientResamples.of_units(self.units, self.normal)
        return Resamples.of(self.matrix.cells)

    @property
    def _areas(self) -> Areas:
        placed = None if self.patients is None else self.patients.areas
        areas = Areas(self.tables, self.units, placed=placed, folds=self.folds, sums=self.sums)
        return self._drawn.get("areas", lambda: areas).in_style(self.intervals)
