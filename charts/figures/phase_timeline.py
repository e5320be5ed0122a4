"""One recording on a time axis: the truth, the model below it, and where the two differ.

Drawn from stretches, never from rows. Stretches too short to be seen are drawn together, and how much time then
stands under another name is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.bars import stretches
from charts.style.names import axis_names, brief, full
from charts.style.theme import CLEARED, LEGEND, MISSED_OTHER, ClassStyle, class_fill, figure, title
from charts.style.timescale import time_ticks
from metrics.measures.segments import Segments
from metrics.recordings.phase_timing import ERROR_KINDS, Errors
from words import percent, whole
from words.text.times import clock, length, span

CELLS = 800  # a stretch shorter than this part of the recording is not drawn on its own
_WIDE_PAGE, _LETTER = 1_180, 7.0  # px; a name that does not fit there is not even tried
_SHORTEST_CUT = 16  # characters; shorter beginnings of names say little and look alike
_BAR, _HALF = 0.74, 0.4
_TRUTH, _MODEL, _DIFFERS = 2, 1, 0
_IN_LEGEND = 12
ERRORS = {
    "wrong": ("wrong phase", replace(MISSED_OTHER, pattern="x")),
    "early": ("called early", replace(MISSED_OTHER, pattern="/")),
    "late": ("called late", replace(MISSED_OTHER, pattern="\\")),
    "spurious": ("spurious call", replace(MISSED_OTHER, pattern=".")),
}


@dataclass(frozen=True, eq=False)
class PhaseTimeline:
    """What is drawn: (n + 1,) seconds at which rows begin and the last one ends, and the stretches of each strip.

    styles: one per label. background: classes that are no phase, drawn in grey. nouns: a row and a phase.
    """

    labels: tuple[str, ...]
    styles: tuple[ClassStyle, ...]
    seconds: np.ndarray
    truth: Segments
    predicted: Segments
    errors: Errors
    background: frozenset[int] = frozenset()
    phase: str = "phase"

    @property
    def total(self) -> float:
        return float(self.seconds[-1] - self.seconds[0])


@dataclass(frozen=True, eq=False)
class Drawn:
    """Stretches as shares of the recording: codes, starts, stops. joined: how many stretches were too short to be
    drawn on their own. hidden: the share of the time that is drawn under another name because of it."""

    codes: np.ndarray
    starts: np.ndarray
    stops: np.ndarray
    joined: int
    hidden: float


def joined(codes: np.ndarray, starts: np.ndarray, stops: np.ndarray, cells: int = CELLS) -> Drawn:
    """Aligned stretches without gaps, shares of 1: those below 1 / cells are drawn together with their neighbours.

    Of each group the code that fills most of it is drawn, so at most about two stretches stand in each cell.
    """
    short = stops - starts < 1 / cells
    if not short.any():
        return Drawn(codes, starts, stops, 0, 0.0)
    cell = np.floor(starts * cells)
    new = np.ones(len(codes), bool)
    new[1:] = ~(short[1:] & short[:-1] & (cell[1:] == cell[:-1]))
    group = np.cumsum(new) - 1
    winner, hidden = _majorities(codes, stops - starts, group)
    first = np.flatnonzero(new)
    edges = np.append(starts[first], stops[-1:])
    kept = np.append(True, np.diff(winner) != 0)
    begins = edges[:-1][kept]
    ends = np.append(begins[1:], edges[-1])
    return Drawn(winner[kept], begins, ends, int(len(codes) - kept.sum()), hidden)


def _majorities(codes: np.ndarray, sizes: np.ndarray, group: np.ndarray) -> tuple[np.ndarray, float]:
    """The code that fills most of each group, and what all the others fill."""
    pairs, place = np.unique(np.column_stack([group, codes]), axis=0, return_inverse=True)
    filled = np.bincount(place.ravel(), sizes)
    order = np.lexsort((-filled, pairs[:, 0]))
    _, best = np.unique(pairs[order, 0], return_index=True)
    chosen = order[best]
    return pairs[chosen, 1], float(filled.sum() - filled[chosen].sum())


# ------------------------------------------------------------------ the figure


def phase_timeline(what: PhaseTimeline) -> tuple[go.Figure, Drawn]:
    """The figure, and how much of the model's strip is too short to be seen."""
    strips = {_TRUTH: _strip(what, what.truth), _MODEL: _strip(what, what.predicted)}
    bars = _phase_bars(what, strips) + _error_bars(what)
    ticks = time_ticks(what.total)
    data = figure(
        bars,
        _height(len(bars)),
        xaxis={"range": [0, 1], "tickvals": ticks.places, "ticktext": ticks.texts, "title": title(ticks.title, 6)},
        yaxis={
            "range": [_DIFFERS - 0.55, _TRUTH + 0.5],
            "tickvals": [_DIFFERS, _MODEL, _TRUTH],
            "ticktext": ["Differs", "Model", "Truth"],
            "showgrid": False,
        },
        margin={"r": 12},
        showlegend=True,
        legend=LEGEND | {"traceorder": "normal"},
    )
    return data, strips[_MODEL]


def _height(entries: int) -> int:
    """Room for the strips and for a legend of one line on a wide page, of several on a phone."""
    return 222 + 11 * entries


def _shares(what: PhaseTimeline, rows: np.ndarray) -> np.ndarray:
    return np.asarray((what.seconds[rows] - what.seconds[0]) / (what.total or 1.0))


def _strip(what: PhaseTimeline, pieces: Segments) -> Drawn:
    return joined(np.asarray(pieces.labels, np.intp), _shares(what, pieces.starts), _shares(what, pieces.stops))


def _phase_bars(what: PhaseTimeline, strips: dict[int, Drawn]) -> list[dict[str, Any]]:
    """One trace per phase, for both strips, in the order in which the phases come."""
    order = list(dict.fromkeys(int(code) for strip in strips.values() for code in strip.codes))
    names = dict(zip(order, axis_names([what.labels[code] for code in order], 28), strict=True))
    return [_phase_bar(what, strips, code, names[code], place < _IN_LEGEND) for place, code in enumerate(order)]


def _phase_bar(what: PhaseTimeline, strips: dict[int, Drawn], code: int, name: str, in_legend: bool) -> dict[str, Any]:
    rows, starts, sizes, hovers = [], [], [], []
    for row, strip in strips.items():
        for start, stop in _of(strip, code):
            rows.append(row)
            starts.append(start)
            sizes.append(stop - start)
            hovers.append(_hover(what, code, row, start, stop))
    is_phase = code not in what.background
    return stretches(
        class_fill(what.styles[code]) if is_phase else CLEARED,
        row=rows,
        start=starts,
        share=sizes,
        text=[_inside(what.labels[code], size) for size in sizes],
        hover=hovers,
        name=name if is_phase else f"{name} (no {what.phase})",
        width=_BAR,
        showlegend=in_legend,
    )


def _inside(label: str, share: float) -> str:
    """As much of the name as fits on a wide page; the browser hides it where it does not."""
    room = int(share * _WIDE_PAGE / _LETTER) - 1
    return brief(label, room) if room >= min(len(label), _SHORTEST_CUT) else ""


def _of(strip: Drawn, code: int) -> list[tuple[float, float]]:
    which = strip.codes == code
    return list(zip(strip.starts[which].tolist(), strip.stops[which].tolist(), strict=True))


def _hover(what: PhaseTimeline, code: int, row: int, start: float, stop: float) -> str:
    who = "truly" if row == _TRUTH else "called"
    times = span(start * what.total, stop * what.total, what.total)
    return f"{who} <b>{full(what.labels[code])}</b><br>{times} ({length((stop - start) * what.total)})"


def _error_bars(what: PhaseTimeline) -> list[dict[str, Any]]:
    """One trace per kind of error; an error too short to be seen is still drawn one cell wide."""
    bars = []
    for kind, key in enumerate(ERROR_KINDS):
        which = np.flatnonzero(what.errors.kinds == kind)
        if len(which):
            bars.append(_error_bar(what, which, key))
    return bars


def _error_bar(what: PhaseTimeline, which: np.ndarray, key: str) -> dict[str, Any]:
    said, meaning = ERRORS[key]
    said = said.replace("phase", what.phase)
    starts, stops = _shares(what, what.errors.starts[which]), _shares(what, what.errors.stops[which])
    first = _first_of_cell(starts, stops)
    stops = np.maximum.reduceat(stops, first)
    number = np.diff(np.append(first, len(which)))
    return stretches(
        meaning,
        row=[_DIFFERS] * len(first),
        start=starts[first].tolist(),
        share=np.maximum(stops - starts[first], 1 / CELLS).tolist(),
        text=[""] * len(first),
        hover=[
            _error_hover(what, said, which[i : i + n].tolist()) for i, n in zip(first.tolist(), number, strict=True)
        ],
        name=said,
        width=_HALF,
    )


def _first_of_cell(starts: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """Positions at which a stretch is drawn on its own: long ones, and the first short one of each cell."""
    short, cell = stops - starts < 1 / CELLS, np.floor(starts * CELLS)
    new = np.ones(len(starts), bool)
    new[1:] = ~(short[1:] & short[:-1] & (cell[1:] == cell[:-1]))
    return np.flatnonzero(new)


def _error_hover(what: PhaseTimeline, said: str, which: list[int]) -> str:
    errors = what.errors
    start, stop = what.seconds[errors.starts[which[0]]], what.seconds[errors.stops[which[-1]]]
    times = span(start - what.seconds[0], stop - what.seconds[0], what.total)
    if len(which) > 1:
        return f"<b>{said}</b><br>{times}, {whole(len(which))} times"
    truth, called = (full(what.labels[int(codes[which[0]])]) for codes in (errors.truth, errors.predicted))
    return f"<b>{said}</b><br>{times} ({length(stop - start)})<br>truly {truth}, called {called}"


def phase_timeline_alt(what: PhaseTimeline) -> str:
    """The picture in words: the true course, and how much of the time the model differs."""
    first = zip(what.truth.labels[:8].tolist(), what.truth.starts[:8], strict=True)
    course = [f"{what.labels[code]} from {clock(what.seconds[start] - what.seconds[0])}" for code, start in first]
    more = ", and so on" if len(what.truth) > 8 else ""
    wrong = float((what.seconds[what.errors.stops] - what.seconds[what.errors.starts]).sum())
    share = percent(wrong / what.total, len(what.seconds)) if what.total else percent(0.0, 1)
    return (
        f"Two strips over {length(what.total)}, truth and model. Truth: {', '.join(course)}{more}. "
        f"The model differs during {length(wrong)} ({share}), in {whole(len(what.errors.kinds))} stretches."
    )
