"""What patients with several rows have together: an engine tells how many of them have exactly these counts."""

from __future__ import annotations

from collections.abc import Mapping as FrozenMapping
from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import Evaluation, PatientCounts
from predictions.build.settled import Settled
from predictions.columns.cells import marker_words
from predictions.counted import Slice
from predictions.mapping import Mapping
from predictions.problems import TooManyGroups
from predictions.sources.counted.case_columns import SAID, TRUTH, CaseColumns, has_known_texts, id_in
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame

MOST_VECTORS = 200_000  # different counts of a patient that one question may bring
MOST_CELLS = 64  # of the matrix that are told apart for each patient
PATIENT, CELL, ROWS, PATIENTS = "patient", "cell", "rows", "patients"


def patient_column(mapping: Mapping) -> str | None:
    """What tells patients apart: the ids, else the recordings."""
    return mapping.case_id or mapping.sequence


def with_patients(
    file: CountedTable, parts: Sequence[Part], settled: Settled[str], evaluations: FrozenMapping[Slice, Evaluation]
) -> dict[Slice, Evaluation]:
    """The evaluations of parts, each with its patients; as they are where no column of texts or integers tells them.

    Also where patients, or their different counts, are too many for an engine.
    """
    if not has_known_texts(file, patient_column(settled.first.mapping)):
        return dict(evaluations)
    return {part.place: _with_patients(file, part, settled, evaluations[part.place]) for part in parts}


def _with_patients(file: CountedTable, part: Part, settled: Settled[str], evaluation: Evaluation) -> Evaluation:
    """Rows without an id are patients of one row each."""
    cells = evaluation.matrix.cells.ravel()
    places = np.flatnonzero(cells)
    found = _histogram(file, part, settled, places)
    if found is None:
        return evaluation
    vectors, patients = found
    alone = cells[places] - patients @ vectors
    each = np.flatnonzero(alone)
    vectors = np.concatenate([vectors, np.eye(len(places), dtype=np.int64)[each]])
    counts = PatientCounts(len(settled.labels), places, vectors, np.concatenate([patients, alone[each]]))
    return replace(evaluation, clusters=counts.count, patients=counts if counts.repeated else None)


def _histogram(
    file: CountedTable, part: Part, settled: Settled[str], places: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """(v, c) rows in each of (c,) cells, and how many patients with an id have them; None where they are too many."""
    if len(places) > MOST_CELLS:
        return None
    names = [f"{CELL} {place}" for place in places.tolist()]
    cell, rows = nw.col(CELL), _rows_in_cells(file, part, settled)
    in_each = {
        name: nw.when(cell == at).then(nw.col(ROWS)).sum() for name, at in zip(names, places.tolist(), strict=True)
    }
    whole = (nw.col(name).cast(nw.Int64).fill_null(0) for name in names)
    of_patients = rows.group_by(PATIENT).agg(**in_each).with_columns(*whole)
    question = of_patients.group_by(*names).agg(nw.len().alias(PATIENTS)).head(MOST_VECTORS + 1)
    try:
        answer = file.answer(question)
    except TooManyGroups:
        return None
    if len(answer) > MOST_VECTORS:
        return None
    columns = [_whole(answer[name]) for name in names]
    return np.stack(columns, axis=1), _whole(answer[PATIENTS])


def _rows_in_cells(file: CountedTable, part: Part, settled: Settled[str]) -> Frame:
    """How many rows each id has in each cell of the matrix where it has some.

    No engine works out the cell of a row once for each cell.
    """
    columns = CaseColumns(file, settled, part, part, None)
    mapping = part.output.table.understood.mapping
    own = id_in(file.column(str(patient_column(mapping)))).alias(PATIENT)
    rows = columns.with_classes(file.where(part.conditions), [own]).select(PATIENT, TRUTH, SAID)
    rows = rows.filter(~nw.col(PATIENT).is_in(["", *marker_words(mapping.missing)]))
    rows = rows.group_by(PATIENT, TRUTH, SAID).agg(nw.len().alias(ROWS))
    cell = nw.col(TRUTH) * len(settled.labels) + nw.col(SAID)
    return rows.select(PATIENT, ROWS, cell.alias(CELL))


def _whole(column: pa.ChunkedArray) -> np.ndarray:
    found: np.ndarray = column.to_numpy().astype(np.int64)
    return found
