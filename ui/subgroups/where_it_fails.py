"""Where errors concentrate: all combinations of up to three columns, looked at when the reader asks."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from predictions.problems import Problem
from reviews import View
from reviews.groups.where_it_fails import MOST_COLUMNS, WhereItFails, at_first, can_search, where_it_fails
from ui.parts import inputs, page
from ui.subgroups.settings import every_way
from ui.tables.cells import value_cell
from ui.tables.downloads import download
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import markdown
from words.findings.groups import where_it_fails as said

KEPT, ERRORS, COLUMNS = "where_it_fails", "where_errors", "where_columns"
SHOWN = 5


def show_where_it_fails(view: View) -> None:
    """Closed; searched when it is opened."""
    page.when_unfolded(said.EXPANDER, "subgroups_where", _show, view)


def _show(view: View) -> None:
    if not can_search(view):
        st.markdown(said.NEEDS_CASES)
        return
    kept, every = inputs.kept(KEPT, {ERRORS: "fnr"}), every_way(view)
    usual = [by.column for by in at_first(view)]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        inputs.segments("Errors", kept, ERRORS, said.TITLES)
        if len(every) > 1:
            most = f" (up to {MOST_COLUMNS})" if len(every) > MOST_COLUMNS else ""
            inputs.pills(f"Columns{most}", kept, COLUMNS, list(every), usual, MOST_COLUMNS)
    by = [each for name, each in every.items() if name in kept.get(COLUMNS, usual)]
    found = where_it_fails(view, view.interest, kept[ERRORS], by)
    if not found.by:
        st.markdown(said.NO_COLUMNS)
        return
    try:
        where = found.where
    except Problem as problem:  # an engine counts too many cases, or the file is gone
        st.markdown(markdown(str(problem), 300))
        return
    st.markdown(f"**{said.concentrated(where)}**")
    if found.search.groups:
        markdown_table(_read(found))
        st.caption(said.how(where, view.evaluation.is_weighted))
        download(lambda: _frame(found), "where-errors-concentrate", "Up to 100 groups with their numbers")


def _read(found: WhereItFails) -> pd.DataFrame:
    search = found.search
    overall = search.errors / search.cases
    rows = []
    for group in search.groups[:SHOWN]:
        member = found.member(group)
        rows.append(
            {
                header("Group"): f"**{markdown(member.title, 120)}**",
                said.RATES[found.key]: value_cell(found.rate(group), required=overall),
                said.SHRUNKEN: said.shrunken(group),
            }
        )
    return pd.DataFrame(rows)


def _frame(found: WhereItFails) -> pd.DataFrame:
    """As numbers, for a file."""
    rows = []
    for group in found.search.groups:
        member, rate = found.member(group), found.rate(group)
        own = {"columns": member.column, "group": member.value, "errors": group.errors, "cases": group.cases}
        own |= {"patients": group.patients, "rate": rate.value, "low": rate.low, "high": rate.high}
        rows.append(own | {"method": rate.method, "shrunken": group.shrunken, "level": found.view.level})
    return pd.DataFrame(rows)
