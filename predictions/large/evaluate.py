"""The evaluations of a large file: matrices from its groups of labels, threshold tables from a pass for each class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from predictions.build.answers import Answer
from predictions.columns.labels import BLANK
from predictions.large.binned_scores import GradualTable
from predictions.large.duckdb_file import Condition, LargeFile, among
from predictions.problems import Problem

__all__ = ["Part", "Stepped", "evaluate_part", "holds", "parts_of"]

MOST_PARTS = 60  # models times splits: each is a pass over the file for every class


@dataclass(frozen=True)
class Stepped:
    """What it costs that scores of one class were placed in steps.

    share: of the cases in the fullest step, between 0 and 1. error: how far the AUC can be from that of all scores.
    """

    share: float
    error: float

    @classmethod
    def of(cls, table: ThresholdTable) -> Stepped:
        together = table.positives + table.negatives
        pairs = float(table.n_positive) * table.n_negative
        shared = (table.positives.astype(np.float64) * table.negatives).sum()
        return cls(float(together.max() / together.sum()), float(shared / pairs / 2) if pairs else 0.0)


@dataclass(frozen=True, eq=False)
class Part:
    """One model on one split. rows: (g,) which groups belong to it. conditions: the same, as the file is asked."""

    place: tuple[int, str | None]
    answer: Answer
    rows: np.ndarray
    conditions: tuple[Condition | None, ...]


def parts_of(file: LargeFile, answers: Sequence[Answer], groups: pa.Table) -> list[Part]:
    """Every model on every split. Raises Problem for too many."""
    rows = answers[0].draft.rows
    splits = rows.splits or (None,)
    if len(answers) * len(splits) > MOST_PARTS:
        what = f"{file.head.where} is too large for {len(answers)} models and {len(splits)} splits"
        raise Problem(f"{what}: at most {MOST_PARTS} of both together. Leave some out.")
    found = []
    for model, answer in enumerate(answers):
        for code, split in enumerate(splits):
            chosen = None if rows.split is None else rows.split == code
            used = answer.used if chosen is None else answer.used & chosen
            found.append(Part((model, split), answer, used, tuple(_conditions(file, answer, chosen, groups))))
    return found


def _conditions(
    file: LargeFile, answer: Answer, split: np.ndarray | None, groups: pa.Table
) -> Iterator[Condition | None]:
    """What the columns that decide about a row must hold."""
    draft, mapping = answer.draft, answer.draft.roles.mapping
    assert draft.exclusions is not None
    yield holds(file, str(mapping.truth), draft.exclusions.used, groups)
    if answer.derived:
        for column in answer.columns.values():
            yield Condition(f"{file.score(column)} IS NOT NULL")
    else:
        yield holds(file, answer.column, answer.predicted != BLANK, groups)
    if mapping.model:
        yield holds(file, mapping.model, answer.allowed, groups)
    if mapping.split and split is not None:
        yield holds(file, mapping.split, split, groups)


def holds(file: LargeFile, name: str, rows: np.ndarray, groups: pa.Table) -> Condition | None:
    """That a column holds what it holds in these groups; None where that is all it ever holds."""
    values = groups[name].to_pylist()
    chosen = dict.fromkeys(value for value, is_chosen in zip(values, rows.tolist(), strict=True) if is_chosen)
    return among(file.column(name), list(chosen), list(dict.fromkeys(values)))


def evaluate_part(
    file: LargeFile, part: Part, labels: tuple[str, ...], kept: np.ndarray, positive: int | None, groups: pa.Table,
    most: int,
) -> tuple[Evaluation, list[Stepped]]:  # fmt: skip
    """One evaluation, and what it cost that scores were placed in steps. kept: the vocabulary code of each label.

    positive: the label of a lone score for two classes.
    """
    stepped: list[Stepped] = []
    tables = [_table(file, part, int(code), groups, most, stepped) for code in kept]
    lone = None if positive is None or len(tables) != 2 else tables[positive]
    if lone is not None and positive is not None:
        tables[1 - positive] = lone.complement()
    scored = tuple(tables) if any(table is not None for table in tables) else ()
    matrix = ConfusionMatrix(labels, _cells(part, kept))
    return Evaluation(matrix, scored, model=part.answer.model, split=part.place[1]), stepped


def _cells(part: Part, kept: np.ndarray) -> np.ndarray:
    draft, rows = part.answer.draft, part.rows
    assert draft.weights is not None
    cells = np.zeros((len(kept), len(kept)), np.int64)
    truth, predicted = (np.searchsorted(kept, codes[rows]) for codes in (draft.codes, part.answer.predicted))
    np.add.at(cells, (truth, predicted), draft.weights[rows])
    return cells


def _table(
    file: LargeFile, part: Part, code: int, groups: pa.Table, most: int, stepped: list[Stepped]
) -> ThresholdTable | None:
    column = part.answer.columns.get(code)
    if column is None:
        return None
    found, draft = GradualTable(most), part.answer.draft
    own = holds(file, draft.truth.name, draft.codes == code, groups) or Condition("TRUE")
    for scores, is_class in file.pieces([file.score(column), f"({own.text})"], part.conditions, own.values):
        found.add(scores, is_class)
    table = found.table()
    if not found.is_exact:
        stepped.append(Stepped.of(table))
    return table
