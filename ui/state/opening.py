"""A study takes the place of the one before, or leaves it empty."""

from __future__ import annotations

import streamlit as st

from predictions.study import Study
from ui.state import choices, session


def open_study(study: Study, example: str | None = None) -> None:
    """Begin anew with a study. `example` names a bundled one, so that links can open it.

    The address speaks for the first study of a session only.
    """
    from_link = session.reader().is_new
    choices.begin(session.start(study, example), from_link)


def close() -> None:
    """Forget the study and everything that was decided about it or computed from it."""
    session.end()
    st.query_params.clear()
