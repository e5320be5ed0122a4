"""A Parquet file too large to hold its rows becomes a Study all the same: everything that counts, nothing per case.

Columns are recognised, rows excluded and notices made as for any other file, by the first rows and by asking the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from metrics import Evaluation
from predictions.build.label_checks import check_labels
from predictions.build.settled import Settled, study_fields
from predictions.build.study_checks import check_identifiers
from predictions.columns.cells import SAMPLE_ROWS
from predictions.counted import Slice
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.sources.binned_scores import MOST_DISTINCT
from predictions.sources.duckdb_checks import check_lone, check_scores_of, check_tables
from predictions.sources.duckdb_engine import DuckdbEngine
from predictions.sources.duckdb_evaluate import Part, evaluations_of, parts_of
from predictions.sources.duckdb_file import LargeFile, large_file
from predictions.sources.duckdb_source import DuckdbSource, settled_of
from predictions.study import CountedStudy, SourceFile


def study_of_file(
    name: str, path: Path, wanted: Mapping, limits: Limits, tick: Callable[[], None], most: int = MOST_DISTINCT
) -> CountedStudy:
    """Count a Parquet file where it lies.

    tick: runs now and then; what it raises ends the reading. most: distinct scores of a class that are told apart.
    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be counted.
    """
    notes = Notes()
    with ThreadPoolExecutor(1) as beside:
        digest = beside.submit(_digest, path)
        with large_file(name, path, limits, tick) as file:
            settled = settled_of(DuckdbSource(file), wanted, notes)
            parts = parts_of(file, settled.outputs)
            evaluations, steps = evaluations_of(file, parts, settled, most)
            _check(file, parts, evaluations, settled, notes)
            notes.extend([steps] if steps else [])
            source = SourceFile(name, digest.result(), "Parquet", file.rows)
    fields = study_fields(settled, (source,), wanted, notes)
    engine = DuckdbEngine.of(file, settled.first, wanted, most)
    return CountedStudy(**fields, evaluations=evaluations, steps=steps, engine=engine)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check(
    file: LargeFile, parts: Sequence[Part], evaluations: dict[Slice, Evaluation], settled: Settled[str], notes: Notes
) -> None:
    """What a reader must know, and what is not known of a file whose rows are not held."""
    codes = settled.kept.tolist()
    for part in parts:
        check_scores_of(file, part, codes, notes)
    for model, output in enumerate(settled.outputs):
        each = [evaluation for (of, _), evaluation in evaluations.items() if of == model]
        check_tables(each, None if output.positive is None else codes.index(output.positive), notes)
        check_lone(file, [part for part in parts if part.place[0] == model], settled, notes)
    check_identifiers(settled.first, notes)
    models = [(output.model, _cells_of(evaluations, model)) for model, output in enumerate(settled.outputs)]
    check_labels(settled.labels, models, notes)
    _say_independent(settled.first.mapping, notes)
    notes.fact("counted_where_it_lies", rows=file.rows, sample=SAMPLE_ROWS)


def _cells_of(evaluations: dict[Slice, Evaluation], model: int) -> np.ndarray:
    """(K, K) of one model, over all splits."""
    found: np.ndarray = np.sum([each.matrix.cells for (of, _), each in evaluations.items() if of == model], axis=0)
    return found


def _say_independent(mapping: Mapping, notes: Notes) -> None:
    column = mapping.case_id or mapping.sequence
    if column:
        notes.warn("large_patients_not_drawn", column=column)
    else:
        notes.warn("large_without_ids")
