"""Kappa of every recording, lowest first: a dot each, the chosen one dark and named, the median dotted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.sequences.courses import some_of
from charts.style.names import full
from charts.style.theme import FAINT, INK, PAGE, dotted, figure, font, upright
from words import decimal, short

_PITCH, _LOWEST, _HIGHEST = 10, 200, 420  # px


def recording_values(values: np.ndarray, names: Sequence[str], chosen: int) -> go.Figure:
    """values: (r,), nan where undefined. The place of a point in `customdata` is the position of its recording."""
    drawn = some_of(values)
    ranked = drawn[np.argsort(values[drawn], kind="stable")].tolist()
    if chosen not in ranked and not np.isnan(values[chosen]):
        ranked = sorted([*ranked, chosen], key=lambda i: values[i])
    rank = {position: place for place, position in enumerate(ranked)}
    known = values[ranked]
    ends = (known.min(initial=1.0), known.max(initial=0.0)) if len(known) else (0.0, 1.0)
    room = max(0.12 * (ends[1] - ends[0]), 0.02)
    data = [_dots(known, np.array(ranked), names)]
    if chosen in rank:
        # Sorted dots leave their upper right and their lower left empty.
        side = "bottom left" if values[chosen] > (ends[0] + ends[1]) / 2 else "top right"
        data.append(_chosen(float(values[chosen]), rank[chosen], names[chosen], side))
    middle = float(np.median(known)) if len(known) else np.nan
    return figure(
        data,
        int(np.clip(_PITCH * len(ranked) + 60, _LOWEST, _HIGHEST)),
        xaxis={"range": [ends[0] - room, ends[1] + room], "nticks": 5},
        yaxis={"range": [len(ranked) + 1.4, -2.4], "visible": False, "fixedrange": True},
        margin={"t": 0, "r": 8},
        shapes=[upright(middle, dotted(INK))] if len(ranked) > 1 else [],
    )


def _dots(known: np.ndarray, positions: np.ndarray, names: Sequence[str]) -> dict[str, Any]:
    said = [
        f"<b>{full(names[i])}</b><br>{decimal(value, 2)}" for i, value in zip(positions.tolist(), known, strict=True)
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": known,
        "y": np.arange(len(known)),
        "marker": {"size": 9, "color": FAINT},
        "customdata": positions,
        "hovertext": said,
        "hoverinfo": "text",
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
        "cliponaxis": False,
    }


def _chosen(value: float, rank: int, name: str, side: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": np.array([value]),
        "y": np.array([rank]),
        "text": [f" {full(short(name, 16))} "],
        "textposition": side,
        "textfont": font(),
        "marker": {"size": 13, "color": INK, "line": {"color": PAGE, "width": 1}},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def recording_values_alt(values: np.ndarray, names: Sequence[str]) -> str:
    """The picture in words: lowest, median and highest."""
    known = [i for i in np.argsort(values, kind="stable").tolist() if not np.isnan(values[i])]
    if not known:
        return "κ: not estimable in any."
    low, high = known[0], known[-1]
    return (
        f"κ of {len(known)}, lowest {decimal(values[low], 2)} ({short(names[low], 24)}), median "
        f"{decimal(float(np.median(values[known])), 2)}, highest {decimal(values[high], 2)} ({short(names[high], 24)})."
    )
