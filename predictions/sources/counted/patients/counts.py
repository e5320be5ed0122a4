"""What patients with several rows have together: an engine tells how many of them have exactly these counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import PatientCounts, PatientProducts
from metrics.intervals.patient_counts import Patients
from metrics.subgroups.patients_in_groups import PatientsInGroups
from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import (
    SAID,
    TIMES,
    TRUTH,
    CaseColumns,
    at_once_or_by_ids,
)
from predictions.sources.counted.patients.ids import (
    GROUP,
    PATIENT,
    ROWS,
    in_several,
    known_ids,
    knows_patients,
    patient_of,
    with_known_id,
)
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, added_up, number_of, whole

MOST_ROWS = 200_000  # different counts of a patient, or pairs of cells, that one question may bring
MOST_CELLS = 64  # of the matrix that are told apart for each patient
MOST_PATIENTS = 20_000_000  # who are dealt to groups
CELL, PATIENTS, REPEATED = "cell", "patients", "repeated"
OTHER_CELL, OTHER_ROWS, PRODUCT = "other cell", "other rows", "product"


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked of `rows_in_cells`. size: K classes. cells: (g, K * K) all rows, also those without an id.

    keys: the column with the group of each row; () for one group of all.
    """

    file: CountedTable
    rows: Frame
    size: int
    cells: np.ndarray
    keys: tuple[str, ...] = ()

    @property
    def places(self) -> np.ndarray:
        """(c,) of the cells of the matrix that hold rows."""
        return np.flatnonzero(self.cells.sum(0))

    def patients(self) -> Sequence[Patients]:
        """(g,) of each group; () for too many cells, different counts and pairs of cells. Raises TooManyGroups."""
        return self.histograms() or self.products()

    def everybody(self) -> Patients | None:
        """The patients of one group of all; None where these, or their ids, are too many."""
        try:
            return next(iter(self.patients()), None)
        except TooManyGroups:
            return None

    def histograms(self) -> list[PatientCounts]:
        """() for too many cells or different counts."""
        if len(self.places) > MOST_CELLS:
            return []
        answer = self._of_all(self._alike)
        if answer is None or whole(answer[PATIENTS]).sum() > MOST_PATIENTS:
            return []
        every = zip(self._in_groups(answer), self.cells[:, self.places], strict=True)
        return [self._histogram(own, cells) for own, cells in every]

    def _histogram(self, answer: pa.Table, cells: np.ndarray) -> PatientCounts:
        """cells: (c,) all rows of a group, also those without an id."""
        vectors, patients = np.stack([whole(answer[name]) for name in self._names], axis=1), whole(answer[PATIENTS])
        alone = cells - patients @ vectors
        each = np.flatnonzero(alone)
        vectors = np.concatenate([vectors, np.eye(len(self.places), dtype=np.int64)[each]])
        return PatientCounts(self.size, self.places, vectors, np.concatenate([patients, alone[each]]))

    @property
    def _names(self) -> list[str]:
        return [f"{CELL} {place}" for place in self.places.tolist()]

    def _alike(self, rows: Frame) -> Frame:
        """How many patients have the same rows in each cell. A patient has one row for each."""
        in_each = [nw.when(nw.col(CELL) == place).then(nw.col(ROWS)).max() for place in self.places.tolist()]
        found = rows.group_by(PATIENT, *self.keys).agg(**dict(zip(self._names, in_each, strict=True)))
        found = found.with_columns(*(nw.col(name).cast(nw.Int64).fill_null(0) for name in self._names))
        return found.group_by(*self.keys, *self._names).agg(nw.len().alias(PATIENTS))

    def products(self) -> list[PatientProducts]:
        """() for too many pairs of cells."""
        answer = self._of_all(lambda rows: pairs_of_cells(rows, self.keys))
        if answer is None:
            return []
        of_ids = self.rows.group_by(PATIENT, *self.keys).agg(nw.col(ROWS).sum())
        number = {PATIENTS: nw.len(), REPEATED: number_of(nw.col(ROWS) > 1)}
        patients = of_ids.group_by(*self.keys).agg(**number) if self.keys else of_ids.select(**number)
        told = (self._in_groups(each) for each in (answer, self.file.answer(patients)))
        return [self._sums(*each) for each in zip(*told, self.cells[:, self.places], strict=True)]

    def _sums(self, answer: pa.Table, patients: pa.Table, cells: np.ndarray) -> PatientProducts:
        """cells: (c,) all rows of a group, also those without an id."""
        products = np.zeros((len(self.places),) * 2, np.int64)
        first, second = (np.searchsorted(self.places, whole(answer[name])) for name in (CELL, OTHER_CELL))
        np.add.at(products, (first, second), whole(answer[PRODUCT]))
        products += np.triu(products, 1).T
        alone = cells.copy()
        np.subtract.at(alone, first, whole(answer[ROWS]))
        products[np.diag_indices_from(products)] += alone
        count, repeated = (int(whole(patients[name]).sum()) for name in (PATIENTS, REPEATED))
        return PatientProducts(self.size, self.places, cells, products, count + int(alone.sum()), repeated)

    def _in_groups(self, answer: pa.Table) -> list[pa.Table]:
        """What an answer tells of each group."""
        if not self.keys:
            return [answer]
        codes = whole(answer[GROUP])
        return [answer.filter(pa.array(codes == group)) for group in range(len(self.cells))]

    def _of_all(self, asked: Callable[[Frame], Frame]) -> pa.Table | None:
        """What is asked of all patients, perhaps in several parts; None where an answer is longer than it may be."""
        each = at_once_or_by_ids(
            self.rows, nw.col(PATIENT), lambda rows: self.file.answer(asked(rows).head(MOST_ROWS + 1))
        )
        return None if max(map(len, each)) > MOST_ROWS else pa.concat_tables(each)


def pairs_of_cells(rows: Frame, keys: Sequence[str]) -> Frame:
    """For any two cells, `CELL` <= `OTHER_CELL`, the sum over patients of the `PRODUCT` of their `ROWS` in both.

    `ROWS`: those in the cell, where both are the same. keys: the group, whose patients are those of its own rows.
    """
    other = rows.rename({CELL: OTHER_CELL, ROWS: OTHER_ROWS})
    both = rows.join(other, on=[PATIENT, *keys], how="inner").filter(nw.col(CELL) <= nw.col(OTHER_CELL))
    product, own = nw.col(ROWS) * nw.col(OTHER_ROWS), nw.when(nw.col(CELL) == nw.col(OTHER_CELL)).then(nw.col(ROWS))
    both = both.select(*keys, CELL, OTHER_CELL, product.alias(PRODUCT), own.otherwise(nw.lit(0)).alias(ROWS))
    return both.group_by(*keys, CELL, OTHER_CELL).agg(*(added_up(nw.col(name)) for name in (PRODUCT, ROWS)))


def patients_of_groups(columns: CaseColumns, group: nw.Expr, cells: np.ndarray) -> PatientsInGroups | None:
    """Those of each group of a part; None where no column of texts or integers tells them, or they are too many.

    group: 0..g-1, null for none. cells: (g, K, K) of the matrix of each.
    """
    file, part = columns.file, columns.part
    if not knows_patients(file, part.mapping):
        return None
    rows, flat = rows_in_cells(columns, group), cells.reshape(len(cells), -1)
    try:
        found = Asked(file, rows, len(columns.settled.labels), flat, (GROUP,)).patients()
        own = known_ids(file, part.mapping, file.where(part.conditions), group.alias(GROUP))
        shared = found and in_several(file, own.filter(~nw.col(GROUP).is_null()))
    except TooManyGroups:
        return None
    return PatientsInGroups(tuple(found), not shared) if found else None


def patients_across(columns: CaseColumns, group: nw.Expr, cells: np.ndarray, label: int) -> Patients | None:
    """All of them by what they have in each group of one class and of all others, see `PatientsInGroups.jointly`."""
    size = len(columns.settled.labels)
    rows = rows_in_cells(columns, group, label)
    place = nw.col(GROUP) * size**2 + nw.col(CELL)
    into = np.eye(size, dtype=np.int64)[[label if each == label else _other(label) for each in range(size)]]
    of_class = into.T @ cells @ into
    return Asked(columns.file, rows.with_columns(place.alias(CELL)), size, of_class.reshape(1, -1)).everybody()


def patients_at(columns: CaseColumns, cells: np.ndarray, least: float | None = None) -> Patients | None:
    """Those of a part as it is classified; None where they are not told, as in `patients_of_groups`.

    cells: (K, K) of the matrix. least: of the highest score of a row; None for all rows.
    """
    if not knows_patients(columns.file, columns.part.mapping):
        return None
    rows = rows_in_cells(columns, least=least)
    return Asked(columns.file, rows, len(columns.settled.labels), cells.reshape(1, -1)).everybody()


def cells_at(columns: CaseColumns, group: nw.Expr | None = None, groups: int = 1) -> np.ndarray:
    """(groups, K, K) of all rows, also those without an id.

    group: 0 to groups - 1, null for none.
    """
    file, part = columns.file, columns.part
    times = part.times(file)
    further = [(nw.lit(0) if group is None else group).alias(GROUP), *([] if times is None else [times.alias(TIMES)])]
    rows = columns.with_classes(file.where(part.conditions), further)
    rows = rows.filter(~nw.col(GROUP).is_null())
    answer = file.answer(rows.group_by(GROUP, TRUTH, SAID).agg(_cases(times)))
    found = np.zeros((groups, *[len(columns.settled.labels)] * 2), np.int64)
    found[whole(answer[GROUP]), whole(answer[TRUTH]), whole(answer[SAID])] = whole(answer[ROWS])
    return found


def rows_in_cells(
    columns: CaseColumns, group: nw.Expr | None = None, label: int | None = None, least: float | None = None
) -> Frame:
    """How many rows each id has in each cell of the matrix where it has some; of each group, where these are asked for.

    label: the class that is told from all others, which are one then. least: see `patients_at`. No engine works out the
    cell of a row once for each cell.
    """
    file, part = columns.file, columns.part
    own = patient_of(file, part.mapping)
    times, keys = part.times(file), [] if group is None else [group.alias(GROUP)]
    further = [*keys, *([] if times is None else [times.alias(TIMES)])]
    rows = with_known_id(columns.with_classes(file.where(part.conditions), [own, *further]), part.mapping)
    rows = rows if group is None else rows.filter(~nw.col(GROUP).is_null())
    rows = rows if least is None else rows.filter(columns.highest() >= least)
    rows = rows if label is None else rows.with_columns(*(_of_class(name, label) for name in (TRUTH, SAID)))
    names = [GROUP for _ in keys]
    rows = rows.group_by(PATIENT, *names, TRUTH, SAID).agg(_cases(times))
    cell = nw.col(TRUTH) * len(columns.settled.labels) + nw.col(SAID)
    return rows.select(PATIENT, *names, ROWS, cell.alias(CELL))


def _of_class(name: str, label: int) -> nw.Expr:
    return nw.when(nw.col(name) == label).then(nw.lit(label)).otherwise(nw.lit(_other(label))).alias(name)


def _other(label: int) -> int:
    """The class that stands for all others."""
    return 0 if label else 1


def _cases(times: nw.Expr | None) -> nw.Expr:
    return (nw.len() if times is None else added_up(nw.col(TIMES))).alias(ROWS)
