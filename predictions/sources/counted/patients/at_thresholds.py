"""What becomes of cases when each class has a threshold of its own: asked for each set of thresholds."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import numpy as np

from predictions.counted import CellsAndPatients
from predictions.sources.counted.cases.columns import HIGHEST, SAID, TIMES, TRUTH, CaseColumns
from predictions.sources.counted.patients.counts import CELL, Asked
from predictions.sources.counted.patients.ids import PATIENT, ROWS, patient_of, with_known_id
from predictions.sources.counted.weights import as_cases
from predictions.sources.engines.engine import Frame, added_up, whole


def cells_at_thresholds(
    columns: CaseColumns, thresholds: Sequence[float] | None, has_patients: bool
) -> CellsAndPatients:
    """As `Counter.at_thresholds`."""
    file, mapping, size = columns.file, columns.part.mapping, len(columns.settled.labels) + 1
    ids = [patient_of(file, mapping)] if has_patients else []
    rows, cells = _decided(columns, ids, thresholds), np.zeros((size, size), np.int64)
    answer = file.answer(_counted(rows, ()))
    truth, said, number = (whole(answer[each]) for each in (TRUTH, SAID, ROWS))
    cells[truth, said] = number
    if not has_patients:
        return cells, None
    in_cells = _counted(with_known_id(rows, mapping), (PATIENT,)).select(
        PATIENT, ROWS, (nw.col(TRUTH) * size + nw.col(SAID)).alias(CELL)
    )
    return cells, Asked(file, in_cells, size, cells.reshape(1, -1)).everybody()


def _decided(columns: CaseColumns, further: Sequence[nw.Expr], thresholds: Sequence[float] | None) -> Frame:
    """The rows with all scores, with `TIMES`, their true class, and what is decided as `SAID`."""
    file, part, size = columns.file, columns.part, len(columns.settled.labels)
    times = as_cases(part.times(file))
    rows = columns.with_classes(file.where(part.conditions), [*further, times.alias(TIMES)])
    rows = rows.filter(~columns.highest().is_null())
    if thresholds is None:
        return rows
    rows = columns.with_highest_reaching(rows, thresholds)
    return rows.with_columns(nw.col(HIGHEST).fill_null(size).alias(SAID))


def _counted(rows: Frame, keys: tuple[str, ...]) -> Frame:
    return rows.group_by(*keys, TRUTH, SAID).agg(added_up(nw.col(TIMES)).alias(ROWS))
