"""The areas under the curves of every class, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from metrics.definition import Values
from metrics.interval_methods import BOOTSTRAP, PATIENT_BOOTSTRAP, Style, score_of_area
from metrics.intervals.analytic import Estimate, auc_interval
from metrics.intervals.areas.linearised import (
    SumsOverRows,
    error_of_cases,
    linearised_interval,
    squares_over_units,
)
from metrics.intervals.areas.over_folds import FoldPlaces, FoldTables, mean_interval, over_folds
from metrics.intervals.areas.replicates import HALF_THE_RANGES, RankResamples
from metrics.intervals.auc_bounds import auc_bounds
from metrics.intervals.bootstrap import from_draws, spread
from metrics.intervals.patient_products import area_interval
from metrics.intervals.resampling_units import FEWEST_UNITS, ResamplingUnits
from metrics.intervals.too_few import FEWEST_CASES, few_cases, few_patients
from metrics.kernels.once import Once
from metrics.kernels.threads import at_once
from metrics.measures.influence import AreaOf, MovedMean, Moves
from metrics.measures.placements import PlacedSums
from metrics.notes import Code, Note
from metrics.ranking import average_precision
from metrics.thresholds import ThresholdTable

FEWEST_RANGES, RANGES_OF_ALL = 16, 320  # fewer of each where classes are many
COLUMNS = 512  # that are added up together


@dataclass(frozen=True, eq=False)
class Areas:
    """AUC and average precision of every class that has scores, with their intervals.

    That of an AUC rests on DeLong's error where cases are independent, and on the spread of its replicates where rows
    of patients are held; every other on how far each case moves it. In the conventional style it is drawn wherever rows
    are held. placed: what is known of patients with several rows that are not held, of some classes; None where rows
    are independent or held. folds: of rows that are not held; sums: asks the engine that holds them.
    """

    tables: tuple[ThresholdTable | None, ...]
    units: ResamplingUnits | None
    style: Style = "default"
    placed: Mapping[int, PlacedSums] | None = None
    folds: FoldTables | None = None
    sums: SumsOverRows | None = None
    _replicates: Once = field(default_factory=Once, init=False, repr=False)
    _places: Once = field(default_factory=Once, init=False, repr=False)
    _moved: Once = field(default_factory=Once, init=False, repr=False)

    def in_style(self, style: Style) -> Areas:
        """The same with intervals of another style, from the same replicates."""
        changed = replace(self, style=style)
        for name in ("_replicates", "_places", "_moved"):
            object.__setattr__(changed, name, getattr(self, name))
        return changed

    def has(self, label: int) -> bool:
        return label < len(self.tables) and self.tables[label] is not None

    def auc(self, label: int, level: float = 0.95) -> Estimate:
        """Where folds have an AUC their mean, else the AUC of all rows."""
        if not self.has_folds:
            return self.pooled_auc(label, level)
        if (found := self.over_folds(label)) is None:
            return replace(self.pooled_auc(label, level), scope=Note(Code.POOLED_OUT_OF_FOLD))
        return replace(mean_interval(found.value, [found], np.ones(1), level, self.style), scope=found.scope)

    @property
    def has_folds(self) -> bool:
        """Whether the rows are of several folds."""
        return self.folds is not None or (self.units is not None and self.units.has_folds)

    def over_folds(self, label: int) -> FoldPlaces | None:
        """The class over the folds; None where fewer than two have an AUC."""
        return self._places.get(label, lambda: self._over_folds(label)) if self.has_folds and self.has(label) else None

    def _over_folds(self, label: int) -> FoldPlaces | None:
        if self.folds is not None:
            return self.folds.over_folds(label, self.placed is not None)
        assert self.units is not None
        return over_folds(self.units, label)

    def pooled_auc(self, label: int, level: float = 0.95) -> Estimate:
        """The AUC of all rows, whatever their fold."""
        table = self._table(label)
        given = auc_interval(table, level, self.style)
        if self.placed is not None and given.is_defined:
            return area_interval(given.value, self.placed.get(label), level, self.style)
        is_drawn = self.is_clustered and given.is_defined
        return self._of_patients(given.value, label, level) if is_drawn else given

    def _of_patients(self, value: float, label: int, level: float) -> Estimate:
        """An area with the bounds that the spread of its replicates gives; at its end it has none, and needs none."""
        drawn = self.of(label)
        found = self._interval(value, drawn.aucs, level, drawn.n_informative)
        is_end = value in (0, 1) and found.note == Note(Code.ALL_REPLICATES_EQUAL)
        if self.style == "conventional" or (found.low is None and not is_end):
            return found
        error, freedom = spread(drawn.aucs, drawn.n_informative), drawn.n_informative - 1.0
        low, high = auc_bounds(value, error, *self._with_and_without(label), level, freedom)
        return Estimate(value, low, high, score_of_area(PATIENT_BOOTSTRAP, value, freedom))

    def _with_and_without(self, label: int) -> tuple[int, int]:
        """How many cases, or patients, are of the class and how many are not."""
        if self.units is not None and self.is_clustered:
            return self.units.with_and_without(label)
        return self._table(label).n_positive, self._table(label).n_negative

    def average_precision(self, label: int, level: float = 0.95) -> Estimate:
        """Of all rows, which is said where they are of several folds: few cases of a fold would bias it upwards."""
        found = self._average_precision(label, level)
        is_pooled = self.has_folds and found.is_defined
        return replace(found, scope=Note(Code.POOLED_OUT_OF_FOLD)) if is_pooled else found

    def _average_precision(self, label: int, level: float) -> Estimate:
        table = self._table(label)
        value = average_precision(table)
        if not table.n_positive:
            return Estimate(value, note=Note(Code.NO_TRUE_CASES))
        if not table.n_negative:
            return Estimate(value, note=Note(Code.NO_NEGATIVES))
        if self.is_drawn:
            drawn = self.of(label) if self.is_clustered else self.alone(label)
            return self._interval(value, drawn.average_precisions, level, drawn.n_informative)
        return self._linearised(AreaOf("average_precision", (label,)), value, level, Code.FEW_CASES_OF_GROUP)

    def mean(self, key: str, value: float, labels: list[int], by_cases: bool, level: float = 0.95) -> Estimate:
        """The mean of one area over these classes, equal or by their cases."""
        over = [found for label in labels if key == "auc" and (found := self.over_folds(label))]
        if over and len(over) == len(labels):
            if len(over) > 1 and any(found.by_unit is None for found in over):
                return Estimate(value)
            weights = np.array([self._table(label).n_positive if by_cases else 1 for label in labels], np.float64)
            return mean_interval(value, over, weights / weights.sum(), level, self.style)
        if self.is_drawn:
            return self._drawn_mean(key, value, labels, by_cases, level)
        return self._linearised(AreaOf(key, tuple(labels), by_cases), value, level, Code.FEW_CASES_OF_CLASS)

    def _drawn_mean(self, key: str, value: float, labels: list[int], by_cases: bool, level: float) -> Estimate:
        """The same units are drawn for all classes."""
        self.prepare(labels)
        each = [self.of(label) for label in labels]
        values = np.array([of.aucs if key == "auc" else of.average_precisions for of in each])
        proportions = np.array([of.positives.sum(1) if by_cases else np.ones(len(of.positives)) for of in each])
        drawn = (values * proportions).sum(0) / proportions.sum(0)
        fewest = min(of.n_informative for of in each)
        return self._interval(value, drawn, level, fewest, Code.FEW_CASES_OF_CLASS)

    def _linearised(self, of: AreaOf, value: float, level: float, few: Code) -> Estimate:
        """few: as `_too_few` has it."""
        informative = self._informative(of.labels)
        if informative is None:
            return Estimate(value, note=Note(Code.PATIENTS_WITHOUT_SCORES))
        if (note := self._too_few(informative, few)) is not None:
            return Estimate(value, note=note)
        error = self._moved.get(of, lambda: self._error(of))
        if error is None:
            return Estimate(value)
        return linearised_interval(value, error, informative, level, self.style, self.is_clustered)

    def _informative(self, labels: tuple[int, ...]) -> int | None:
        """The cases, or patients, of the smallest group of these classes; None where patients are not known."""
        if self.placed is None:
            return min(min(self._with_and_without(label)) for label in labels)
        known = [self.placed.get(label) for label in labels]
        return min(each.fewer for each in known if each) if all(known) else None

    def _error(self, of: AreaOf) -> float | None:
        """The standard error; None where the rows are neither held nor asked for."""
        if len(of.labels) == 1 and not self.is_clustered:
            return error_of_cases(self._table(of.labels[0]), of.key)
        if self.units is not None:
            moved, moves = self._moved_mean(of), {label: self._moves(label) for label in of.labels}
            return moved.error(squares_over_units(self.units, moves, moved), self.units.count)
        return self._moved.get("asked", self._asked).get(of)

    def _asked(self) -> Mapping[AreaOf, float]:
        """All that an engine is asked for at once; {} without one, or where patients do not fit."""
        if self.sums is None:
            return {}
        has_cases = [label for label in range(len(self.tables)) if self.has(label) and self._table(label).n_positive]
        mixed = tuple(label for label in has_cases if self._table(label).n_negative)
        means = [("auc", mixed), ("average_precision", tuple(has_cases))]
        wanted = [AreaOf(*each, by_cases) for each in means if len(each[1]) > 1 for by_cases in (False, True)]
        wanted += [AreaOf("average_precision", (label,)) for label in mixed if self.is_clustered]
        if not wanted:
            return {}
        numbers = [*map(self._moved_mean, wanted)]
        found = self.sums.squares({label: self._moves(label) for label in has_cases}, numbers)
        each = zip(wanted, numbers, found, strict=True) if found else ()
        return {of: moved.error(squares, self.sums.count) for of, moved, squares in each}

    def _moved_mean(self, of: AreaOf) -> MovedMean:
        tables, moves = [self._table(label) for label in of.labels], [self._moves(label) for label in of.labels]
        return MovedMean.of(of, tables, moves)

    def _moves(self, label: int) -> Moves:
        return self._moved.get(("moves", label), lambda: Moves.of(self._table(label)))

    @property
    def are_mirrored(self) -> bool:
        """Whether two classes have one score, of which one class has the complement: then they have one AUC."""
        if len(self.tables) != 2 or not (self.has(0) and self.has(1)):
            return False
        one, other = self._table(0), self._table(1)
        return np.array_equal(one.positives, other.negatives[::-1]) and np.array_equal(
            one.negatives, other.positives[::-1]
        )

    @property
    def is_clustered(self) -> bool:
        return self.placed is not None or (self.units is not None and self.units.patients is not None)

    @property
    def is_drawn(self) -> bool:
        """Whether intervals rest on replicates, but for those of AUCs of independent cases."""
        return self.style == "conventional" and self.units is not None

    def of(self, label: int) -> RankResamples:
        """The replicates of one class, drawn once with those of the others."""
        return self._replicates.get(label, lambda: self._drawn([label])[0])

    def alone(self, label: int) -> RankResamples:
        """Of independent cases the replicates of one class from its table, whoever holds the rows."""
        return self._replicates.get(("alone", label), lambda: RankResamples.of_cases(self._table(label), self._ranges))

    def prepare(self, labels: Iterable[int]) -> None:
        """Several classes at once: counting and drawing leave the interpreter free."""
        scored = tuple(label for label in labels if self.has(label) and len(self._table(label).scores))
        if self.units is not None:
            self._replicates.get(scored, lambda: self._draw_missing(scored))

    def _draw_missing(self, labels: tuple[int, ...]) -> None:
        assert self.units is not None
        missing = [label for label in labels if label not in self._replicates]
        if missing:
            self.units.make_ready()
        together = max(1, COLUMNS // (4 * self._ranges))
        parts = [missing[start : start + together] for start in range(0, len(missing), together)]
        drawn = at_once(lambda i: self._drawn(parts[i]), len(parts))
        for label, found in zip(missing, (each for part in drawn for each in part), strict=True):
            self._keep(label, found)

    def _keep(self, label: int, found: RankResamples) -> None:
        self._replicates.get(label, lambda: found)

    def _drawn(self, labels: list[int]) -> list[RankResamples]:
        assert self.units is not None
        return RankResamples.of_classes(self.units, {label: self._table(label) for label in labels}, self._ranges)

    @property
    def _ranges(self) -> int:
        return min(HALF_THE_RANGES, max(FEWEST_RANGES, RANGES_OF_ALL // len(self.tables)))

    def _table(self, label: int) -> ThresholdTable:
        table = self.tables[label]
        assert table is not None
        return table

    def _interval(
        self, value: float, drawn: Values, level: float, n_informative: int, few: Code = Code.FEW_CASES_OF_GROUP
    ) -> Estimate:
        """few: as `_too_few` has it."""
        if (note := self._too_few(n_informative, few)) is not None:
            return Estimate(value, note=note)
        method = PATIENT_BOOTSTRAP if self.is_clustered else BOOTSTRAP
        return from_draws(value, drawn, n_informative, level, method=method, style=self.style)

    def _too_few(self, informative: int, few: Code) -> Note | None:
        """few: what is too few where fewer than ten cases of a class, or of the others, are known."""
        if self.is_clustered and informative < FEWEST_UNITS:
            return few_patients(informative)
        return few_cases(informative, few) if informative < FEWEST_CASES else None
