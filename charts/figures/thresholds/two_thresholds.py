"""What two thresholds do to the cases with a class and to the others: ruled out, indeterminate, ruled in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import plotly.graph_objects as go

from charts.style.names import Unit, brief
from charts.style.theme import (
    CORRECT,
    FALSE_POSITIVE,
    LEGEND,
    MISSED_NORMAL,
    PERCENT_TICKS,
    RIM_WIDTH,
    TRUE_NEGATIVE,
    Meaning,
    figure,
    fill,
    font,
)
from metrics.thresholding.two_thresholds import Zones
from words import of, whole
from words.text.numbers import in_brackets

INDETERMINATE = replace(TRUE_NEGATIVE, pattern="-")
HEIGHT = 225
HAIR = 0.008  # below this width a separator would swallow the segment
_TOO_SMALL, _ROOM_FOR_WORDS = 0.02, 0.1
_NAME_LIMIT = 34


class _Part(NamedTuple):
    meaning: Meaning
    row: int
    cases: int
    said: str  # of several, as in a legend

    @property
    def counted(self) -> str:
        """ "368 true negatives", "1 false positive"."""
        return f"{whole(self.cases)} {self.said.removesuffix('s') if self.cases == 1 else self.said}"


def zones(found: Zones, label: str, unit: Unit) -> go.Figure:
    """Two 100 % bars, the cases with the class above the others, so that zones can be compared between them."""
    totals = _totals(found)
    starts = [0.0, 0.0]
    bars = []
    for part in _parts(found):
        if not part.cases:
            continue
        proportion = part.cases / totals[part.row]
        bars.append(_bar(part, starts[part.row], proportion, totals[part.row], unit))
        starts[part.row] += proportion
    return figure(
        _one_entry_each(bars),
        HEIGHT,
        xaxis={"range": [0, 1], **PERCENT_TICKS, "showgrid": False, "showline": False, "ticks": ""},
        yaxis={"range": [1.4, -0.75], "showgrid": False, "showticklabels": False},
        annotations=[
            _name(f"{brief(label, _NAME_LIMIT)} · {whole(totals[0])}", 0),
            _name(f"others · {whole(totals[1])}", 1),
        ],
        showlegend=True,
        legend=LEGEND,
    )


def _parts(found: Zones) -> list[_Part]:
    """From the lowest scores to the highest, of both rows."""
    out, between, into = found.ruled_out, found.between, found.ruled_in
    return [
        _Part(MISSED_NORMAL, 0, out.positives, "missed"),
        _Part(INDETERMINATE, 0, between.positives, "indeterminate"),
        _Part(CORRECT, 0, into.positives, "detected"),
        _Part(TRUE_NEGATIVE, 1, out.negatives, "true negatives"),
        _Part(INDETERMINATE, 1, between.negatives, "indeterminate"),
        _Part(FALSE_POSITIVE, 1, into.negatives, "false positives"),
    ]


def _totals(found: Zones) -> tuple[int, int]:
    every = (found.ruled_out, found.between, found.ruled_in)
    return sum(zone.positives for zone in every), sum(zone.negatives for zone in every)


def _bar(part: _Part, start: float, proportion: float, total: int, unit: Unit) -> dict[str, Any]:
    said = part.counted if proportion >= _ROOM_FOR_WORDS else whole(part.cases)
    text = "" if proportion < _TOO_SMALL else said
    hover = f"{of(part.cases, total)} {unit[1]} {part.said}{in_brackets(part.cases, total)}"
    return {
        "type": "bar",
        "orientation": "h",
        "name": part.said,
        "x": [proportion],
        "base": [start],
        "y": [part.row],
        "width": 0.5,
        "marker": fill(part.meaning, RIM_WIDTH if proportion >= HAIR else 0.0),
        "text": [text],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": font(part.meaning.on_fill),
        "hovertext": [hover],
        "hoverinfo": "text",
    }


def _one_entry_each(bars: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What stands in both bars is in the legend once."""
    names = [bar["name"] for bar in bars]
    return [bar | {"showlegend": bar["name"] not in names[:place]} for place, bar in enumerate(bars)]


def _name(text: str, row: int) -> dict[str, Any]:
    return {
        "text": text, "x": 0, "y": row - 0.45, "xanchor": "left", "xshift": -1, "showarrow": False, "font": font(),
        "align": "left",
    }  # fmt: skip


def zones_alt(found: Zones, label: str, unit: Unit) -> str:
    """The picture in words."""
    totals = _totals(found)
    rows = [", ".join(part.counted for part in _parts(found) if part.row == row) for row in (0, 1)]
    return f"{label}, {whole(totals[0])} {unit[1]}: {rows[0]}. Others, {whole(totals[1])}: {rows[1]}."
