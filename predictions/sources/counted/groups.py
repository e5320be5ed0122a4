"""Groups of a file that is counted where it lies: its kept columns are asked for when somebody wants to know.

Each question is the same one as when the file was read with one more column or condition.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Mapping as FrozenMapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import narwhals as nw
import numpy as np

from metrics import Evaluation, PlacedSums, ThresholdTable
from metrics.counted_weights import WeightedScores
from metrics.intervals.areas.over_folds import FEWEST_FOLDS
from metrics.intervals.patient_counts import Patients
from metrics.measures.influence import MovedMean, Moves
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.utility.patient_variances import PatientsByRisk
from predictions.build.row_fields import in_natural_order, kept_columns
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.counted import (
    CellsAndPatients,
    CountedFolds,
    Cut,
    Cuts,
    Ends,
    FullyScored,
    Groups,
    Keep,
    Risks,
    Slice,
    Together,
    Way,
)
from predictions.mapping import Mapping
from predictions.problems import Notes, Notice
from predictions.progress import tick
from predictions.roles.understood import Understood
from predictions.rows import Predictions
from predictions.sources.counted.alike import rows_alike, rows_made_again
from predictions.sources.counted.cases.by_score import below_thresholds, by_confidence
from predictions.sources.counted.cases.columns import CaseColumns
from predictions.sources.counted.cases.lists import FileCases
from predictions.sources.counted.cases.rules import with_rules
from predictions.sources.counted.evaluate import Part, apart_by_weight, evaluations_of, is_of_class
from predictions.sources.counted.folds import evaluations_of_folds, folds_in, made_again, scored_labels
from predictions.sources.counted.fully_scored import fully_scored
from predictions.sources.counted.pairs.beside import are_apart, beside, in_columns
from predictions.sources.counted.pairs.matched import PairedRows, of_frequencies
from predictions.sources.counted.pairs.patients import SharedCases
from predictions.sources.counted.patients.at_thresholds import cells_at_thresholds
from predictions.sources.counted.patients.by_risk import patients_by_risk
from predictions.sources.counted.patients.counts import cells_at, patients_across, patients_at, patients_of_groups
from predictions.sources.counted.patients.evaluations import areas_of_groups, patients_of_class, with_patients
from predictions.sources.counted.patients.ids import shared_by
from predictions.sources.counted.patients.in_ranges import patients_in_ranges
from predictions.sources.counted.patients.moves import Moved
from predictions.sources.counted.reopened import MOST_ROWS, Reopened
from predictions.sources.counted.steps import Scored
from predictions.sources.counted.table import KEPT, CountedTable
from predictions.sources.counted.ways import code_of, combinations, crossed, gathered, too_many
from predictions.sources.counted.weights import are_weights


@dataclass(frozen=True, eq=False)
class GroupCounter(Reopened):
    """Answers the questions of `Counter`."""

    @classmethod
    def of(
        cls, file: CountedTable, version: Hashable, understood: Understood, wanted: Mapping, most: int
    ) -> GroupCounter:
        there, taken = {*file.names}, understood.mapping.score_columns
        head = kept_columns(understood)
        head = head.select([name for name in head.column_names if name in there and name not in taken])
        fold = understood.mapping.fold
        return cls(file.origin, version, wanted, file.limits, most, head, fold=fold if fold in there else None)

    def rows_of(self, model: int, columns: Sequence[str], cut: Cut | None) -> Predictions:
        names = tuple(dict.fromkeys(columns))
        settled, plain = self._settled(names), self._settled(())
        delivered = rows_alike(settled, settled.outputs[model], settled.outputs[model].used, names)
        if cut is None:
            return delivered
        with self._open() as file:
            found = rows_made_again(self._on_all(file, plain, model, cut), plain.outputs[model], delivered, names)
        if len(found) > MOST_ROWS:
            raise too_many(names)
        return found

    def together(self, first: int, second: int, split: str | None, cuts: Cuts) -> Together:
        settled = self._settled(())
        one, other = settled.outputs[first], settled.outputs[second]
        mapping, apart = settled.first.mapping, are_apart(one, other)
        if apart and mapping.weight and not are_weights(mapping):
            raise of_frequencies(mapping.weight)
        opened = partial(self._paired, settled, ((first, split), (second, split)), cuts)
        if apart or any(cuts) or not (one.column and other.column):
            with opened() as paired:
                found = paired.together() if apart else beside(paired)
            return found._replace(counter=SharedCases(opened, found.by, self.most, self.not_answered))
        return in_columns(settled, one, other, split)._replace(
            counter=SharedCases(opened, (), self.most, self.not_answered)
        )

    @contextmanager
    def _paired(self, settled: Settled[str], places: Sequence[Slice], cuts: Cuts) -> Iterator[PairedRows]:
        with self._open() as file:
            first, second = (self._part(file, settled, place) for place in places)
            column, details = self.fold, self.head.column_names
            fold = None if column is None else lambda: code_of(file, self._folds(column)[0])
            yield PairedRows(file, settled, (first, second), details, fold, cuts)

    def tables(self, place: Slice, label: int, ways: Sequence[Way]) -> list[ThresholdTable]:
        with self._scored(place, label, ways) as (asked, _, is_other):
            found, _ = asked.tables(self.most)
        return [each.complement() for each in found] if is_other else found

    def by_weight(self, place: Slice, label: int, ways: Sequence[Way]) -> list[WeightedScores]:
        with self._scored(place, label, ways) as (asked, part, is_other):
            each = apart_by_weight(asked.file, part, self.most)
            assert each is not None
            found, _ = asked.by_weight(str(part.mapping.weight), each)
        return [each.complement() for each in found] if is_other else found

    @contextmanager
    def _scored(self, place: Slice, label: int, ways: Sequence[Way]) -> Iterator[tuple[Scored, Part, bool]]:
        """The rows with a score by group, of which model and split; whether the score is that of the other class."""
        with self._at(place) as columns:
            file, part = columns.file, columns.part
            positive, code = part.output.positive, columns.settled.code(label)
            scored = code if positive is None else positive
            score, own = file.score(part.output.scores[scored]), is_of_class(file, part, scored)
            rows, times, mapping = file.where(part.conditions), part.times(file), part.mapping
            weight = file.column(str(mapping.weight)) if are_weights(mapping) else None
            group, size = crossed(file, ways), combinations(ways)
            yield Scored.of(file, rows, score, own, group, size, times, weight), part, code != scored

    def patients(
        self, place: Slice, ways: Sequence[Way], cells: np.ndarray, cut: Cut | None
    ) -> PatientsInGroups | None:
        with self._at(place, cut) as columns:
            return patients_of_groups(columns, crossed(columns.file, ways), cells)

    def patients_across(
        self, place: Slice, ways: Sequence[Way], cells: np.ndarray, label: int, cut: Cut | None
    ) -> Patients | None:
        with self._at(place, cut) as columns:
            return patients_across(columns, crossed(columns.file, ways), cells, label)

    def areas(
        self, place: Slice, label: int, ways: Sequence[Way], groups: Groups, tables: Sequence[ThresholdTable]
    ) -> list[PlacedSums]:
        with self._at(place) as columns:
            return areas_of_groups(columns, label, gathered(columns.file, ways, groups), tables)

    def squares(
        self, place: Slice, has_patients: bool, moves: FrozenMapping[int, Moves], numbers: Sequence[MovedMean]
    ) -> list[int] | None:
        with self._at(place) as columns:
            return Moved(columns, has_patients, moves, numbers).squares()

    def in_ranges(
        self, place: Slice, label: int, lowest: Sequence[float], ways: Sequence[Way]
    ) -> tuple[np.ndarray, np.ndarray] | None:
        with self._at(place) as columns:
            group = crossed(columns.file, ways) if ways else nw.lit(0)
            return patients_in_ranges(columns, label, lowest, group, combinations(ways))

    def cells_at(self, place: Slice, cut: Cut) -> np.ndarray:
        def asked() -> np.ndarray:
            with self._at(place, cut) as columns:
                return cells_at(columns)[0]  # type: ignore[no-any-return]

        return self._once.get(("cells", place, cut), asked, tick)

    def below(self, place: Slice, label: int, cut: Cut | None) -> tuple[list[ThresholdTable], bool]:
        with self._at(place, cut) as columns:
            return below_thresholds(columns, label, self.most)

    def at_thresholds(self, place: Slice, thresholds: Sequence[float] | None, has_patients: bool) -> CellsAndPatients:
        with self._at(place) as columns:
            return cells_at_thresholds(columns, thresholds, has_patients)

    def by_confidence(self, place: Slice) -> list[ThresholdTable]:
        with self._at(place) as columns:
            return by_confidence(columns, self.most)

    def patients_decided(self, place: Slice, least: float, cells: np.ndarray) -> Patients | None:
        with self._at(place) as columns:
            return patients_at(columns, cells, least)

    def patients_at(self, place: Slice, cut: Cut, cells: np.ndarray) -> Patients | None:
        if not np.array_equal(self.cells_at(place, cut), cells):  # the engine tells more scores apart
            return None
        with self._at(place, cut) as columns:
            return patients_at(columns, cells)

    def patients_of_class(self, place: Slice, label: int, ends: Ends, cells: np.ndarray) -> Patients | None:
        with self._at(place) as columns:
            return patients_of_class(columns, label, ends, cells)

    def patients_by_risk(self, place: Slice, label: int, risks: Risks, cells: np.ndarray) -> PatientsByRisk | None:
        with self._at(place) as columns:
            return patients_by_risk(columns, label, risks, cells)

    def fully_scored(self, place: Slice) -> FullyScored | None:
        folds = self.folds_of_all()
        way = folds[0] if folds is not None and len(folds[1]) >= FEWEST_FOLDS else None
        with self._at(place) as columns:
            return fully_scored(columns, way, self.most)

    def folds_of_all(self) -> tuple[Way, tuple[str, ...]] | None:
        return None if self.fold is None else self._folds(self.fold)

    def _folds(self, column: str) -> tuple[Way, tuple[str, ...]]:
        values = self._settled((column,)).outputs[0].table.cells[KEPT.format(column)]
        codes, names = in_natural_order(values, column)
        return Way(column, values, codes), names

    def folds(self, place: Slice, cut: Cut | None) -> CountedFolds:
        return self._once.get(("folds", place, cut), lambda: self._counted_folds(place, str(self.fold), cut), tick)

    def _counted_folds(self, place: Slice, column: str, cut: Cut | None) -> CountedFolds:
        settled, (way, names) = self._settled((column,)), self._folds(column)
        with self._open() as file:
            part = self._part(file, settled, place)
            shared = shared_by(file, part.mapping, file.where(part.conditions), code_of(file, way))
            is_weighted = are_weights(part.mapping)
            is_scored = not is_weighted or apart_by_weight(file, part, self.most) is not None
            again = cut and cells_at(CaseColumns(file, settled, part, part, cut), code_of(file, way), len(names))
        counted = [part.output.table.count(part.rows & (way.codes == fold)) for fold in (BLANK, *range(len(names)))]
        present = [fold for fold in range(len(names)) if counted[fold + 1]]
        scored = scored_labels(settled, part) if is_scored else []
        tables = {at: self.tables(place, at, [way]) for at in scored if not is_weighted}
        by_weight = {at: self.by_weight(place, at, [way]) for at in scored if is_weighted}
        found = evaluations_of_folds(settled, part, way.codes, present, tables, by_weight)
        if cut is not None and again is not None:
            found = tuple(made_again(each, cut, again[fold]) for fold, each in zip(present, found, strict=True))
        return CountedFolds(tuple(names[fold] for fold in present), found, counted[0], shared)

    def within(
        self, parts: Sequence[tuple[str, Keep]]
    ) -> tuple[FrozenMapping[Slice, Evaluation], Notice | None, GroupCounter]:
        inside = replace(self, parts=(*self.parts, *parts))
        settled = inside._settled(())
        with inside._open() as file:
            there = inside._parts(file, settled)
            folds = folds_in(file, settled, Notes())
            evaluations, steps = evaluations_of(file, there, settled, self.most, folds)
            evaluations = with_rules(file, there, settled, evaluations)
            evaluations = with_patients(file, there, settled, evaluations, folds)
        return evaluations, steps, inside

    def cases(self, place: Slice, cut: Cut | None) -> FileCases:
        return self._once.get(("cases", place, cut), lambda: FileCases(partial(self._columns, place, cut), self.head))
