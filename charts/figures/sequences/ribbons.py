"""One recording on a time axis: the true class, the model below it, and where the two differ."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.sequences.courses import ClassLooks, Course, Drawn, differences, drawn_of, hovers, ribbon, time_axis
from charts.style.names import full
from charts.style.theme import figure, font
from words import percent, short
from words.text.times import clock, duration

_TRUE, _MODEL, _DIFFERS = 2.0, 1.0, 0.0
_BAR, _HALF = 0.72, 0.36
_SHORTEST = 0.012  # of the width; the number of a shorter segment would point at nothing
_DIGIT = 0.026  # of the width, on a phone
_MOST_NAMED = 8
_BUTTON = 20  # px of the button that saves the picture, which on a phone always stands at the upper right


def ribbons(course: Course, looks: ClassLooks, missed: Collection[int]) -> tuple[go.Figure, Drawn]:
    """The figure, and how much of the model's ribbon is too short to be seen. missed: phases not recognised at all."""
    true, model = drawn_of(course, course.truth), drawn_of(course, course.predicted)
    data = [
        _ribbon(course, true, looks, _TRUE, "True class"),
        _ribbon(course, model, looks, _MODEL, "Model"),
        differences(course, _DIFFERS, _HALF),
        _numbers(course, true, looks),
        _not_recognised(course, true, looks, missed),
    ]
    ticks = {"tickvals": [_DIFFERS, _MODEL, _TRUE], "ticktext": ["Differs", "Model", "True class"]}
    return figure(
        data,
        232 + _BUTTON,
        xaxis=time_axis(course.total),
        yaxis={"range": [_DIFFERS - 0.85, _TRUE + 0.85], "showgrid": False, **ticks},
        margin={"t": _BUTTON, "r": 12},
    ), model


def _ribbon(course: Course, drawn: Drawn, looks: ClassLooks, y: float, side: str) -> dict[str, Any]:
    """One side; names stand inside where the browser finds room."""
    codes = drawn.codes.tolist()
    names = [full(looks.names[code]) for code in codes] if y == _TRUE else [""] * len(codes)
    return ribbon(
        drawn,
        looks,
        course.total,
        y=np.full(len(codes), y),
        width=_BAR,
        text=names,
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"size": 14, "color": [looks.ink(code) for code in codes]},
        hovertext=hovers(course, drawn, looks, side),
    )


def _numbers(course: Course, true: Drawn, looks: ClassLooks) -> dict[str, Any]:
    """The number of each true phase above its segment, where it would not touch the one before it on a phone."""
    places, numbers, reached = [], [], 0.0
    for code, start, stop in zip(true.codes.tolist(), true.starts.tolist(), true.stops.tolist(), strict=True):
        number = looks.number(code)
        half = (0.4 + len(number)) * _DIGIT / 2 * course.total
        middle = (start + stop) / 2
        if code not in looks.background and stop - start >= _SHORTEST * course.total and middle - half >= reached:
            places.append(middle)
            numbers.append(f"<b>{number}</b>")
            reached = middle + half
    return _words(np.array(places), _TRUE + 0.58, numbers, "middle center")


def _not_recognised(course: Course, true: Drawn, looks: ClassLooks, missed: Collection[int]) -> dict[str, Any]:
    """ "3 not recognised" below its first segment, turned inwards at the ends of the picture; "3✕" of several."""
    first = {int(code): place for place, code in reversed(list(enumerate(true.codes))) if int(code) in missed}
    middles = np.array([(true.starts[place] + true.stops[place]) / 2 for place in first.values()])
    sides = [_side(middle / (course.total or 1.0)) for middle in middles.tolist()]
    cross = " not recognised" if len(first) == 1 else "✕"  # two sentences would lie on one another on a phone
    said = [f"{looks.number(label)}{cross}" for label in first]
    return _words(middles, _DIFFERS - 0.5, said, sides)


def _side(proportion: float) -> str:
    return "middle right" if proportion < 0.2 else "middle left" if proportion > 0.8 else "middle center"


def _words(x: np.ndarray, y: float, texts: list[str], position: str | list[str]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "text",
        "x": x,
        "y": np.full(len(x), y),
        "text": texts,
        "textposition": position,
        "textfont": font(),
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def ribbons_alt(course: Course, looks: ClassLooks) -> str:
    """The picture in words: the true course, and how much of the time the model differs."""
    first = zip(course.truth.labels[:_MOST_NAMED].tolist(), course.truth.starts[:_MOST_NAMED].tolist(), strict=True)
    parts = [f"{short(looks.names[code], 40)} from {clock(course.seconds[start])}" for code, start in first]
    more = ", and so on" if len(course.truth) > _MOST_NAMED else ""
    proportion = course.differing / course.total if course.total else 0.0
    return (
        f"True class and model over {duration(course.total, course.row)}. True class: {', '.join(parts)}{more}. "
        f"The model differs during {duration(course.differing, course.row)} "
        f"({percent(proportion, len(course.seconds) - 1)})."
    )
