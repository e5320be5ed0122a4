"""What the reader's browser can do."""

from __future__ import annotations

import streamlit as st

FAILED = "browser_cannot_follow"


def can_follow() -> bool:
    """Whether components can follow the hand: somebody's browser is there, and none of them has failed in it.

    A program that runs a page without a browser names none, and gets the plain widgets instead.
    """
    return "user-agent" in st.context.headers and not st.session_state.get(FAILED)


def cannot_follow() -> None:
    """Note for this session that a component failed."""
    st.session_state[FAILED] = True
