"""Who is right where the other is wrong: two by two, apart with the class and without it; then every model in a row."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from metrics.paired.paired_shares import PairedShare, non_inferior
from ui.compare.comparison import Comparison
from ui.compare.shares import Shares, shares_of
from ui.parts.help import header_of
from ui.parts.tables import header
from words import NBSP, sentence_case, whole
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


def show_two_by_two(shares: Shares, now: Comparison) -> None:
    """Who is right, apart among the cases of the class and among the others; all together only as a footnote."""
    names, unit, right = now.safe, now.study.unit, shares.accuracy
    with st.grid(2, min_column_width=320, gap="medium"):
        with st.container():
            group = now.view.voice.group_phrase(shares.sensitivity.cases, now.label)
            st.markdown(f"**{sentence_case(group)}**")
            _show_table(shares.sensitivity, now, ("found it", "missed it"), "sensitivity_difference")
        with st.container():
            st.markdown(f"**The {whole(shares.specificity.cases)} other {unit[1]}**")
            _show_table(shares.specificity, now, ("did not call it", "called it"), "specificity_difference")
    st.caption(
        f"All {whole(right.cases)} {unit[1]} together: {names.model} is right in {right_of(right, True)}, "
        f"{names.reference} in {right_of(right, False)}; difference of accuracy {difference_said(right, now.level)}. "
        "This mixes missed cases and false alarms, and follows whichever group is larger."
    )
    if now.margin:
        _show_margin(shares, now.margin, names)


def _show_table(share: PairedShare, now: Comparison, right_wrong: tuple[str, str], key: str) -> None:
    if not share.cases:
        st.markdown(":gray[There are no such cases.]")
        return
    names, (right, wrong) = now.safe, right_wrong
    rows = {
        header("Cases"): [f"**{names.reference}** {right}", f"**{names.reference}** {wrong}"],
        f"**{names.model}** {right}": [whole(share.both), f"**{whole(share.first_only)}**"],
        f"**{names.model}** {wrong}": [f"**{whole(share.second_only)}**", whole(share.neither)],
    }
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.markdown(
        f"{names.model} {right_of(share, True)}, {names.reference} {right_of(share, False)}.  \n"
        f"{header_of(key)}: {difference_said(share, now.level)}.  \n"
        f"**{sentence_case(verdict_said(share, names))}.**"
    )
    if share.is_clustered:
        st.caption(_naive(share))


def _naive(share: PairedShare) -> str:
    """The interval as if every row were a patient of its own, and how much wider the one that is used is."""
    wider = times_wider(share.difference, share.naive)
    said = f"If every row stood for itself: {points_interval(share.naive, share.cases)} (Newcombe)"
    return f"{said}; drawing whole patients makes it {wider}." if wider else f"{said}, which is too narrow."


def _show_margin(shares: Shares, margin: float, names: Names) -> None:
    """Whether the model is not inferior by the margin, a share, in sensitivity and in specificity."""
    said = [
        margin_said(name, share, non_inferior(share.difference, margin), margin, names)
        for name, share in (("Sensitivity", shares.sensitivity), ("Specificity", shares.specificity))
        if share.cases
    ]
    st.markdown("  \n".join(["**Not inferior?**", *said]))


def show_every_model(now: Comparison) -> None:
    """Every model against the reference, a row each; with two models the page says it already."""
    if len(now.others) < 2:
        return
    st.subheader(f"Every model against {now.safe.reference}", anchor=False)
    rows = [_model_row(now.of(model)) for model in now.others]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def _model_row(now: Comparison) -> dict[str, str]:
    shares, row = shares_of(now), {header("Model"): f"**{now.safe.model}**"}
    for share in ("sensitivity", "specificity"):
        said = _share_cell(getattr(shares, share), now.safe) if shares else ":gray[no common cases]"
        row[header_of(f"{share}_difference")] = said
    return row


def _share_cell(share: PairedShare, names: Names) -> str:
    if not share.cases:
        return ":gray[no cases]"
    counts = f"{whole(share.first_only)}{NBSP}against{NBSP}{whole(share.second_only)}"
    value, interval = points(share.difference.value, share.cases), points_interval(share.difference, share.cases)
    return small_lines(f"**{value}** ({counts})", interval, p_said(share.p), verdict_said(share, names))
