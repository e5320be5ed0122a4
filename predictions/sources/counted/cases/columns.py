"""What is known of each row of a model, as expressions: its classes, the score of its prediction, its id as text."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.kernels.cached import cached_property
from predictions.build.settled import Settled
from predictions.columns.cells import is_text, marker_words
from predictions.columns.labels import BLANK
from predictions.counted import Cut
from predictions.problems import TooManyGroups
from predictions.sources.counted.evaluate import Output, Part
from predictions.sources.counted.table import Condition, CountedTable, joined
from predictions.sources.engines.engine import Frame, number_of

TRUTH, SAID, CONFIDENCE, SCORE = "true class", "predicted class", "confidence", "score {}"
BOTH = ("predicted by the first", "predicted by the second")
TIMES = "times"  # how many cases a row is
SPACES = "".join(map(chr, (*range(9, 14), 32, 133, 160, 5760, *range(8192, 8203), 8232, 8233, 8239, 8287, 12288)))
BELOW, HIGHEST = "class below every threshold", "class with the highest score"
DIGITS = "0123456789"  # at the end of ids
Answer = TypeVar("Answer")


@dataclass(frozen=True, eq=False)
class CaseColumns:
    """Of an open file. part: the rows that are looked at; everywhere: those of its model on all splits.

    cut: what made the predictions again, None for those of the file.
    """

    file: CountedTable
    settled: Settled[str]
    part: Part
    everywhere: Part
    cut: Cut | None

    @property
    def output(self) -> Output:
        return self.part.output

    @property
    def scored(self) -> dict[int, str]:
        """The column with the scores of each label that has some, by its position."""
        found = {int(self.settled.final[code]): column for code, column in self.output.scores.items()}
        return {label: column for label, column in sorted(found.items()) if label != BLANK}

    @property
    def lone(self) -> int | None:
        """The only one of two labels that has scores."""
        return next(iter(self.scored)) if len(self.settled.labels) == 2 and len(self.scored) == 1 else None

    @cached_property
    def is_probability(self) -> bool:
        """Whether all scores of the lone class lie between 0 and 1; False without any."""
        score = self.file.score(self.scored[self.lone]) if self.lone is not None else nw.lit(None, nw.Float64)
        low, high = self.file.numbers(self.file.where(self.everywhere.conditions), [score.min(), score.max()])
        return low is not None and low >= 0 and high <= 1

    def classified(self, rows: Frame, further: Sequence[nw.Expr]) -> Frame:
        """`with_classes`, and their confidence, null without one."""
        return self.with_classes(rows, further).with_columns(self._confidence().alias(CONFIDENCE))

    def with_classes(self, rows: Frame, further: Sequence[nw.Expr]) -> Frame:
        """Rows with their classes, as positions of labels, with their scores and further columns."""
        told = [each.alias(name) for name, each in self._told().items()]
        return self._with_said(rows.select(*further, self._truth().alias(TRUTH), *told))

    def with_both(self, other: CaseColumns, rows: Frame, further: Sequence[nw.Expr]) -> Frame:
        """Rows with their true class, the classes that this model and another one predict, `BOTH`, and further columns.

        Both models have the same rows.
        """
        named = [
            {f"{name} of {at}": each for name, each in model._told().items()} for at, model in enumerate((self, other))
        ]
        told = [each.alias(name) for of_model in named for name, each in of_model.items()]
        rows = rows.select(*further, self._truth().alias(TRUTH), *told)
        for model, of_model, said in zip((self, other), named, BOTH, strict=True):
            own = [nw.col(of).alias(name) for of, name in zip(of_model, model._told(), strict=True)]
            rows = model._with_said(rows.with_columns(*own)).with_columns(nw.col(SAID).alias(said))
        return rows

    def _told(self) -> dict[str, nw.Expr]:
        """What a file tells of the predicted class, by its name: the class, and the scores."""
        scores = {SCORE.format(label): self.file.score(column) for label, column in self.scored.items()}
        return self._said_in_file() | scores

    def _truth(self) -> nw.Expr:
        table = self.output.table
        return _label_of(self.file.column(table.truth.name), table.cells[table.truth.name], self._final(table.codes))

    def _said_in_file(self) -> dict[str, nw.Expr]:
        """The predicted class where a column has it."""
        name, output = self.output.column, self.output
        if not name:
            return {}
        return {SAID: _label_of(self.file.column(name), output.table.cells[name], self._final(output.predicted))}

    def _final(self, codes: np.ndarray) -> np.ndarray:
        """(g,) positions of the labels of all groups of rows that are used, -1 for others."""
        return np.where(self.output.used, self.settled.final[codes], BLANK)

    def _with_said(self, rows: Frame) -> Frame:
        """With the predicted class where scores make it."""
        rows = self._with_delivered(rows)
        return rows if self.cut is None else self._made_again(rows, *self.cut)

    def _made_again(self, rows: Frame, label: int, threshold: float) -> Frame:
        rows = self.with_below(rows, label)
        decided = nw.when(self.own(label) >= threshold).then(nw.lit(label)).otherwise(nw.col(BELOW))
        return rows.with_columns(decided.alias(SAID))

    def with_below(self, rows: Frame, label: int) -> Frame:
        """Rows of `with_classes` with what each is classified as below every threshold of a class, `BELOW`.

        That is the predicted class, or where it is this one the other class with the highest score.
        """
        own, next_class = self.own(label), nw.lit(1 - label)
        if len(self.settled.labels) > 2:
            rows = _with_highest(rows, {each: name for each, name in self._scores.items() if each != label})
            next_class = nw.col(HIGHEST)
        is_moved = (nw.col(SAID) == label) & ~own.is_null() & ~next_class.is_null()
        return rows.with_columns(nw.when(is_moved).then(next_class).otherwise(nw.col(SAID)).alias(BELOW))

    @property
    def _scores(self) -> dict[int, str]:
        return {label: SCORE.format(label) for label in self.scored}

    def _with_delivered(self, rows: Frame) -> Frame:
        if self.output.column:
            return rows
        if self.output.positive is not None:
            positive = int(self.settled.final[self.output.positive])
            others = {*self._final(self.output.predicted).tolist()} - {positive, BLANK}
            own, threshold = nw.col(SCORE.format(positive)), self.part.mapping.threshold
            return rows.with_columns(self._by_threshold(own, threshold, positive, next(iter(others), positive)))
        return _with_highest(rows, self._scores).with_columns(nw.col(HIGHEST).alias(SAID))

    def highest(self) -> nw.Expr:
        """The highest score of rows of `with_classes`, null where one is missing; of a lone p that of p and 1 − p."""
        own = [nw.col(name) for name in self._scores.values()]
        every = own if self.lone is None else [*own, 1.0 - own[0]]
        lacking = joined(operator.or_, [each.is_null() for each in own])
        return nw.when(~lacking).then(nw.max_horizontal(*every))

    def with_highest_reaching(self, rows: Frame, thresholds: Sequence[float]) -> Frame:
        """Rows of `with_classes` with the first class that has the highest of the scores that reach theirs, `HIGHEST`.

        Null where none does. thresholds: of all labels, which have scores.
        """
        reached = {label: f"reached {label}" for label in self._scores}
        each = (
            nw.when(nw.col(name) >= thresholds[label]).then(nw.col(name)).alias(reached[label])
            for label, name in self._scores.items()
        )
        return _with_highest(rows.with_columns(*each), reached)

    def own(self, label: int) -> nw.Expr:
        """The score of one of two classes; the negative of the other's where only that has scores."""
        return nw.col(SCORE.format(label)) if label in self.scored else 0.0 - nw.col(SCORE.format(1 - label))

    @staticmethod
    def _by_threshold(own: nw.Expr, threshold: float, label: int, other: int) -> nw.Expr:
        return nw.when(own >= threshold).then(nw.lit(label)).otherwise(nw.lit(other)).alias(SAID)

    def _confidence(self) -> nw.Expr:
        found = {label: nw.col(SCORE.format(label)) for label in self.scored}
        if (lone := self.lone) is not None:
            found[1 - lone] = (1.0 if self.is_probability else 0.0) - found[lone]
        if not found:
            return nw.lit(None, nw.Float64)
        return nw.coalesce(*(nw.when(nw.col(SAID) == label).then(score) for label, score in found.items()))

    @property
    def has_ids(self) -> bool:
        """Whether there are ids whose texts an engine knows: texts and whole numbers."""
        return has_known_texts(self.file, self.part.mapping.case_id)

    def id_is(self, text: str) -> Condition:
        """That a row has this id; where no row of the model has it, that its id begins so."""
        mapping = self.part.mapping
        trimmed = id_in(self.file.column(str(mapping.case_id)))
        is_same, markers = trimmed == text, marker_words(mapping.missing)
        begins = trimmed.str.starts_with(text)
        if markers:
            is_same, begins = (each & ~trimmed.is_in(markers) for each in (is_same, begins))
        (same,) = self.file.numbers(self.file.where(self.everywhere.conditions), [number_of(is_same)])
        return is_same if same else begins


def has_known_texts(file: CountedTable, name: str | None) -> bool:
    """Whether an engine knows the texts of the ids in a column; False for None, and inside a nested column."""
    if not name or name not in file.names:
        return False
    kind = file.head.table.schema.field(name).type
    return is_text(kind) or bool(pa.types.is_integer(kind))


def id_in(column: nw.Expr) -> nw.Expr:
    """Ids as texts without outer blanks. Bought: in DuckDB a seventh of the time of trimming every text."""
    text = column.cast(nw.String)
    return nw.when(has_outer_blank(text)).then(text.str.strip_chars(SPACES)).otherwise(text)


def has_outer_blank(text: nw.Expr) -> nw.Expr:
    """Whether a text begins or ends with a blank."""
    return text.str.contains(f"^[{SPACES}]|[{SPACES}]$")


def at_once_or_by_ids(rows: Frame, ids: nw.Expr, ask: Callable[[Frame], Answer]) -> list[Answer]:
    """What is asked of rows, in parts by the last digit of their ids where these do not fit at once.

    Rows with the same id are in one part. Raises TooManyGroups where a part does not fit.
    """
    try:
        return [ask(rows)]
    except TooManyGroups:
        return [ask(rows.filter(part)) for part in by_last_digit(ids)]


def by_last_digit(column: nw.Expr, ending: str = "") -> list[nw.Expr]:
    """Conditions that deal rows by the last digit of a column before an ending; the last one is for those without."""
    text = column.cast(nw.String).fill_null("")
    ends = [text.str.ends_with(f"{digit}{ending}") for digit in DIGITS]
    return [*ends, ~joined(operator.or_, ends)]


def _with_highest(rows: Frame, names: dict[int, str]) -> Frame:
    """With the first of these labels that has the highest score; null where none has one."""
    rows = rows.with_columns(highest=nw.max_horizontal(*names.values()))
    first = [nw.when(nw.col(name) == nw.col("highest")).then(nw.lit(label)) for label, name in names.items()]
    return rows.with_columns(nw.min_horizontal(*first).alias(HIGHEST))


def _label_of(column: nw.Expr, values: pa.ChunkedArray, labels: np.ndarray) -> nw.Expr:
    """The position of the label that a cell means. labels: (g,) those of the values, -1 for none."""
    found = [nw.lit(None, nw.Int64)]
    for label in np.unique(labels[labels != BLANK]).tolist():
        meant = values.filter(pa.array(labels == label)).unique().drop_null().to_pylist()
        found.append(nw.when(column.is_in(meant)).then(nw.lit(label)))
    return nw.coalesce(*found)
