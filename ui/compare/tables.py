"""Who is right where the other is wrong: two by two, apart with the class and without it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from metrics.paired.paired_shares import PairedShare, not_inferior
from ui.compare.choices import Asked
from ui.compare.pair import Shares, shares_of
from ui.parts.help import header_of
from ui.parts.tables import header
from ui.state import session
from words import NBSP, Voice, sentence_case, whole
from words.findings.compare import (
    Names,
    difference_said,
    margin_said,
    p_said,
    points,
    points_interval,
    right_of,
    small_lines,
    verdict_said,
)
from words.findings.naive_intervals import times_wider

__all__ = ["show_all", "show_tables"]


def show_tables(shares: Shares, now: Asked, voice: Voice) -> None:
    """Who is right, apart among the cases of the class and among the others; all together only as a footnote."""
    names = now.safe()
    with st.grid(2, min_column_width=320, gap="medium"):
        with st.container():
            st.markdown(f"**{sentence_case(voice.group_phrase(shares.found.cases, now.label))}**")
            _one_table(shares.found, names, ("found it", "missed it"), "sensitivity_difference")
        with st.container():
            st.markdown(f"**The {whole(shares.cleared.cases)} other {now.study.unit[1]}**")
            _one_table(shares.cleared, names, ("did not call it", "called it"), "specificity_difference")
    right = shares.right
    st.caption(
        f"All {whole(right.cases)} {now.study.unit[1]} together: {names.model} is right in {right_of(right, True)}, "
        f"{names.reference} in {right_of(right, False)}; "
        f"difference of accuracy {difference_said(right, session.view().level)}. This mixes missed cases and false "
        "alarms, and follows whichever group is larger."
    )
    if now.margin:
        _show_margin(shares, now, names)


def _one_table(found: PairedShare, names: Names, right_wrong: tuple[str, str], key: str) -> None:
    if not found.cases:
        st.markdown(":gray[There are no such cases.]")
        return
    right, wrong = right_wrong
    rows = {
        header("Cases"): [f"**{names.reference}** {right}", f"**{names.reference}** {wrong}"],
        f"**{names.model}** {right}": [whole(found.both), f"**{whole(found.first_only)}**"],
        f"**{names.model}** {wrong}": [f"**{whole(found.second_only)}**", whole(found.neither)],
    }
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.markdown(
        f"{names.model} {right_of(found, True)}, {names.reference} {right_of(found, False)}.  \n"
        f"{header_of(key)}: {difference_said(found, session.view().level)}.  \n"
        f"**{sentence_case(verdict_said(found, names))}.**"
    )
    if found.is_clustered:
        st.caption(_naive(found))


def _naive(found: PairedShare) -> str:
    """The interval as if every row were a patient of its own, and how much wider the one that is used is."""
    wider = times_wider(found.difference, found.naive)
    said = f"If every row stood for itself: {points_interval(found.naive, found.cases)} (Newcombe)"
    return f"{said}; drawing whole patients makes it {wider}." if wider else f"{said}, which is too narrow."


def _show_margin(shares: Shares, now: Asked, names: Names) -> None:
    margin = now.margin or 0.0
    each = {"Sensitivity": shares.found, "Specificity": shares.cleared}
    said = [
        margin_said(name, found, not_inferior(found.difference, margin), margin, names)
        for name, found in each.items()
        if found.cases
    ]
    st.markdown("  \n".join(["**Not inferior?**", *said]))


def show_all(now: Asked) -> None:
    """Every model against the reference, a row each; with two models the page says it already."""
    if len(now.others) < 2:
        return
    st.subheader(f"Every model against {now.safe().reference}", anchor=False)
    rows = [_model_row(now, model) for model in now.others]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def _model_row(now: Asked, model: int) -> dict[str, str]:
    names, shares = now.safe(model), shares_of(now, model, now.label)
    row = {header("Model"): f"**{names.model}**"}
    keys = {"sensitivity_difference": "found", "specificity_difference": "cleared"}
    if shares is None:
        return row | {header_of(key): ":gray[no common cases]" for key in keys}
    return row | {header_of(key): _share_cell(getattr(shares, part), names) for key, part in keys.items()}


def _share_cell(found: PairedShare, names: Names) -> str:
    if not found.cases:
        return ":gray[no cases]"
    counts = f"{whole(found.first_only)}{NBSP}against{NBSP}{whole(found.second_only)}"
    value, interval = points(found.difference.value, found.cases), points_interval(found.difference, found.cases)
    return small_lines(f"**{value}** ({counts})", interval, p_said(found.p), verdict_said(found, names))
