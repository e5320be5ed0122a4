"""Rows that are in no group, or not shown over time: what is said of them where groups or dates are asked for."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from metrics.subgroups.periods import MONTH, periods_of
from predictions.columns.cells import as_numbers, as_text, is_blank
from predictions.columns.labels import BLANK
from predictions.groups.by import By, grouping
from predictions.groups.dates import dates_of
from predictions.groups.grouping import MOST_VALUES, by_values
from predictions.problems import Notes, Notice, Problem
from predictions.rows import Predictions
from predictions.study import Study
from words.text.groups import is_age

UNKNOWN = (999.0, 9999.0)  # what often marks an unknown number


def left_aside(study: Study, models: Iterable[int], ways: Iterable[By], dates: str | None) -> tuple[Notice, ...]:
    """Each fact once for each model of which it is true."""
    notes, columns = Notes(), tuple(dict.fromkeys(ways))
    for model in models:
        kept = study.kept(model)
        names = () if kept is None else kept.column_names
        for by in columns:
            if by.column in names:
                _say_group(study.rows_by(model, (by.column,)), by, notes)
        if dates in names:
            _say_dates(study.rows_by(model, (str(dates),)), str(dates), notes)
    return tuple(notes.notices)


def _say_group(model: Predictions, by: By, notes: Notes) -> None:
    column = model.details[by.column]
    if _has_too_many(model, by):
        rows = _number(model, np.ones(len(model), bool))
        notes.warn("too_many_groups", rows=rows, column=by.column, most=MOST_VALUES, model=model.model)
        return
    _say(("blank_without_group", "without_group"), model, _in_none(model, by), by.column, notes)
    if by.cuts and (codes := _unknown(as_numbers(column, by.column).values, is_age(by.column))).any():
        example = as_text(column, by.column)[int(codes.argmax())].as_py()
        notes.warn("group_numbers_like_missing_codes", rows=_number(model, codes), column=by.column, example=example)


def _has_too_many(model: Predictions, by: By) -> bool:
    """Of one model of several; the first has groups, or the column is refused."""
    return not by.cuts and not by.period and by_values(by.column, model.details[by.column]) is None


def _in_none(model: Predictions, by: By) -> NDArray[np.bool_]:
    """(n,) also where one model of several holds no values at all."""
    try:
        found: NDArray[np.bool_] = np.equal(grouping(model, by).codes, BLANK)
    except Problem:
        return np.ones(len(model), bool)
    return found


def _unknown(values: NDArray[np.float64], are_ages: bool) -> NDArray[np.bool_]:
    """(n,) codes rather than numbers: -9 among others that are not negative, 999 far above all others."""
    odd = np.isin(values, -np.array((1, 9, 99, *UNKNOWN)))
    if not are_ages and (values[~odd] < 0).any():
        odd[:] = False
    far = np.isin(values, UNKNOWN)
    rest = values[np.isfinite(values) & ~odd & ~far]
    return odd | (far & bool(len(rest) and rest.max() < UNKNOWN[0] / 2))


def _say_dates(model: Predictions, column: str, notes: Notes) -> None:
    days = dates_of(model, column)
    _say(("blank_dates", "without_date"), model, np.isnat(days), column, notes)
    periods = periods_of(days, MONTH, cases=None if model.is_held else model.copies)
    if periods.earlier:
        start, last = str(periods.starts[0])[:7], str(periods.last)
        notes.warn("dates_too_early", rows=periods.earlier, column=column, start=start, last=last)


def _say(codes: tuple[str, str], model: Predictions, rows: NDArray[np.bool_], column: str, notes: Notes) -> None:
    """Apart: rows with a blank cell, and those with a text that is no such value, which has an example."""
    text = pc.utf8_trim_whitespace(as_text(model.details[column], column))
    filled = rows & ~is_blank(text)
    if blank := _number(model, rows & ~filled):
        notes.warn(codes[0], rows=blank, column=column)
    if filled.any():
        example = text[int(filled.argmax())].as_py()
        notes.warn(codes[1], rows=_number(model, filled), column=column, example=example)


def _number(model: Predictions, rows: NDArray[np.bool_]) -> int:
    """Rows of the file."""
    return int(np.count_nonzero(rows) if model.is_held or model.copies is None else model.copies[rows].sum())
