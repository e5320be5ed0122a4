"""All models on the class of interest: areas, differences to the model that is looked at, sensitivity at one FPR."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from charts.html.cell_marks import difference_mark
from predictions.study import Capability
from reviews import View
from reviews.models.areas import ModelAreas, league
from ui.state import widgets
from ui.tables.cells import PROPORTIONS, reach_of, scale_of_marks, value_cell
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import NBSP, markdown
from words.findings.curves import league_marks, not_compared
from words.text.differences import area_writer, in_brackets
from words.text.names import all_models, names_of_models
from words.text.numbers import bounds

SORT = "curves_sort"
ORDERS = ("AUC", "average precision", "sensitivity")


def show_models(view: View, label: int) -> str:
    """The table, and how it is read; "" where there is one model only."""
    if len(view.study.model_names) < 2:
        return ""
    rows = view.cached(("league", label, view.level), lambda: league(view, label))
    names = [markdown(name, 48) for name in names_of_models(view.study.model_names)]
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(f"{view.voice.title(label)}, {_which(rows, names)}", anchor=False, width="content")
        by = st.segmented_control(
            "Sort by", ORDERS, required=True, wrap=True, format_func="by {}".format, label_visibility="collapsed",
            **widgets.keeping(SORT, ORDERS[0]),
        )  # fmt: skip
    shown = sorted(rows, key=lambda row: -_key(row, by or ORDERS[0]))
    markdown_table(_table(view, shown, names))
    missing = [name for i, name in enumerate(names) if i not in {row.model for row in rows}]
    lacking = "without scored cases in this split" if view.split else "without scores"
    not_shown = f"Not shown: {', '.join(missing)}, {lacking}. " if missing else ""
    others = sum(row.difference is not None for row in rows)
    return not_shown + league_marks(others, view.study.unit)


def _which(rows: Sequence[ModelAreas], names: list[str]) -> str:
    """ "both models", "all 3 models"; a lone one by its name."""
    if len(rows) == 1:
        return names[rows[0].model]
    return all_models(len(rows))


def _key(row: ModelAreas, by: str) -> float:
    estimates = dict(zip(ORDERS, (row.auc, row.average_precision, row.sensitivity), strict=True))
    value = estimates[by].value
    return value if value == value else -1.0


def _table(view: View, rows: list[ModelAreas], names: list[str]) -> pd.DataFrame:
    reach = reach_of(row.difference for row in rows)
    scale = scale_of_marks(row.auc for row in rows)
    is_loaded = Capability.LOADED in view.study.capabilities
    found = []
    for row in rows:
        name = f"**{names[row.model]}**" + (" reference" if row.model == view.model else "")
        found.append(
            {
                header("Model"): name,
                "AUC": value_cell(row.auc, scale),
                f"Difference to {names[view.model]}": _difference(row, view.model, reach, is_loaded),
                "Average precision": value_cell(row.average_precision, PROPORTIONS),
                f"Sensitivity at 5{NBSP}% false positives": value_cell(row.sensitivity),
            }
        )
    return pd.DataFrame(found)


def _difference(row: ModelAreas, reference: int, reach: float, is_loaded: bool) -> str:
    found = row.difference
    if found is None:
        return "" if row.model == reference else f":gray[{not_compared(is_loaded)}]"
    said = in_brackets(found, area_writer(found)).replace(" ", NBSP)
    if found.low is None:
        return said
    return f"{said}  \n{difference_mark(found, reach, found.excludes_0, bounds(found, places=2))}"
