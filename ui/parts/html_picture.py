"""Pictures that are HTML text: they stand on the page at once, because no library has to draw them."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup


def draw(*parts: Markup) -> None:
    """Show pictures, one below the other, as one element of the page."""
    st.html(Markup("").join(parts))
