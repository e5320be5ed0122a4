"""The table of all classes: every number with its counts and its interval as a mark."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

import pandas as pd
import streamlit as st

from charts.html.cell_marks import ROW_HEIGHT, Scale, source
from metrics import Estimate, Evaluation
from metrics.catalog import CATALOG, RANKED, shown_in
from reviews import View
from ui.tables.cells import scale_of_marks, value_cell
from ui.tables.class_frame import class_frame
from ui.tables.downloads import numbers_heading
from ui.tables.layout import MOST_IN_A_TABLE, header
from ui.tables.shown import markdown_table
from words import Voice, counted, interval, of, sentence_case
from words.text.numbers import FEW, decimals, in_table

Required = Mapping[tuple[int, str], float]  # (class, metric) -> the bound asked for
NUMBERS = (*shown_in("rates"), *shown_in("numbers"))
NEVER_PREDICTED = ":gray[never predicted]"  # a specificity of 100 % is no merit then
ROWS_SHOWN = 10  # of a table to scroll, its head among them


def classes_heading(view: View, title: str) -> None:
    """Above the numbers of all classes, with every metric of the catalog to download."""
    made = partial(class_frame, view.evaluation, view.plain_voice)
    numbers_heading(made, "classes", "All metrics by class, with confidence intervals", title)


def class_table(evaluation: Evaluation, voice: Voice, required: Required) -> pd.DataFrame:
    """A row per class in the order of the voice, in Markdown: each number with its counts and its interval."""
    areas = area_scale(evaluation)
    return pd.DataFrame([_class_row(evaluation, voice, i, required, areas) for i in voice.order])


def _class_row(evaluation: Evaluation, voice: Voice, label: int, required: Required, areas: Scale) -> dict[str, str]:
    figures, cases = evaluation.classes[label], counted(int(evaluation.matrix.support[label]), voice.unit)
    row = {header("Class"): f"**{voice.numbered(label)}**  \n{cases}"}
    for key in shown_numbers(evaluation):
        scale = areas if key in RANKED else (CATALOG[key].lowest, CATALOG[key].highest)
        if key in ("specificity", "npv") and not evaluation.matrix.predicted[label]:
            row[CATALOG[key].name] = NEVER_PREDICTED
            continue
        said = value_cell(figures[key], scale, required.get((label, key))) if key in figures else ":gray[no scores]"
        row[CATALOG[key].name] = said
    return row


def area_scale(evaluation: Evaluation) -> Scale:
    """Of the AUC of all classes with their intervals."""
    return scale_of_marks(figures["auc"] for figures in evaluation.classes if "auc" in figures)


def shown_numbers(evaluation: Evaluation) -> tuple[str, ...]:
    """The columns: rates and areas, without scores F1 in the place of the areas."""
    without = ("f1",) if evaluation.has_scores else RANKED
    return tuple(key for key in NUMBERS if key not in without)


def show_classes(evaluation: Evaluation, voice: Voice, plain: Voice, required: Required) -> None:
    """Up to a dozen classes as a table to read; more as one to scroll, with its first column in place."""
    if len(evaluation.labels) <= MOST_IN_A_TABLE:
        markdown_table(class_table(evaluation, voice, required))
        return
    percents = st.column_config.NumberColumn(format="%g %%")
    config = dict.fromkeys(("Sensitivity", "PPV"), percents)
    pictures = {name: st.column_config.ImageColumn("0–100 %", width=130) for name in ("sensitivity", "ppv")}
    first = {"Class": st.column_config.TextColumn(pinned=True, width="medium")}
    shown = long_class_table(evaluation, plain)
    st.dataframe(
        shown,
        hide_index=True,
        height=ROWS_SHOWN * ROW_HEIGHT,
        row_height=ROW_HEIGHT,
        placeholder="",
        column_config=first | config | pictures,
    )


def long_class_table(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """A line per class in plain text; percentages are numbers, so that a click on a head sorts by them."""
    first = voice.narrow
    return pd.DataFrame([{"Class": first.numbered(i)} | _long_row(evaluation, voice, i) for i in voice.order])


def _long_row(evaluation: Evaluation, voice: Voice, label: int) -> dict[str, object]:
    figures, support = evaluation.classes[label], int(evaluation.matrix.support[label])
    row: dict[str, object] = {sentence_case(voice.unit[1]): support}
    for key, name in (("sensitivity", "Sensitivity"), ("ppv", "PPV")):
        row |= _long_cells(figures[key], key, name)
        if key == "sensitivity" and "missed_as_normal" in figures:
            row[f"Missed as {voice.name(voice.normal or 0)}"] = figures["missed_as_normal"].successes
    if evaluation.has_scores:
        row["AUC"] = in_table(figures["auc"]) if "auc" in figures else ""
    return row


def _long_cells(value: Estimate, key: str, name: str) -> dict[str, object]:
    """Percent, counts, interval and its mark; below ten cases counts and interval."""
    trials = value.trials or 0
    is_assessable = value.is_defined and trials >= FEW
    return {
        name: round(value.value * 100, decimals(value.value, trials)) if is_assessable else None,
        f"{name}, counts": of(value.successes or 0, trials),
        f"{name}, CI": interval(value),
        key: source(value if is_assessable else Estimate(math.nan), height=ROW_HEIGHT),
    }
