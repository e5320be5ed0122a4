"""Small pictures for a legend that is text of the page: Markdown, one entry each, so that an entry wraps as a whole."""

from __future__ import annotations

from base64 import b64encode

from charts.style.theme import ClassStyle

_WIDTH, _HEIGHT, _SIDE = 30, 12, 11


def line_swatch(style: ClassStyle) -> str:
    """The line of a curve; the name stands beside it, so that it needs no words of its own."""
    dash = "" if style.dash == "solid" else f' stroke-dasharray="{style.dash.replace("px", "")}"'
    line = f'<path d="M0 {_HEIGHT / 2:g}H{_WIDTH}" stroke="{style.color}" stroke-width="2.5"{dash}/>'
    return f"![]({address_of(line, _WIDTH, _HEIGHT)})"


def swatch(color: str, rim: str = "none") -> str:
    """A square of one colour of a picture, with the rim that it has there."""
    square = f'<path d="M.5.5H{_SIDE - 0.5}V{_SIDE - 0.5}H.5Z" fill="{color}" stroke="{rim}"/>'
    return f"![]({address_of(square, _SIDE, _SIDE)})"


def address_of(drawn: str, width: int, height: int) -> str:
    """The address of a small picture that holds all of it, as Markdown and columns of images take it."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
