"""The study of rows that are not held: what an engine counted where they lie, and whom to ask for more."""

from __future__ import annotations

from collections.abc import Mapping as FrozenMapping
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from metrics import Evaluation, ThresholdTable
from metrics.calibration.patients_in_ranges import ranges_to_ask
from metrics.intervals.areas.linearised import SumsOverRows
from metrics.intervals.patient_counts import Patients
from metrics.measures.influence import MovedMean, Moves
from metrics.utility.patient_variances import PatientsByRisk
from predictions.counted import (
    CaseCounter,
    CountedFolds,
    Counter,
    Cut,
    Ends,
    Risks,
    Slice,
    Together,
    Way,
)
from predictions.counted_in_groups import CountedInGroups
from predictions.problems import Notice, Problem, TooManyGroups, noting_why, saying_why
from predictions.rows import Predictions
from predictions.study import Capability, Study
from words.text.names import quoted


def asking(counter: Counter, evaluations: FrozenMapping[Slice, Evaluation]) -> dict[Slice, Evaluation]:
    """Evaluations that ask for sums over their rows, or patients; as they are where cases are weighted."""
    return {place: each if each.is_weighted else _asking(counter, place, each) for place, each in evaluations.items()}


def _asking(counter: Counter, place: Slice, each: Evaluation) -> Evaluation:
    def squares(moves: FrozenMapping[int, Moves], numbers: Sequence[MovedMean]) -> Sequence[int] | None:
        with noting_why(counter.not_answered):
            return counter.squares(place, each.patients is not None, moves, numbers)
        return None

    def in_ranges(label: int, table: ThresholdTable) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        lowest = ranges_to_ask(table)
        with noting_why(counter.not_answered):
            told = counter.in_ranges(place, label, lowest.tolist(), ())
            return told and (lowest, told[0][0], told[1][0])
        return None

    count = each.n if each.patients is None else each.patients.count
    return replace(each, sums=SumsOverRows(count, squares, in_ranges))


@dataclass(frozen=True, eq=False, kw_only=True)
class CountedStudy(Study):
    """A study of rows that an engine counted where they lie.

    evaluations: of every model on every split, in the order of `slices`. counter: asks the file again. cuts: what made
    the predictions of a model again, by its position.
    """

    evaluations: FrozenMapping[Slice, Evaluation]
    counter: Counter
    cuts: FrozenMapping[int, Cut] = field(default_factory=dict)

    def evaluate(self, model: int = 0, split: str | None = None) -> Evaluation:
        if (model, split) not in self.evaluations:
            raise Problem(f"There is no split {quoted(split)} in this study.")
        return self.evaluations[model, split]

    @property
    def by_rows(self) -> CountedStudy:
        alone = {place: replace(each, clusters=None, patients=None) for place, each in self.evaluations.items()}
        return replace(self, evaluations=asking(self.counter, alone))

    @property
    def slices(self) -> tuple[Slice, ...]:
        return tuple(self.evaluations)

    @property
    def model_names(self) -> tuple[str | None, ...]:
        return tuple({model: each.model for (model, _), each in self.evaluations.items()}.values())

    @property
    def scored(self) -> tuple[bool, ...]:
        tables = self.evaluate(*self.slices[0]).tables
        lone = self.positive if len(tables) == 2 else None  # the table of the other class is its complement
        return tuple(table is not None and lone in (None, code) for code, table in enumerate(tables))

    @property
    def capabilities(self) -> frozenset[Capability]:
        has = {Capability.CASES: True, Capability.FOLDS: bool(self.mapping.fold)}
        return super().capabilities | {each for each, is_there in has.items() if is_there}

    def folds_of(self, model: int) -> tuple[str, ...] | None:
        found = self.counter.folds_of_all()
        return None if found is None else found[1]

    def fold_way(self, model: int) -> Way | None:
        found = self.counter.folds_of_all()
        return None if found is None else found[0]

    def counted_folds(self, model: int, split: str | None) -> CountedFolds | None:
        """None without a fold column, or where none of these rows has a fold."""
        if not self.folds_of(model):
            return None
        found = self.counter.folds((model, split), self.cuts.get(model))
        return found if found.names else None

    def kept(self, model: int) -> pa.Table:
        return self.counter.head

    def rows_by(self, model: int, columns: Sequence[str]) -> Predictions:
        with saying_why(self.counter.not_answered):  # a column without an answer is one without groups
            return self.counter.rows_of(model, columns, self.cuts.get(model))

    def in_groups(self, place: Slice, ways: Sequence[Way]) -> CountedInGroups:
        is_known = self.evaluate(*place).patients is not None
        return CountedInGroups(self.counter, place, ways, self.cuts.get(place[0]), is_known)

    def patients_of_class(self, place: Slice, label: int, ends: Ends) -> Patients | None:
        if (table := self._table_of_patients(place, label)) is None:
            return None
        tp, fp, fn, tn = table.inside(*ends)
        cells, (low, high) = np.array([[tn, fp], [fn, tp]], np.int64), map(table.lowest_at, ends)
        with noting_why(self.counter.not_answered):  # an engine tells scores of a step apart
            return self.counter.patients_of_class(place, label, (low, high), cells)
        return None

    def patients_by_risk(self, place: Slice, label: int, risks: Risks) -> PatientsByRisk | None:
        if (table := self._table_of_patients(place, label)) is None:
            return None
        each = [(at.tp, at.fp, table.n_positive, table.n_negative) for at in map(table.at, risks)]
        with noting_why(self.counter.not_answered):
            return self.counter.patients_by_risk(place, label, [*map(table.lowest_at, risks)], np.array(each, np.int64))
        return None

    def _table_of_patients(self, place: Slice, label: int) -> ThresholdTable | None:
        seen = self.evaluate(*place)
        return None if seen.patients is None else seen.table(label)

    def below(self, place: Slice, label: int) -> list[ThresholdTable] | None:
        """See `Counter.below`; None where these are too many, or told less apart than the scores of the class are."""
        try:
            tables, is_exact = self.counter.below(place, label, self.cuts.get(place[0]))
        except TooManyGroups:
            return None
        return tables if is_exact or self.steps is not None else None

    def case_counter(self, model: int, split: str | None) -> CaseCounter:
        return self.counter.cases((model, split), self.cuts.get(model))

    def together(self, first: int, second: int, split: str | None) -> Together:
        each_of = [self.evaluate(model, split) for model in (first, second)]
        is_unclustered = all(each.clusters == each.n for each in each_of)
        are_known = all(each.patients is not None for each in each_of)
        found = self.counter.together(first, second, split, (self.cuts.get(first), self.cuts.get(second)))
        return found._replace(is_unclustered=is_unclustered, has_patients=are_known)


def not_answered(study: Study) -> tuple[Notice, ...]:
    """Why numbers are missing, or are of independent rows, as far as an engine was asked for them."""
    return tuple(study.counter.not_answered.notices) if isinstance(study, CountedStudy) else ()
