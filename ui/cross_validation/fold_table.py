"""The folds as a table to read, and as one for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from metrics import Spread
from predictions.slices.folds import Folds
from ui.cross_validation.comparison import FoldComparison
from ui.parts.help import header_of
from ui.parts.tables import MOST_IN_A_TABLE, header
from words import NBSP, distinct, markdown, whole
from words.findings.folds import classes_used, definition_of, fold_value, folds_used, plus_minus

MOST_EVENT_COLUMNS = 5


def show_fold_table(compared: FoldComparison) -> None:
    """Fold by fold, then mean±SD and all folds pooled; many folds scroll below these two."""
    folds = range(len(compared.folds.names))
    many = len(folds) > MOST_IN_A_TABLE
    rows = [
        *([] if many else [_fold_row(compared, fold) for fold in folds]),
        _mean_row(compared),
        _pooled_row(compared),
    ]
    st.table(
        pd.DataFrame(rows, columns=_headers(compared)),
        border="horizontal",
        hide_index=True,
    )
    if many:
        numbers = fold_frame(compared).iloc[: len(folds)]
        formats = {
            name: st.column_config.NumberColumn(format="%.3f") for name in numbers.columns[-len(compared.columns) :]
        }
        st.dataframe(
            numbers,
            hide_index=True,
            placeholder="not estimable",
            column_config=formats | {"fold": st.column_config.TextColumn(pinned=True)},
        )


def _headers(compared: FoldComparison) -> list[str]:
    """In Markdown, no two alike; each number tells its meaning."""
    counts = _count_names(compared)
    first, *others = distinct([*counts, *(each.title for each in compared.columns)])
    plain = [f"**{markdown(name, 60)}**" for name in others[: len(counts) - 1]]
    keys = [definition_of(each.spread.reading).key for each in compared.columns]
    told = [header_of(key, name=markdown(name, 100)) for key, name in zip(keys, others[len(plain) :], strict=True)]
    return [header(first), *plain, *told]


def _count_names(compared: FoldComparison) -> list[str]:
    labels = distinct(compared.study.labels)
    events = [f"truly {labels[label]}" for label in _event_classes(compared)]
    return [
        "Fold",
        compared.study.unit[1].capitalize(),
        *(["Different ids"] if _ids_repeat(compared.folds) else []),
        *events,
    ]


def _ids_repeat(folds: Folds) -> bool:
    """Whether a fold has several rows of an id, so that its rows are more than its patients."""
    return folds.clusters is not None and sum(folds.clusters) < int(folds.each.n.sum())


def _event_classes(compared: FoldComparison) -> list[int]:
    """The classes whose cases are counted in each fold: all of a few, else the one that is looked at."""
    if len(compared.study.labels) <= MOST_EVENT_COLUMNS:
        return list(range(len(compared.study.labels)))
    average = compared.readings[0][1].reading.average
    return [] if isinstance(average, str) else [average]


def _counts(compared: FoldComparison, classes: Sequence[int]) -> list[tuple[list[int], int]]:
    """(of each fold, of all folds): rows, different ids where they are fewer, cases of the classes."""
    folds = compared.folds
    counts = [folds.each.n, *(folds.each.support[:, label] for label in classes)]
    pairs = [(each.tolist(), int(each.sum())) for each in counts]
    if _ids_repeat(folds):
        pairs.insert(1, (list(folds.clusters or ()), folds.pooled_clusters or 0))
    return pairs


def _fold_row(compared: FoldComparison, fold: int) -> list[str]:
    name = compared.folds.names[fold]
    counts = [whole(each[fold]) for each, _ in _counts(compared, _event_classes(compared))]
    return [f"**{markdown(name, 40)}**", *counts, *(_cell(each.spread, name) for each in compared.columns)]


def _cell(spread: Spread, fold: str) -> str:
    if fold not in spread.folds:
        return ":gray[no rows]"
    place = spread.folds.index(fold)
    if np.isnan(spread.values[place]):
        return ":gray[not estimable]"
    used = None if spread.classes_used is None else int(spread.classes_used[place])
    return fold_value(spread.values[place]) + _small(classes_used(used, spread.classes))


def _small(text: str) -> str:
    return f"  \n:small[{text}]" if text else ""


def _mean_row(compared: FoldComparison) -> list[str]:
    about = [f"about{NBSP}{np.mean(each):.0f}" for each, _ in _counts(compared, _event_classes(compared))]
    summaries = [each.spread.summary for each in compared.columns]
    values = [
        f"**{plus_minus(each)}**" + _small(folds_used(each) if 0 < each.used < each.total else "") for each in summaries
    ]
    return ["**Mean±SD**", *about, *values]


def _pooled_row(compared: FoldComparison) -> list[str]:
    totals = [whole(total) for _, total in _counts(compared, _event_classes(compared))]
    spreads = [each.spread for each in compared.columns]
    values = [f"**{fold_value(s.pooled)}**" + _small(classes_used(s.pooled_classes, s.classes)) for s in spreads]
    return ["**All folds pooled**", *totals, *values]


def fold_frame(compared: FoldComparison) -> pd.DataFrame:
    """The table as numbers: a row per fold, then mean, sd and pooled; undefined cells are empty."""
    folds, labels = compared.folds.names, compared.study.labels
    columns: list[object] = [[*folds, "mean", "sd", "pooled"]]
    counts = _counts(compared, range(len(labels)))
    columns += [pd.array([*each, None, None, total], dtype="Int64") for each, total in counts]
    for spread in (each.spread for each in compared.columns):
        by_fold = spread.by_fold()
        values = [by_fold.get(fold, np.nan) for fold in folds]
        columns.append([*values, spread.summary.mean, spread.summary.sd, spread.pooled])
    names = [
        "fold",
        "cases",
        *(["ids"] if _ids_repeat(compared.folds) else []),
        *(f"cases of {each}" for each in labels),
    ]
    names += [each.title for each in compared.columns]
    return pd.DataFrame(dict(zip(distinct(names, 200), columns, strict=True)))
