"""What patients with several rows have together: an engine tells how many of them have exactly these counts."""

from __future__ import annotations

from dataclasses import dataclass

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import PatientCounts, PatientProducts
from predictions.build.settled import Settled
from predictions.sources.counted.case_columns import SAID, TRUTH, CaseColumns, at_once_or_by_ids, id_in
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.patients.areas import TIMES
from predictions.sources.counted.patients.ids import PATIENT, ROWS, patient_column, with_known_id
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, number_of

MOST_ROWS = 200_000  # different counts of a patient, or pairs of cells, that one question may bring
MOST_CELLS = 64  # of the matrix that are told apart for each patient
MOST_PATIENTS = 20_000_000  # who are dealt to groups
CELL, PATIENTS = "cell", "patients"
OTHER_CELL, OTHER_ROWS = "other cell", "other rows"


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked of `rows_in_cells`. size: K classes. places: (c,) of the cells of the matrix that hold rows."""

    file: CountedTable
    rows: Frame
    size: int
    places: np.ndarray

    def histogram(self, cells: np.ndarray) -> PatientCounts | None:
        """None for too many cells or different counts. cells: (K * K,) all rows, also those without an id."""
        if len(self.places) > MOST_CELLS:
            return None
        answer = self._of_all_patients()
        if answer is None:
            return None
        names = self._names
        vectors, patients = np.stack([_whole(answer[name]) for name in names], axis=1), _whole(answer[PATIENTS])
        if patients.sum() > MOST_PATIENTS:
            return None
        alone = cells[self.places] - patients @ vectors
        each = np.flatnonzero(alone)
        vectors = np.concatenate([vectors, np.eye(len(self.places), dtype=np.int64)[each]])
        return PatientCounts(self.size, self.places, vectors, np.concatenate([patients, alone[each]]))

    @property
    def _names(self) -> list[str]:
        return [f"{CELL} {place}" for place in self.places.tolist()]

    def _of_all_patients(self) -> pa.Table | None:
        """How many patients have the same rows in each cell, perhaps in several parts; None where one is too long."""
        found = at_once_or_by_ids(self.rows, nw.col(PATIENT), lambda rows: self._answer(self._of_patients(rows)))
        return None if any(each is None for each in found) else pa.concat_tables(filter(None, found))

    def _of_patients(self, rows: Frame) -> Frame:
        in_each = [nw.when(nw.col(CELL) == place).then(nw.col(ROWS)).sum() for place in self.places.tolist()]
        found = rows.group_by(PATIENT).agg(**dict(zip(self._names, in_each, strict=True)))
        found = found.with_columns(*(nw.col(name).cast(nw.Int64).fill_null(0) for name in self._names))
        return found.group_by(*self._names).agg(nw.len().alias(PATIENTS))

    def products(self, cells: np.ndarray) -> PatientProducts | None:
        """None for too many pairs of cells. cells: (K * K,) all rows, also those without an id."""
        other = self.rows.rename({CELL: OTHER_CELL, ROWS: OTHER_ROWS})
        both = self.rows.join(other, on=PATIENT, how="inner").select(
            CELL, OTHER_CELL, product=nw.col(ROWS) * nw.col(OTHER_ROWS)
        )
        product = nw.col("product").sum().cast(nw.Int64)
        answer = self._answer(both.group_by(CELL, OTHER_CELL).agg(product=product))
        if answer is None:
            return None
        products = np.zeros((len(self.places),) * 2, np.int64)
        at = (np.searchsorted(self.places, _whole(answer[name])) for name in (CELL, OTHER_CELL))
        products[*at] = _whole(answer["product"])
        in_cells = self.file.answer(self.rows.group_by(CELL).agg(nw.col(ROWS).sum().cast(nw.Int64)))
        alone = cells[self.places].copy()
        alone[np.searchsorted(self.places, _whole(in_cells[CELL]))] -= _whole(in_cells[ROWS])
        products[np.diag_indices_from(products)] += alone
        patients = self.rows.group_by(PATIENT).agg(nw.col(ROWS).sum())
        count, repeated = self.file.numbers(patients, [nw.len(), number_of(nw.col(ROWS) > 1)])
        return PatientProducts(self.size, self.places, cells[self.places], products, count + int(alone.sum()), repeated)

    def _answer(self, question: Frame) -> pa.Table | None:
        """None where it is longer than it may be."""
        answer = self.file.answer(question.head(MOST_ROWS + 1))
        return answer if len(answer) <= MOST_ROWS else None


def rows_in_cells(file: CountedTable, part: Part, settled: Settled[str]) -> Frame:
    """How many rows each id has in each cell of the matrix where it has some.

    No engine works out the cell of a row once for each cell.
    """
    columns = CaseColumns(file, settled, part, part, None)
    mapping = part.output.table.understood.mapping
    own = id_in(file.column(str(patient_column(mapping)))).alias(PATIENT)
    times = part.times(file)
    further = [] if times is None else [times.alias(TIMES)]
    rows = columns.with_classes(file.where(part.conditions), [own, *further])
    cases = nw.len() if times is None else nw.col(TIMES).sum().cast(nw.Int64)
    rows = with_known_id(rows, mapping).group_by(PATIENT, TRUTH, SAID).agg(cases.alias(ROWS))
    cell = nw.col(TRUTH) * len(settled.labels) + nw.col(SAID)
    return rows.select(PATIENT, ROWS, cell.alias(CELL))


def _whole(column: pa.ChunkedArray) -> np.ndarray:
    found: np.ndarray = column.to_numpy().astype(np.int64)
    return found
