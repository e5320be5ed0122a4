"""Rows that are not held become a Study all the same: everything that counts, nothing per case.

Columns are recognised, rows excluded and notices made as for any other file, by the first rows and by asking the rest.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import numpy as np

from metrics import Evaluation
from metrics.measures.case_weights import effective_n
from predictions.build.checks.labels import check_labels
from predictions.build.checks.models import say_different_rows
from predictions.build.checks.study import check_identifiers, say_weights
from predictions.build.settled import Settled, study_fields
from predictions.build.units import unit_of
from predictions.columns.cells import SAMPLE_ROWS
from predictions.counted import Slice
from predictions.counted_study import CountedStudy, asking
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.progress import Counting, Progress, Tick
from predictions.sources.counted.cases.columns import CaseColumns, has_known_texts
from predictions.sources.counted.cases.rules import with_rules
from predictions.sources.counted.checks import (
    check_groups,
    check_lone,
    check_row_numbers,
    check_scores_of,
    check_sites,
    check_splits,
    check_tables,
)
from predictions.sources.counted.evaluate import Part, evaluations_of, part_of_all, parts_of
from predictions.sources.counted.folds import check_folds, folds_in
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients.checks import check_repeated, check_texts
from predictions.sources.counted.patients.evaluations import with_patients
from predictions.sources.counted.patients.ids import may_repeat, patient_column
from predictions.sources.counted.source import CountedSource, settled_of
from predictions.sources.counted.steps import MOST_DISTINCT, told_apart
from predictions.sources.counted.table import CountedTable, unchanged_table
from predictions.sources.counted.weights import are_weights
from predictions.sources.engines.engine import Origin
from predictions.study import SourceFile


def study_of_origin(
    origin: Origin,
    wanted: Mapping,
    limits: Limits,
    tick: Tick,
    most: int = MOST_DISTINCT,
    progress: Progress | None = None,
) -> CountedStudy:
    """Count rows where they lie.

    tick: runs now and then; what it raises ends the reading. most: distinct scores of a class that may be told apart.
    progress: is told how far the count is.
    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be counted.
    """
    notes = Notes()
    version = origin.version(limits.seconds)
    with (
        _digest_beside(origin) as digest,
        unchanged_table(origin, version, wanted, limits, tick, progress) as table,
    ):
        table.progress.begin(Counting.LABELS)
        settled = settled_of(CountedSource(table), wanted, notes)
        parts = parts_of(table, settled.outputs)
        folds = folds_in(table, settled, notes)
        most = told_apart(sum(len(part.output.scores) for part in parts) * (1 + (folds is not None)), most)
        evaluations, steps = evaluations_of(table, parts, settled, most, folds)
        evaluations = with_rules(table, parts, settled, evaluations)
        evaluations = with_patients(table, parts, settled, evaluations, folds)
        evaluations = _checked(table, parts, evaluations, settled, notes)
        notes.extend([steps] if steps else [])
        source = SourceFile(origin.name, digest.result(), origin.kind, table.rows)
    fields = study_fields(settled, (source,), wanted, notes)
    counter = GroupCounter.of(table, version, settled.first, wanted, most)
    evaluations = asking(counter, evaluations)
    unit = unit_of(fields["mapping"], any(each.clusters != each.n for each in evaluations.values()))
    return CountedStudy(**fields, unit=unit, evaluations=evaluations, steps=steps, counter=counter)


@contextlib.contextmanager
def _digest_beside(origin: Origin) -> Iterator[Future[str]]:
    """The checksum of an origin, made beside what runs within; it ends where that fails or is cancelled."""
    is_over = Event()

    def go_on() -> None:
        if is_over.is_set():
            raise CancelledError

    with ThreadPoolExecutor(1) as beside:
        try:
            yield beside.submit(origin.digest, go_on)
        finally:
            is_over.set()


def _checked(
    table: CountedTable,
    parts: Sequence[Part],
    evaluations: dict[Slice, Evaluation],
    settled: Settled[str],
    notes: Notes,
) -> dict[Slice, Evaluation]:
    """Notices of what a reader must know, and of what is not known of a file whose rows are not held.

    Gives the evaluations, which know whether the scores of each row add up to 1.
    """
    codes = settled.kept.tolist()
    whole = part_of_all(table, settled.outputs[0], 0)
    columns = CaseColumns(table, settled, whole, whole, None)
    check_texts(table, whole, notes)
    table.progress.begin(Counting.CHECKS, len(settled.outputs))
    off_one: set[Slice] = set()
    for model, output in enumerate(settled.outputs):
        each = [evaluation for (of, _), evaluation in evaluations.items() if of == model]
        own = [part for part in parts if part.place[0] == model]
        off_one |= set(check_scores_of(table, own, codes, notes)) if own else set()
        check_tables(each, None if output.positive is None else codes.index(output.positive), notes)
        check_lone(table, own, settled, notes)
        table.progress.step()
    check_identifiers(settled.first, notes)
    if any(each.patients or each.clusters is None for (of, _), each in evaluations.items() if of == 0):
        check_repeated(columns, notes)
    first = [part for part in parts if part.place[0] == 0]
    check_splits(table, first, notes)
    check_folds(columns, notes)
    check_sites(table, first, notes)
    check_groups(table, first, settled.labels, notes)
    if not patient_column(settled.first.mapping):
        check_row_numbers(table, first, notes)
    say_different_rows([(output.model, output.table.count(output.used)) for output in settled.outputs], notes)
    models = [(output.model, _cells_of(evaluations, model)) for model, output in enumerate(settled.outputs)]
    _say_weights(settled, any(each.has_scores for each in evaluations.values()), notes)
    check_labels(settled.labels, models, notes)
    _say_patients(table, parts, tuple(evaluations.values()), notes)
    notes.fact("counted_where_it_lies", rows=table.rows, sample=SAMPLE_ROWS)
    return {place: replace(each, sums_to_1=place not in off_one) for place, each in evaluations.items()}


def _say_weights(settled: Settled[str], has_scores: bool, notes: Notes) -> None:
    """That rows are weighted, and how much those of the first model tell."""
    output = settled.outputs[0]
    table, used = output.table, output.used
    if table.rows.weights is not None:
        rows, copies = table.count(used), table.rows.copies
        told = effective_n(table.rows.weights[used], table.cases[used]) if copies is None else table.cases[used].sum()
        say_weights(settled.first.mapping, rows, float(told), notes)
        if output.scores and copies is None and not has_scores:
            notes.warn("large_weights_without_scores")


def _cells_of(evaluations: dict[Slice, Evaluation], model: int) -> np.ndarray:
    """(K, K) of one model, over all splits."""
    found: np.ndarray = np.sum([each.matrix.cells for (of, _), each in evaluations.items() if of == model], axis=0)
    return found


def _say_patients(table: CountedTable, parts: Sequence[Part], evaluations: Sequence[Evaluation], notes: Notes) -> None:
    """What the intervals assume about rows of one patient."""
    column = patient_column(parts[0].mapping)
    if not column:
        notes.warn("large_without_ids")
    elif any(each.clusters is None and may_repeat(table, part) for each, part in zip(evaluations, parts, strict=True)):
        notes.warn(_why_by_rows(table, column, parts[0].mapping), column=column)
    elif repeated := max(each.patients.repeated if each.patients else 0 for each in evaluations):
        notes.warn("large_patients_drawn", column=column, ids=repeated)


def _why_by_rows(table: CountedTable, column: str, mapping: Mapping) -> str:
    """The code of why patients are not told apart."""
    if are_weights(mapping):
        return "large_weights_by_rows"
    return "large_patients_not_drawn" if has_known_texts(table, column) else "large_ids_of_other_type"
