"""Pictures that are HTML text: they stand on the page at once, because no library has to draw them."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from charts.html.markup import box
from metrics.glossary import GLOSSARY
from ui.parts.help import MEANINGS
from words.findings.definitions import in_one_line

_NAME_LOOK = (
    "display:block;width:fit-content;margin-bottom:.5rem;color:inherit;font-weight:600;"
    "text-decoration:underline dotted;text-underline-offset:.25em"
)


def draw(*parts: Markup) -> None:
    """Show pictures, one below the other, as one element of the page."""
    st.html(Markup("").join(parts))


def titled(key: str, picture: Markup) -> Markup:
    """A picture under the name of its number, which tells its question when pointed at and leads to its meaning."""
    asked = in_one_line(GLOSSARY[key])
    return box("", box(_NAME_LOOK, GLOSSARY[key].name, name="a", href=f"#{MEANINGS}", title=asked), picture)


def side_by_side(pictures: list[Markup]) -> Markup:
    """Two beside each other, and one below the other where a phone has no room for two."""
    columns = "repeat(auto-fit,minmax(max(40%,min(100%,300px)),1fr))"
    return box(f"display:grid;grid-template-columns:{columns};gap:1.25rem 1rem", *pictures)
