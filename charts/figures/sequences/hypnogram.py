"""One night as two staircases on one time axis, the true class above, the model below, and where they differ between.

Two and not one over the other: overlaid, a short awakening of one would hide that of the other.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.sequences.courses import ClassLooks, Course, Drawn, differences, drawn_of, hovers, time_axis
from charts.style.names import axis_names
from charts.style.theme import INK, figure, font
from metrics.measures.segments import Segments
from words import percent, short
from words.text.times import duration

_STEP = 27  # px per stage; many stages share what there is
_HIGHEST = 260  # px of one staircase
_GAP = 3.0  # stages between the two staircases
_DIFFERS = 1.3
_NAME = 14
_FINEST = 2_000  # lines need less room than bars


def hypnogram(course: Course, looks: ClassLooks, thick: Collection[int]) -> tuple[go.Figure, Drawn]:
    """The figure, and how much of the model's staircase is too short to be seen. thick: stages drawn in colour.

    looks.order: the stages from top to bottom.
    """
    stages = len(looks.order)
    lift = stages + _GAP
    true, model = (drawn_of(course, side, _FINEST) for side in (course.truth, course.predicted))
    sides = ((true, lift, "True class"), (model, 0.0, "Model"))
    data = [trace for drawn, base, side in sides for trace in _staircase(course, drawn, looks, thick, base, side)]
    data.append(differences(course, stages + _DIFFERS, 0.7))
    levels = [stages - 1.0 - place for place in range(stages)]
    names = axis_names([looks.names[label] for label in looks.order], _NAME)
    pitch = min(_STEP, _HIGHEST / stages)
    return figure(
        data,
        round(pitch * (2 * stages + _GAP) + 76),
        xaxis=time_axis(course.total),
        yaxis={
            "range": [-0.6, lift + stages + 0.5],
            "tickvals": [*(level + lift for level in levels), stages + _DIFFERS, *levels],
            "ticktext": [*names, "Differs", *names],
        },
        margin={"t": 0, "r": 12},
        annotations=[_heading("True class", lift + stages), _heading("Model", stages - 0.15)],
    ), model


def _heading(text: str, y: float) -> dict[str, Any]:
    return {
        "text": f"<b>{text}</b>",
        "x": 0,
        "y": y,
        "xref": "paper",
        "xanchor": "left",
        "yanchor": "middle",
        "showarrow": False,
        "font": font(),
    }


def _staircase(
    course: Course, drawn: Drawn, looks: ClassLooks, thick: Collection[int], base: float, side: str
) -> list[dict[str, Any]]:
    """A thin line through all stages, and over it a thick one for each stage in colour."""
    place = {label: base + len(looks.order) - 1 - rank for rank, label in enumerate(looks.order)}
    codes = drawn.codes.tolist()
    levels = np.array([place[code] for code in codes])
    data = [_line(drawn, levels, hovers(course, drawn, looks, side))]
    for label in (label for label in looks.order if label in thick):
        which = drawn.codes == label
        if which.any():
            data.append(_thick(drawn, which, place[label], looks.color(label)))
    return data


def _line(drawn: Drawn, levels: np.ndarray, said: list[str]) -> dict[str, Any]:
    """Each segment as its two ends at one level; the line joins them upright."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.column_stack([drawn.starts, drawn.stops]).ravel(),
        "y": np.repeat(levels, 2),
        "line": {"color": INK, "width": 1.25},
        "hovertext": [text for text in said for _ in range(2)],
        "hoverinfo": "text",
    }


def _thick(drawn: Drawn, which: np.ndarray, level: float, color: str) -> dict[str, Any]:
    starts, stops = drawn.starts[which], drawn.stops[which]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.column_stack([starts, stops, np.full(len(starts), np.nan)]).ravel(),
        "y": np.tile([level, level, np.nan], len(starts)),
        "line": {"color": color, "width": 4.5},
        "hoverinfo": "skip",
    }


def hypnogram_alt(course: Course, looks: ClassLooks) -> str:
    """The picture in words: how long each stage lasts on both sides, and how much of the time they differ."""
    proportion = course.differing / course.total if course.total else 0.0
    stages = [f"{short(looks.names[label], 40)} {_both(course, label)}" for label in looks.order]
    return (
        f"True class and model as two staircases over {duration(course.total, course.row)}. Time by true class and by "
        f"model: {', '.join(stages)}. They differ during {duration(course.differing, course.row)} "
        f"({percent(proportion, len(course.seconds) - 1)})."
    )


def _both(course: Course, label: int) -> str:
    times = (_time_of(course, side, label) for side in (course.truth, course.predicted))
    return " and ".join(duration(each, course.row) for each in times)


def _time_of(course: Course, side: Segments, label: int) -> float:
    which = np.asarray(side.labels) == label
    return float((course.seconds[side.stops[which]] - course.seconds[side.starts[which]]).sum())
