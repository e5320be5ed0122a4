"""Pictures as HTML text, for those plain enough to need no chart library: boxes, fills, marks, bars and legends."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from markupsafe import Markup, escape

from charts.style.theme import AXIS, GRID, Meaning, fill
from words import whole
from words.text.escape import visible

TEXT = "font-size:.875rem;line-height:1.25rem"
_SWATCH = "display:inline-block;width:.8em;height:.8em;margin-right:.4em;vertical-align:-.05em;print-color-adjust:exact"
_PRINTED = "-webkit-print-color-adjust:exact;print-color-adjust:exact"
# The pattern shapes of the chart library, so that both kinds of picture speak the same language.
_TILES = {
    "/": {"d": "M-2 2l4-4M0 8l8-8M6 10l4-4", "stroke-width": "2.4"},
    "\\": {"d": "M10-2l-4 4M8 8l-8-8M2 10l-4-4", "stroke-width": "2.4"},
    "x": {"d": "M0 0l8 8M8 0l-8 8", "stroke-width": "1.3", "stroke-linecap": "square"},
    ".": {"d": "M4 4h.01", "stroke-width": "4.9", "stroke-linecap": "round"},
}


def box(style: str, *inside: str, name: str = "div", **attributes: str | Iterable[str]) -> Markup:
    """An element. Text inside is escaped unless it is Markup already; an attribute is any text, or a line each."""
    given = Markup("").join(
        Markup(' {}="{}"').format(key.replace("_", "-"), _lines(said)) for key, said in attributes.items() if said
    )
    return Markup('<{0} style="{1}"{2}>{3}</{0}>').format(name, style, given, Markup("").join(map(_text, inside)))


def _text(said: str) -> Markup:
    return said if isinstance(said, Markup) else escape(visible(said))


def _lines(said: str | Iterable[str]) -> Markup:
    return Markup("&#10;").join(map(_text, [said] if isinstance(said, str) else said))


def picture(alt: str, style: str, *inside: str) -> Markup:
    """What is one picture to who cannot see it, and keeps its colours on paper."""
    return box(f"{TEXT};{_PRINTED};{style}", *inside, role="img", aria_label=alt)


def filled(meaning: Meaning) -> str:
    """The look of what says `meaning`: its colour and pattern, and the colour of the text on it."""
    pattern = fill(meaning).get("pattern")
    tile = f" {_svg('0 0 8 8', 8, **_TILES[pattern['shape']], stroke=pattern['fgcolor'])}" if pattern else ""
    return f"color:{meaning.on_fill};background:{meaning.color}{tile}"


def across(height: int) -> str:
    """The look of a bar of segments, `height` px high, with the page between them."""
    return f"display:flex;gap:2px;height:{height}px;line-height:{height}px"


ON_AXIS = "isolation:isolate;overflow-y:clip"  # of what holds bars and, as the last of them, their axis
_AXIS = f"position:relative;z-index:-1;height:1.6rem;padding-top:.25rem;border-top:1px solid {AXIS}"
_TICK, _CENTRED = "position:absolute;white-space:nowrap", ";transform:translateX(-50%)"
_LINE = f"position:absolute;bottom:100%;height:400rem;border-left:1px solid {GRID}"  # up to the top, behind the bars


def axis(ticks: Iterable[tuple[float, str]], style: str = "", first_inside: bool = False) -> Markup:
    """An axis below bars: each label at its part of the width, with a line through the rows above it.

    first_inside: the first label begins at its line, as half of it would lie outside a phone.
    """
    labels = []
    for at, text in ticks:
        is_centred = at > 0 or not first_inside
        line = box(f"{_LINE};left:{'50%' if is_centred else '0'}", name="span")
        labels.append(box(f"{_TICK};left:{at * 100:.4g}%{_CENTRED if is_centred else ''}", text, line))
    return box(f"{_AXIS};{style}", *labels)


# The text follows a strut of the full height: where it does not fit beside it, it falls out of sight as a whole.
_STRUT = box("height:100%", name="span")


def bar_segment(meaning: Meaning, count: int, word: str, hover: Iterable[str], said: str | None = None) -> Markup:
    """A segment of a bar, as wide as its count: its number and word inside, lines of text where it is pointed at.

    The word alone gives way first, and no number is ever cut. said: the number as text, where it is no count.
    """
    look = f"flex:{count} 1 0;min-width:1px;display:flex;flex-wrap:wrap;justify-content:center;overflow:hidden"
    number = box("padding:0 3px", said or whole(count), name="span")
    beside = box("padding-right:3px;white-space:nowrap", word, name="span") if word else Markup("")
    return box(f"{look};{filled(meaning)}", _STRUT, number, beside, title=hover)


def legend(items: Iterable[tuple[Meaning, str]]) -> Markup:
    """What each fill says; nothing where there is nothing to say."""
    said = [box("", box(f"{_SWATCH};{filled(meaning)}", name="span"), text, name="span") for meaning, text in items]
    look = "display:flex;flex-wrap:wrap;gap:0 1rem;overflow-wrap:anywhere;margin-top:.75rem"
    return box(look, *said) if said else Markup("")


def _svg(view: str, size: int, **look: str) -> str:
    """A path as a background: the page drops inline SVG from what it is given as HTML."""
    path = "".join(f" {name}='{value}'" for name, value in ({"fill": "none"} | look).items())
    return background(f"width='{size}' height='{size}' viewBox='{view}'", f"<path{path}/>")


def background(size: str, drawn: str) -> str:
    """An SVG picture as the background of a box. size: its attributes."""
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{drawn}</svg>"
    return f"url('data:image/svg+xml,{quote(drawing, safe=' =/:,.()-')}')"
