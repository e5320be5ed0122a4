"""Each group as if its patients were as old, or as often at one site, as those of the rest."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from metrics.subgroups.standardised import Standardised
from predictions.groups.by import By
from reviews.groups.page import KEYS, Chosen, offered
from reviews.groups.subgroups import Subgroups
from ui.parts import inputs, page
from ui.tables.cells import value_cell
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import percent
from words.findings.finding import sentences
from words.findings.groups import case_mix as said
from words.findings.groups.named import in_markdown

KEPT, MIX = "case_mix", "subgroups_mix"


def show_case_mix(found: Chosen) -> None:
    """Closed. Needs two columns."""
    every = [by for by in offered(found.view) if not by.period]
    if len(every) >= 2 and found.columns:
        page.when_unfolded(said.TITLE, "subgroups_case_mix", _show, found, every)


def _show(found: Chosen, every: list[By]) -> None:
    kept, names = inputs.kept(KEPT, {}), [by.column for by in every]
    inputs.pills(said.ADJUST, kept, MIX, names, names[:1])
    mix = tuple(by for by in every if by.column in kept.get(MIX, names[:1]))
    if not 1 <= len(mix) <= said.MOST:
        st.caption(said.TAKES)
        return
    shown = [each for each in found.columns if not {by.column for by in each.by} & {by.column for by in mix}]
    for column in shown:
        markdown_table(read(column, mix))
    by_rows = [each.column for each in shown if each.mixes_by_rows(mix)]
    are_absent = any(_are_absent(column, mix) for column in shown)
    st.caption(sentences(said.means([by.column for by in mix], are_absent), said.by_rows(by_rows)))


def _are_absent(column: Subgroups, mix: tuple[By, ...]) -> bool:
    """Whether a shown rate lacks some of the rest."""
    every = (column.at_case_mix(mix, group, key) for group in range(len(column.groups)) for key in KEYS)
    return any(found.own.is_defined and found.absent for found in every)


def read(column: Subgroups, mix: tuple[By, ...]) -> pd.DataFrame:
    """Each group's own rate, the same at the case mix of the rest, and the rate of the rest."""
    rows = []
    for group, member in enumerate(column.groups):
        row = {header("Group"): f"**{in_markdown(member.title)}**"}
        for key in KEYS:
            rate, found = column.rates(group)[key], column.at_case_mix(mix, group, key)
            row |= dict(
                zip(
                    said.HEADS[key],
                    (_own(rate.is_defined, value_cell(rate)), *_at_mix(found, column, group, key)),
                    strict=True,
                )
            )
        rows.append(row)
    return pd.DataFrame(rows)


def _own(is_defined: bool, shown: str) -> str:
    return shown if is_defined else said.NOT_ASSESSABLE


def _at_mix(found: Standardised, column: Subgroups, group: int, key: str) -> tuple[str, str]:
    if not found.own.is_defined:
        return said.NOT_ASSESSABLE, ""
    trials = column.rates(group)[key].trials
    own = said.rate(found.own, trials or 0)
    absent = said.absent(found.absent, found.of)
    return f"**{own}**" + (f"  \n:small[{absent}]" if absent else ""), percent(found.rest, found.of)
