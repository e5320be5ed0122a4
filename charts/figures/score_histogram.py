"""Scores by true class: the class above the axis, the others below it, each side to its own maximum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import axis_names, brief
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
    low, high = _reach(table)
    return figure(
        list(_sides(table, np.linspace(low, high, BINS + 1), threshold)),
        HEIGHT,
        xaxis={"title": title(f"Score for {brief(name)}"), "range": [low, high]},
        yaxis={
            "range": [-1.05, 1.05],
            "tickvals": [0.5, -0.5],
            "ticktext": axis_names([name, other], _NAME_LIMIT),
            "showgrid": False,
        },
        shapes=[] if threshold is None else [_line(threshold)],
        annotations=[] if threshold is None else [_assumed(threshold)],
    )


def _sides(table: ThresholdTable, edges: np.ndarray, threshold: float | None) -> Iterator[dict[str, Any]]:
    """The bars of both sides, those at or above the threshold apart; without one all are grey."""
    edges = edges if threshold is None else np.unique(np.append(edges, threshold))  # no bar stands on both sides of it
    is_above = edges[:-1] >= (np.inf if threshold is None else threshold)
    sides = ((1, CORRECT, MISSED_NORMAL), (-1, FALSE_POSITIVE, TRUE_NEGATIVE))
    borders = np.append(edges[:-1], np.nextafter(edges[-1], np.inf))
    for held, (sign, above, below) in zip(table.between(borders), sides, strict=True):
        tall = np.sqrt(held / max(float(held.max()), 1.0)) * sign
        for which, meaning in ((is_above, above), (~is_above, TRUE_NEGATIVE if threshold is None else below)):
            yield _bars(edges, tall, held, which, meaning)


def _line(at: float) -> dict[str, Any]:
    return {"type": "line", "x0": at, "x1": at, "y0": -1, "y1": 1, "line": {"color": INK, "width": 2}}


def _assumed(at: float) -> dict[str, Any]:
    look = {"xanchor": "left", "xshift": 6, "showarrow": False, "font": font()}
    return {"text": f"{at:g}, assumed", "x": at, "y": 1, **look}


def _reach(table: ThresholdTable) -> tuple[float, float]:
    """From 0 to 1 for probabilities, else from the lowest to the highest score."""
    low, high = float(table.scores[-1]), float(table.scores[0])
    if low >= 0 and high <= 1:
        return 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _bars(edges: np.ndarray, tall: np.ndarray, held: np.ndarray, which: np.ndarray, meaning: Meaning) -> dict[str, Any]:
    ends = zip(edges[:-1][which], edges[1:][which], held[which], strict=True)
    return {
        "type": "bar",
        "x": ((edges[:-1] + edges[1:]) / 2)[which],
        "width": np.diff(edges)[which],
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
