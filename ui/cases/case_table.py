"""A list of single cases as a table with its download: the one way in which pages show rows of the file."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from predictions.cases.case_list import SAID, TRUTH, CaseList, score_column
from predictions.cases.filters import CaseFilter, among, matching
from predictions.cases.kinds import CaseKind, CaseOrder
from predictions.study import Study
from reviews import View
from reviews.cache import Cache
from reviews.frames import amounts_of, starts_of
from ui.cases.pick_cases import pick_order, pick_page
from ui.cases.selection import PAGE_ROWS, Selection, row_selection
from ui.parts.downloads import DownloadPolicy, download
from ui.parts.tables import list_height
from ui.state import choices
from words import Voice, counted, markdown, whole
from words.findings.cases import Matching, cases_finding, confident_said, narrowed_said, order_said
from words.findings.finding import Finding
from words.text.times import clock

MOST_TAKEN = 20_000  # a workbook of more would take a minute
MOST_OF_CELL = 200
HEIGHT = 470
TIME = "time"


@dataclass(frozen=True, eq=False)
class FoundCases:
    """Row numbers of the cases that match, in their order, and how many of how many they are."""

    rows: np.ndarray
    matching: Matching
    incorrect: int
    confidence: int

    @property
    def mixed(self) -> bool:
        """Whether correct predictions are among them as well as incorrect ones."""
        return 0 < self.incorrect < len(self.rows)


def find_cases(cases: CaseList, selection: Selection, view: View) -> FoundCases:
    """The cases that match what is asked for; the last of them are found again when the page is."""
    last = view.cached(("listed cases",), lambda: Cache(1))
    key = cases, selection.wanted, selection.order
    return last.get(key, lambda: _found(cases, selection.wanted, selection.order))


def _found(cases: CaseList, wanted: CaseFilter, order: CaseOrder) -> FoundCases:
    rows = cases.listed(matching(cases, wanted), order)
    counted_cases = Matching(
        number=len(rows),
        among=int(among(cases, wanted).sum()),
        kinds=wanted.kinds,
        truth=wanted.truth,
        predicted=wanted.predicted,
        least=wanted.least,
        as_normal=None if wanted.normal is None else int((cases.predictions.predicted[rows] == wanted.normal).sum()),
        other="" if wanted.against is None else markdown(choices.model_names(cases.study)[wanted.against], 40),
    )
    incorrect = cases.incorrect[rows]
    confidence = int((cases.confidence(rows[incorrect]) >= wanted.least).sum())
    return FoundCases(rows, counted_cases, int(incorrect.sum()), confidence)


def finding(cases: CaseList, selection: Selection, found: FoundCases, view: View) -> Finding:
    """How many cases match; then by what the list is narrowed, and how many errors are confident."""
    wanted, amounts = selection.wanted, amounts_of(view)
    column, value = (markdown(each or "", 40) for each in (wanted.group, wanted.value))
    details = [narrowed_said(column, value, markdown(wanted.case_id, 40))]
    if cases.has_confidence and CaseKind.CONFIDENT not in wanted.kinds:
        details.append(confident_said(found.confidence, found.incorrect, wanted.least, amounts))
    return Finding(cases_finding(found.matching, view.voice, amounts), " ".join(part for part in details if part))


def show_case_table(cases: CaseList, selection: Selection, found: FoundCases, view: View) -> int:
    """The page of the list that is open, with its order, pages and download; the place of the opened case in it."""
    pages = -(-len(found.rows) // PAGE_ROWS)
    selection = replace(selection, page=min(selection.page, pages))
    start, voice = (selection.page - 1) * PAGE_ROWS, view.voice
    listed = cases.frame(found.rows[start : start + PAGE_ROWS])
    selection = replace(selection, row=min(selection.row, len(listed) - 1))
    if cases.has_confidence:
        pick_order(selection, voice)
    here = f" {whole(start + 1)} to {whole(start + len(listed))} of {whole(len(found.rows))}." if pages > 1 else ""
    st.caption(order_said(selection.order, cases.has_confidence, found.mixed, voice) + here)
    taken = min(len(found.rows), MOST_TAKEN)
    unit = cases.study.unit
    what = f"The {counted(taken, unit)} of this list"
    if taken < len(found.rows):
        what = f"The first {counted(taken, unit)} of this list of {whole(len(found.rows))}"
    shown = _with_time(view, listed, found.rows[start : start + PAGE_ROWS])
    _rows(cases, shown, HEIGHT, **row_selection(selection))
    pick_page(selection, len(found.rows))
    _take(cases.study, listed, what, lambda: cases.frame(found.rows[:taken]))
    return start + selection.row


def _with_time(view: View, listed: pd.DataFrame, rows: np.ndarray) -> pd.DataFrame:
    """The same with when each frame begins, before the true class; as it is where rows are no frames."""
    starts = starts_of(view, rows)
    if starts is None or TIME in listed:
        return listed
    fine, place = (amounts_of(view).seconds or 1) < 1, listed.columns.get_loc(TRUTH)
    said = ["" if math.isnan(each) else clock(each, fine) for each in starts.tolist()]
    return pd.concat([listed.iloc[:, :place], pd.Series(said, name=TIME), listed.iloc[:, place:]], axis=1)


def show_most_confident_of_cell(cases: CaseList, wanted: CaseFilter, voice: Voice, height: int) -> None:
    """The cases of one cell of the matrix, most confident first, with the scores of its two classes. height: px."""
    rows, unit = cases.listed(matching(cases, wanted), CaseOrder.CONFIDENT), cases.study.unit
    listed = _of_cell(cases.frame(rows[:MOST_OF_CELL]), cases, wanted)
    how = order_said(CaseOrder.CONFIDENT, cases.has_confidence, False, voice)
    if listed.columns.empty:
        st.caption(f"{how} No further columns.")
        return
    shown = f" The first {len(listed)} of {counted(len(rows), unit)}." if len(rows) > MOST_OF_CELL else ""
    _rows(cases, listed, height)
    st.caption(how + shown)
    _take(cases.study, listed, f"The listed {unit[1]}")


def _of_cell(listed: pd.DataFrame, cases: CaseList, wanted: CaseFilter) -> pd.DataFrame:
    """The id and the scores of the two classes, then what else the cases of the cell do not have in common."""
    every = [score_column(name) for name in cases.labels]
    two = [every[code] for code in (wanted.predicted, wanted.truth) if code is not None and every[code] in listed]
    others = [name for name in listed.columns if name not in {*every, TRUTH, SAID}]
    return listed[[*others[:1], *dict.fromkeys(two), *others[1:]]]


def _rows(cases: CaseList, listed: pd.DataFrame, height: int, **selection: Any) -> None:
    """As many decimals in every row; without the split, which the title line says."""
    hidden = {cases.study.mapping.split} if cases.split is not None else set()
    scores = {score_column(name): st.column_config.NumberColumn(format="%.3f") for name in cases.labels}
    st.dataframe(
        listed.drop(columns=[name for name in listed.columns if name in hidden]),
        hide_index=True,
        height=list_height(len(listed), height),
        placeholder="",
        column_config=scores,
        **selection,
    )


def _take(study: Study, listed: pd.DataFrame, what: str, load_all: Callable[[], pd.DataFrame] | None = None) -> None:
    """The download, which asks first. load_all: makes all rows that are taken, where only some are shown."""
    download(listed, "cases", what, DownloadPolicy.of_cases(study, listed.columns, load_all))
