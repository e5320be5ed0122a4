"""The class of interest, picked among some classes; the choice holds for every page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from predictions.study import Study
from ui.state import choices
from words import Voice, distinct

MOST_BUTTONS = 5


def pick_class(study: Study, options: Sequence[int], title: str, voice: Voice) -> int:
    """Buttons for a few classes, which take Markdown; a list for many, which takes plain text."""
    if len(options) > MOST_BUTTONS:
        names = distinct(study.labels)
        return choices.pick("class", title, options, names.__getitem__, st.selectbox, width=320)
    return choices.pick(
        "class", title, options, voice.names.__getitem__, st.segmented_control, required=True, wrap=True
    )
