"""The folds as a table to read beside the picture, and as one for a spreadsheet."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from metrics import MetricChoice, Spread
from ui.cross_validation.comparison import FoldComparison, fold_counts, pooled_proportion, short_name
from ui.tables.layout import MOST_IN_A_TABLE, header
from ui.tables.shown import markdown_table
from words import NBSP, distinct, markdown, sentence_case, whole
from words.findings.folds import classes_used, fold_value
from words.text.numbers import percent_of

PART_NAMES = {"sensitivity": "Detected", "specificity": "True negatives", "ppv": "Correct predictions"}
PART_NAMES |= {"npv": "Correct negative predictions"}
HEIGHT = 330  # px of a list of many folds


def show_fold_table(compared: FoldComparison) -> None:
    """Fold by fold, then all of them pooled; many folds scroll above the pooled row."""
    folds = range(len(compared.folds.names))
    many = len(folds) > MOST_IN_A_TABLE
    if many:
        st.dataframe(fold_frame(compared).iloc[: len(folds)], hide_index=True, height=HEIGHT, placeholder="–")
    rows = [] if many else [_row(compared, fold) for fold in folds]
    markdown_table(pd.DataFrame([*rows, _row(compared, None)]))


def _row(compared: FoldComparison, fold: int | None) -> dict[str, str]:
    """One fold; None: all of them pooled."""
    counts = compared.folds.pooled if fold is None else compared.folds.each
    at, voice = fold or 0, compared.view.voice
    name = "pooled" if fold is None else markdown(compared.folds.names[at], 40)
    row = {header("Fold"): name if fold is None else f"**{name}**"}
    if _ids_repeat(compared):
        ids = compared.folds.pooled_clusters if fold is None else (compared.folds.clusters or ())[at]
        row["IDs"] = whole(ids or 0)
    if compared.label is None:
        row[compared.study.unit[1].capitalize()] = whole(int(counts.n[at]))
    else:
        cases, total = int(counts.support[at, compared.label]), int(counts.n[at])
        row[sentence_case(voice.name(compared.label))] = f"{whole(cases)}{NBSP}of{NBSP}{whole(total)}"
    return row | _values(compared, fold)


def _values(compared: FoldComparison, fold: int | None) -> dict[str, str]:
    """What is looked at in one fold: the parts of a proportion and the AUC, else each number."""
    if compared.label is None or pooled_proportion(compared) is None:
        return {markdown(short_name(*each), 60): _value(each[1], compared, fold) for each in compared.readings}
    key = compared.first.reading.key
    part = _part(compared, fold)
    name = PART_NAMES.get(key, short_name(*compared.readings[0]))
    row = {name if compared.label in compared.view.voice.diseases else "Correct": part}
    if compared.folds.each.has_scores:
        row["AUC"] = _value(compared.folds.spread(MetricChoice("auc", compared.label)), compared, fold)
    return row


def _part(compared: FoldComparison, fold: int | None) -> str:
    if fold is None:
        pooled = pooled_proportion(compared)
        found = (pooled.successes or 0, percent_of(pooled)) if pooled and pooled.is_defined else None
    else:
        value = compared.first.by_fold().get(compared.folds.names[fold], np.nan)
        counts, said = fold_counts(compared, fold), fold_value(value, compared.first.reading)
        found = None if value != value else (int(counts[0]), said)
    return ":gray[not estimable]" if found is None else f"**{whole(found[0])}**{NBSP}({found[1]})"


def _value(spread: Spread, compared: FoldComparison, fold: int | None) -> str:
    """The number of a fold; where an average leaves classes out, of how many."""
    if fold is None:
        used = classes_used(spread.pooled_classes, spread.classes)
        return _estimable(fold_value(spread.pooled, spread.reading), used)
    name = compared.folds.names[fold]
    if name not in spread.folds:
        return ":gray[no rows]"
    place = spread.folds.index(name)
    used_here = None if spread.classes_used is None else int(spread.classes_used[place])
    return _estimable(fold_value(spread.values[place], spread.reading), classes_used(used_here, spread.classes))


def _estimable(said: str, used: str) -> str:
    return ":gray[not estimable]" if said == "not estimable" else said + (f"  \n:small[{used}]" if used else "")


def _ids_repeat(compared: FoldComparison) -> bool:
    """Whether a fold has several rows of an id, so that its rows are more than its patients."""
    folds = compared.folds
    return folds.clusters is not None and sum(folds.clusters) < int(folds.each.n.sum())


def fold_frame(compared: FoldComparison) -> pd.DataFrame:
    """The table as numbers: a row per fold, then mean, sd and pooled; undefined cells are empty."""
    folds, voice = compared.folds, compared.view.plain_voice
    columns: list[object] = [[*folds.names, "mean", "sd", "pooled"]]
    names = ["fold", "cases", *(f"cases of {voice.names[label]}" for label in voice.order)]
    counts = [folds.each.n, *(folds.each.support[:, label] for label in voice.order)]
    columns += [pd.array([*each.tolist(), None, None, int(each.sum())], dtype="Int64") for each in counts]
    if _ids_repeat(compared):
        names.append("ids")
        columns.append(pd.array([*(folds.clusters or ()), None, None, folds.pooled_clusters], dtype="Int64"))
    for name, spread in compared.readings:
        by_fold = spread.by_fold()
        values = [by_fold.get(fold, np.nan) for fold in folds.names]
        columns.append([*values, spread.summary.mean, spread.summary.sd, spread.pooled])
        names.append(name)
    return pd.DataFrame(dict(zip(distinct(names, 200), columns, strict=True)))
