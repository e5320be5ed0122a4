"""Scores by true class: the class above the axis, the others below it, each side to its own maximum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import axis_names, brief
from charts.style.scale import Scale, scale_of_marker
from charts.style.theme import (
    CORRECT,
    FALSE_POSITIVE,
    INK,
    MISSED_NORMAL,
    TRUE_NEGATIVE,
    Meaning,
    figure,
    fill,
    font,
    title,
)
from metrics import ThresholdTable
from words import whole

BINS, HEIGHT = 40, 230
_NAME_LIMIT = 16


def score_histogram(table: ThresholdTable, name: str, other: str, threshold: float | None) -> go.Figure:
    """name: the class of the score; other: what has it not. threshold: drawn and named as assumed; None for none."""
    scale = _scale(table)
    return figure(
        list(_sides(table, scale, threshold)),
        HEIGHT,
        xaxis={
            "title": title(f"Score for {brief(name)}{scale.said}"),
            "range": [scale.low, scale.high],
            **scale.own_ticks,
        },
        yaxis={
            "range": [-1.05, 1.05],
            "tickvals": [0.5, -0.5],
            "ticktext": axis_names([name, other], _NAME_LIMIT),
            "showgrid": False,
        },
        shapes=[] if threshold is None else [_line(float(scale.place(threshold)))],
        annotations=[] if threshold is None else [_assumed(threshold, float(scale.place(threshold)))],
    )


def _sides(table: ThresholdTable, scale: Scale, threshold: float | None) -> Iterator[dict[str, Any]]:
    """The bars of both sides, those at or above the threshold apart; without one all are grey."""
    edges = _edges(table, scale)
    edges = edges if threshold is None else np.unique(np.append(edges, threshold))  # no bar stands on both sides of it
    is_above = edges[:-1] >= (np.inf if threshold is None else threshold)
    sides = ((1, CORRECT, MISSED_NORMAL), (-1, FALSE_POSITIVE, TRUE_NEGATIVE))
    borders = np.append(edges[:-1], np.nextafter(edges[-1], np.inf))
    for held, (sign, above, below) in zip(table.between(borders), sides, strict=True):
        tall = np.sqrt(held / max(float(held.max()), 1.0)) * sign
        for which, meaning in ((is_above, above), (~is_above, TRUE_NEGATIVE if threshold is None else below)):
            yield _bars(edges, np.clip(scale.place(edges), scale.low, scale.high), tall, held, which, meaning)


def _line(at: float) -> dict[str, Any]:
    return {"type": "line", "x0": at, "x1": at, "y0": -1, "y1": 1, "line": {"color": INK, "width": 2}}


def _assumed(at: float, place: float) -> dict[str, Any]:
    look = {"xanchor": "left", "xshift": 6, "showarrow": False, "font": font()}
    return {"text": f"{at:g}, assumed", "x": place, "y": 1, **look}


def _scale(table: ThresholdTable) -> Scale:
    """From 0 to 1 for probabilities, else as the marker asks for."""
    is_probability = table.scores[-1] >= 0 and table.scores[0] <= 1
    return Scale("linear", 0.0, 1.0) if is_probability else scale_of_marker(table)


def _edges(table: ThresholdTable, scale: Scale) -> np.ndarray:
    """Scores between the bars; the outermost hold all that lies beyond the axis."""
    edges = scale.score(np.linspace(scale.low, scale.high, BINS + 1))
    edges[0], edges[-1] = min(edges[0], table.scores[-1]), max(edges[-1], table.scores[0])
    return edges


def _bars(
    edges: np.ndarray, places: np.ndarray, tall: np.ndarray, held: np.ndarray, which: np.ndarray, meaning: Meaning
) -> dict[str, Any]:
    """edges: scores; places: the same on the axis."""
    ends = zip(edges[:-1][which], edges[1:][which], held[which], strict=True)
    return {
        "type": "bar",
        "x": ((places[:-1] + places[1:]) / 2)[which],
        "width": np.diff(places)[which],
        "y": tall[which],
        "marker": fill(meaning, 1.0),
        "hovertext": [f"{low:.3g} to {high:.3g}: {whole(int(count))}" for low, high, count in ends],
        "hoverinfo": "text",
    }


def score_histogram_alt(table: ThresholdTable, name: str, other: str, threshold: float | None) -> str:
    """The picture in words: how many lie at or above the threshold on each side."""
    if threshold is None:
        return f"Scores for {name}: {whole(table.n_positive)} cases with it, {whole(table.n_negative)} {other}."
    tp, fp, fn, tn = (whole(int(each)) for each in table.at(threshold))
    return f"Scores for {name}. At {threshold:g} or above: {tp} {name}, {fp} {other}. Below: {fn} {name}, {tn} {other}."
