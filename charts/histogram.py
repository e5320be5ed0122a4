"""Scores by truth: who has the class above the line, who has not below it, cut where the threshold is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from charts.names import CASES, Unit, brief
from charts.scale import Scale, scale_of
from charts.theme import (
    AXIS,
    CLEARED,
    CORRECT,
    FALSE_ALARM,
    INK,
    MISSED_OTHER,
    Meaning,
    fill,
    font,
    styled,
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
    fig = go.Figure(
        [
            _bars(bins, positives, False, MISSED_OTHER, "missed", unit),
            _bars(bins, positives, True, CORRECT, "found", unit),
            _bars(bins, negatives, False, CLEARED, "cleared", unit),
            _bars(bins, negatives, True, FALSE_ALARM, "false alarms", unit),
        ]
    )
    styled(fig, HEIGHT, {"r": 12})
    fig.update_layout(barmode="overlay")
    _axes(fig, scale, name)
    _add_cut(fig, table, bins)
    return fig


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


def _bars(bins: _Bins, half: _Half, above: bool, meaning: Meaning, word: str, unit: Unit) -> go.Bar:
    """The bars of one outcome: the cut clips them, so that colour and pattern change exactly at the line."""
    own, all_ = half.above if above else half.below, half.above + half.below
    used = np.flatnonzero(own)
    left, right = bins.edges[:-1][used], bins.edges[1:][used]
    left, right = (np.maximum(left, bins.cut), right) if above else (left, np.minimum(right, bins.cut))
    gap = _GAP * (bins.edges[1] - bins.edges[0])
    return go.Bar(
        x=(left + right) / 2,
        width=np.maximum(right - left - gap, gap),
        y=half.direction * all_[used] / max(int(all_.max()), 1),
        marker=fill(meaning, 0),
        hovertext=np.array([_hover(bins, place, counted(int(own[place]), unit), word) for place in used.tolist()]),
        hoverinfo="text",
    )


def _hover(bins: _Bins, place: int, count: str, word: str) -> str:
    low, high = (f"{value:.3g}".replace("-", "−") for value in bins.scale.score(bins.edges[place : place + 2]))
    return f"{count} · {word}<br>score {low} to {high}"


def _axes(fig: go.Figure, scale: Scale, name: str) -> None:
    title = f"score for {brief(name)}{' (stretched scale)' if scale.stretched else ''}"
    ticks, texts = scale.ticks()
    fig.update_xaxes(range=[scale.low, scale.high], tickvals=ticks, ticktext=texts, title_text=title, showgrid=False)
    fig.update_yaxes(range=[-1.32, 1.32], visible=False)
    fig.add_hline(y=0, line={"color": AXIS, "width": 1.5})


def _add_cut(fig: go.Figure, table: ThresholdTable, bins: _Bins) -> None:
    fig.add_shape(type="line", x0=bins.cut, x1=bins.cut, y0=-1.05, y1=1.05, line={"color": INK, "width": 2})
    counts, scale = table.at(bins.threshold), bins.scale
    share = (bins.cut - scale.low) / (scale.high - scale.low)
    # Near an edge the counts stay where a phone has room for both, beyond the ends of the line.
    at = float(np.clip(share, _NEAR_EDGE, 1 - _NEAR_EDGE))
    for y, left, right in (
        (_LABEL_ROW, f"{whole(counts.fn)} missed", f"{whole(counts.tp)} found"),
        (-_LABEL_ROW, f"{whole(counts.tn)} cleared", f"{whole(counts.fp)} false alarms"),
    ):
        shared = {"xref": "paper", "x": at, "y": y, "showarrow": False, "font": font()}
        fig.add_annotation(text=f"<b>{left}</b>", xanchor="right", xshift=-7, **shared)
        fig.add_annotation(text=f"<b>{right}</b>", xanchor="left", xshift=7, **shared)


def scores_by_truth_alt(table: ThresholdTable, threshold: float, name: str, unit: Unit = CASES) -> str:
    """The picture in words."""
    counts = table.at(threshold)
    return (
        f"Scores for {name} by truth, cut at {said_threshold(threshold)}. "
        f"{counted(table.n_positive, unit)} with {name}: {whole(counts.tp)} found, {whole(counts.fn)} missed. "
        f"{counted(table.n_negative, unit)} without: {whole(counts.fp)} false alarms, {whole(counts.tn)} cleared."
    )
