"""The two strips of the risk panel: where the cases of a disease went, and what its calls are worth."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.bars import stretches
from charts.names import CASES, Unit, brief, full
from charts.outcomes import Segment, segments
from charts.theme import CORRECT, FALSE_ALARM, HIDDEN, Meaning, figure, font
from metrics import ConfusionMatrix
from words import of, percent, whole

__all__ = ["alarm_strip", "alarm_strip_alt", "missed_strip", "missed_strip_alt"]

HEIGHT = 46


def missed_strip(matrix: ConfusionMatrix, disease: int, normal: int | None = None, unit: Unit = CASES) -> go.Figure:
    """The cases of one disease: found, called the all-clear class, called another disease."""
    parts = segments(matrix, disease, normal)
    bars = [_stretch(p.meaning, p.start, p.share, _inside(p), _missed_hover(matrix, p, unit)) for p in parts]
    return _strip(bars, f"no {unit[1]} with {brief(matrix.labels[disease])}")


def alarm_strip(matrix: ConfusionMatrix, disease: int, unit: Unit = CASES) -> go.Figure:
    """The calls of one disease: those who have it, and the false alarms."""
    calls, right = int(matrix.called[disease]), int(matrix.cells[disease, disease])
    name, worth, wrong = brief(matrix.labels[disease]), right / max(calls, 1), calls - right
    bars = []
    if right:
        said = f"{of(right, calls)} called {full(matrix.labels[disease])} are right ({percent(worth, calls)})"
        bars.append(_stretch(CORRECT, 0.0, worth, f"{whole(right)} truly {name}", said))
    if wrong:
        said = _alarm_hover(matrix, disease)
        bars.append(_stretch(FALSE_ALARM, worth, 1 - worth, f"{whole(wrong)} not", said))
    return _strip(bars, f"no {name} calls")


def _inside(part: Segment) -> str:
    return f"{whole(part.count)} found" if part.meaning is CORRECT else whole(part.count)


def _stretch(meaning: Meaning, start: float, share: float, text: str, hover: str) -> dict[str, Any]:
    return stretches(meaning, [0], [start], [share], [text], [hover], width=1)


def _strip(bars: list[dict[str, Any]], instead: str) -> go.Figure:
    said = {"text": instead, "x": 0, "y": 0, "xanchor": "left", "showarrow": False, "font": font()}
    return figure(
        bars,
        HEIGHT,
        xaxis={"range": [0, 1], **HIDDEN},
        yaxis={"range": [-0.5, 0.5], **HIDDEN},
        margin={"l": 0, "r": 0, "t": 2, "b": 2, "pad": 0},
        annotations=[] if bars else [said],
    )


def _missed_hover(matrix: ConfusionMatrix, part: Segment, unit: Unit) -> str:
    total = int(matrix.support[part.truth])
    of_all = f"{of(part.count, total)} ({percent(part.share, total)})"
    if part.meaning is CORRECT:
        return f"{of_all} found"
    return _listed(f"{of_all} called", matrix, [(k, int(matrix.cells[part.truth, k])) for k in part.called])


def _alarm_hover(matrix: ConfusionMatrix, disease: int) -> str:
    column = matrix.cells[:, disease]
    others = sorted((int(k) for k in np.flatnonzero(column) if k != disease), key=lambda k: -column[k])
    wrong, calls = int(column.sum() - column[disease]), int(column.sum())
    start = f"{of(wrong, calls)} calls ({percent(wrong / calls, calls)}) are false alarms; truly"
    return _listed(start, matrix, [(k, int(column[k])) for k in others])


def _listed(start: str, matrix: ConfusionMatrix, parts: list[tuple[int, int]]) -> str:
    """A hover text with at most six classes, one to a line where there are several."""
    if len(parts) == 1:
        return f"{start} {full(matrix.labels[parts[0][0]])}"
    lines = [f"{whole(count)} {full(matrix.labels[k])}" for k, count in parts[:6]]
    more = [f"and {len(parts) - 6} more classes"] if len(parts) > 6 else []
    return "<br>".join([start, *lines, *more])


def missed_strip_alt(matrix: ConfusionMatrix, disease: int, normal: int | None = None, unit: Unit = CASES) -> str:
    """The strip in words."""
    name, total = matrix.labels[disease], int(matrix.support[disease])
    if not total:
        return f"No {unit[1]} with {name}."
    found = int(matrix.cells[disease, disease])
    said = f"Of {whole(total)} {unit[1]} with {name}, {whole(found)} found and {whole(total - found)} missed"
    if normal is None or normal == disease:
        return f"{said}."
    return f"{said}, {whole(matrix.cells[disease, normal])} of them called {matrix.labels[normal]}."


def alarm_strip_alt(matrix: ConfusionMatrix, disease: int) -> str:
    """The strip in words."""
    name, calls = matrix.labels[disease], int(matrix.called[disease])
    if not calls:
        return f"No {name} calls."
    right = int(matrix.cells[disease, disease])
    return f"Of {whole(calls)} {name} calls, {whole(right)} are right and {whole(calls - right)} are false alarms."
