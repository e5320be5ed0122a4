"""The legend of a picture of recordings, as page text: each entry wraps as a whole."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from charts.html.swatches import swatch
from words import NBSP
from words.text.numbers import tied

MOST_ENTRIES = 12


def show_legend(entries: Iterable[tuple[str, str]]) -> None:
    """(colour, name in Markdown) of each entry; of many the first, the others are named where they are pointed at."""
    shown = list(entries)
    with st.container(horizontal=True, gap="small"):
        for color, name in shown[:MOST_ENTRIES]:
            st.markdown(f"{swatch(color)}{NBSP}:small[{tied(name)}]", width="content")
        if len(shown) > MOST_ENTRIES:
            st.markdown(f":small[and {len(shown) - MOST_ENTRIES} more]", width="content")
