"""Small pictures for a legend that is text of the page: Markdown, one entry each, so that an entry wraps as a whole."""

from __future__ import annotations

from base64 import b64encode

from charts.style.theme import ClassStyle

_WIDTH, _HEIGHT = 30, 12


def line_swatch(style: ClassStyle) -> str:
    """The line of a curve; the name stands beside it, so that it needs no words of its own."""
    dash = "" if style.dash == "solid" else f' stroke-dasharray="{style.dash.replace("px", "")}"'
    line = f'<path d="M0 {_HEIGHT / 2:g}H{_WIDTH}" stroke="{style.color}" stroke-width="2.5"{dash}/>'
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{line}</svg>'
    return f"![](data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()})"
