"""Where a picture comes from: lines below a figure that its page hides and a saved picture shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import plotly.graph_objects as go

from charts.style.theme import INK, PAGE
from words.text.escape import html

ROOM = 74  # px below the figure, which ui/page.css takes away again
FACE = '"Source Sans", sans-serif'  # of the page
_SIZE, _LINE = 12, 1.3 * 12  # px
_LONGEST = 100  # characters of a line
_USUAL = 8  # px below a figure whose axis finds its own room
_SLACK = 6  # px at the left: without the page's font a saved picture has wider labels


def with_source(figure: go.Figure, lines: Sequence[str], legend: Iterable[tuple[str, str]]) -> go.Figure:
    """The same figure, higher by ROOM, with up to three lines of plain text; a saved picture has the page's ground.

    legend: (colour, name) of what only the page names beside the figure, as a line more.
    """
    said = [html(line, _LONGEST) for line in lines]
    entries = [f'<span style="color:{color}">■</span> {html(name, 22)}' for color, name in legend]
    said += ["   ".join(entries)] if entries else []
    layout, margin = figure.layout, figure.layout.margin
    if layout.showlegend:  # its own legend stands at the very bottom
        layout.legend.y = ROOM / (layout.height + ROOM)
    if margin.l:
        margin.l, margin.t = max(margin.l, _SLACK), max(margin.t, _SLACK)
    finds_room = margin.b <= _USUAL
    margin.b += 0 if finds_room else ROOM
    layout.height += ROOM
    layout.paper_bgcolor = PAGE
    _as_drawn_once(figure)
    layout.title = _title(said, layout.height, finds_room)
    return figure


def _as_drawn_once(figure: go.Figure) -> None:
    """Streamlit gives Plotly each figure twice; a template or a typed array in it makes Plotly draw all of it again.

    So the look of the page's template is in the figure, and arrays are lists. Bought: 1.3 times
    the turn to Calibration in Chromium (1.2 to Curves, in the median).
    """
    for trace in figure.data:
        trace._props.update({k: v.tolist() for k, v in trace._props.items() if isinstance(v, np.ndarray)})
    layout = figure.layout
    layout.template = None
    layout.font.family = layout.hoverlabel.font.family = FACE
    for axis, standoff in ((layout.xaxis, 20), (layout.yaxis, 24)):
        if axis.title.text and axis.title.standoff is None:
            axis.title.standoff = standoff


def _title(said: Sequence[str], height: float, finds_room: bool) -> dict[str, object]:
    """A title that is asked for its own room moves its lines up itself; at exactly 0 it would move them down."""
    return {
        "text": f'<span style="font-weight:400">{"<br>".join(said)}</span>',
        "font": {"size": _SIZE, "color": INK, "family": FACE},
        "xref": "container",
        "x": 0,
        "xanchor": "left",
        "yref": "container",
        "y": 1e-6 if finds_room else (len(said) - 1) * _LINE / height,
        "yanchor": "bottom",
        "automargin": finds_room,
        "pad": {"l": 4, "t": 4, "b": 6},
    }
