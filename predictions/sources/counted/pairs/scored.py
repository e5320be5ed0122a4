"""The scores of a class from two models on the cases that both have: an engine places each by both, and adds up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import Evaluation, ThresholdTable
from metrics.intervals.areas.over_folds import FEWEST_FOLDS
from metrics.paired.counted_areas import CountedAreas
from predictions.columns.labels import BLANK
from predictions.counted import Evaluations
from predictions.sources.counted.cases.columns import TIMES, TRUTH, Answer, at_once_or_by_ids, id_in
from predictions.sources.counted.evaluate import Part, is_of_class
from predictions.sources.counted.pairs.counted import of_model
from predictions.sources.counted.pairs.matched import KEY, PairedRows, same_cases
from predictions.sources.counted.patients.areas import ID, OWN, SCORE, SCORES, placed_pairs
from predictions.sources.counted.patients.ids import (
    GROUP,
    PATIENT,
    in_several,
    patient_column,
    unknown_texts,
    with_known_id,
)
from predictions.sources.counted.steps import Scored
from predictions.sources.counted.weights import are_weights, as_cases
from predictions.sources.engines.engine import Frame, added_up, one_where, whole

FOLD, CASES, DIFFERING = "fold", "cases", "differing"


def areas_of_pair(
    paired: PairedRows,
    by: tuple[str, ...],
    label: int,
    evaluations: Evaluations,
    has_patients: bool,
    most: int,
) -> CountedAreas | None:
    """None where no case has a score of the class from both, of weights, and where a case is in two folds.

    by, has_patients: as `Together` has them. evaluations: of each model, also of the cases of it alone. most: distinct
    scores that are told apart. Raises TooManyGroups.
    """
    scored = _label_with_scores(paired, label)
    if scored is None or are_weights(paired.mapping):
        return None
    by_fold = paired.fold is not None and all(each.folds is not None for each in evaluations)
    asked = _Asked(paired, by, scored, has_patients and paired.tells_patients(by), most, by_fold)
    found = asked.areas(evaluations)
    if found is None or not by_fold or sum(table.has_both for table in found.tables[0]) >= FEWEST_FOLDS:
        return found
    return replace(asked, by_fold=False).areas(evaluations)


def table_of_first(
    paired: PairedRows, by: tuple[str, ...], label: int, evaluation: Evaluation, most: int
) -> ThresholdTable | None:
    """Of the first model on the same cases; the score of a class is as `PairedRows.score` has it. None as above."""
    scored = _label_with_scores(paired, label)
    if scored is None or are_weights(paired.mapping):
        return None
    found = _Asked(paired, by, scored, False, most, False).table(evaluation)
    return found if scored == label else found.complement()


def _label_with_scores(paired: PairedRows, label: int) -> int | None:
    """The class, or the other one of two, by whose scores the cases have the same areas; None without scores."""
    if any(paired.score(part, label) is None for part in paired.parts):
        return None
    is_own = any(paired.settled.code(label) in part.output.scores for part in paired.parts)
    return label if is_own else 1 - label


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is asked of the common cases.

    has_ids: whether they tell patients. by_fold: whether a case is placed among those of its fold.
    """

    paired: PairedRows
    by: tuple[str, ...]
    label: int
    has_ids: bool
    most: int
    by_fold: bool

    def areas(self, evaluations: Evaluations) -> CountedAreas | None:
        rows = self._rows
        sizes = self._sizes(rows)
        if sizes is None or not sizes.any():
            return None
        rows = rows.filter(nw.col(GROUP) >= 0)
        first, second = (self._known(each, sizes) for each in evaluations)
        among = [
            self._rows_of(part) if known else self._of_score(rows, score)
            for known, part, score in zip((first, second), self.paired.parts, SCORES, strict=True)
        ]
        first, second = first or self._tables(among[0], sizes), second or self._tables(among[1], sizes)
        is_shared = (self.has_ids and self._is_shared(rows)) if self.by_fold else None
        unknown = unknown_texts(self.paired.mapping) if self.has_ids else None
        placed = [] if is_shared else placed_pairs(self.paired.file, rows, among, (first, second), self._ids, unknown)
        return CountedAreas((first, second), placed, is_shared)

    def table(self, evaluation: Evaluation) -> ThresholdTable:
        """Of the first model, which is evaluated on all of its cases."""
        sizes = self._sizes(self._rows)
        assert sizes is not None  # without folds no case is in two of them
        (found,) = self._known(evaluation, sizes) or self._tables(self._of_score(self._rows, SCORES[0]), sizes)
        return found

    @property
    def _rows(self) -> Frame:
        rows = self._rows_matched() if self.by else self._rows_of_both()
        return rows.filter(*(~nw.col(name).is_null() for name in SCORES))

    @staticmethod
    def _of_score(rows: Frame, score: str) -> Frame:
        return rows.select(nw.col(score).alias(SCORE), OWN, GROUP, TIMES)

    def _rows_of_both(self) -> Frame:
        """`ID`, `SCORES`, `OWN`, `GROUP` and `TIMES`, as `placed_pairs` takes them; `DIFFERING`, 0."""
        paired, file = self.paired, self.paired.file
        name = patient_column(paired.mapping) if self.has_ids else None
        scores = zip(SCORES, paired.parts, strict=True)
        return paired.of_both.select(
            (nw.lit(None, nw.String) if name is None else file.column(name)).alias(ID),
            *(self._score(part).alias(of) for of, part in scores),
            self._own(paired.parts[0]),
            self._fold().alias(GROUP),
            nw.lit(0).alias(DIFFERING),
            as_cases(paired.times).alias(TIMES),
        )

    def _rows_matched(self) -> Frame:
        """The same of models in rows of their own; `DIFFERING`, 1 for a case whose rows are in different folds."""
        fold = {FOLD: self._fold()} if self.by_fold else {}
        first, second = ({SCORE: self._score(part)} | fold for part in self.paired.parts)
        same, (one, other) = same_cases(self.paired, self.by, (first, second)), of_model(FOLD)
        own = one_where(nw.col(TRUTH) == self.label)
        differs = one_where(nw.col(one) != nw.col(other))
        return same.select(
            nw.col(KEY.format(0)).cast(nw.String).alias(ID),
            *SCORES,
            own.alias(OWN),
            (nw.col(one) if self.by_fold else nw.lit(0)).alias(GROUP),
            (differs if self.by_fold else nw.lit(0)).alias(DIFFERING),
            nw.lit(1).alias(TIMES),
        )

    def _rows_of(self, part: Part) -> Frame:
        """All cases of one of the models that have a score: `SCORE`, `OWN`, `GROUP` and `TIMES`."""
        file, times = self.paired.file, self.paired.times
        rows = file.where(part.conditions).select(
            self._score(part).alias(SCORE),
            self._own(part),
            self._fold().alias(GROUP),
            as_cases(times).alias(TIMES),
        )
        return rows.filter(~nw.col(SCORE).is_null(), nw.col(GROUP) >= 0)

    def _fold(self) -> nw.Expr:
        """-1 for none; 0 for all cases without folds."""
        if not self.by_fold or self.paired.fold is None:
            return nw.lit(0)
        return nw.coalesce(self.paired.fold(), nw.lit(BLANK))

    def _own(self, part: Part) -> nw.Expr:
        is_own = is_of_class(self.paired.file, part, self.paired.settled.code(self.label))
        return one_where(is_own).alias(OWN)

    def _score(self, part: Part) -> nw.Expr:
        found = self.paired.score(part, self.label)
        assert found is not None
        return found

    def _sizes(self, rows: Frame) -> np.ndarray | None:
        """(2, g) how many of the class, and how many of others; None where a case is in two folds."""
        counted = {OWN: nw.col(OWN), CASES: nw.lit(1), DIFFERING: nw.col(DIFFERING)}
        asked = {name: added_up(each * nw.col(TIMES)) for name, each in counted.items()}
        answers = self._in_parts(rows, lambda some: self.paired.file.answer(some.group_by(GROUP).agg(**asked)))
        answer = pa.concat_tables(answers)
        group, own, cases, differing = (whole(answer[name]) for name in (GROUP, *asked))
        if differing.any():
            return None
        found = np.zeros((2, int(group.max(initial=0)) + 1), np.int64)
        known = group >= 0
        for row, each in zip(found, (own, cases - own), strict=True):
            np.add.at(row, group[known], each[known])
        return found

    def _in_parts(self, rows: Frame, ask: Callable[[Frame], Answer]) -> list[Answer]:
        """What is asked of rows, in parts by their ids where they do not fit at once."""
        return at_once_or_by_ids(rows, self._ids, ask)

    @property
    def _ids(self) -> nw.Expr:
        """As texts without outer blanks: of matched cases they are so already, and parts of them are found by these."""
        return nw.col(ID) if self.by else id_in(nw.col(ID))

    def _known(self, evaluation: Evaluation, sizes: np.ndarray) -> Sequence[ThresholdTable]:
        """The tables of the model where the common cases are all that it has; else ()."""
        folds = evaluation.folds
        if not self.by_fold or folds is None:
            tables = [each] if (each := evaluation.tables[self.label]) is not None else []
        else:
            tables = [*folds.tables.get(self.label, ())]
        counts = np.array([[each.n_positive, each.n_negative] for each in tables], np.int64).reshape(-1, 2).T
        return tables if np.array_equal(counts, sizes) else ()

    def _tables(self, rows: Frame, sizes: np.ndarray) -> Sequence[ThresholdTable]:
        """Of cases with `SCORE`."""
        file, times = self.paired.file, None if self.paired.times is None or self.by else nw.col(TIMES)
        own, group = nw.col(OWN) == 1, nw.col(GROUP)
        return Scored.of(file, rows, nw.col(SCORE), own, group, sizes.shape[1], times).tables(self.most)[0]

    def _is_shared(self, rows: Frame) -> bool:
        """Whether somebody has cases in several folds."""

        def ask(some: Frame) -> int:
            known = with_known_id(some.select(self._ids.alias(PATIENT), GROUP), self.paired.mapping)
            return in_several(self.paired.file, known)

        return any(self._in_parts(rows, ask))
