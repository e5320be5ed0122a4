"""The models of a study on the same folds: mean, SD and range of each number, a tick for each fold."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from charts.html.cell_marks import Scale, ticks_mark
from metrics import MetricChoice, Spread
from ui.cross_validation.comparison import FoldComparison, folds_of, models_with_folds
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import NBSP, counted, enumeration, markdown
from words.findings.folds import definition_of, fold_range, in_percent, mean_sd
from words.text.names import names_of_models


def show_models(compared: FoldComparison, readings: Sequence[MetricChoice]) -> str:
    """The table; what its scales are, and which models it does not show. "" for one model."""
    view = compared.view
    models = models_with_folds(view)
    if len(models) < 2:
        return ""
    names = [markdown(name, 48) for name in names_of_models(view.study.model_names)]
    found = {model: [folds.spread(each) for each in readings] for model in models if (folds := folds_of(view, model))}
    scales = [_scale([spreads[i] for spreads in found.values()]) for i in range(len(readings))]
    st.subheader("Both models, same folds" if len(found) == 2 else f"All {len(found)} models", anchor=False)
    rows = []
    for model, spreads in found.items():
        row = {header("Model"): f"**{names[model]}**"}
        for spread, scale in zip(spreads, scales, strict=True):
            row[definition_of(spread.reading).name] = _cell(spread, scale)
        rows.append(row)
    markdown_table(pd.DataFrame(rows))
    not_shown = len(view.study.model_names) - len(found)
    more = f" {counted(not_shown, ('more model is', 'more models are'))} not shown." if not_shown else ""
    return _scales_said(readings, scales) + more


def _cell(spread: Spread, scale: Scale) -> str:
    if not spread.summary.used:
        return ":gray[not estimable]"
    bounds = fold_range(spread)
    first = f"**{mean_sd(spread)}**" + (f" ({bounds})" if bounds else "")  # on two lines on a phone
    return f"{first}  \n{ticks_mark(spread.values, spread.summary.mean, bounds or mean_sd(spread), scale)}"


def _scale(spreads: Sequence[Spread]) -> Scale:
    """From a round number below every fold to 1."""
    known = [value for spread in spreads for value in spread.values.tolist() if value == value]
    return min(0.9, math.floor(min(known, default=0.0) * 10) / 10), 1.0


def _scales_said(readings: Sequence[MetricChoice], scales: Sequence[Scale]) -> str:
    ends: dict[str, list[str]] = {}
    for reading, (low, _) in zip(readings, scales, strict=True):
        scale = f"from {100 * low:.0f} to 100{NBSP}%" if in_percent(reading) else f"from {low:.1f} to 1"
        ends.setdefault(scale, []).append(definition_of(reading).name)
    said = [f"{enumeration(names)} {scale}" for scale, names in ends.items()]
    return f"One tick per fold, square: mean. Scales: {'; '.join(said)}."
