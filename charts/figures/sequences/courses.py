"""What pictures of recordings are drawn from: segments, never rows, and how each class looks.

Segments too short to be seen are drawn together, and how much time then stands under another name is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from charts.style.names import full
from charts.style.theme import MISSED_NORMAL, PAGE, RIM_WIDTH, TRUE_NEGATIVE, ClassStyle, class_fill
from charts.style.timescale import time_ticks
from metrics.measures.segments import Segments
from words.text.times import duration, span

CELLS = 800  # a segment shorter than this part of the picture is not drawn on its own
HAIR = 0.004  # below this part of the picture a separator would swallow the segment
MISSED = MISSED_NORMAL.color
MOST_DOTS = 300  # of one number; of more recordings so many are drawn


@dataclass(frozen=True, eq=False)
class ClassLooks:
    """How classes are named, numbered and coloured: aligned with the labels, plain text.

    background: classes that are no phase, drawn in grey. order: positions as they are listed.
    """

    names: tuple[str, ...]
    styles: tuple[ClassStyle, ...]
    order: tuple[int, ...]
    background: frozenset[int]

    def number(self, label: int) -> str:
        """The place of a class in the order, from 1 on."""
        return str(self.order.index(label) + 1)

    def color(self, label: int) -> str:
        return TRUE_NEGATIVE.color if label in self.background else self.styles[label].color

    def ink(self, label: int) -> str:
        """White or near-black, whichever can be read on the colour."""
        return (TRUE_NEGATIVE if label in self.background else class_fill(self.styles[label])).on_fill


@dataclass(frozen=True, eq=False)
class Course:
    """One recording: (n + 1,) seconds from 0 at which rows begin and the last one ends, and both sides' segments.

    differs: first rows and ends of the segments where the two differ. row: seconds that a row usually lasts.
    """

    name: str
    seconds: np.ndarray
    truth: Segments
    predicted: Segments
    differs: tuple[np.ndarray, np.ndarray]
    row: float

    @property
    def total(self) -> float:
        return float(self.seconds[-1])

    @property
    def differing(self) -> float:
        """Seconds during which model and true class differ."""
        starts, stops = self.differs
        return float((self.seconds[stops] - self.seconds[starts]).sum())

    def when(self, start: float, stop: float) -> str:
        """ "4:45–5:54 (1:09 min)", of seconds."""
        return f"{span(start, stop, self.total, self.row < 1)} ({duration(stop - start, self.row)})"


@dataclass(frozen=True, eq=False)
class Drawn:
    """Segments in seconds: codes, starts, stops. joined: how many were too short to be drawn on their own.

    hidden: the proportion of the time that is drawn under another name because of it.
    """

    codes: np.ndarray
    starts: np.ndarray
    stops: np.ndarray
    joined: int
    hidden: float


def drawn_of(course: Course, pieces: Segments, cells: float = CELLS) -> Drawn:
    """The segments of one side of a recording, those below 1 / cells of it together with their neighbours."""
    codes = np.asarray(pieces.labels, np.intp)
    starts, stops = course.seconds[pieces.starts], course.seconds[pieces.stops]
    whole = course.total or 1.0
    found = joined(codes, starts / whole, stops / whole, cells)
    return Drawn(found.codes, found.starts * whole, found.stops * whole, found.joined, found.hidden)


def joined(codes: np.ndarray, starts: np.ndarray, stops: np.ndarray, cells: float) -> Drawn:
    """Aligned segments without gaps, parts of 1: those below 1 / cells are drawn together with their neighbours.

    Of each group the code that fills most of it is drawn, so at most about two segments stand in each cell.
    """
    short = stops - starts < 1 / cells
    if not short.any():
        return Drawn(codes, starts, stops, 0, 0.0)
    first = first_of_cell(starts, short, cells)
    group = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(codes))))
    winner, hidden = _majorities(codes, stops - starts, group)
    edges = np.append(starts[first], stops[-1:])
    kept = np.append(True, np.diff(winner) != 0)
    begins = edges[:-1][kept]
    ends = np.append(begins[1:], edges[-1])
    return Drawn(winner[kept], begins, ends, int(len(codes) - kept.sum()), hidden)


def first_of_cell(starts: np.ndarray, short: np.ndarray, cells: float) -> np.ndarray:
    """Positions at which something is drawn on its own: long segments, and the first short one of each cell."""
    cell = np.floor(starts * cells)
    new = np.ones(len(starts), bool)
    new[1:] = ~(short[1:] & short[:-1] & (cell[1:] == cell[:-1]))
    return np.flatnonzero(new)


def _majorities(codes: np.ndarray, sizes: np.ndarray, group: np.ndarray) -> tuple[np.ndarray, float]:
    """The code that fills most of each group, and what all the others fill."""
    classes = int(codes.max()) + 1
    filled = np.bincount(group * classes + codes, sizes, minlength=classes * (int(group[-1]) + 1)).reshape(-1, classes)
    return filled.argmax(1), float(filled.sum() - filled.max(1).sum())


# ------------------------------------------------------------------ parts of figures


def ribbon(drawn: Drawn, looks: ClassLooks, whole: float, **more: Any) -> dict[str, Any]:
    """The segments of one side as bars without patterns: number, name and order of time carry the class."""
    sizes, codes = drawn.stops - drawn.starts, drawn.codes.tolist()
    rims = np.where(sizes >= HAIR * whole, RIM_WIDTH, 0.0)
    return {
        "type": "bar",
        "orientation": "h",
        "x": sizes,
        "base": drawn.starts.tolist(),
        "marker": {"color": [looks.color(code) for code in codes], "line": {"color": PAGE, "width": rims}},
        "hoverinfo": "text",
        **more,
    }


def differences(course: Course, y: float, width: float) -> dict[str, Any]:
    """Where model and true class differ, as bars; one too short to be seen is still drawn one cell wide."""
    rows, whole = course.differs, course.total or 1.0
    starts, stops = course.seconds[rows[0]], course.seconds[rows[1]]
    first = first_of_cell(starts / whole, (stops - starts) / whole < 1 / CELLS, CELLS)
    begins, ends = starts[first], np.maximum.reduceat(stops, first) if len(first) else stops
    return {
        "type": "bar",
        "orientation": "h",
        "x": np.maximum(ends - begins, whole / CELLS),
        "base": begins.tolist(),
        "y": np.full(len(begins), y),
        "width": width,
        "marker": {"color": MISSED, "line": {"width": 0}},
        "hovertext": [f"Differs<br>{course.when(*pair)}" for pair in zip(begins.tolist(), ends.tolist(), strict=True)],
        "hoverinfo": "text",
    }


def hovers(course: Course, drawn: Drawn, looks: ClassLooks, side: str) -> list[str]:
    """What is said of each segment of one side when it is pointed at."""
    drawn_pieces = zip(drawn.codes.tolist(), drawn.starts.tolist(), drawn.stops.tolist(), strict=True)
    return [f"{side}: <b>{full(looks.names[code])}</b><br>{course.when(*times)}" for code, *times in drawn_pieces]


def some_of(values: np.ndarray) -> np.ndarray:
    """Positions of the defined values; of very many, evenly over their ranks with the lowest and the highest."""
    defined = np.flatnonzero(~np.isnan(values))
    if len(defined) <= MOST_DOTS:
        return defined
    ranked = defined[np.argsort(values[defined], kind="stable")]
    return np.asarray(ranked[np.linspace(0, len(ranked) - 1, MOST_DOTS).round().astype(int)])


def time_axis(total: float) -> dict[str, Any]:
    """The axis of seconds from 0 to `total`, ticks at round times."""
    ticks = time_ticks(total)
    return {"range": [0, total or 1.0], "tickvals": ticks.places * (total or 1.0), "ticktext": ticks.texts}
