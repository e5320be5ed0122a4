"""The errors of the matrix, most dangerous first, with what part of the true class and of the predictions they are."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from charts.html.cell_marks import ROW_HEIGHT, source
from metrics import Estimate
from metrics.danger import errors_by_danger
from metrics.intervals.analytic import proportion_interval
from predictions.cases.case_list import CaseList
from predictions.study import Capability
from reviews import View
from reviews.frames import amounts_of
from ui.cases.selection import case_list
from ui.confusion import in_time, matrix_cell
from ui.parts import page
from ui.state import widgets
from ui.tables.cells import end_of_scale, value_cell
from ui.tables.downloads import download, numbers_heading
from ui.tables.shown import markdown_table
from ui.timeline.timeline import Timeline
from words import percent_of
from words.findings.confusion import Cell, kind_of, marks_said
from words.text.numbers import FEW, NBSP, decimal, interval

MOST_ROWS = 6
LIST, ALL = "error_list", "all_errors"
LIST_HEIGHT = 460
MEDIAN = f"Median{NBSP}score of{NBSP}the{NBSP}prediction"  # at most two lines
EVERY_ERROR = "Every error with its counts"
UNDEFINED = Estimate(float("nan"))


def show_errors(view: View, timeline: Timeline | None) -> None:
    """A table of the first six, the others folded away; of few classes all in one table. timeline: of phases."""
    cells = errors_by_danger(view.evaluation.matrix, view.voice.order, view.normal)
    if not cells:
        return
    few = len(view.voice.names) <= 3
    shown = cells if few else sorted(cells, key=lambda cell: -view.evaluation.matrix.cells[cell])[:MOST_ROWS]
    title = "All errors, most dangerous first" if few else "Largest errors"
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(title, anchor=in_time.ERRORS, width="content")
        download(error_frame(view, cells), "errors", EVERY_ERROR)
    if timeline:
        rows, said = [in_time.error_row(timeline, cell) for cell in shown], in_time.marks_said(timeline)
    else:
        rows, said = _table(view, shown)
    markdown_table(pd.DataFrame(rows))
    if said:
        st.caption(said)
    if len(cells) > len(shown):
        page.when_unfolded(f"All {len(cells)} errors", ALL, _list, view, cells)


def _table(view: View, cells: list[Cell]) -> tuple[list[dict[str, str]], str]:
    """The rows, and what stands below each value; each column of marks has a scale of its own."""
    parts = [view.evaluation.part_of_cell(*cell) for cell in cells]
    of_class, of_predictions = (end_of_scale(column) for column in zip(*parts, strict=True))
    rows, medians = [], _median_scores(view, cells)
    for cell, (within_class, within_predictions) in zip(cells, parts, strict=True):
        kind = kind_of(cell, view.voice)
        said = f"**{view.voice.numbered(cell[0])} →{NBSP}{view.voice.numbered(cell[1])}**"
        rows.append({
            in_time.ERROR: said + (f"  \n:small[{kind}]" if kind else ""),
            "Of the true class": value_cell(within_class, (0, of_class)),
            "Of the predictions": value_cell(within_predictions, (0, of_predictions)),
        } | ({MEDIAN: medians[cell]} if medians else {}))  # fmt: skip
    return rows, marks_said(view.evaluation, of_class, of_predictions)


def _median_scores(view: View, cells: list[Cell]) -> dict[Cell, str]:
    """How confident the errors of each cell are; {} without rows at hand, or where a lone score has no opposite."""
    cases = case_list(view) if Capability.CASES in view.study.capabilities else None
    if not isinstance(cases, CaseList) or not cases.has_confidence:
        return {}
    if cases.lone is not None and not cases.has_probabilities:
        return {}
    places = 2 if cases.has_probabilities else 1
    return {cell: decimal(cases.median_confidence(*cell), places) for cell in cells}


def _list(view: View, cells: list[Cell], **selection: Any) -> Any:
    """The errors as a list to scroll; a CI as a picture."""
    voice, amounts, matrix, rows = view.plain_voice.narrow, amounts_of(view), view.evaluation.matrix, []
    number = view.study.unit[1].capitalize() if amounts.seconds is None else "Time"
    for cell in cells:
        count, support = int(matrix.cells[cell]), int(matrix.support[cell[0]])
        found, few = proportion_interval(count, support, view.level), support < FEW
        rows.append({
            "True class": voice.numbered(cell[0]),
            "Predicted class": voice.numbered(cell[1]),
            number: count if amounts.seconds is None else amounts.alone(count),
            "%": f"of {amounts.alone(support)}" if few else percent_of(found),
        } | ({} if view.evaluation.is_clustered else {
            "CI": "" if few else interval(found),
            "0–100 %": source(UNDEFINED if few or found.low is None else found, height=ROW_HEIGHT),
        }))  # fmt: skip
    return st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=min(LIST_HEIGHT, ROW_HEIGHT * (len(rows) + 1) + 3),
        row_height=ROW_HEIGHT,
        column_config={"0–100 %": st.column_config.ImageColumn("0–100 %")},
        **selection,
    )


def choose_from_list(view: View) -> None:
    """Every error of many classes; a click chooses its cell."""
    cells = errors_by_danger(view.evaluation.matrix, view.voice.order, view.normal)
    if not cells:
        return
    numbers_heading(error_frame(view, cells), "errors", EVERY_ERROR, "Errors, most dangerous first")

    def take() -> None:
        for row in widgets.selected(LIST, "rows"):
            if row < len(cells):
                matrix_cell.choose(cells[row])

    _list(view, cells, key=widgets.key(LIST), on_select=take, selection_mode="single-row")


def error_frame(view: View, cells: list[Cell]) -> pd.DataFrame:
    """Every error with its counts, for a spreadsheet."""
    matrix, names = view.evaluation.matrix, view.plain_voice.names
    return pd.DataFrame({
        "true_class": [names[truth] for truth, _ in cells],
        "predicted_class": [names[predicted] for _, predicted in cells],
        "cases": [int(matrix.cells[cell]) for cell in cells],
        "of_true_class": [int(matrix.support[truth]) for truth, _ in cells],
        "of_predictions": [int(matrix.predicted[predicted]) for _, predicted in cells],
    })  # fmt: skip
