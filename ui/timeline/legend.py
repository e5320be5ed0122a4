"""The legend of a picture of recordings, as page text: each entry wraps as a whole."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from charts.html.swatches import swatch
from words import NBSP
from words.text.numbers import tied

MOST_ENTRIES = 8


def show_legend(entries: Iterable[tuple[str, str]]) -> None:
    """(colour, name in Markdown) of each entry; nothing of more than a reader can tell apart by colour."""
    shown = list(entries)
    if len(shown) > MOST_ENTRIES:
        return
    with st.container(horizontal=True, gap="small"):
        for color, name in shown:
            st.markdown(f"{swatch(color)}{NBSP}:small[{tied(name)}]", width="content")
