"""Everything a picture looks like: colours, patterns, marks, dashes, fonts and the shared layout.

The three meaning fills are the same on white and on dark paper, so no figure needs to know the mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from words import Voice

# In these two alone figures follow light and dark mode: ui/page.css knows them by their exact value.
INK = "#14181E"
PAGE = "#FFFFFE"
GREY = "#767D86"
FAINT = "rgba(118,125,134,.5)"  # of all but the chosen one
GRID = "rgba(118,125,134,.22)"
AXIS = "rgba(118,125,134,.8)"
CLEAR = "rgba(0,0,0,0)"

SIZE = 14
COUNT_SIZE = 17
CURVE_WIDTH = 2.5
REFERENCE_WIDTH = 1.25
RIM_WIDTH = 1.5
POINT_SIZE = 12
NAME_LIMIT = 22
REFERENCE_DASH = "2px,3px"

CONFIG: dict[str, Any] = {"displayModeBar": False, "displaylogo": False, "responsive": True}


@dataclass(frozen=True)
class Meaning:
    """One thing a colour says, with the pattern, mark and text colour that say it too."""

    color: str
    pattern: str
    marker: str
    on_fill: str


CORRECT = Meaning("#0072B2", "", "square", "#FFFFFF")
MISSED_NORMAL = Meaning("#BC3A14", "x", "x", "#FFFFFF")
MISSED_OTHER = Meaning("#BC3A14", "/", "x", "#FFFFFF")
FALSE_POSITIVE = Meaning("#C48700", ".", "diamond", "#14181F")
TRUE_NEGATIVE = Meaning("rgba(118,125,134,.55)", "", "circle", INK)


def meaning_of(truth: int, predicted: int, normal: int | None) -> Meaning:
    """What it means that a case of class `truth` is classified as `predicted`."""
    if truth == predicted:
        return CORRECT
    if truth == normal:
        return FALSE_POSITIVE
    return MISSED_NORMAL if predicted == normal else MISSED_OTHER


@dataclass(frozen=True)
class ClassStyle:
    """How one class is told apart: colour, line dash, marker (filled or hollow) and bar pattern."""

    color: str
    dash: str
    marker: str
    pattern: str
    hollow: bool = False


_DASHES = ("solid", "8px,3px", "3px,3px", "10px,3px,3px,3px")
_COLORS = ("#5F6B7A", "#933BB0", "#167F43", "#4E8DF6", "#9E6A52", "#D94F9B", "#6F6A1E", "#7350E8")
_MARKERS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star", "hexagon2")
_PATTERNS = ("", "/", ".", "x", "-", "\\", "+", "|")


def class_style(index: int) -> ClassStyle:
    """The look of the index-th class; 0 is the Normal class, whose slate no other class takes.

    From the 9th class on the seven other colours come again, each round with the next dash and pattern.
    """
    place, turn = (0, 0) if index == 0 else ((index - 1) % 7 + 1, (index - 1) // 7)
    dash = _DASHES[(place + turn) % len(_DASHES)]
    return ClassStyle(_COLORS[place], dash, _MARKERS[place], _PATTERNS[(place + turn) % len(_PATTERNS)])


def class_styles(count: int, normal: int | None) -> tuple[ClassStyle, ...]:
    """The look of each of `count` classes in file order: slate for `normal`, the palette for the others."""
    others = iter(range(1, count + 1))
    return tuple(class_style(0 if index == normal else next(others)) for index in range(count))


_IN_TIME = (2, 1, 3, 6, 5, 7, 4)  # places in the palette; neighbours differ in every type of colour vision


def phase_styles(order: Sequence[int], normal: int | None) -> tuple[ClassStyle, ...]:
    """The look of each class, aligned with the labels, where `order` is an order of time: slate for `normal`."""
    phases = [label for label in order if label != normal]
    places = {label: _IN_TIME[rank % 7] + 7 * (rank // 7) for rank, label in enumerate(phases)}
    return tuple(class_style(places.get(label, 0)) for label in range(len(order)))


def styles_of(voice: Voice, in_time: bool) -> tuple[ClassStyle, ...]:
    """The look of each class of a study on every page. in_time: whether its rows are pieces of recordings."""
    return phase_styles(voice.order, voice.normal) if in_time else class_styles(len(voice.names), voice.normal)


def class_fill(style: ClassStyle) -> Meaning:
    """How the bar of a class is filled, and in which of white and near-black its text is readable."""
    white, black = "#FFFFFF", FALSE_POSITIVE.on_fill
    on_fill = max((white, black), key=lambda ink: contrast(ink, style.color))
    return Meaning(style.color, style.pattern, style.marker, on_fill)


def contrast(one: str, other: str) -> float:
    """How far two colours are apart in brightness, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def point(style: ClassStyle) -> dict[str, Any]:
    """The marker of an operating point: the class's own with a page-coloured rim, or hollow."""
    fill, rim, width = (PAGE, style.color, 2.5) if style.hollow else (style.color, PAGE, RIM_WIDTH)
    return {"symbol": style.marker, "size": POINT_SIZE, "color": fill, "line": {"color": rim, "width": width}}


def fill(meaning: Meaning, separator: Any = RIM_WIDTH) -> dict[str, Any]:
    """The marker of a bar that says `meaning`; `separator` is the page-coloured line between bars, in px."""
    line = {"color": PAGE, "width": separator}
    if not meaning.pattern:
        return {"color": meaning.color, "line": line}
    return {"color": meaning.color, "line": line, "pattern": _pattern(meaning)}


def _pattern(meaning: Meaning) -> dict[str, Any]:
    # Without bgcolor a pattern draws nothing visible; an opaque one would destroy the text on it.
    return {
        "shape": meaning.pattern,
        "bgcolor": meaning.color,
        "fgcolor": "rgba(255,255,255,.34)",
        "size": 8,
        "solidity": 0.3,
    }


def font(color: str = INK) -> dict[str, Any]:
    """Text in the body face that the page sets."""
    return {"color": color, "size": SIZE}


# Without align a name stands in the middle of a box that was measured before the page was resized across 1,600 px,
# where Streamlit scales all text: names of different lengths then begin at different places.
AT_LEFT = {"x": 0, "xref": "paper", "xanchor": "left", "align": "left"}


def title(text: str, standoff: int | None = None) -> dict[str, Any]:
    """An axis title; its font must be given, or the page's own smaller one returns."""
    return {"text": text, "font": font()} | ({} if standoff is None else {"standoff": standoff})


def figure(
    data: Sequence[dict[str, Any]],
    height: int,
    xaxis: dict[str, Any] | None = None,
    yaxis: dict[str, Any] | None = None,
    margin: dict[str, int] | None = None,
    **layout: Any,
) -> go.Figure:
    """A figure with the shared look on itself, because the page replaces templates.

    Everything is given at once: each later update of a figure costs as much as making it.
    """
    look = {
        "height": height,
        "margin": {"l": 4, "r": 28, "t": 8, "b": 8, "pad": 4} | (margin or {}),
        "xaxis": _AXIS_LOOK | {"ticks": "outside", "showline": True} | (xaxis or {}),
        "yaxis": _AXIS_LOOK | {"ticks": "", "showline": False} | (yaxis or {}),
    }
    return _unchecked(list(data), _LAYOUT_LOOK | look | layout)


def _unchecked(data: list[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """Without Plotly's look at every property, which every figure of a test gets (tests/support/checked_figures.py).

    Bought: a figure is made in a fifth of the time; the page of curves takes 0.7 times the CPU of the server.
    """
    return go.Figure(data, layout, _validate=False)


LEGEND = {
    "font": font(),
    "orientation": "h",
    "xref": "container",
    "x": 0,
    "xanchor": "left",
    "yref": "container",
    "y": 0,
    "yanchor": "bottom",
    "maxheight": 1.0,
    "itemclick": False,
    "itemdoubleclick": False,
    "bgcolor": CLEAR,
}

# Without any, Plotly's own is sent with each figure; on a page charts/style/source_line.py takes this away, too.
_TEMPLATE = go.layout.Template(data={"scatter": [{"marker": {"line": {"width": 0}}}]})

_LAYOUT_LOOK = {
    "template": _TEMPLATE,
    "datarevision": 1,  # a drawn figure never gets other data; see also charts/style/source_line.py
    "font": font(),
    "paper_bgcolor": CLEAR,
    "plot_bgcolor": CLEAR,
    "dragmode": False,
    "hovermode": "closest",
    "hoverlabel": {"font": font(), "bgcolor": PAGE, "bordercolor": AXIS, "align": "left", "namelength": 0},
    "uniformtext": {"minsize": 13, "mode": "hide"},
    "barmode": "overlay",
    "showlegend": False,
    "legend": LEGEND,
}

_AXIS_LOOK = {
    "tickfont": font(),
    "automargin": True,
    "fixedrange": True,
    "zeroline": False,
    "showgrid": True,
    "gridcolor": GRID,
    "linecolor": AXIS,
    "tickcolor": AXIS,
    "ticklen": 4,
}

HIDDEN = {"visible": False, "fixedrange": True}
PERCENT_TICKS: dict[str, list[Any]] = {
    "tickvals": [0, 0.25, 0.5, 0.75, 1],
    "ticktext": ["0", "25 %", "50 %", "75 %", "100 %"],
}


def translucent(color: str, opacity: float) -> str:
    """The same colour, through which something else can be seen."""
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def upright(at: float, line: dict[str, Any] | None = None) -> dict[str, Any]:
    """A line over the whole height of a figure, thin and dark unless given."""
    line = line or {"color": INK, "width": REFERENCE_WIDTH}
    return {"type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper", "line": line}


def dotted(color: str) -> dict[str, Any]:
    """The line of a reference: chance, prevalence."""
    return {"color": color, "width": REFERENCE_WIDTH, "dash": REFERENCE_DASH}
