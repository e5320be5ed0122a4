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
from words import threshold as said_threshold
from words import whole

__all__ = ["scores_by_truth", "scores_by_truth_alt"]

BINS = 40
HEIGHT = 330
_LABEL_ROW = 1.16  # heights of the bars are within -1 and 1, the counts stand beyond them
_NEAR_EDGE = 0.38


@dataclass(frozen=True, eq=False)
class _Side:
    """One half of the picture: cases per bin on each side of the cut, drawn up (+1) or down (-1)."""

    below: np.ndarray
    above: np.ndarray
    direction: int


def scores_by_truth(table: ThresholdTable, threshold: float, name: str, unit: Unit = CASES) -> go.Figure:
    """Mirrored histogram of one class; each half is scaled to its own highest bar.

    Probabilities stand on an axis stretched at both ends, which its title says; other scores on a plain one.
    """
    scale = scale_of(table)
    edges = np.linspace(scale.low, scale.high, BINS + 1)
    cut = float(np.clip(scale.place(threshold), scale.low, scale.high))
    fig = go.Figure()
    for traces in (
        _half(table, threshold, scale, edges, cut, unit, True),
        _half(table, threshold, scale, edges, cut, unit, False),
    ):
        fig.add_traces(traces)
    styled(fig, HEIGHT, {"r": 12})
    fig.update_layout(barmode="overlay", uniformtext_mode=False)
    _axes(fig, scale, name)
    _add_cut(fig, table, threshold, scale, cut)
    return fig


def _half(
    table: ThresholdTable, threshold: float, scale: Scale, edges: np.ndarray, cut: float, unit: Unit, has_class: bool
) -> list[go.Bar]:
    side = _side(table, threshold, scale, edges, has_class)
    highest = max(int((side.below + side.above).max()), 1)
    meanings = (MISSED_OTHER, CORRECT) if has_class else (CLEARED, FALSE_ALARM)
    words = ("missed", "found") if has_class else ("cleared", "false alarms")
    return [_bars(scale, edges, cut, side, highest, meanings[i], words[i], i == 1, unit) for i in (0, 1)]


def _side(table: ThresholdTable, threshold: float, scale: Scale, edges: np.ndarray, has_class: bool) -> _Side:
    """Cases per bin below and above the cut, from the cumulated counts: no case is looked at again."""
    counts = table.counts.tp if has_class else table.counts.fp
    limits = scale.score(edges)
    limits[0], limits[-1] = -np.inf, np.inf
    at_least = _at_least(table, counts, limits)
    flagged = _at_least(table, counts, np.maximum(limits, threshold))
    return _Side(-np.diff(at_least - flagged), -np.diff(flagged), 1 if has_class else -1)


def _at_least(table: ThresholdTable, counts: np.ndarray, limits: np.ndarray) -> np.ndarray:
    rows = len(table.scores) - np.searchsorted(table.scores[::-1], limits, side="left")
    return counts[rows]


def _bars(
    scale: Scale,
    edges: np.ndarray,
    cut: float,
    side: _Side,
    highest: int,
    meaning: Meaning,
    words: str,
    above: bool,
    unit: Unit,
) -> go.Bar:
    """The bars of one outcome: the cut clips them, so that colour and pattern change exactly at the line."""
    own = side.above if above else side.below
    used = np.flatnonzero(own)
    left, right = edges[:-1][used], edges[1:][used]
    left, right = (np.maximum(left, cut), right) if above else (left, np.minimum(right, cut))
    gap = 0.06 * (edges[1] - edges[0])
    height = side.direction * (side.above + side.below)[used] / highest
    return go.Bar(
        x=(left + right) / 2,
        width=np.maximum(right - left - gap, gap),
        y=height,
        marker=fill(meaning, 0),
        hovertext=np.array([_hover(scale, edges, b, int(own[b]), words) for b in used]),
        hoverinfo="text",
    )


def _hover(scale: Scale, edges: np.ndarray, place: int, count: int, words: str) -> str:
    low, high = (f"{value:.3g}" for value in scale.score(edges[place : place + 2]))
    return f"{whole(count)} {words}<br>score {low} to {high}"


def _axes(fig: go.Figure, scale: Scale, name: str) -> None:
    title = f"score for {brief(name)}{' (stretched scale)' if scale.stretched else ''}"
    ticks, texts = scale.ticks()
    fig.update_xaxes(range=[scale.low, scale.high], tickvals=ticks, ticktext=texts, title_text=title, showgrid=False)
    fig.update_yaxes(range=[-1.32, 1.32], visible=False)
    fig.add_hline(y=0, line={"color": AXIS, "width": 1.5})


def _add_cut(fig: go.Figure, table: ThresholdTable, threshold: float, scale: Scale, cut: float) -> None:
    fig.add_shape(type="line", x0=cut, x1=cut, y0=-1.05, y1=1.05, line={"color": INK, "width": 2})
    counts = table.at(threshold)
    share = (cut - scale.low) / (scale.high - scale.low)
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
        f"With {name}: {whole(counts.tp)} found, {whole(counts.fn)} missed. "
        f"Without: {whole(counts.fp)} false alarms, {whole(counts.tn)} cleared."
    )
