"""The confusion matrix: blue where the call is right, vermilion where it is wrong, stronger the larger the share.

Colour lies in two heatmaps; transparent bars of exactly one cell carry text, hover and clicks, because a
heatmap cannot be clicked and a bar hides a text that does not fit it.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from charts.style.names import CASES, Unit, axis_names, full, longest, on_two_lines
from charts.style.theme import CLEAR, COUNT_SIZE, HIDDEN, INK, PAGE, figure, font, title
from metrics import ConfusionMatrix
from words import counted, of, percent, whole

Mode = Literal["counts", "truth", "calls", "all"]
MODES: dict[str, str] = {
    "counts": "Counts",
    "truth": "Share of true class",
    "calls": "Share of calls",
    "all": "Share of all",
}
MOST_WITH_TEXT = 12
_MOST_WITH_TWO_LINES = 6
_MOST_WITH_COUNTS = 4
_CHOSEN_WIDTH = 2.5
_RIM = 0.006
_LINE, _NARROW = 14, 16
_RIGHT = [[0, "rgba(0,114,178,.03)"], [1, "rgba(0,114,178,.65)"]]
_WRONG = [[0, "rgba(188,58,20,.03)"], [1, "rgba(188,58,20,.65)"]]


def shares(matrix: ConfusionMatrix, mode: str = "truth") -> np.ndarray:
    """(K, K) cells as a share of their row ("truth", "counts"), column ("calls") or of all; nan where of none."""
    total = _totals(matrix, mode)
    return np.asarray(np.divide(matrix.cells, total, out=np.full(total.shape, np.nan), where=total > 0))


def _totals(matrix: ConfusionMatrix, mode: str) -> np.ndarray:
    of_what = {"calls": matrix.called[None, :], "all": np.array([[matrix.total]])}
    return np.broadcast_to(of_what.get(mode, matrix.support[:, None]), matrix.cells.shape)


def confusion(
    matrix: ConfusionMatrix,
    mode: str = "counts",
    chosen: tuple[int, int] | None = None,
    unit: Unit = CASES,
) -> go.Figure:
    """Truth down, calls across; `mode` is one of MODES, `chosen` a (truth, predicted) to outline."""
    strength = np.sqrt(_visible_share(matrix, mode))
    right = np.eye(len(matrix.labels), dtype=bool)
    layers = [_layer(strength, right, _RIGHT), _layer(strength, ~right, _WRONG), _cells(matrix, mode, unit)]
    return figure(
        layers,
        _height(matrix),
        margin={"r": 8},
        bargap=0,
        shapes=[_borders(len(right)), *([] if chosen is None else [_outline(*chosen)])],
        **_axes(matrix, unit),
    )


def _visible_share(matrix: ConfusionMatrix, mode: str) -> np.ndarray:
    """Shares of all cases are relative to the largest, or a matrix of many classes would be white."""
    share = shares(matrix, mode)
    return share / np.nanmax(share) if mode == "all" and matrix.cells.any() else share


def _layer(strength: np.ndarray, where: np.ndarray, scale: list[list[Any]]) -> dict[str, Any]:
    places = np.arange(len(strength))
    return {
        "type": "heatmap",
        "x": places,
        "y": places,
        "z": np.where(where, strength, np.nan),
        "zmin": 0,
        "zmax": 1,
        "colorscale": scale,
        "showscale": False,
        "hoverinfo": "skip",
    }


def _borders(classes: int) -> dict[str, Any]:
    """Page-coloured lines between the cells: with gaps of its own, the library would paint every pixel of a matrix."""
    ends = [place - 0.5 for place in range(classes + 1)]
    lines = "".join(f"M{ends[0]} {at}H{ends[-1]}M{at} {ends[0]}V{ends[-1]}" for at in ends)
    width = 3 if classes <= MOST_WITH_TEXT else 1
    return {"type": "path", "path": lines, "xref": "x2", "yref": "y2", "line": {"color": PAGE, "width": width}}


def _cells(matrix: ConfusionMatrix, mode: str, unit: Unit) -> dict[str, Any]:
    truth, called = (place.ravel() for place in np.indices(matrix.cells.shape))
    texts = {"text": np.array(_texts(matrix, mode))} if len(matrix.labels) <= MOST_WITH_TEXT else {}
    return {
        "type": "bar",
        "orientation": "h",
        "x": np.ones(truth.size),
        "base": called - 0.5,
        "y": truth,
        "width": 1,
        "xaxis": "x2",
        "yaxis": "y2",
        "marker": {"color": CLEAR, "line": {"width": 0}},
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}, "textfont": {"color": INK}},
        "customdata": np.column_stack([truth, called]),
        **texts,
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": font(),
        "hovertext": np.array(_hovers(matrix, unit)),
        "hoverinfo": "text",
    }


def _texts(matrix: ConfusionMatrix, mode: str) -> list[str]:
    """One text per cell, row by row, on one line from 7 classes on."""
    said = zip(matrix.cells.ravel().tolist(), shares(matrix, mode).ravel().tolist(), strict=True)
    totals = _totals(matrix, mode).ravel().tolist()
    two = len(matrix.labels) <= _MOST_WITH_TWO_LINES
    return [_text(n, share, total, mode, two) for (n, share), total in zip(said, totals, strict=True)]


def _text(count: int, share: float, total: int, mode: str, two_lines: bool) -> str:
    if not total:
        return ""
    percentage = percent(share, total)
    first, second = (whole(count), percentage) if mode == "counts" else (percentage, whole(count))
    if not two_lines:
        return first if count else ""
    return f'<b style="font-size:{COUNT_SIZE}px">{first}</b><br>{second}'


def _hovers(matrix: ConfusionMatrix, unit: Unit) -> list[str]:
    names = [full(name) for name in matrix.labels]
    rows = [[_hover(matrix, i, j, names, unit) for j in range(len(names))] for i in range(len(names))]
    return [text for row in rows for text in row]


def _hover(matrix: ConfusionMatrix, truth: int, called: int, names: list[str], unit: Unit) -> str:
    count = int(matrix.cells[truth, called])
    support, calls = int(matrix.support[truth]), int(matrix.called[called])
    lines = [f"truth <b>{names[truth]}</b>", f"called <b>{names[called]}</b>"]
    if not count:
        return "<br>".join([*lines, f"none of {counted(support, unit)}" if support else f"no {unit[1]} of this class"])
    of_class = f"{of(count, support)} {unit[1]} of this class ({percent(count / support, support)})"
    return "<br>".join([*lines, of_class, f"{of(count, calls)} calls ({percent(count / calls, calls)})"])


def _axes(matrix: ConfusionMatrix, unit: Unit) -> dict[str, Any]:
    """Category axes leave out names where they would overlap, at any width; the bars have axes of their own."""
    classes = len(matrix.labels)
    rim = _RIM * classes  # so that the outline of a chosen cell at the edge is not cut in half
    across, down = [-0.5 - rim, classes - 0.5 + rim], [classes - 0.5 + rim, -0.5 - rim]
    plain: dict[str, Any] = {"type": "category", "showgrid": False, "showline": False, "ticks": ""}
    turned = {"autotickangles": [0, -90]} if classes <= MOST_WITH_TEXT else {"tickangle": -45}
    top = {"side": "top", "title": title("The model said", 12), "labelalias": _columns(matrix)}
    return {
        "xaxis": {**plain, **turned, **top, "range": across},
        "yaxis": {**plain, "title": title("The truth", 12), "labelalias": _rows(matrix, unit), "range": down},
        "xaxis2": {**HIDDEN, "overlaying": "x", "range": across},
        "yaxis2": {**HIDDEN, "overlaying": "y", "range": down},
    }


def _columns(matrix: ConfusionMatrix) -> dict[str, str]:
    """What stands over each column: one line from the 5th class on, because a phone turns them on their side."""
    if len(matrix.labels) > _MOST_WITH_COUNTS:
        return _places(axis_names(matrix.labels, _NARROW))
    return _places(_counted(matrix, matrix.called, ("call", "calls")))


def _rows(matrix: ConfusionMatrix, unit: Unit) -> dict[str, str]:
    """What stands beside each row: narrow, or a phone would have no room for the cells."""
    if len(matrix.labels) > MOST_WITH_TEXT:
        return _places(axis_names(matrix.labels, _NARROW))
    if len(matrix.labels) > _MOST_WITH_COUNTS and longest(matrix.labels) > _LINE:
        return _places([on_two_lines(label, _LINE) for label in matrix.labels])
    return _places(_counted(matrix, matrix.support, unit))


def _counted(matrix: ConfusionMatrix, counts: np.ndarray, unit: Unit) -> list[str]:
    names = [on_two_lines(label, _LINE) for label in matrix.labels]
    return [f"{name}<br>{counted(n, unit)}" for name, n in zip(names, counts.tolist(), strict=True)]


def _places(names: list[str]) -> dict[str, str]:
    return {str(place): name for place, name in enumerate(names)}


def _outline(truth: int, called: int) -> dict[str, Any]:
    return {
        "type": "rect",
        "xref": "x2",
        "yref": "y2",
        "x0": called - 0.5,
        "x1": called + 0.5,
        "y0": truth - 0.5,
        "y1": truth + 0.5,
        "line": {"color": INK, "width": _CHOSEN_WIDTH},
    }


def _height(matrix: ConfusionMatrix) -> int:
    classes = len(matrix.labels)
    turned_names = 8 * min(longest(matrix.labels), _NARROW) if classes > _MOST_WITH_COUNTS else 40
    return max(430, (44 if classes <= MOST_WITH_TEXT else 18) * classes + turned_names + 60)


def chosen_cell(event: Any) -> tuple[int, int] | None:
    """(truth, predicted) of a click, from what the page gets as the chart's selection; None where nothing is."""
    points = ((event or {}).get("selection") or {}).get("points") or []
    for point in points:
        codes = point.get("customdata")
        # A typed array comes back from the browser as {"0": truth, "1": predicted}.
        pair = list(codes.values()) if hasattr(codes, "values") else list(codes or [])
        if len(pair) == 2:
            return int(pair[0]), int(pair[1])
    return None


def confusion_alt(matrix: ConfusionMatrix, unit: Unit = CASES) -> str:
    """The picture in words: how many are right, and the largest error."""
    correct = int(matrix.cells.trace())
    said = f"Confusion matrix of {len(matrix.labels)} classes: {of(correct, matrix.total)} {unit[1]} correct."
    wrong = matrix.cells - np.diag(matrix.cells.diagonal())
    if not wrong.any():
        return said
    truth, called = np.unravel_index(int(wrong.argmax()), wrong.shape)
    names = matrix.labels[truth], matrix.labels[called]
    return f"{said} The most frequent error is {names[0]} called {names[1]}: {whole(int(wrong.max()))}."
