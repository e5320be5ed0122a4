"""The evaluations of a large file: matrices from its groups of labels, threshold tables from passes over its scores."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.counted_weights import WeightedScores, counted_weighted_evaluation
from metrics.intervals.areas.over_folds import FEWEST_FOLDS, FoldTables
from metrics.weighted_cells import WeightedCells
from predictions.build.outputs import ModelOutput
from predictions.build.settled import Settled
from predictions.columns.labels import BLANK
from predictions.counted import Slice, Way
from predictions.mapping import Mapping
from predictions.problems import Notice, Problem
from predictions.progress import Counting
from predictions.sources.counted.source import given, holds, usable
from predictions.sources.counted.steps import Scored
from predictions.sources.counted.table import KEPT, Condition, CountedTable, among, joined
from predictions.sources.counted.ways import code_of, combinations
from predictions.sources.counted.weights import are_weights, times_of

Output = ModelOutput[str]
OfClass = TypeVar("OfClass", ThresholdTable, WeightedScores)
MOST_STEPPED = 20  # different weights by which scores in steps are told apart
MOST_PARTS = 60  # models times splits: each is one or more passes over the file


@dataclass(frozen=True)
class Stepped:
    """What it costs that scores of one class were placed in steps.

    fullest: part of the cases in the fullest step, 0 to 1. error: how far the AUC can be from that of all scores.
    """

    fullest: float
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

    place: Slice
    output: Output
    rows: np.ndarray
    conditions: tuple[Condition | None, ...]

    @property
    def mapping(self) -> Mapping:
        return self.output.table.mapping

    def times(self, file: CountedTable) -> nw.Expr | None:
        """How many cases each row is; None where each is one."""
        return times_of(file, self.mapping)


def parts_of(file: CountedTable, outputs: Sequence[Output], kept: Sequence[str] = ()) -> list[Part]:
    """Every model on every split. Raises Problem for too many. kept: columns that tell its rows from others."""
    rows = outputs[0].table.rows
    splits = rows.splits or (None,)
    if len(outputs) * len(splits) > MOST_PARTS:
        what = f"{file.head.where} is too large for {len(outputs)} models and {len(splits)} splits"
        raise Problem(f"{what}: at most {MOST_PARTS} of both together. Leave some out.")
    found = []
    for model, output in enumerate(outputs):
        for code, split in enumerate(splits):
            chosen = None if rows.split is None else rows.split == code
            used = output.used if chosen is None else output.used & chosen
            found.append(
                Part((model, split), output, used, (*_conditions(file, output, chosen), *_kept_by(file, output, kept)))
            )
    return found


def part_of_all(file: CountedTable, output: Output, model: int, kept: Sequence[str] = ()) -> Part:
    """A model on all splits together. kept: as for `parts_of`."""
    conditions = *_conditions(file, output, None), *_kept_by(file, output, kept)
    return Part((model, None), output, output.used, conditions)


def _kept_by(file: CountedTable, output: Output, names: Sequence[str]) -> Iterator[Condition | None]:
    """That kept columns hold what they hold in the rows that a model uses."""
    for name in dict.fromkeys(names):
        values = output.table.cells[KEPT.format(name)]
        chosen = values.filter(pa.array(output.allowed)).unique()
        yield among(file.kept(name), chosen.to_pylist(), values.unique().to_pylist())


def _conditions(file: CountedTable, output: Output, split: np.ndarray | None) -> Iterator[Condition | None]:
    """What the columns that decide about a row must hold."""
    table, mapping = output.table, output.table.mapping
    yield from usable(file, table)
    if output.column:
        yield holds(file, table, output.column, output.predicted != BLANK)
    else:
        incomplete = [~file.score(column).is_null() for column in output.scores.values() if column not in file.complete]
        yield joined(operator.and_, incomplete) if incomplete else None
    yield from (holds(file, table, name, output.allowed) for name in (mapping.model, mapping.reader) if name)
    if mapping.split and split is not None:
        yield holds(file, table, mapping.split, split)


def evaluations_of(
    file: CountedTable, parts: Sequence[Part], settled: Settled[str], most: int, folds: Way | None
) -> tuple[dict[Slice, Evaluation], Notice | None]:
    """Every model on every split, and how their scores were placed in steps. folds: which scores are told apart by."""
    evaluations: dict[Slice, Evaluation] = {}
    stepped: list[Stepped] = []
    file.progress.begin(Counting.SCORES, sum(len(part.output.scores) for part in parts))
    for part in parts:
        evaluations[part.place], steps = _evaluate(file, part, settled, most, folds)
        stepped += steps
    return evaluations, _said_of(stepped, most)


def _said_of(stepped: Sequence[Stepped], most: int) -> Notice | None:
    if not stepped:
        return None
    fullest, error = max(each.fullest for each in stepped), max(each.error for each in stepped)
    return Notice("info", "scores_in_steps", {"distinct": most, "fullest": fullest, "error": error})


def _evaluate(
    file: CountedTable, part: Part, settled: Settled[str], most: int, folds: Way | None
) -> tuple[Evaluation, list[Stepped]]:
    """One evaluation, and what it cost that scores were placed in steps."""
    scored = [code for code in settled.kept.tolist() if code in part.output.scores]
    matrix = ConfusionMatrix(settled.labels, cells_of(part, part.rows, settled.kept))
    splits = part.output.table.rows.splits
    silent = settled.unanswered(part.output)[splits.index(part.place[1]) if part.place[1] else 0]
    unanswered = tuple(silent.tolist()) if silent.any() else ()
    found = Evaluation(matrix, model=part.output.model, split=part.place[1], unanswered=unanswered)
    if are_weights(part.mapping):
        by_weight = weighted_scores(file, part, scored, most)
        stepped = [Stepped.of(each.seen) for each, is_exact in by_weight.values() if not is_exact]
        both = {code: each for code, (each, _) in by_weight.items()}
        return weighted(part, settled, found, _of_classes(settled, both)), stepped
    told = {code: _tables(file, part, code, most, folds) for code in scored}
    pooled = {code: ThresholdTable.pooled(tables) for code, (tables, _) in told.items()}
    stepped = [Stepped.of(pooled[code]) for code, (_, is_exact) in told.items() if not is_exact]
    each = [_of_classes(settled, {code: told[code][0][fold] for code in scored}) for fold in range(_size(folds))]
    return replace(found, tables=_of_classes(settled, pooled), folds=_over(each)), stepped


def _of_classes(settled: Settled[str], found: dict[int, OfClass]) -> tuple[OfClass | None, ...]:
    """Of each label, that of the other of two classes as the complement of a lone one; () without any."""
    each = [found.get(code) for code in settled.kept.tolist()]
    lone = None if settled.positive is None or len(each) != 2 else each[settled.positive]
    if lone is not None and settled.positive is not None:
        each[1 - settled.positive] = lone.complement()
    return tuple(each) if any(one is not None for one in each) else ()


def weighted(
    part: Part, settled: Settled[str], found: Evaluation, scored: tuple[WeightedScores | None, ...] = ()
) -> Evaluation:
    """With the weights of its rows, and these scores; itself where rows have none."""
    table, rows = part.output.table, part.rows
    weights = table.rows.weights
    if weights is None or not are_weights(part.mapping):
        return found
    truth, predicted = (np.searchsorted(settled.kept, codes[rows]) for codes in (table.codes, part.output.predicted))
    told = WeightedCells(len(settled.kept), truth, predicted, weights[rows], table.cases[rows])
    return counted_weighted_evaluation(found, told, scored)


def weighted_scores(
    file: CountedTable, part: Part, codes: Sequence[int], most: int
) -> dict[int, tuple[WeightedScores, bool]]:
    """By the code of a class its scores, and whether they are exact; {} where weights are too many to tell them apart.

    most: scores and weights that are told apart.
    """
    name, rows, found = str(part.mapping.weight), file.where(part.conditions), {}
    each = apart_by_weight(file, part, most)
    if each is None:
        return {}
    for code in codes:
        score, own = file.score(part.output.scores[code]), is_of_class(file, part, code)
        (told,), is_exact = Scored.of(file, rows, score, own, weight=file.column(name)).by_weight(name, each)
        found[code] = told, is_exact
        file.progress.step()
    return found


def apart_by_weight(file: CountedTable, part: Part, most: int) -> int | None:
    """How many distinct scores are told apart by weight; None where weights are too many. most: without weights."""
    weights, used = part.output.table.rows.weights, part.output.table.exclusions.used
    kinds = 0 if weights is None else len(np.unique(weights[used]))  # of all parts, which have scores alike
    each = most // max(1, kinds)
    return each if kinds <= MOST_STEPPED or file.rows <= each else None


def cells_of(part: Part, rows: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """(K, K) of some groups of the rows of a part. kept: (K,) as `Settled` has it."""
    table = part.output.table
    cells = np.zeros((len(kept), len(kept)), np.int64)
    truth, predicted = (np.searchsorted(kept, codes[rows]) for codes in (table.codes, part.output.predicted))
    np.add.at(cells, (truth, predicted), table.cases[rows])
    return cells


def is_of_class(file: CountedTable, part: Part, code: int) -> Condition:
    """That a row is of a true class."""
    table = part.output.table
    return given(holds(file, table, table.truth.name, table.codes == code))


def _tables(
    file: CountedTable, part: Part, code: int, most: int, folds: Way | None
) -> tuple[list[ThresholdTable], bool]:
    """Of a class the table of each fold, and last of the rows without one; and whether they are exact."""
    rows, group = file.where(part.conditions), None
    if folds is not None:
        group = nw.coalesce(code_of(file, folds), nw.lit(_size(folds)))
    score, own = file.score(part.output.scores[code]), is_of_class(file, part, code)
    found = Scored.of(file, rows, score, own, group, _size(folds) + 1, part.times(file)).tables(most)
    file.progress.step()
    return found


def _size(folds: Way | None) -> int:
    return 0 if folds is None else combinations([folds])


def _over(folds: Sequence[tuple[ThresholdTable | None, ...]]) -> FoldTables | None:
    """The tables of each fold by class; None where fewer than two folds have rows."""
    total = sum(any(table is not None and len(table.scores) for table in each) for each in folds)
    if total < FEWEST_FOLDS:
        return None
    scored = [label for label, table in enumerate(folds[0]) if table is not None]
    return FoldTables({label: [each[label] for each in folds] for label in scored}, total)  # type: ignore[misc]
