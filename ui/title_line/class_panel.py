"""The classes of a study in the panel of the title line: their order, names and kinds, changed in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from predictions.slices.row_duration import nouns_of
from predictions.study import Capability
from reviews import ClassOrder, Kind, Review
from ui.state import widgets
from ui.state.session import OpenStudy
from words import distinct

NUMBER, NAME, KIND, LABEL = "No.", "Shown as", "Kind", "In the file"
FROM = {
    ClassOrder.FILE: "",
    ClassOrder.TIME: "Order guessed from the recordings.",
    ClassOrder.STAGES: "Order of a hypnogram.",
    ClassOrder.SEVERITY: "Order guessed from the names, then rarest first, below 10 cases last.",
    ClassOrder.GRADE: "Order guessed from the grades.",
    ClassOrder.RARITY: "Order guessed: rarest first, below 10 cases last.",
    ClassOrder.READER: "",
}
ROW = 35  # px
MOST_ROWS = 8


def class_panel(opened: OpenStudy) -> None:
    """The table; what is typed into it takes effect at once on every page."""
    review, labels = opened.review, distinct(opened.study.labels)
    in_time = review.ordered_by in (ClassOrder.TIME, ClassOrder.STAGES) or has_phases(opened)
    st.markdown(f"**Classes, {'in order of time' if in_time else 'most dangerous first'}**")
    shown = pd.DataFrame({
        NUMBER: range(1, len(labels) + 1),
        NAME: [review.names[i] for i in review.order],
        KIND: [str(review.kind(i)) for i in review.order],
        LABEL: [labels[i] for i in review.order],
    })  # fmt: skip
    key = widgets.key(f"classes_{opened.edits}")

    def take() -> None:
        edited = st.session_state[key]["edited_rows"]
        opened.review = edited_review(opened.review, edited)
        opened.edits += 1  # a table of its own for what stands in it now

    st.data_editor(
        shown,
        key=key,
        hide_index=True,
        on_change=take,
        height=ROW * (min(len(labels), MOST_ROWS) + 1) + 3,
        column_config={
            NUMBER: st.column_config.NumberColumn(NUMBER, min_value=1, max_value=len(labels), step=1, width=90),
            NAME: st.column_config.TextColumn(NAME, max_chars=80),
            KIND: st.column_config.SelectboxColumn(
                KIND, options=[str(each) for each in Kind], required=True, format_func=_word_of_kind(opened)
            ),
            LABEL: st.column_config.TextColumn(LABEL, disabled=True),
        },
    )
    if FROM[review.ordered_by]:
        st.caption(f"{FROM[review.ordered_by]} A typed 1 moves a class to the top.")


def has_phases(opened: OpenStudy) -> bool:
    """Whether classes are phases or stages of recordings rather than diseases."""
    return opened.review.normal is None and Capability.RECORDINGS in opened.study.capabilities


def _word_of_kind(opened: OpenStudy) -> Callable[[object], str]:
    """How a kind is shown: a phase or stage has that word in place of disease."""
    words = {str(Kind.DISEASE): nouns_of(opened.study).phase[0]} if has_phases(opened) else {}
    return lambda kind: words.get(str(kind), str(kind))


def edited_review(review: Review, edited: Mapping[int, Mapping[str, Any]]) -> Review:
    """The review after the edits of some rows. edited: by row of the table, the new cells by column."""
    for row, cells in edited.items():
        label = review.order[row]
        if isinstance(name := cells.get(NAME), str) and name.strip() not in review.names:
            review = review.renamed(label, name)
        if cells.get(KIND) in set(Kind):
            review = review.with_kind(label, Kind(cells[KIND]))
    for label, place in [(review.order[row], cells.get(NUMBER)) for row, cells in edited.items()]:
        if isinstance(place, int):
            review = review.moved(label, place - 1)
    return review
