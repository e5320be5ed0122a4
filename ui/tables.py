"""The catalog's metrics by class, as a page shows them and as a spreadsheet takes them."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from metrics import METRICS, Estimate, Evaluation
from words import NBSP, Voice, decimal, interval, of, percent_of, whole

__all__ = ["as_csv", "class_frame", "class_table", "show_classes"]

SHOWN = ("sensitivity", "specificity", "ppv", "npv")
MOST_IN_A_TABLE = 12
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def class_table(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """A row per class in Markdown, each share with its counts and interval below it."""
    rows = []
    for i, name in enumerate(voice.names):
        figures = evaluation.classes[i]
        row = {_header(): f"**{name}**", "Cases": whole(evaluation.matrix.support[i])}
        for key in SHOWN:
            row[f"**{METRICS[key].name}**  \n{METRICS[key].means}"] = _share_cell(figures[key])
        row["F1"] = _plain_cell(figures["f1"])
        if evaluation.has_scores:
            row["AUC"] = _auc_cell(figures.get("auc"))
        rows.append(row)
    return pd.DataFrame(rows)


def _header() -> str:
    return "**Class**  \n[what these mean](#what-these-numbers-mean)"


def _share_cell(value: Estimate) -> str:
    if not value.is_defined:
        return f":gray[not estimable]  \n:small[{value.note}]"
    below = f"{of(value.successes or 0, value.trials or 0)}{NBSP}·{NBSP}{interval(value)}"
    return f"**{percent_of(value)}**  \n:small[{below}]"


def _plain_cell(value: Estimate) -> str:
    return f"**{decimal(value.value, 2)}**" if value.is_defined else f":gray[not estimable]  \n:small[{value.note}]"


def _auc_cell(value: Estimate | None) -> str:
    if value is None:
        return ":gray[no scores]"
    return _plain_cell(value) + (f"  \n:small[{interval(value, 2)}]" if value.low is not None else "")


def class_frame(evaluation: Evaluation) -> pd.DataFrame:
    """Every metric of the catalog by class, as numbers with their bounds; undefined cells are empty."""
    counts = evaluation.matrix.one_vs_rest()
    rows = []
    for i, label in enumerate(evaluation.labels):
        cells = counts[i]
        row: dict[str, object] = {"class": label, "cases": int(cells.tp + cells.fn), "called": int(cells.tp + cells.fp)}
        row |= {name: int(getattr(cells, name)) for name in ("tp", "fp", "fn", "tn")}
        for key, value in evaluation.classes[i].items():
            row[key] = _number(value.value)
            if value.low is not None:
                row |= {f"{key}_low": value.low, f"{key}_high": value.high}
        rows.append(row)
    return pd.DataFrame(rows)


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def as_csv(frame: pd.DataFrame) -> bytes:
    """UTF-8 with a mark that spreadsheets know. Text that would start a formula gets an apostrophe before it."""
    safe = frame.rename(columns=_as_text)
    for position, kind in enumerate(frame.dtypes):
        if not pd.api.types.is_numeric_dtype(kind):
            safe.isetitem(position, frame.iloc[:, position].map(_as_text))
    return safe.to_csv(index=False).encode("utf-8-sig")


def _as_text(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def show_classes(evaluation: Evaluation, voice: Voice) -> None:
    """Up to a dozen classes as a table to read; more as one to scroll, with its first column in place."""
    if len(evaluation.labels) <= MOST_IN_A_TABLE:
        st.table(class_table(evaluation, voice), border="horizontal", hide_index=True)
        return
    names = {key: f"{METRICS[key].name}" for key in (*SHOWN, "f1")}
    frame = class_frame(evaluation)
    shares = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        frame[["class", "cases", "called", *names, *(["auc"] if "auc" in frame else [])]],
        hide_index=True,
        column_config={
            "class": st.column_config.TextColumn("Class", pinned=True),
            "cases": "Cases",
            "called": "Called",
            **{key: st.column_config.NumberColumn(name, format="%.2f") for key, name in names.items()},
            **{key: {**shares, "label": METRICS[key].name} for key in SHOWN},
            "auc": st.column_config.NumberColumn("AUC", format="%.3f"),
        },
    )
