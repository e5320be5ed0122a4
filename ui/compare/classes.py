"""Every class of two models: differences of sensitivity or specificity in one picture, with p-values for several."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

import charts
from metrics.paired.paired_shares import PairedShare, holm
from ui.compare.choices import Asked
from ui.compare.pair import as_numbers, shares_of
from ui.parts.help import header_of
from ui.parts.page import numbers_heading
from ui.parts.tables import MOST_IN_A_TABLE, header
from ui.state import session, widgets
from words import NBSP, Voice, counted, distinct, whole
from words.findings.compare import p_said, p_value, points, points_interval, right_of, small_lines, verdict_said

__all__ = ["show"]

SHARE = "pick_compare_share"
KINDS = {"sensitivity": "Sensitivity", "specificity": "Specificity"}
MOST_CLASSES = 40


def show(now: Asked, voice: Voice) -> None:
    """The chosen share of every class, worst evidence included; the p-values are adjusted for their number."""
    kind = widgets.state.get(SHARE) or "sensitivity"
    labels = _labels(now)
    found = [_share(now, label, kind) for label in labels]
    adjusted = holm([each.p for each in found]).tolist()
    numbers_heading(
        _frame(now, labels, found, adjusted), "compare-classes", f"{KINDS[kind]} of every class", "Every class"
    )
    widgets.state[SHARE] = kind
    st.segmented_control(
        "Share",
        list(KINDS),
        format_func=KINDS.__getitem__,
        key=widgets.key(SHARE),
        label_visibility="collapsed",
        required=True,
        wrap=True,
    )
    names, styles = now.names(), charts.class_styles(len(now.study.labels), session.view().normal)
    rows = [
        charts.ForestRow(
            now.study.labels[label],
            each.difference,
            each.cases,
            each.verdict in ("first", "second"),
            counted(each.cases, now.study.unit),
            styles[label],
        )
        for label, each in zip(labels, found, strict=True)
    ]
    st.plotly_chart(
        charts.forest(rows, names.model, names.reference),
        config=charts.CONFIG,
        alt=charts.forest_alt(f"{KINDS[kind]} of every class", rows, names.model, names.reference),
        key="compare_classes",
    )
    _show_table(now, voice, labels, found, adjusted)
    cut = (
        f" The {MOST_CLASSES} largest of {whole(len(now.study.labels))} classes." if len(labels) == MOST_CLASSES else ""
    )
    st.caption(
        f"Looking at {whole(len(labels))} classes finds differences by chance: p-values are adjusted for it (Holm), "
        f"intervals are not.{cut}"
    )


def _labels(now: Asked) -> list[int]:
    """Every class in the order of the file; of very many those with most cases."""
    size = len(now.study.labels)
    if size <= MOST_CLASSES:
        return list(range(size))
    largest = sorted(range(size), key=lambda label: -_share(now, label, "sensitivity").cases)
    return sorted(largest[:MOST_CLASSES])


def _share(now: Asked, label: int, kind: str) -> PairedShare:
    shares = shares_of(now, now.model, label)
    assert shares is not None
    return shares.found if kind == "sensitivity" else shares.cleared


def _show_table(now: Asked, voice: Voice, labels: list[int], found: list[PairedShare], adjusted: list[float]) -> None:
    if len(labels) > MOST_IN_A_TABLE:
        st.dataframe(
            _plain_table(now, labels, found, adjusted), hide_index=True, placeholder="",
            column_config={"Class": st.column_config.TextColumn(pinned=True)},
        )  # fmt: skip
        return
    names = now.safe()
    kind = widgets.state[SHARE]
    rows = [
        {
            header("Class"): f"**{voice.names[label]}**",
            f"**{names.model}**": right_of(each, True),
            f"**{names.reference}**": right_of(each, False),
            header_of(f"{kind}_difference"): _difference_cell(each),
            header_of("holm"): p_said(p) or ":gray[no test]",
            "**Verdict**": verdict_said(each, names),
        }
        for label, each, p in zip(labels, found, adjusted, strict=True)
    ]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def _difference_cell(found: PairedShare) -> str:
    if not found.difference.is_defined:
        return ":gray[not estimable]"
    value = points(found.difference.value, found.cases)
    return small_lines(f"**{value}**", points_interval(found.difference, found.cases))


def _plain_table(now: Asked, labels: list[int], found: list[PairedShare], adjusted: list[float]) -> pd.DataFrame:
    """The same as plain text, a line per class."""
    names, shown = now.names(), distinct(now.study.labels)
    rows = [
        {
            "Class": shown[label],
            "Cases": each.cases,
            f"Only {names.model} right": each.first_only,
            f"Only {names.reference} right": each.second_only,
            "Difference": f"{points(each.difference.value, each.cases)} · "
            f"{points_interval(each.difference, each.cases)}".replace(NBSP, " "),
            "Holm p": p_value(p) or "no test",
            "Verdict": verdict_said(each, names),
        }
        for label, each, p in zip(labels, found, adjusted, strict=True)
    ]
    return pd.DataFrame(rows)


def _frame(now: Asked, labels: list[int], found: list[PairedShare], adjusted: list[float]) -> pd.DataFrame:
    rows = [
        {"class": now.study.labels[label]} | as_numbers(each) | {"p, Holm": None if math.isnan(p) else p}
        for label, each, p in zip(labels, found, adjusted, strict=True)
    ]
    return pd.DataFrame(rows)
