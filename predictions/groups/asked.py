"""Ways to tell groups apart as they are asked for on a command line: "sex", "sex,site", "age:18,65"."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns.cells import as_text, is_blank
from predictions.groups.by import By, grouping, ways
from predictions.groups.dates import date_columns, dates_of
from predictions.groups.typed_cuts import cuts_of
from predictions.problems import Problem
from predictions.study import Study
from words.text.names import listed, quoted


def asked(study: Study, texts: Iterable[str]) -> tuple[By, ...]:
    """Columns between commas, each alone or with its cuts after a colon; a whole text that is a column is one.

    Dates are told apart by months, numbers without cuts by their quartiles, as `ways` has them. Raises Problem for a
    column that is not kept or holds no groups.
    """
    return tuple(dict.fromkeys(by for text in texts for by in _of_text(study, text)))


def asked_dates(study: Study, column: str) -> str:
    """The column. Raises Problem where it is not kept, or most of its filled cells are no dates."""
    if column not in _kept(study):
        known = listed([*date_columns(study)])
        held = f"These columns hold dates: {known}." if known else "No column of this file holds dates."
        raise Problem(f"There is no column {quoted(column)} with the dates of cases. {held}")
    predictions = study.rows_by(_model_of(study, column), (column,))
    unread = np.isnat(dates_of(predictions, column))
    if unread.all():
        raise Problem(f"Column {quoted(column)} holds no dates that can be read. Write them as 2026-03-31.")
    text = pc.utf8_trim_whitespace(as_text(predictions.details[column], column))
    filled = unread & ~is_blank(text)
    cases = np.ones(len(unread), np.int64) if predictions.copies is None else predictions.copies
    if cases[filled].sum() > cases[~unread].sum():
        example = quoted(text.filter(pa.array(filled))[0].as_py())
        what = f"Most cells of column {quoted(column)} hold no date that can be read, such as {example}"
        raise Problem(f"{what}. Write them as 2026-03-31, or leave them blank.")
    return column


def _of_text(study: Study, text: str) -> list[By]:
    columns = _kept(study)
    if text in columns:
        return [_way(study, text)]
    parts: list[str] = []
    for part in text.split(","):
        is_cut = parts and _is_number(part) and part.strip() not in columns and ":" in parts[-1]
        parts = [*parts[:-1], f"{parts[-1]},{part}"] if is_cut else [*parts, part]
    return [_of_part(study, part.strip()) for part in parts if part.strip()]


def _of_part(study: Study, part: str) -> By:
    column, colon, cuts = part.rpartition(":")
    if not colon or part in _kept(study):
        return _way(study, part)
    return _checked(study, By(column.strip(), cuts_of(cuts)))


def _way(study: Study, column: str) -> By:
    offered = ways(study, _model_of(study, column))
    return next((by for by in offered if by.column == column), None) or _checked(study, By(column))


def _checked(study: Study, by: By) -> By:
    if by.column not in _kept(study):
        known = listed([each.column for each in ways(study)])
        raise Problem(
            f"There is no column {quoted(by.column)} that tells groups apart. "
            + (f"These do: {known}." if known else "This file has none, such as sex, age or site.")
        )
    grouping(study.rows_by(_model_of(study, by.column), (by.column,)), by)
    return by


def _kept(study: Study, model: int | None = None) -> list[str]:
    """The kept columns of one model, or of any. Raises Problem where none are known."""
    if model is None:
        of_all = (_kept(study, each) for each in range(len(study.model_names)))
        return list(dict.fromkeys(name for names in of_all for name in names))
    kept = study.kept(model)
    names: list[str] = study.cases_of(model).details.column_names if kept is None else kept.column_names
    return names


def _model_of(study: Study, column: str) -> int:
    """The first model that has a kept column; 0 for none."""
    return next((each for each in range(len(study.model_names)) if column in _kept(study, each)), 0)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
