"""The two strips of the risk panel: where the cases of a disease went, and what its calls are worth."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from charts.names import CASES, Unit, brief, full
from charts.outcomes import HAIR, Segment, segments
from charts.theme import CORRECT, FALSE_ALARM, RIM_WIDTH, Meaning, bare, fill, font, styled
from metrics import ConfusionMatrix
from words import of, percent, whole

__all__ = ["alarm_strip", "alarm_strip_alt", "missed_strip", "missed_strip_alt"]

HEIGHT = 46


def missed_strip(matrix: ConfusionMatrix, disease: int, normal: int | None = None, unit: Unit = CASES) -> go.Figure:
    """The cases of one disease: found, called the all-clear class, called another disease."""
    fig = go.Figure()
    parts = segments(matrix, disease, normal)
    for part in parts:
        text = f"{whole(part.count)} found" if part.meaning is CORRECT else whole(part.count)
        _add(fig, part.meaning, part.start, part.share, text, _missed_hover(matrix, part, unit))
    return _finished(fig, "" if parts else f"no {unit[1]} with {brief(matrix.labels[disease])}")


def alarm_strip(matrix: ConfusionMatrix, disease: int, unit: Unit = CASES) -> go.Figure:
    """The calls of one disease: those who have it, and the false alarms."""
    calls, right = int(matrix.called[disease]), int(matrix.cells[disease, disease])
    name, fig = brief(matrix.labels[disease]), go.Figure()
    if not calls:
        return _finished(fig, f"no {name} calls")
    worth, wrong = right / calls, calls - right
    said = f"{of(right, calls)} called {full(matrix.labels[disease])} have it ({percent(worth, calls)})"
    if right:
        _add(fig, CORRECT, 0.0, worth, f"{whole(right)} have {name}", said)
    if wrong:
        _add(fig, FALSE_ALARM, worth, 1 - worth, f"{whole(wrong)} do not", _alarm_hover(matrix, disease, unit))
    return _finished(fig, "")


def _add(fig: go.Figure, meaning: Meaning, start: float, share: float, text: str, hover: str) -> None:
    fig.add_trace(
        go.Bar(
            x=np.array([share]),
            base=np.array([start]),
            y=np.array([0]),
            orientation="h",
            marker=fill(meaning, RIM_WIDTH if share >= HAIR else 0),
            text=np.array([text]),
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont=font(meaning.on_fill),
            hovertext=np.array([hover]),
            hoverinfo="text",
        )
    )


def _finished(fig: go.Figure, instead: str) -> go.Figure:
    fig.update_layout(barmode="overlay", bargap=0)
    styled(fig, HEIGHT, {"l": 0, "r": 0, "t": 2, "b": 2, "pad": 0})
    fig.update_xaxes(range=[0, 1])
    fig.update_yaxes(range=[-0.5, 0.5])
    if instead:
        fig.add_annotation(text=instead, x=0, y=0, xanchor="left", showarrow=False, font=font())
    return bare(fig)


def _missed_hover(matrix: ConfusionMatrix, part: Segment, unit: Unit) -> str:
    total = int(matrix.support[part.truth])
    of_all = f"{of(part.count, total)} ({percent(part.share, total)})"
    if part.meaning is CORRECT:
        return f"{of_all} found"
    return _listed(f"{of_all} called", matrix, [(k, int(matrix.cells[part.truth, k])) for k in part.called])


def _alarm_hover(matrix: ConfusionMatrix, disease: int, unit: Unit) -> str:
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
    return f"Of {whole(calls)} {name} calls, {whole(right)} have it and {whole(calls - right)} do not."
