"""What tells patients apart in rows that are not held, and whether some have several of them."""

from __future__ import annotations

import narwhals as nw

from predictions.columns.cells import marker_words
from predictions.mapping import Mapping
from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import DIGITS, has_known_texts, id_in
from predictions.sources.counted.evaluate import Part
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, number_of

PATIENT, ROWS, GROUP, GROUPS = "patient", "rows", "group", "groups"


def patient_column(mapping: Mapping) -> str | None:
    """What tells patients apart: the ids, else the recordings."""
    return mapping.case_id or mapping.sequence


def knows_patients(file: CountedTable, mapping: Mapping) -> bool:
    """Whether an engine knows whose each row is."""
    return has_known_texts(file, patient_column(mapping))


def patient_of(file: CountedTable, mapping: Mapping) -> nw.Expr:
    """Whose a row is, as `PATIENT`."""
    return id_in(file.column(str(patient_column(mapping)))).alias(PATIENT)


def may_repeat(file: CountedTable, part: Part) -> bool:
    """Whether some id may have several rows: nothing is known of ids that cannot be counted."""
    if part.times(file) is None or not knows_patients(file, part.mapping):
        return True
    try:
        return ids_repeat(file, part)
    except TooManyGroups:
        return True


def ids_repeat(file: CountedTable, part: Part) -> bool:
    """Whether some id stands in several rows. Asked first: it takes a fifth of the processor time of `histogram`.

    Raises TooManyGroups where an engine cannot hold all ids, and those that end in 0, a tenth, stand in one row each.
    """
    ids = known_ids(file, part.mapping, file.where(part.conditions))
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
    if not knows_patients(file, mapping):
        return 0
    try:
        return in_several(file, known_ids(file, mapping, rows, group.alias(GROUP)).filter(~nw.col(GROUP).is_null()))
    except TooManyGroups:
        return 0


def in_several(file: CountedTable, known: Frame) -> int:
    """The same of rows with `PATIENT` and `GROUP`. Raises TooManyGroups where an engine cannot hold all ids."""
    pairs = known.group_by(PATIENT, GROUP).agg(nw.len())
    (found,) = file.numbers(pairs.group_by(PATIENT).agg(nw.len().alias(GROUPS)), [number_of(nw.col(GROUPS) > 1)])
    return int(found)


def known_ids(file: CountedTable, mapping: Mapping, rows: Frame, *further: nw.Expr) -> Frame:
    """Those of some rows that have an id, with it and further columns."""
    return with_known_id(rows.select(patient_of(file, mapping), *further), mapping)


def with_known_id(rows: Frame, mapping: Mapping) -> Frame:
    return rows.filter(~nw.col(PATIENT).is_in(unknown_texts(mapping)))


def unknown_texts(mapping: Mapping) -> list[str]:
    """Texts that are no id."""
    return ["", *marker_words(mapping.missing)]
