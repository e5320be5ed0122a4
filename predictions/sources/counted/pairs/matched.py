"""Two models whose predictions stand in rows of their own: an engine counts the cases that both have, told by ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as FrozenMapping
from dataclasses import dataclass
from typing import NamedTuple

import narwhals as nw
import pyarrow as pa

from predictions.build.settled import Settled
from predictions.columns.cells import SAMPLE_ROWS, marker_words
from predictions.counted import Cuts, Together
from predictions.mapping import Mapping
from predictions.problems import Problem, TooManyGroups
from predictions.slices.paired_models import not_told
from predictions.slices.same_case import MOST_DETAILS, is_row_number
from predictions.sources.counted.cases.columns import (
    BOTH,
    DIGITS,
    SAID,
    TRUTH,
    CaseColumns,
    by_last_digit,
    has_known_texts,
    has_outer_blank,
    id_in,
)
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.pairs.counted import CASES, HIGH, LOW, ROWS, WEIGHT, Counted, of_model
from predictions.sources.counted.patients.ids import patient_column
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, number_of
from words.text.names import listed, quoted

MOST_PAIRS = 200_000  # of a prediction of each model, with its true class, that one question may bring
MOST_DIGITS = 2  # at the end of ids, by which cases are asked for in parts where they do not fit at once
IN_COLUMNS = "Put the predicted classes of both models into columns of one table."
KEY = "key {}"
CELL = "cell"
Keys = tuple[nw.Expr, ...]
Further = tuple[FrozenMapping[str, nw.Expr], FrozenMapping[str, nw.Expr]]


class Way(NamedTuple):
    """Columns that may tell the cases. keys: the same as expressions. is_sought: both models must have a case so."""

    by: tuple[str, ...]
    keys: Keys
    is_sought: bool = True


@dataclass(frozen=True, eq=False)
class PairedRows:
    """Of an open file. parts: two models on one split. details: kept columns. fold: of each row; None without folds.

    cuts: what made the predictions of each again.
    """

    file: CountedTable
    settled: Settled[str]
    parts: tuple[Part, Part]
    details: Sequence[str]
    fold: Callable[[], nw.Expr] | None
    cuts: Cuts

    def columns(self, at: int) -> CaseColumns:
        """Of the first or second model."""
        part = self.parts[at]
        return CaseColumns(self.file, self.settled, part, part, self.cuts[at])

    def together(self) -> Together:
        """The cases of both. Raises Problem where nothing tells them, or they are too many."""
        for way in self._ways():
            found = None if self._has_repeated(way) else self._counted(way)
            if found is not None and not (way.is_sought and not found.common):
                return self._checked(found, way)
        raise not_told(self.mapping.case_id or self.mapping.sequence)

    def _checked(self, found: Counted, way: Way) -> Together:
        differing = found.common - int(found.cases[found.is_same].sum())
        if differing and not self._has_ids:  # the numbers count the rows of each model in another order
            raise not_told(self.mapping.case_id or self.mapping.sequence)
        first, second = (found.predictions(at, self.settled.labels, part.output) for at, part in enumerate(self.parts))
        blank = sum(part.output.table.count(part.rows) for part in self.parts) - found.rows
        only_first, only_second = found.alone.tolist()
        return Together(first, second, only_first, only_second, blank, differing, way.by)

    def cases(self, by: tuple[str, ...], further: Further = ({}, {})) -> Frame:
        """The cases, told by these columns as in `together`: KEY of each column, ROWS of both models, LOW and HIGH.

        further: columns of the rows of each model; those of a case are named `of_model`.
        """
        way = next(way for way in self._ways() if way.by == by)
        rows = nw.concat([self._rows(at, way, further[at]) for at in (0, 1)])
        return self._of_cases(rows, _names(way), tuple(further[0]))

    @property
    def of_both(self) -> Frame:
        """The rows that both use, of models in columns of one table."""
        return self.file.where(condition for part in self.parts for condition in part.conditions)

    @property
    def times(self) -> nw.Expr | None:
        """How many cases each of these is; None where each is one."""
        return self.parts[0].times(self.file)

    def score(self, part: Part, label: int) -> nw.Expr | None:
        """Of a class; of two the negative of the other's where that alone has scores; None without any."""
        scores, settled = part.output.scores, self.settled
        if (code := settled.code(label)) in scores:
            return self.file.score(scores[code])
        others = [settled.code(1 - label)] if len(settled.labels) == 2 else []
        return next((0.0 - self.file.score(scores[code]) for code in others if code in scores), None)

    def tells_patients(self, by: tuple[str, ...]) -> bool:
        """Whether cases that are told so have an id. by: () for models in columns of one table."""
        patients = patient_column(self.mapping)
        return has_known_texts(self.file, patients) and (not by or by[0] == patients)

    @property
    def mapping(self) -> Mapping:
        return self.parts[0].mapping

    @property
    def _has_ids(self) -> bool:
        return bool(self.mapping.case_id or self.mapping.sequence)

    def _ways(self) -> Iterator[Way]:
        """The plainest first, as those of rows that are held."""
        mapping, known = self.mapping, Way((), ())
        if mapping.case_id:
            known = self._beside(known, mapping.case_id, self._text)
            yield known._replace(is_sought=False)
        if mapping.sequence:
            known = self._beside(known, mapping.sequence, self._text)
        if known.by and mapping.order:
            yield self._beside(known, mapping.order, self._place)._replace(is_sought=False)
        if self.fold is not None and mapping.fold:
            if not known.by:
                yield from self._numbered(known)
            fold = self.fold()
            known = self._beside(known, mapping.fold, lambda _: fold)
            if self._has_ids:
                yield known._replace(is_sought=False)
        yield from self._numbered(known)

    @staticmethod
    def _beside(known: Way, name: str, key: Callable[[str], nw.Expr]) -> Way:
        """One more column beside those that tell the cases so far."""
        return known if name in known.by else Way((*known.by, name), (*known.keys, key(name)))

    def _numbered(self, known: Way) -> Iterator[Way]:
        """With a kept column more; where there are no ids only one of row numbers."""
        names = [name for name in self.details[:MOST_DETAILS] if self._has_ids or is_row_number(name)]
        yield from (self._beside(known, name, self._detail) for name in names)

    def _text(self, name: str) -> nw.Expr:
        """Who a row belongs to; null or "" for nobody. Blanks are looked for once, not in each part of the rows."""
        if not self.file.is_text(name):
            return self._number(name)
        text = self.file.column(name).cast(nw.String)
        (blanks,) = self.file.numbers(self.file.where(), [number_of(has_outer_blank(text))])
        return (id_in(text) if blanks else text).fill_null("")

    def _number(self, name: str) -> nw.Expr:
        """Any other value; null for a number that is none."""
        kind = self.file.head.table.schema.field(name).type
        return self.file.score(name) if pa.types.is_floating(kind) else self.file.column(name)

    def _place(self, name: str) -> nw.Expr:
        """A number, a time, or a text such as frame_10."""
        if not self.file.is_text(name):
            return self._number(name)
        return nw.coalesce(self.file.score(name).cast(nw.String), self._text(name))

    def _detail(self, name: str) -> nw.Expr:
        if not self.file.is_text(name):
            return self._number(name)
        text = self.file.column(name).cast(nw.String)
        words = marker_words(self.mapping.missing)
        return nw.when(id_in(text).is_in(words)).then(nw.lit("")).otherwise(text) if words else text

    def _has_repeated(self, way: Way) -> bool:
        """Whether two of the first rows of a model are alike. Spares the question of all rows where they are."""
        names = _names(way)
        for at in (0, 1):
            rows = self._rows(at, way, {}).head(SAMPLE_ROWS).group_by(*names, drop_null_keys=False)
            if self.file.numbers(rows.agg(nw.len().alias(ROWS)), [number_of(nw.col(ROWS) > 1)])[0]:
                return True
        return False

    def _rows(self, at: int, way: Way, further: FrozenMapping[str, nw.Expr]) -> Frame:
        """The rows of the first or second model that say whose they are, each with its place in the matrix.

        Those of the second are counted from K * K on.
        """
        classes = len(self.settled.labels)
        keys = [key.alias(name) for name, key in zip(_names(way), way.keys, strict=True)]
        own = [each.alias(name) for name, each in further.items()]
        rows = self.columns(at).with_classes(self.file.where(self.parts[at].conditions), [*keys, *own])
        cell = nw.col(TRUTH) * classes + nw.col(SAID) + at * classes**2
        rows = rows.select(*_names(way), *further, cell.cast(nw.Int64).alias(CELL))
        return rows.filter(self._is_known(way.by[0])) if self.mapping.case_id else rows

    def _is_known(self, ids: str) -> nw.Expr:
        key = nw.col(KEY.format(0))
        return ~(key.is_in(["", *marker_words(self.mapping.missing)]) if self.file.is_text(ids) else key.is_null())

    def _counted(self, way: Way) -> Counted | None:
        """None where rows of one model are alike."""
        weight = self.mapping.weight
        weights = {WEIGHT: self.file.column(weight)} if weight else {}
        rows = nw.concat([self._rows(at, way, weights) for at in (0, 1)])
        found: list[Counted] = []
        try:
            for each in self._answers(rows, _names(way), ""):
                found.append(Counted.of(each, len(self.settled.labels), self.mapping.weight))
                if found[-1].is_repeated:
                    return None
        except TooManyGroups:
            what = f"The values of {listed(way.by)} are too many to tell which rows of these models are the same case"
            raise Problem(f"{what}. {IN_COLUMNS}") from None
        return Counted.joined(found)

    def _answers(self, rows: Frame, names: Sequence[str], ending: str) -> Iterator[pa.Table]:
        """How many cases have the same predictions, in parts where an engine cannot hold all cases.

        Raises TooManyGroups where it cannot hold a part. ending: of the ids of these rows, as far as it was asked.
        """
        try:
            yield self._answer(rows, names)
        except TooManyGroups:
            if len(ending) == MOST_DIGITS:
                raise
            *parts, others = by_last_digit(nw.col(names[0]), ending)
            for digit, part in zip(DIGITS, parts, strict=True):
                yield from self._answers(rows.filter(part), names, digit + ending)
            yield self._answer(rows.filter(others), names)

    def _answer(self, rows: Frame, names: Sequence[str]) -> pa.Table:
        further = (WEIGHT,) if self.mapping.weight else ()
        weights = [each for name in further for each in of_model(name)]
        pairs = (
            self._of_cases(rows, names, further)
            .group_by(LOW, HIGH, ROWS, *weights, drop_null_keys=False)
            .agg(nw.len().alias(CASES))
        )
        answer = self.file.answer(pairs.head(MOST_PAIRS + 1))
        if len(answer) > MOST_PAIRS:
            pairs_said = "pairs of predictions with a weight" if weights else "pairs of predictions"
            what = f"These models have more than {MOST_PAIRS:,} different {pairs_said}"
            raise Problem(f"{what}, too many for a file of this size. {IN_COLUMNS}")
        return answer

    def _of_cases(self, rows: Frame, names: Sequence[str], further: Sequence[str]) -> Frame:
        cell = nw.col(CELL)
        is_second = cell >= len(self.settled.labels) ** 2
        each = {
            of: nw.when(own).then(nw.col(name))
            for name in further
            for of, own in zip(of_model(name), (~is_second, is_second), strict=True)
        }
        asked = nw.len().alias(ROWS), cell.min().alias(LOW), cell.max().alias(HIGH)
        rows = rows.with_columns(**each) if each else rows
        return rows.group_by(*names, drop_null_keys=False).agg(*asked, *(nw.col(of).max() for of in each))


def same_cases(paired: PairedRows, by: tuple[str, ...], further: Further = ({}, {})) -> Frame:
    """Those of `PairedRows.cases` that both models have with the same true class: with `TRUTH` and `BOTH`, too."""
    size = len(paired.settled.labels)
    both = paired.cases(by, further).filter(nw.col(LOW) < size**2, nw.col(HIGH) >= size**2)
    cells = [nw.col(LOW), nw.col(HIGH) - size**2]
    truth = [(each // nw.lit(size, nw.Int64)).cast(nw.Int64) for each in cells]
    said = [(each - size * of).alias(name) for each, of, name in zip(cells, truth, BOTH, strict=True)]
    return both.filter(truth[0] == truth[1]).with_columns(truth[0].alias(TRUTH), *said)


def _names(way: Way) -> list[str]:
    return [KEY.format(place) for place in range(len(way.by))]


def of_frequencies(column: str) -> Problem:
    what = f"Models in rows of their own are not compared where {quoted(column)} says how many cases a row of a file of"
    return Problem(f"{what} this size is. Give each case a row, or put the predictions of both models into columns.")
