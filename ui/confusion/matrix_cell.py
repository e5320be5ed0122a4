"""The chosen cell of the confusion matrix: by a click, or by two lists for the keyboard."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from metrics import ConfusionMatrix
from metrics.danger import leading_error
from reviews import View
from ui.state import choices, widgets
from words.findings.confusion import Cell

TRUTH, PREDICTED = "pick_cell_truth", "pick_cell_called"
CELL, TURN = "pick_cell", "pick_cell_turn"


def keep(view: View) -> None:
    """Stay on the cell that was chosen, here or by a link; until one is, go with the finding."""
    if linked := choices.take_linked_cell(len(view.evaluation.labels)):
        choose(linked)
    if CELL not in widgets.memory():
        led = leading_error(view.evaluation.matrix, view.voice.diseases, view.normal, view.interest)
        if widgets.state.get(CELL) != led:
            _show(led)


def chosen() -> Cell:
    """(true class, predicted class) of the chosen cell, as positions in the labels."""
    cell: Cell = widgets.state[CELL]
    return cell


def choose(cell: Cell) -> None:
    """Another cell, by a click: the lists are new ones, and what the old ones still send is older than the click."""
    widgets.remember(CELL, cell)
    _show(cell)


def _show(cell: Cell) -> None:
    widgets.state[CELL] = cell
    widgets.state[TURN] = widgets.state.get(TURN, -1) + 1


def place_of(view: View, cell: Cell) -> Cell:
    """Where the matrix shows a cell."""
    order = view.voice.order
    return order.index(cell[0]), order.index(cell[1])


def take_click(view: View) -> None:
    """The cell that was clicked becomes the chosen one."""
    for point in widgets.selected("matrix", "points"):
        row, column = point["customdata"]
        choose((view.voice.order[row], view.voice.order[column]))


def pick(view: View) -> None:
    """The same choice without a mouse."""
    voice, turn = view.plain_voice, widgets.state.get(TURN, 0)
    truth, predicted = (f"{name}_{turn}" for name in (TRUTH, PREDICTED))

    def take() -> None:
        if turn == widgets.state.get(TURN, 0):
            widgets.remember(CELL, (widgets.state[truth], widgets.state[predicted]))

    with st.grid(2, min_column_width=140):
        for label, name, place in zip(("True class", "Predicted class"), (truth, predicted), chosen(), strict=True):
            key, at = widgets.key(name), voice.order.index(place)
            st.selectbox(label, voice.order, at, format_func=voice.numbered, key=key, on_change=take)


def frame(matrix: ConfusionMatrix) -> pd.DataFrame:
    """The matrix with its names, for a spreadsheet."""
    counts = pd.DataFrame(matrix.cells, columns=list(matrix.labels))
    counts.insert(0, "true class \\ predicted", list(matrix.labels), allow_duplicates=True)
    return counts
