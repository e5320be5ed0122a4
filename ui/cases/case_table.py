"""A list of single cases as a table with its download: the one way in which pages show rows of the file."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from predictions.cases.case_list import SAID, TRUTH, CaseList, score_column
from predictions.cases.filters import CaseFilter
from predictions.cases.finding import Cases, Found, Listed, find
from predictions.cases.kinds import CaseKind, CaseOrder
from predictions.study import Study
from reviews import View
from reviews.cache import Cache
from reviews.frames import amounts_of, starts_of
from ui.cases.pick_cases import pick_order, pick_page
from ui.cases.selection import PAGE_ROWS, Selection, row_selection
from ui.tables.downloads import DownloadPolicy, download
from ui.tables.layout import ROW, list_height
from words import Voice, counted, distinct, markdown, whole
from words.findings.cases.asked import ConfidentScores, Matching
from words.findings.cases.listed import cases_finding, confident_said, fetched_said, narrowed_said, order_said
from words.findings.finding import Finding
from words.text.names import names_of_models
from words.text.times import clock
from words.text.voice import IN_COLUMN

MOST_TAKEN = 20_000  # a workbook of more would take a minute
MOST_OF_CELL = 200
HEIGHT = 470
LONG_HEAD, LONG = 22, 190  # characters; px
USUAL, OF_CLASS = 15, 185  # characters; px
TIME = "time"


def find_cases(cases: Cases, selection: Selection, view: View) -> Found:
    """The cases that match what is asked for; the last of them are found again when the page is."""
    last = view.cached(("listed cases",), lambda: Cache(1))
    key = cases, selection.wanted, selection.order
    return last.get(key, lambda: find(*key))


def _matching(cases: Cases, wanted: CaseFilter, found: Found) -> Matching:
    return Matching(
        number=found.number,
        among=found.among,
        kinds=wanted.kinds,
        truth=wanted.truth,
        predicted=wanted.predicted,
        confident=_confident_scores(cases, wanted, found),
        as_normal=found.as_normal,
        other="" if wanted.against is None else markdown(names_of_models(cases.study.model_names)[wanted.against], 40),
        is_narrowed=bool(wanted.group or wanted.case_id),
    )


def _confident_scores(cases: Cases, wanted: CaseFilter, found: Found) -> ConfidentScores:
    """Of a lone score those that the errors of the list may have: 1 - s is the confidence in the other class."""
    if cases.lone is None:
        return ConfidentScores(wanted.least)
    least, predicted = wanted.least, found.errors_as or {0, 1}
    most = round(1 - least, 12) if cases.has_probabilities else 0.0 - least
    return ConfidentScores(least if cases.lone in predicted else None, most if 1 - cases.lone in predicted else None)


def finding(cases: Cases, selection: Selection, found: Found, view: View) -> Finding:
    """How many cases match; then by what the list is narrowed, and how many errors are confident."""
    wanted, amounts = selection.wanted, amounts_of(view)
    column, value = (markdown(each or "", 40) for each in (wanted.group, wanted.value))
    details = [narrowed_said(column, value, markdown(wanted.case_id, 40))]
    if cases.has_confidence and CaseKind.CONFIDENT not in wanted.kinds:
        scores = _confident_scores(cases, wanted, found)
        details.append(confident_said(found.confident, found.incorrect, scores, amounts))
    return Finding(
        cases_finding(_matching(cases, wanted, found), view.voice, amounts), " ".join(part for part in details if part)
    )


def page_shown(selection: Selection, found: Found) -> tuple[Selection, Listed | None]:
    """The page of the list that is open, as far as there is one, and its cases; None where none matches."""
    if not found.number:
        return selection, None
    page = min(selection.page, -(-found.most // PAGE_ROWS))
    listed = found.listed((page - 1) * PAGE_ROWS, page * PAGE_ROWS)
    return replace(selection, page=page, row=min(selection.row, len(listed.rows) - 1)), listed


def show_case_table(cases: Cases, selection: Selection, found: Found, page: Listed, view: View) -> None:
    """The open page of the list, with its order, the other pages and its download."""
    start, voice, study = (selection.page - 1) * PAGE_ROWS, view.voice, view.study
    listed = page.cases.frame(page.rows)
    is_named = pick_order(cases, selection, voice)
    several = found.number > PAGE_ROWS
    here = f"{whole(start + 1)} to {whole(start + len(listed))} of {whole(found.number)}." if several else ""
    order = order_said(selection.order, cases.has_confidence, found.is_mixed, voice, is_named)
    fetched = fetched_said(len(listed), found.number, found.most, markdown(_source(study), 60))
    if said := " ".join(filter(None, (order, here, fetched if found.is_fetched else ""))):
        st.caption(said)
    _rows(cases, _with_time(view, listed, page.rows), HEIGHT, **row_selection(selection))
    pick_page(selection, found.most)
    if found.is_fetched:
        _take(study, listed, f"The listed {study.unit[1]}")
        return
    taken = min(found.number, MOST_TAKEN)
    what = f"The {counted(taken, study.unit)} of this list"
    if taken < found.number:
        what = f"The first {counted(taken, study.unit)} of this list of {whole(found.number)}"
    _take(study, listed, what, lambda: _frame(found.listed(0, taken)))


def _source(study: Study) -> str:
    return study.files[0].name if study.files else study.name


def _frame(listed: Listed) -> pd.DataFrame:
    return listed.cases.frame(listed.rows)


def _with_time(view: View, listed: pd.DataFrame, rows: np.ndarray) -> pd.DataFrame:
    """The same with when each frame begins, before the true class; as it is where rows are no frames."""
    starts = starts_of(view, rows)
    if starts is None or TIME in listed:
        return listed
    fine, place = (amounts_of(view).seconds or 1) < 1, listed.columns.get_loc(TRUTH)
    said = ["" if math.isnan(each) else clock(each, fine) for each in starts.tolist()]
    return pd.concat([listed.iloc[:, :place], pd.Series(said, name=TIME), listed.iloc[:, place:]], axis=1)


def show_most_confident_of_cell(
    cases: Cases, wanted: CaseFilter, voice: Voice, height: int
) -> Callable[[], None] | None:
    """The cases of one cell of the matrix, most confident first, with the scores of its two classes. height: px.

    What shows their download, where there is a list.
    """
    found, unit = find(cases, wanted, CaseOrder.CONFIDENT), cases.study.unit
    page = found.listed(0, min(found.at_once, MOST_OF_CELL))
    listed = _of_cell(_frame(page), page.cases, wanted)
    how = order_said(CaseOrder.CONFIDENT, cases.has_confidence, False, voice)
    if listed.columns.empty:
        st.caption(f"{how} No further columns.")
        return None
    shown = f" The first {len(listed)} of {counted(found.number, unit)}." if found.number > len(listed) else ""
    _rows(cases, listed, height)
    st.caption(how + shown)
    return partial(_take, cases.study, listed, f"The listed {unit[1]}")


def _of_cell(listed: pd.DataFrame, cases: CaseList, wanted: CaseFilter) -> pd.DataFrame:
    """The id and the scores of the two classes, then what else the cases of the cell do not have in common."""
    every = [score_column(name) for name in cases.labels]
    two = [every[code] for code in (wanted.predicted, wanted.truth) if code is not None and every[code] in listed]
    others = [name for name in listed.columns if name not in {*every, TRUTH, SAID}]
    return listed[[*others[:1], *dict.fromkeys(two), *others[1:]]]


def _rows(cases: Cases, listed: pd.DataFrame, height: int, **selection: Any) -> None:
    """As many decimals in every row; without the split, which the title line says."""
    hidden = {cases.study.mapping.split} if cases.split is not None else set()
    heads = [score_column(name) for name in cases.labels]
    widths = [LONG if len(head) > LONG_HEAD else None for head in heads]  # under a wider head numbers are out of sight
    each = (st.column_config.NumberColumn(format="%.3f", width=width) for width in widths)
    scores = dict(zip(heads, each, strict=True))
    shown = listed.drop(columns=[name for name in listed.columns if name in hidden])
    st.dataframe(
        shown.assign(**_narrow_names(cases, shown)),
        hide_index=True,
        height=list_height(len(listed), height),
        row_height=ROW,
        placeholder="",
        column_config=scores | _wide_enough(cases),
        **selection,
    )


def _narrow_names(cases: Cases, listed: pd.DataFrame) -> dict[str, pd.Series]:
    """The classes as a narrow column shows them; the case that is read has the whole names."""
    narrow = dict(zip(cases.labels, distinct(cases.labels, IN_COLUMN), strict=True))
    return {name: listed[name].map(narrow) for name in (TRUTH, SAID) if name in listed}


def _wide_enough(cases: Cases) -> dict[str, Any]:
    """The browser measures the first rows alone."""
    longest = max(map(len, distinct(cases.labels, IN_COLUMN)), default=0)
    return dict.fromkeys((TRUTH, SAID), st.column_config.TextColumn(width=OF_CLASS)) if longest > USUAL else {}


def _take(study: Study, listed: pd.DataFrame, what: str, load_all: Callable[[], pd.DataFrame] | None = None) -> None:
    """The download, which asks first. load_all: makes all rows that are taken, where only some are shown."""
    download(listed, "cases", what, DownloadPolicy.of_cases(study, listed.columns, load_all))
