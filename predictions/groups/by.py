"""How a kept column tells cases apart: by its values, a number by cuts, a date by calendar month or quarter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from metrics.subgroups.periods import months_of
from predictions.columns.aliases import ANSWERS, by_alias, has_role, key_of
from predictions.columns.cells import as_numbers, as_text, is_text, looks_numeric
from predictions.columns.identifiers import identifying
from predictions.columns.labels import BLANK
from predictions.columns.weight_kinds import ALIASES
from predictions.groups.dates import Days, date_columns, dates_of, days_in
from predictions.groups.grouping import MOST_VALUES, Grouping, by_values, of_codes
from predictions.problems import Problem
from predictions.rows import Predictions
from predictions.study import Study
from words.text.groups import is_age
from words.text.names import quoted

Period = Literal["", "month", "quarter"]
MONTHS: dict[Period, int] = {"month": 1, "quarter": 3}
QUARTERS = (25, 50, 75)
AGES = (1.0, 2.0, 5.0, 12.0, 18.0, 30.0, 40.0, 50.0, 65.0, 80.0, 90.0)
NUMBERING = re.compile(r"(?:^|_)(?:id|ids|nr|no|num|number|idx|index|row|key|uid|uuid|code|seed|unnamed)(?:$|_)")
FIRST, EACH = 10_000, 10  # rows that are looked at for too many values; rows of one value
STRANGE = 0.05  # of the cells of another column of labels


@dataclass(frozen=True)
class By:
    """A column; at most one of cuts (rising, each the first value of a group) and period."""

    column: str
    cuts: tuple[float, ...] = ()
    period: Period = ""


Groups = tuple[By, tuple[str, ...]]  # a way to tell groups apart, and those that it finds


def ways(study: Study, model: int = 0) -> tuple[By, ...]:
    """The ways of `groups` alone."""
    return tuple(by for by, _ in groups(study, model))


def groups(study: Study, model: int = 0) -> tuple[Groups, ...]:
    """What a study offers, in the order of the file; () without kept columns.

    Kept columns of 2 to 20 values, numbers of more values by their quartiles, and the first date column by months, or
    by quarters where these would be too many. Never an id, a score, a label, a weight or a name.
    """
    details = study.kept(model)
    if details is None:
        return ()
    dates = date_columns(study, model)
    found = (
        _by_period(study, model, name) if name in dates[:1] else _way(study, model, name, details[name])
        for name in _candidates(study, details)
        if name not in dates[1:]
    )
    return tuple(each for each in found if each)


def crowded(study: Study, model: int = 0) -> tuple[str, ...]:
    """The columns of too many values to be groups, such as 40 sites; each stands in ten rows on average."""
    details = study.kept(model)
    if details is None:
        return ()
    dates = date_columns(study, model)
    return tuple(name for name in _candidates(study, details) if name not in dates and _is_crowded(details[name], name))


def _is_crowded(column: pa.ChunkedArray, name: str) -> bool:
    first = column.slice(0, FIRST)
    if not is_text(first.type) or has_role(name) or NUMBERING.search(key_of(name)) or looks_numeric(first, name):
        return False
    return MOST_VALUES < len(first.unique()) <= len(first) / EACH


def _candidates(study: Study, details: pa.Table) -> list[str]:
    hidden = {*identifying(details), *study.mapping.score_columns, *by_alias(details.column_names, ALIASES)}
    return [name for name in details.column_names if name not in hidden]


def _by_period(study: Study, model: int, name: str) -> Groups | None:
    try:
        days = dates_of(study.rows_by(model, (name,)), name)
    except Problem:
        return None
    ways = (By(name, period=period) for period in MONTHS)
    found = ((by, _by_days(days, by).values) for by in ways)
    return next(((by, values) for by, values in found if 2 <= len(values) <= MOST_VALUES), None)


def _way(study: Study, model: int, name: str, first: pa.ChunkedArray) -> Groups | None:
    """first: its first rows, or all of them."""
    found = by_values(name, first)
    if found is None and not _is_measured(first, name):
        return None
    column, cases = first, None
    if study.predictions_of(model) is None:
        try:
            rows = study.rows_by(model, (name,))
        except Problem:
            return None
        column, cases = rows.details[name], rows.copies
        found = by_values(name, column)
    if found:
        is_group = len(found.values) > 1 and not _are_classes(found, study.labels)
        return (By(name), found.values) if is_group else None
    if not _is_measured(first, name):
        return None
    values = as_numbers(column, name).values
    if _only_numbers_rows(as_numbers(first, name).values if cases is not None else values):
        return None
    cuts = quartile_cuts(values, is_age(name), cases)
    by = By(name, cuts)
    return (by, _by_cuts(values, by).values) if cuts else None


def _is_measured(first: pa.ChunkedArray, name: str) -> bool:
    """Whether a column holds numbers that number nothing."""
    return not has_role(name) and not NUMBERING.search(key_of(name)) and looks_numeric(first, name)


def _are_classes(found: Grouping, labels: Sequence[str]) -> bool:
    """Another column of labels, also of a reader who leaves up to a twentieth of the rows without one of them."""
    known = np.array([value in {*labels} for value in found.values])
    if known.all():
        return not {value.casefold() for value in found.values} <= ANSWERS
    counts = np.bincount(found.codes[found.codes != BLANK], minlength=len(known))
    has_every = known.sum() == len(labels) and not {label.casefold() for label in labels} <= ANSWERS
    return bool(has_every and counts[~known].sum() <= STRANGE * counts.sum())


def quartile_cuts(
    values: NDArray[np.float64], are_ages: bool = False, cases: NDArray[np.integer] | None = None
) -> tuple[float, ...]:
    """The quartiles as plain numbers; () for numbers that do not differ.

    Of ages the nearest of those at which studies part patients: 50, 65, 80. cases: (n,) how often each value stands
    there; None: once.
    """
    finite = np.isfinite(values)
    known = np.sort(values[finite])
    if not len(known):
        return ()
    often = None if cases is None else cases[finite][np.argsort(values[finite])]
    quartiles = np.percentile(known, QUARTERS) if often is None else _percentiles(known, often)
    rounded = {min(AGES, key=lambda age: abs(age - each)) for each in quartiles} if are_ages else _plain(quartiles)
    return tuple(each for each in sorted(rounded) if known[0] < each <= known[-1])


def _percentiles(rising: NDArray[np.float64], cases: NDArray[np.integer]) -> NDArray[np.float64]:
    """As np.percentile finds them, of values that stand there several times."""
    ends = np.cumsum(cases)
    places = np.array(QUARTERS) / 100 * (ends[-1] - 1)
    below = np.floor(places).astype(np.int64)
    found = [rising[np.searchsorted(ends, np.minimum(each, ends[-1] - 1), side="right")] for each in (below, below + 1)]
    return np.array([np.quantile(pair, part) for *pair, part in zip(*found, places - below, strict=True)])


def _plain(quartiles: NDArray[np.float64]) -> set[float]:
    """Rounded to the largest of 1, 2 and 5, and their tenfolds, that is at most a quarter of their range."""
    quarter = (quartiles[-1] - quartiles[0]) / 4
    if not quarter:
        return {float(quartiles[0])}
    size = 10.0 ** np.floor(np.log10(quarter))
    step = size * max(each for each in (1, 2, 5) if each * size <= quarter * (1 + 1e-9))
    return {float(f"{np.rint(each / step) * step:.12g}") for each in quartiles}


def _only_numbers_rows(values: NDArray[np.float64]) -> bool:
    """Whole numbers that rise from row to row, or have no gap, each once. values: (n,) in the order of the rows."""
    known = values[np.isfinite(values)]
    rises = bool((np.diff(known) > 0).all()) and bool((known % 1 == 0).all())
    return rises or bool((np.diff(np.sort(known)) == 1).all())


def grouping(predictions: Predictions, by: By) -> Grouping:
    """The groups of the rows of one model. Raises Problem for a column that is not there or holds no such values."""
    return grouping_in(predictions.details, by)


def grouping_in(details: pa.Table, by: By, most: int = MOST_VALUES) -> Grouping:
    """The same of a table of kept columns, of at most so many values where these are the groups."""
    if by.column not in details.column_names:
        raise Problem(f"There is no column {quoted(by.column)} that tells groups apart.")
    if by.period:
        return _by_days(days_in(details[by.column], by.column), by)
    if by.cuts:
        return _by_cuts(as_numbers(details[by.column], by.column).values, by)
    found = by_values(by.column, details[by.column], most)
    if found is None or not found.values:
        as_text(details[by.column].slice(0, 1), by.column)  # lists are refused as such
        held = f"more than {most} different values" if found is None else "no values"
        raise Problem(f"Column {quoted(by.column)} holds {held}: no groups. Choose another column, or ranges of it.")
    return found


def _by_days(days: Days, by: By) -> Grouping:
    known = ~np.isnat(days)
    if not known.any():
        raise Problem(f"Column {quoted(by.column)} holds no dates. Write them as 2026-03-31.")
    number = months_of(days) // MONTHS[by.period]
    first, last = int(number.min()), int(number.max())
    names = [_period_said(start, by.period) for start in range(first, last + 1)]
    return of_codes(by.column, names, np.where(known, number - first, BLANK))


def _period_said(start: int, period: Period) -> str:
    """ "2026-03", "2026-Q1"."""
    year, place = divmod(start, 12 // MONTHS[period])
    return f"{1970 + year:04d}-{place + 1:02d}" if period == "month" else f"{1970 + year:04d}-Q{place + 1}"


def _by_cuts(numbers: NDArray[np.float64], by: By) -> Grouping:
    known = np.isfinite(numbers)
    if not known.any():
        raise Problem(f"Column {quoted(by.column)} holds no numbers, so there are no ranges of it.")
    codes = np.where(known, np.searchsorted(by.cuts, numbers, side="right"), BLANK)
    return of_codes(by.column, range_names(by.cuts, bool((numbers[known] % 1 == 0).all())), codes)


def range_names(cuts: Sequence[float], whole: bool) -> tuple[str, ...]:
    """ "under 18", "18–64", "65 and over"; "0.5 to under 1" where numbers are not all whole. cuts: rising."""
    between = (_between(*ends, whole and all(end % 1 == 0 for end in ends)) for ends in pairwise(cuts))
    return f"under {cuts[0]:.12g}", *between, f"{cuts[-1]:.12g} and over"


def _between(low: float, high: float, whole: bool) -> str:
    if not whole:
        return f"{low:.12g} to under {high:.12g}"
    return f"{low:.12g}" if high == low + 1 else f"{low:.12g}–{high - 1:.12g}"
