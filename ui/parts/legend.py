"""The legend of a picture, as one line of page text that breaks between its entries."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st


def show_legend(entries: Iterable[str]) -> None:
    """entries: Markdown, at least one with a swatch, by which ui/page.css knows them."""
    st.markdown(" ".join(f":small[{entry}]" for entry in entries))
