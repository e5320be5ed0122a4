"""All recordings at once: for each a pair of thin ribbons, the true class above and the model below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.sequences.courses import ClassLooks, Course, drawn_of, hovers, ribbon, time_axis
from charts.style.names import full
from charts.style.theme import figure
from words import percent, short
from words.text.times import duration

MOST_RIBBONS = 60  # recordings; of more the caption says how many are drawn
_BARS = 9_000  # of the whole figure
_PITCH, _THIN = 29, 0.38
_NAME = 14


def all_ribbons(
    courses: Sequence[Course], said: Sequence[str], chosen: int, looks: ClassLooks, positions: Sequence[int]
) -> go.Figure:
    """said: what stands beside each name, such as its accuracy. chosen: the place whose name is bold, -1 for none.

    positions: of the recordings, which a click tells in `customdata`.
    """
    longest = max((course.total for course in courses), default=1.0)
    cells = min(400.0, _BARS / (4 * max(len(courses), 1))) / longest
    data = [
        side
        for y, course in enumerate(courses)
        for side in _pair(course, y, positions[y], looks, max(cells * course.total, 1.0))
    ]
    names = [
        f"<b>{text}</b>" if y == chosen else text
        for y, text in enumerate(
            f"{full(short(course.name, _NAME))} {beside}" for course, beside in zip(courses, said, strict=True)
        )
    ]
    return figure(
        [_as_one(data)] if data else [],
        _PITCH * len(courses) + 48,
        xaxis=time_axis(longest),
        yaxis={
            "range": [len(courses) - 0.45, -0.55],
            "tickvals": np.arange(len(courses)),
            "ticktext": names,
            "showgrid": False,
        },
        margin={"t": 0, "r": 12},
    )


def _pair(course: Course, y: int, position: int, looks: ClassLooks, cells: float) -> list[dict[str, Any]]:
    sides = (("True class", course.truth, -0.2), ("Model", course.predicted, 0.2))
    drawn = [(side, drawn_of(course, pieces, cells), shift) for side, pieces, shift in sides]
    return [
        ribbon(
            each,
            looks,
            course.total,
            y=np.full(len(each.codes), y + shift),
            customdata=np.full(len(each.codes), position),
            hovertext=[f"<b>{full(course.name)}</b><br>{text}" for text in hovers(course, each, looks, side)],
        )
        for side, each, shift in drawn
    ]


def _as_one(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One trace of all bars: a figure is drawn faster the fewer it has."""
    return {
        **parts[0],
        "x": np.concatenate([part["x"] for part in parts]),
        "y": np.concatenate([part["y"] for part in parts]),
        "base": [start for part in parts for start in part["base"]],
        "width": _THIN,
        "marker": {"color": [color for part in parts for color in part["marker"]["color"]], "line": {"width": 0}},
        "customdata": np.concatenate([part["customdata"] for part in parts]),
        "hovertext": [text for part in parts for text in part["hovertext"]],
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
    }


def all_ribbons_alt(courses: Sequence[Course], recordings: str) -> str:
    """The picture in words: where the model differs longest."""
    if not courses:
        return f"True class and model of {recordings}."
    worst = max(courses, key=lambda course: course.differing)
    proportion = percent(worst.differing / (worst.total or 1.0), len(worst.seconds) - 1)
    return (
        f"True class and model of {recordings}, one pair of ribbons each. They differ longest in "
        f"{short(worst.name, 40)}: {duration(worst.differing, worst.row)} ({proportion})."
    )
