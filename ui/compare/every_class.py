"""Every class of two models: differences of sensitivity or specificity in one picture, with p-values for several."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

import charts
from metrics.paired.multiplicity import adjusted
from metrics.paired.paired_shares import PairedShare
from predictions.slices.paired_models import Pair
from ui.compare.comparison import Comparison
from ui.compare.shares import as_numbers, shares_of_class
from ui.parts import inputs
from ui.parts.downloads import numbers_heading
from ui.parts.help import header_of
from ui.parts.tables import MOST_IN_A_TABLE, header
from words import NBSP, counted, distinct, whole
from words.findings.compare import p_said, p_value, points, points_interval, right_of, small_lines, verdict_said

SHARE, KEPT = "pick_compare_share", "compare_shares"
SHARES = {"sensitivity": "Sensitivity", "specificity": "Specificity"}
MOST_CLASSES = 40
Row = tuple[int, PairedShare, float]  # the position of a class, its share, the p-value adjusted for the other classes


def show_every_class(pair: Pair, now: Comparison) -> None:
    """The chosen share of every class; the p-values are adjusted for their number."""
    kept = inputs.kept(KEPT, {SHARE: "sensitivity"})
    share = kept[SHARE]
    rows = _rows(pair, now, share)
    name = f"{SHARES[share]} of every class"
    numbers_heading(_frame(now, rows), "compare-classes", name, "Every class")
    inputs.segments("Share", kept, SHARE, SHARES, label_visibility="collapsed")
    _show_picture(now, name, rows)
    if len(rows) > MOST_IN_A_TABLE:
        pinned = {"Class": st.column_config.TextColumn(pinned=True)}
        st.dataframe(_plain_table(now, rows), hide_index=True, placeholder="", column_config=pinned)
    else:
        st.table(_table(now, share, rows), border="horizontal", hide_index=True)
    cut = f" The {MOST_CLASSES} largest of {whole(len(now.study.labels))} classes." if len(rows) == MOST_CLASSES else ""
    st.caption(
        f"Looking at {whole(len(rows))} classes finds differences by chance: p values are adjusted (Bonferroni), "
        f"intervals are not.{cut}"
    )


def _rows(pair: Pair, now: Comparison, share: str) -> list[Row]:
    """Every class in the order of the file; of very many those with most cases."""
    labels = list(range(len(now.study.labels)))
    if len(labels) > MOST_CLASSES:
        largest = sorted(labels, key=lambda label: -shares_of_class(pair, now, label).sensitivity.cases)
        labels = sorted(largest[:MOST_CLASSES])
    found: list[PairedShare] = [getattr(shares_of_class(pair, now, label), share) for label in labels]
    return [(label, each, adjusted(each.p, len(found))) for label, each in zip(labels, found, strict=True)]


def _show_picture(now: Comparison, name: str, rows: list[Row]) -> None:
    names, labels = now.names, now.study.labels
    styles = charts.class_styles(len(labels), now.view.normal)
    drawn = [
        charts.ForestRow(
            labels[label],
            share.difference,
            share.cases,
            share.verdict in ("first", "second"),
            counted(share.cases, now.study.unit),
            styles[label],
        )
        for label, share, _ in rows
    ]
    st.plotly_chart(
        charts.forest(drawn, names.model, names.reference),
        config=charts.CONFIG,
        alt=charts.forest_alt(name, drawn, names.model, names.reference),
        key="compare_classes",
    )


def _table(now: Comparison, share: str, rows: list[Row]) -> pd.DataFrame:
    """A line per class in Markdown."""
    names = now.safe
    lines = [
        {
            header("Class"): f"**{now.view.voice.names[label]}**",
            f"**{names.model}**": right_of(each, True),
            f"**{names.reference}**": right_of(each, False),
            header_of(f"{share}_difference"): _difference_cell(each),
            header_of("adjusted_p"): p_said(p) or ":gray[no test]",
            "**Verdict**": verdict_said(each, names),
        }
        for label, each, p in rows
    ]
    return pd.DataFrame(lines)


def _difference_cell(share: PairedShare) -> str:
    if not share.difference.is_defined:
        return ":gray[not estimable]"
    value = points(share.difference.value, share.cases)
    return small_lines(f"**{value}**", points_interval(share.difference, share.cases))


def _plain_table(now: Comparison, rows: list[Row]) -> pd.DataFrame:
    """A line per class as plain text."""
    names, shown = now.names, distinct(now.study.labels)
    lines = [
        {
            "Class": shown[label],
            "Cases": each.cases,
            f"Only {names.model} right": each.first_only,
            f"Only {names.reference} right": each.second_only,
            "Difference": f"{points(each.difference.value, each.cases)} · "
            f"{points_interval(each.difference, each.cases)}".replace(NBSP, " "),
            "Adjusted p": p_value(p) or "no test",
            "Verdict": verdict_said(each, names),
        }
        for label, each, p in rows
    ]
    return pd.DataFrame(lines)


def _frame(now: Comparison, rows: list[Row]) -> pd.DataFrame:
    """A line per class as numbers."""
    lines = [
        {"class": now.study.labels[label]} | as_numbers(each) | {"adjusted p": None if math.isnan(p) else p}
        for label, each, p in rows
    ]
    return pd.DataFrame(lines)
