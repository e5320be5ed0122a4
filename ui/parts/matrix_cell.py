"""The chosen cell of the confusion matrix: by a click, or by two lists for the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics import Evaluation
from ui.state import widgets
from words import distinct

TRUTH, CALLED = "pick_cell_truth", "pick_cell_called"
CELL = "pick_cell"


def keep(evaluation: Evaluation) -> None:
    """Stay on the chosen cell as long as the study has it; start with the most frequent error."""
    size = len(evaluation.labels)
    cell = widgets.state.get(CELL)
    if cell is None or max(cell) >= size:
        widgets.state[CELL] = _most_telling(evaluation.matrix.cells)


def _most_telling(cells: np.ndarray) -> tuple[int, int]:
    """The largest error, of which the finding speaks, else the largest cell."""
    errors = cells - np.diag(cells.diagonal())
    most = (errors if errors.any() else cells).argmax()
    truth, called = np.unravel_index(int(most), cells.shape)
    return int(truth), int(called)


def chosen() -> tuple[int, int]:
    """(truth, called) of the chosen cell."""
    cell: tuple[int, int] = widgets.state[CELL]
    return cell


def take_click() -> None:
    """The cell that was clicked becomes the chosen one."""
    cell = charts.chosen_cell(widgets.state.get("matrix"))
    if cell is not None:
        widgets.state[CELL] = cell


def pick(labels: Sequence[str]) -> None:
    """The same choice without a mouse."""
    for key, place in zip((TRUTH, CALLED), chosen(), strict=True):
        if widgets.state.get(key) != place:  # a list that is written again takes back what is being chosen in it
            widgets.state[key] = place

    def take() -> None:
        if TRUTH in widgets.state and CALLED in widgets.state:
            widgets.state[CELL] = (widgets.state[TRUTH], widgets.state[CALLED])

    names = distinct(labels)
    options = range(len(names))
    with st.grid(2, min_column_width=140):
        st.selectbox("True class", options, format_func=names.__getitem__, key=widgets.key(TRUTH), on_change=take)
        st.selectbox("Called", options, format_func=names.__getitem__, key=widgets.key(CALLED), on_change=take)


def frame(evaluation: Evaluation) -> pd.DataFrame:
    """The matrix with its names, for a spreadsheet."""
    labels = list(evaluation.labels)
    counts = pd.DataFrame(evaluation.matrix.cells, columns=labels)
    counts.insert(0, "truth \\ called", labels, allow_duplicates=True)
    return counts
