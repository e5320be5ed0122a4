"""All classes: AUC and average precision with their marks, prevalence, and the operating point of the predictions."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from charts.figures.curve_traces import prevalence
from charts.html.cell_marks import ROW_HEIGHT, Scale, source, ticks_mark
from metrics import Estimate
from predictions.slices.row_duration import nouns_of
from reviews import View
from reviews.models.areas import by_patient, has_curve
from ui.curves.drawn_curves import delivered, noun_of
from ui.tables.cells import PROPORTIONS, scale_of_areas, scale_of_marks, value_cell
from ui.tables.downloads import numbers_heading
from ui.tables.layout import MOST_IN_A_TABLE, header
from ui.tables.shown import markdown_table
from words import NBSP, ci, interval, percent_of, sentence_case
from words.findings.curves import POOLED_CURVES, Each, class_marks
from words.findings.finding import sentences
from words.text.notes import why
from words.text.numbers import in_table, percent_or_counts, table_places

AREA_KEYS = {"auc": "AUC", "average_precision": "Average precision"}


def each_of(view: View, label: int) -> dict[str, Each]:
    """AUC and average precision of each patient, or of each video, where they are too few for an interval."""
    found = view.cached(("by patient", label), lambda: by_patient(view.evaluation, label))
    noun = ("patient", "patients") if view.study.mapping.case_id else nouns_of(view.study).recording
    return {key: Each(noun, values) for key, values in zip(AREA_KEYS, found, strict=True) if len(values)}


def show_classes(view: View) -> None:
    """Up to a dozen classes as a table to read, more as one to scroll."""
    what = "AUC, average precision and prevalence of each class with their intervals"
    numbers_heading(class_frame(view), "curves", what, f"All {noun_of(view)[1]}")
    scale = _area_scale(view)
    if len(view.voice.order) <= MOST_IN_A_TABLE:
        markdown_table(_read(view, scale))
    else:
        _scrolled(view, scale)


def how_read(view: View) -> str:
    """What the marks of the table mean."""
    each = next((found["auc"] for label in view.voice.order if (found := each_of(view, label))), None)
    pooled = POOLED_CURVES if view.evaluation.is_cross_validated else ""
    return sentences(class_marks(view.level, _area_scale(view), each), pooled)


def _area_scale(view: View) -> Scale:
    found = [view.evaluation.classes[label].get("auc") for label in view.voice.order]
    ends = [value for label in view.voice.order for each in each_of(view, label).values() for value in each.values]
    return min(scale_of_areas(ends), scale_of_marks(each for each in found if each))


def _read(view: View, scale: Scale) -> pd.DataFrame:
    rows = []
    for label in view.voice.order:
        figures = view.evaluation.classes[label]
        row = {header(noun_of(view)[0].capitalize()): f"**{view.voice.numbered(label)}**"}
        if not has_curve(view.evaluation, label):
            row |= dict.fromkeys(AREA_KEYS.values(), ":gray[not estimable]")
            row["AUC"] += f"  \n:small[{why(figures['auc']) if 'auc' in figures else 'no scores'}]"
        else:
            each, curve = each_of(view, label), view.evaluation.curve(label)
            assert curve is not None
            row["AUC"] = _cell(figures["auc"], each.get("auc"), scale)
            row["Average precision"] = _cell(
                figures["average_precision"], each.get("average_precision"), PROPORTIONS, prevalence(curve)
            )
        rows.append(row | {"Prevalence": percent_of(figures["prevalence"])} | _at_labels(view, label))
    return pd.DataFrame(rows)


def _cell(estimate: Estimate, each: Each | None, scale: Scale, required: float | None = None) -> str:
    """With the mark of the interval; without one, where there are few patients, a tick for each."""
    if each is None or not each.range or estimate.low is not None or not estimate.is_defined:
        return value_cell(estimate, scale, required)
    first = f"**{in_table(estimate)}**{NBSP}({each.range})"
    return f"{first}  \n{ticks_mark(each.values, estimate.value, each.said, scale)}"


def _at_labels(view: View, label: int) -> dict[str, str]:
    """ "sensitivity 80 %, PPV 51 %" of the predicted labels, under their name; {} where no class is predicted."""
    figures, cells, name = view.evaluation.classes[label], view.evaluation.counts(label), delivered(view)
    if not name:
        return {}
    said = f"sensitivity{NBSP}{percent_or_counts(figures['sensitivity'])}, PPV{NBSP}{percent_or_counts(figures['ppv'])}"
    return {sentence_case(name): said if cells.tp + cells.fp else "never predicted"}


def _scrolled(view: View, scale: Scale) -> None:
    """A line per class; the first column stays in place."""
    names, rows = view.plain_voice.narrow, []
    for label in view.voice.order:
        figures = view.evaluation.classes[label]
        row: dict[str, object] = {"Class": names.numbered(label)}
        for key, name in AREA_KEYS.items():
            estimate = figures.get(key, Estimate(float("nan")))
            row[name] = f"{in_table(estimate)} {_range(estimate, each_of(view, label).get(key))}".strip()
            row[f"{name}, {ci(view.level)}"] = source(
                estimate, scale if key == "auc" else PROPORTIONS, height=ROW_HEIGHT
            )
        rows.append(row | {"Prevalence": percent_of(figures["prevalence"])} | _at_labels(view, label))
    pictures = {f"{name}, {ci(view.level)}": st.column_config.ImageColumn() for name in AREA_KEYS.values()}
    pinned = {"Class": st.column_config.TextColumn(pinned=True, width="medium")}
    st.dataframe(pd.DataFrame(rows), hide_index=True, row_height=ROW_HEIGHT, column_config=pinned | pictures)


def _range(estimate: Estimate, each: Each | None) -> str:
    found = interval(estimate, table_places(estimate.value)) or (each.range if each else "")
    return f"({found})" if found else ""


def class_frame(view: View) -> pd.DataFrame:
    """A row per class, in order; undefined cells are empty."""
    names, rows = view.plain_voice.names, []
    level = ci(view.level).replace(NBSP, " ")
    for label in view.voice.order:
        figures, table = view.evaluation.classes[label], view.evaluation.table(label)
        row: dict[str, object] = {"Class": names[label]}
        row |= {"Scored cases": table.n_positive if table else None, "Others": table.n_negative if table else None}
        for key, name in AREA_KEYS.items():
            estimate = figures.get(key, Estimate(float("nan")))
            row |= {name: estimate.value, f"{name} {level} from": estimate.low, f"{name} {level} to": estimate.high}
        rows.append(row | {"Prevalence": figures["prevalence"].value})
    return pd.DataFrame(rows).round(6)
