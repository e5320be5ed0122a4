"""What patients with several rows have together: an engine tells how many of them have exactly these counts."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping as FrozenMapping
from collections.abc import Sequence
from dataclasses import dataclass, replace

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics import Evaluation, PatientCounts, PatientProducts, PlacedSums
from predictions.build.settled import Settled
from predictions.columns.cells import marker_words
from predictions.counted import Slice
from predictions.mapping import Mapping
from predictions.problems import TooManyGroups
from predictions.sources.counted.case_columns import (
    DIGITS,
    SAID,
    TRUTH,
    CaseColumns,
    at_once_or_by_ids,
    has_known_texts,
    id_in,
)
from predictions.sources.counted.evaluate import Part, is_of_class
from predictions.sources.counted.patient_areas import ID, OWN, PATIENT, SCORE, TIMES, placed_sums
from predictions.sources.counted.table import CountedTable
from predictions.sources.counted.weights import are_weights
from predictions.sources.engines.engine import Frame, number_of

MOST_ROWS = 200_000  # different counts of a patient, or pairs of cells, that one question may bring
MOST_CELLS = 64  # of the matrix that are told apart for each patient
MOST_PATIENTS = 20_000_000  # who are dealt to groups
CELL, ROWS, PATIENTS = "cell", "rows", "patients"
OTHER_CELL, OTHER_ROWS = "other cell", "other rows"
GROUP, GROUPS = "group", "groups"


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
    """Rows without an id are patients of one row each. The cases of a frequency are no rows of one patient."""
    cells = evaluation.matrix.cells.ravel()
    try:
        if not ids_repeat(file, part):
            return evaluation if part.times(file) is not None else replace(evaluation, clusters=evaluation.n)
        if are_weights(settled.first.mapping):
            return evaluation
        asked = Asked(file, _rows_in_cells(file, part, settled), len(settled.labels), np.flatnonzero(cells))
        found = asked.histogram(cells) or asked.products(cells)
    except TooManyGroups:
        return evaluation
    if not found:
        return evaluation
    known = replace(found, areas=_areas(file, part, settled, evaluation))
    return replace(evaluation, clusters=found.count, patients=known)


def _areas(file: CountedTable, part: Part, settled: Settled[str], evaluation: Evaluation) -> dict[int, PlacedSums]:
    """Of each label that has scores, two of one score alike; without those that do not fit."""
    tables = {label: table for label, table in enumerate(evaluation.tables) if table is not None}
    is_shared = settled.positive is not None and len(settled.labels) == 2
    unknown = _unknown(part.output.table.understood.mapping)
    found: dict[int, PlacedSums] = {}
    for label, table in tables.items():
        if not is_shared or label == settled.positive:
            with contextlib.suppress(TooManyGroups):
                found[label] = placed_sums(file, _scored(file, part, int(settled.kept[label])), table, unknown)
    return dict.fromkeys(tables, *found.values()) if is_shared and found else found


def _scored(file: CountedTable, part: Part, code: int) -> Frame:
    """The rows with a score of a class, as `placed_sums` takes them."""
    rows = file.where(part.conditions).select(
        file.column(str(patient_column(part.output.table.understood.mapping))).alias(ID),
        file.score(part.output.scores[code]).alias(SCORE),
        nw.when(is_of_class(file, part, code)).then(nw.lit(1)).otherwise(nw.lit(0)).alias(OWN),
        (nw.lit(1) if (times := part.times(file)) is None else times).alias(TIMES),
    )
    return rows.filter(~nw.col(SCORE).is_null())


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked of `_rows_in_cells`. size: K classes. places: (c,) of the cells of the matrix that hold rows."""

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


def _rows_in_cells(file: CountedTable, part: Part, settled: Settled[str]) -> Frame:
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
    rows = _known(rows, mapping).group_by(PATIENT, TRUTH, SAID).agg(cases.alias(ROWS))
    cell = nw.col(TRUTH) * len(settled.labels) + nw.col(SAID)
    return rows.select(PATIENT, ROWS, cell.alias(CELL))


def may_repeat(file: CountedTable, part: Part) -> bool:
    """Whether some id may have several rows: nothing is known of ids that cannot be counted."""
    if part.times(file) is None or not has_known_texts(file, patient_column(part.output.table.understood.mapping)):
        return True
    try:
        return ids_repeat(file, part)
    except TooManyGroups:
        return True


def ids_repeat(file: CountedTable, part: Part) -> bool:
    """Whether some id stands in several rows. Asked first: it takes a fifth of the processor time of `histogram`.

    Raises TooManyGroups where an engine cannot hold all ids, and those that end in 0, a tenth, stand in one row each.
    """
    ids = _known_ids(file, part.output.table.understood.mapping, file.where(part.conditions))
    try:
        return _has_repeated(file, ids)
    except TooManyGroups:
        if _has_repeated(file, ids.filter(nw.col(PATIENT).str.ends_with(DIGITS[0]))):
            return True
        raise


def _has_repeated(file: CountedTable, ids: Frame) -> bool:
    rows = ids.group_by(PATIENT).agg(nw.len().alias(ROWS))
    return bool(file.numbers(rows, [number_of(nw.col(ROWS) > 1)])[0])


def shared_by(file: CountedTable, mapping: Mapping, rows: Frame, group: nw.Expr) -> int:
    """How many patients have rows in several groups; 0 where an engine does not know. group: null for none."""
    if not has_known_texts(file, patient_column(mapping)):
        return 0
    known = _known_ids(file, mapping, rows, group.alias(GROUP)).filter(~nw.col(GROUP).is_null())
    pairs = known.group_by(PATIENT, GROUP).agg(nw.len())
    try:
        (found,) = file.numbers(pairs.group_by(PATIENT).agg(nw.len().alias(GROUPS)), [number_of(nw.col(GROUPS) > 1)])
    except TooManyGroups:
        return 0
    return int(found)


def _known_ids(file: CountedTable, mapping: Mapping, rows: Frame, *further: nw.Expr) -> Frame:
    """Those of some rows that have an id, with it and further columns."""
    own = id_in(file.column(str(patient_column(mapping)))).alias(PATIENT)
    return _known(rows.select(own, *further), mapping)


def _known(rows: Frame, mapping: Mapping) -> Frame:
    return rows.filter(~nw.col(PATIENT).is_in(_unknown(mapping)))


def _unknown(mapping: Mapping) -> list[str]:
    """Texts that are no id."""
    return ["", *marker_words(mapping.missing)]


def _whole(column: pa.ChunkedArray) -> np.ndarray:
    found: np.ndarray = column.to_numpy().astype(np.int64)
    return found
