"""Scores by truth: who has the class above the line, who has not below it, cut where the threshold is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import CASES, Unit, brief
from charts.style.scale import Scale, scale_of
from charts.style.theme import (
    AXIS,
    CLEARED,
    CORRECT,
    FALSE_ALARM,
    HIDDEN,
    INK,
    MISSED_OTHER,
    Meaning,
    figure,
    fill,
    font,
    title,
)
from metrics import ThresholdTable
from words import counted, whole
from words import threshold as said_threshold

__all__ = ["scores_by_truth", "scores_by_truth_alt"]

BINS = 40
HEIGHT = 330
_LABEL_ROW = 1.16  # heights of the bars are within -1 and 1, the counts stand beyond them
_NEAR_EDGE = 0.38
_GAP = 0.06


@dataclass(frozen=True, eq=False)
class _Bins:
    """The bins between `edges` (axis units), and where the cut stands among them."""

    scale: Scale
    edges: np.ndarray
    threshold: float
    cut: float


@dataclass(frozen=True, eq=False)
class _Half:
    """One half of the picture: cases per bin on each side of the cut, drawn up (+1) or down (-1)."""

    below: np.ndarray
    above: np.ndarray
    direction: int


def scores_by_truth(table: ThresholdTable, threshold: float, name: str, unit: Unit = CASES) -> go.Figure:
    """Mirrored histogram of one class; each half is scaled to its own highest bar.

    Probabilities stand on an axis stretched at both ends, which its title says; other scores on a plain one.
    """
    scale = scale_of(table)
    cut = float(np.clip(scale.place(threshold), scale.low, scale.high))
    bins = _Bins(scale, np.linspace(scale.low, scale.high, BINS + 1), threshold, cut)
    positives, negatives = _half(table, bins, table.counts.tp, 1), _half(table, bins, table.counts.fp, -1)
    bars = [
        _bars(bins, positives, False, MISSED_OTHER, "missed", unit),
        _bars(bins, positives, True, CORRECT, "found", unit),
        _bars(bins, negatives, False, CLEARED, "cleared", unit),
        _bars(bins, negatives, True, FALSE_ALARM, "false alarms", unit),
    ]
    return figure(
        bars,
        HEIGHT,
        xaxis=_score_axis(scale, name),
        yaxis={"range": [-1.32, 1.32], **HIDDEN},
        margin={"r": 12},
        shapes=[_straight(scale.low, scale.high, 0, 0, AXIS, 1.5), _straight(cut, cut, -1.05, 1.05, INK, 2)],
        annotations=_counts_at_cut(table, bins),
    )


def _half(table: ThresholdTable, bins: _Bins, counts: np.ndarray, direction: int) -> _Half:
    """Cases per bin below and above the cut, from the cumulated counts: no case is looked at again."""
    limits = bins.scale.score(bins.edges)
    limits[0], limits[-1] = -np.inf, np.inf
    at_least = _at_least(table, counts, limits)
    flagged = _at_least(table, counts, np.maximum(limits, bins.threshold))
    return _Half(-np.diff(at_least - flagged), -np.diff(flagged), direction)


def _at_least(table: ThresholdTable, counts: np.ndarray, limits: np.ndarray) -> np.ndarray:
    rows = len(table.scores) - np.searchsorted(table.scores[::-1], limits, side="left")
    return counts[rows]


def _bars(bins: _Bins, half: _Half, above: bool, meaning: Meaning, word: str, unit: Unit) -> dict[str, Any]:
    """The bars of one outcome: the cut clips them, so that colour and pattern change exactly at the line."""
    own, all_ = half.above if above else half.below, half.above + half.below
    used = np.flatnonzero(own)
    left, right = bins.edges[:-1][used], bins.edges[1:][used]
    left, right = (np.maximum(left, bins.cut), right) if above else (left, np.minimum(right, bins.cut))
    gap = _GAP * (bins.edges[1] - bins.edges[0])
    return {
        "type": "bar",
        "x": (left + right) / 2,
        "width": np.maximum(right - left - gap, gap),
        "y": half.direction * all_[used] / max(int(all_.max()), 1),
        "marker": fill(meaning, 0),
        "hovertext": np.array([_hover(bins, b, counted(int(own[b]), unit), word) for b in used.tolist()]),
        "hoverinfo": "text",
    }


def _hover(bins: _Bins, place: int, count: str, word: str) -> str:
    low, high = (f"{value:.3g}".replace("-", "−") for value in bins.scale.score(bins.edges[place : place + 2]))
    return f"{count} · {word}<br>score {low} to {high}"


def _score_axis(scale: Scale, name: str) -> dict[str, Any]:
    said = f"score for {brief(name)}{' (stretched scale)' if scale.stretched else ''}"
    places, texts = scale.ticks()
    ticks = {"tickvals": places, "ticktext": texts}
    return {"range": [scale.low, scale.high], **ticks, "title": title(said), "showgrid": False}


def _straight(x0: float, x1: float, y0: float, y1: float, color: str, width: float) -> dict[str, Any]:
    return {"type": "line", "x0": x0, "x1": x1, "y0": y0, "y1": y1, "line": {"color": color, "width": width}}


def _counts_at_cut(table: ThresholdTable, bins: _Bins) -> list[dict[str, Any]]:
    """The four counts beyond the ends of the cut; near an edge they stay where a phone has room for them."""
    counts, scale = table.at(bins.threshold), bins.scale
    share = (bins.cut - scale.low) / (scale.high - scale.low)
    at = {"xref": "paper", "x": float(np.clip(share, _NEAR_EDGE, 1 - _NEAR_EDGE)), "showarrow": False, "font": font()}
    left, right = {"xanchor": "right", "xshift": -7, **at}, {"xanchor": "left", "xshift": 7, **at}
    return [
        {"text": f"<b>{whole(counts.fn)} missed</b>", "y": _LABEL_ROW, **left},
        {"text": f"<b>{whole(counts.tp)} found</b>", "y": _LABEL_ROW, **right},
        {"text": f"<b>{whole(counts.tn)} cleared</b>", "y": -_LABEL_ROW, **left},
        {"text": f"<b>{whole(counts.fp)} false alarms</b>", "y": -_LABEL_ROW, **right},
    ]


def scores_by_truth_alt(table: ThresholdTable, threshold: float, name: str, unit: Unit = CASES) -> str:
    """The picture in words."""
    counts = table.at(threshold)
    return (
        f"Scores for {name} by truth, cut at {said_threshold(threshold)}. "
        f"{counted(table.n_positive, unit)} with {name}: {whole(counts.tp)} found, {whole(counts.fn)} missed. "
        f"{counted(table.n_negative, unit)} without: {whole(counts.fp)} false alarms, {whole(counts.tn)} cleared."
    )
