"""How late each phase starts: one dot per recording, the chosen one coloured, a cross where it is not recognised.

What is told of the chosen recording has a colour, also a cross; that of others is grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.sequences.courses import MISSED, ClassLooks, some_of
from charts.style.names import full
from charts.style.theme import FAINT, PAGE, figure, upright
from words import short
from words.text.times import late, length

_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400)
_PITCH, _NARROWEST, _HIGHEST, _MOST_STEPS = 38, 17, 400, 4


@dataclass(frozen=True, eq=False)
class PhaseStarts:
    """One phase: (r,) seconds by which it starts late in each recording, nan where it does not occur.

    missed: (r,) whether it occurs and is not recognised; its seconds are nan.
    """

    label: int
    seconds: np.ndarray
    missed: np.ndarray


def phase_starts(rows: Sequence[PhaseStarts], names: Sequence[str], chosen: int, looks: ClassLooks) -> go.Figure:
    """One row per phase. names: of the recordings, plain. chosen: position of the one that is open."""
    places = _places(rows)
    first, last = places[0], places[-1]
    beyond = last + 0.24 * (last - first) if any(row.missed.any() for row in rows) else None
    right = last if beyond is None else beyond
    data = [trace for y, row in enumerate(rows) for trace in _row(row, y, beyond, names, chosen, looks)]
    reach = 0.06 * (right - first)
    return figure(
        data,
        round(max(min(_PITCH, _HIGHEST / max(len(rows), 1)), _NARROWEST) * len(rows)) + 56,
        xaxis={"range": [first - reach, right + 1.4 * reach], **_ticks(places, beyond)},
        yaxis={
            "range": [len(rows) - 0.4, -0.6],
            "tickvals": np.arange(len(rows)),
            "ticktext": [f"<b>{looks.number(row.label)}</b>" for row in rows],
        },
        margin={"t": 0, "r": 8},
        shapes=[upright(0)],
    )


def _row(
    row: PhaseStarts, y: int, beyond: float | None, names: Sequence[str], chosen: int, looks: ClassLooks
) -> list[dict[str, Any]]:
    """The dots of all recordings, the one of the chosen above them, and the crosses."""
    known, phase = some_of(row.seconds), full(looks.names[row.label])
    data = [_dots(row.seconds[known], y, [_said(row, i, names, phase) for i in known], {"size": 8, "color": FAINT})]
    if chosen >= 0 and not np.isnan(row.seconds[chosen]):
        coloured = {"size": 12, "color": looks.color(row.label), "line": {"color": PAGE, "width": 1}}
        data.append(_dots(row.seconds[[chosen]], y, [_said(row, chosen, names, phase)], coloured))
    if row.missed.any() and beyond is not None:
        which = np.flatnonzero(row.missed)
        is_of_another = chosen >= 0 and not row.missed[chosen]
        crosses = {"symbol": "x", "size": 11, "color": FAINT if is_of_another else MISSED}
        told = f"{phase} not recognised in<br>{', '.join(full(short(names[i], 24)) for i in which[:6].tolist())}"
        data.append(_dots(np.array([beyond]), y, [told + (" and more" if len(which) > 6 else "")], crosses))
    return data


def _said(row: PhaseStarts, at: int, names: Sequence[str], phase: str) -> str:
    return f"<b>{full(names[at])}</b><br>{phase} {late(row.seconds[at])}"


def _dots(x: np.ndarray, y: int, said: list[str], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": np.full(len(x), y),
        "marker": marker,
        "cliponaxis": False,
        "hovertext": said,
        "hoverinfo": "text",
    }


def _places(rows: Sequence[PhaseStarts]) -> np.ndarray:
    """Seconds of the ticks: whole steps from the earliest start to the latest, at least one on either side of 0."""
    known = np.concatenate([row.seconds[~np.isnan(row.seconds)] for row in rows] or [np.empty(0)])
    low, high = -known.min(initial=0.0), known.max(initial=0.0)
    steps = (step for step in _STEPS if _number(low, step) + _number(high, step) <= _MOST_STEPS)
    step = next(steps, float(low + high))
    return np.arange(-_number(low, step), _number(high, step) + 1) * step


def _number(reach: float, step: float) -> int:
    return max(int(np.ceil(reach / step)), 1)


def _ticks(places: np.ndarray, beyond: float | None) -> dict[str, Any]:
    """ "15 s early", "on time", "15 s", "30 s late", and "not recog." beyond them."""
    texts = [_tick(place, places) for place in places.tolist()]
    if beyond is not None:
        places, texts = np.append(places, beyond), [*texts, "not<br>recog."]
    return {"tickvals": places, "ticktext": texts, "tickangle": 0}


def _tick(place: float, places: np.ndarray) -> str:
    if abs(place) < 1e-9:
        return "on<br>time"
    side = "<br>early" if place == places[0] else "<br>late" if place == places[-1] else ""
    return f"{length(abs(place))}{side}"


def phase_starts_alt(rows: Sequence[PhaseStarts], looks: ClassLooks) -> str:
    """The picture in words: the median of each phase, and where it is not recognised."""
    return " ".join(_row_alt(row, looks) for row in rows)


def _row_alt(row: PhaseStarts, looks: ClassLooks) -> str:
    known, missed = row.seconds[~np.isnan(row.seconds)], int(row.missed.sum())
    median = f"median start {late(float(np.median(known)))}" if len(known) else "no start"
    return f"{short(looks.names[row.label], 40)}: {median}{f', {missed} not recognised' if missed else ''}."
