"""The confusion matrix in five steps: vermilion where a disease is missed, amber where none is, pale blue: correct.

Every cell is a bar of its own up to twelve classes, so that it carries text, hover and clicks; from thirteen on the
colours lie in a heatmap, and transparent bars carry hover and clicks.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.figures.heatmap_texts import MOST_WITH_NAMES, Say, hovers, proportions, texts
from charts.style.names import Unit, full, on_two_lines
from charts.style.theme import AT_LEFT, CLEAR, INK, figure, font, title
from metrics import ConfusionMatrix
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.numbers import NBSP
from words.text.voice import CASES, has_numbers

MOST_WITH_TEXT = 12
# A cell's step by its percentage of the true class (or of the predictions), with the opacity of its colour.
EDGES = (0.01, 0.03, 0.07, 0.15)
STEPS = ("under 1", "1–3", "3–7", "7–15", "15 and over")
OPACITY = (0.12, 0.24, 0.40, 0.62, 1.0)
MISSED, FALSE_POSITIVE, CORRECT, EMPTY = "188,58,20", "196,135,0", "rgba(0,114,178,.16)", "rgba(118,125,134,.05)"
RIM = "#0072B2"
_CHOSEN_WIDTH = 2.5
_NAME = 14
_SIZE, _LOW, _PITCH = 88, 0.56, 54
_ACROSS, _CHARACTER, _ABOVE, _LINE = 33, 7.5, 31, 18  # px: of the title beside the axis, of its names, of those above
_BELOW = 9  # px


def confusion(
    matrix: ConfusionMatrix,
    mode: str = "truth",
    chosen: tuple[int, int] | None = None,
    unit: Unit = CASES,
    healthy: Collection[int] = (),
    amounts: Amounts = ONE_BY_ONE,
    weighted: ConfusionMatrix | None = None,
) -> go.Figure:
    """True class down, predicted class across, in the order of the matrix; `chosen` a (truth, predicted) to outline.

    healthy: the rows of no disease, whose errors miss none. weighted: the matrix of the percentages, where cases count
    by weights.
    """
    found = proportions(weighted or matrix, mode)
    steps, say = _steps(matrix, found), amounts.alone
    many = len(matrix.labels) > MOST_WITH_TEXT
    layers = [_layer(steps, healthy)] if many else []
    return figure(
        [*layers, _cells(matrix, mode, unit, healthy, steps, say, weighted or matrix)],
        _height(matrix),
        margin={"r": 8, "b": _BELOW, **_room(matrix, say)},
        bargap=0,
        uniformtext={"mode": False},  # a count that is too long becomes smaller, never dropped
        shapes=[] if chosen is None else [_outline(*chosen, _width(matrix))],
        annotations=_names_above(matrix, say) if MOST_WITH_NAMES < len(matrix.labels) <= MOST_WITH_TEXT else [],
        **_axes(matrix, say),
    )


def _steps(matrix: ConfusionMatrix, found: np.ndarray) -> np.ndarray:
    """(K, K) 0 to 4; -1 for an empty cell. found: (K, K) proportions."""
    return np.where(matrix.cells > 0, np.digitize(np.nan_to_num(found), EDGES), -1)


def _color(truth: int, predicted: int, step: int, healthy: Collection[int]) -> str:
    if step < 0:
        return EMPTY
    if truth == predicted:
        return CORRECT
    return f"rgba({FALSE_POSITIVE if truth in healthy else MISSED},{OPACITY[step]})"


def _text_color(truth: int, predicted: int, step: int, healthy: Collection[int]) -> str:
    if truth == predicted or step < len(OPACITY) - 1:
        return INK
    return "#14181F" if truth in healthy else "#FFFFFF"


def _layer(steps: np.ndarray, healthy: Collection[int]) -> dict[str, Any]:
    """The colours of a matrix of many classes: 0 correct, 1 to 5 missed, 6 to 10 no disease missed."""
    codes = np.where(steps >= 0, steps + 1.0, np.nan)
    codes[list(healthy)] += len(OPACITY)
    codes[np.diag_indices_from(codes)] = np.where(np.diag(steps) >= 0, 0, np.nan)
    colors = ["rgba(0,114,178,.35)", *(f"rgba({rgb},{a})" for rgb in (MISSED, FALSE_POSITIVE) for a in OPACITY)]
    ends = np.linspace(0, 1, len(colors) + 1)
    scale = [[end, color] for (low, high), color in zip(pairwise(ends), colors, strict=True) for end in (low, high)]
    places = np.arange(len(codes))
    grid = {"type": "heatmap", "x": places, "y": places, "z": codes, "xgap": 1, "ygap": 1, "hoverinfo": "skip"}
    return {**grid, "zmin": -0.5, "zmax": len(colors) - 0.5, "colorscale": scale, "showscale": False}


def _cells(
    matrix: ConfusionMatrix,
    mode: str,
    unit: Unit,
    healthy: Collection[int],
    steps: np.ndarray,
    say: Say,
    weighted: ConfusionMatrix,
) -> dict[str, Any]:
    truth, predicted = (place.ravel() for place in np.indices(matrix.cells.shape))
    places = list(zip(truth.tolist(), predicted.tolist(), steps.ravel().tolist(), strict=True))
    return {
        "type": "bar",
        "orientation": "h",
        "x": np.full(truth.size, 0.96),
        "base": (predicted - 0.48).tolist(),
        "y": truth,
        "width": _width(matrix),
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
        "customdata": np.column_stack([truth, predicted]),
        "hovertext": np.array(hovers(matrix, unit, say, weighted)),
        "hoverinfo": "text",
        **(
            _written(matrix, mode, healthy, places, say, weighted)
            if len(matrix.labels) <= MOST_WITH_TEXT
            else {"marker": _CLEAR}
        ),
    }


_CLEAR = {"color": CLEAR, "line": {"width": 0}}
Places = list[tuple[int, int, int]]  # true class, predicted class, step


def _written(
    matrix: ConfusionMatrix, mode: str, healthy: Collection[int], places: Places, say: Say, weighted: ConfusionMatrix
) -> dict[str, Any]:
    """Colour, rim and text of every cell."""
    rims = [1.5 if truth == predicted and step >= 0 else 0 for truth, predicted, step in places]
    colors = [_color(*place, healthy) for place in places]
    return {
        "marker": {"color": colors, "line": {"width": rims, "color": RIM}},
        "text": np.array(texts(matrix, mode, say, weighted)),
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {**font(), "color": [_text_color(*place, healthy) for place in places]},
    }


def _width(matrix: ConfusionMatrix) -> float:
    """The part of a row that its cells fill: less where its name stands above them."""
    size = len(matrix.labels)
    return 0.95 if size <= MOST_WITH_NAMES else _LOW if size <= MOST_WITH_TEXT else 1.0


def _axes(matrix: ConfusionMatrix, say: Say) -> dict[str, Any]:
    classes = len(matrix.labels)
    across, down = [-0.52, classes - 0.48], [classes - 0.48, -0.52 if classes <= MOST_WITH_NAMES else -0.8]
    each = list(range(classes))
    plain: dict[str, Any] = {"tickvals": each, "zeroline": False, "showgrid": False, "showline": False, "ticks": ""}
    top: dict[str, Any] = {"side": "top", "title": title("Predicted class", 8), "ticktext": _columns(matrix, say)}
    top["autotickangles"] = [0, -90]  # upright where they would overlap
    rows: dict[str, Any] = {}
    if classes <= MOST_WITH_NAMES:
        rows = {"ticktext": _counted(matrix, matrix.support, say), "title": title("True class", 8)}
    if classes > MOST_WITH_TEXT:
        tens = [0, *range(9, classes, 10)]
        every_tenth = {"tickvals": tens, "ticktext": [str(place + 1) for place in tens]}
        top, rows = {**top, **every_tenth}, {**every_tenth, "title": title("True class", 8)}
    elif classes > MOST_WITH_NAMES:
        rows = {"showticklabels": False}
    return {
        "xaxis": {**plain, **top, "range": across},
        "yaxis": {**plain, **rows, "range": down},
    }


def _room(matrix: ConfusionMatrix, say: Say) -> dict[str, int]:
    """Margins that hold what stands beside both axes: where the browser has to widen one, it draws all of it again.

    Bought: 2.2 times the drawing of five classes in Chromium. A name that is wider than most still finds its room.
    """
    classes = len(matrix.labels)
    if classes > MOST_WITH_NAMES:
        beside = 0 if classes <= MOST_WITH_TEXT else round(_ACROSS + _CHARACTER * len(str(classes)))
        return {"t": _ABOVE + _LINE, "l": max(4, beside)}
    names = [name.split("<br>") for name in on_two_lines(matrix.labels, _NAME)]
    counts = [say(number) for number in matrix.support.tolist()]
    widest = max(len(line) for line in [*counts, *(line for lines in names for line in lines)])
    lines = 2 if classes == MOST_WITH_NAMES else 1 + max(map(len, names))
    return {"t": _ABOVE + _LINE * lines, "l": round(_ACROSS + _CHARACTER * widest)}


def _numbers(classes: int) -> list[str]:
    return [str(place + 1) for place in range(classes)]


def _columns(matrix: ConfusionMatrix, say: Say) -> list[str]:
    """What stands over each column: its name and predictions, from six classes on a number or a short name."""
    if len(matrix.labels) > MOST_WITH_NAMES:
        short = not has_numbers(matrix.labels)
        return [full(name) for name in matrix.labels] if short else _numbers(len(matrix.labels))
    return _counted(matrix, matrix.predicted, say, len(matrix.labels) == MOST_WITH_NAMES)


def _counted(matrix: ConfusionMatrix, counts: np.ndarray, say: Say, on_two: bool = False) -> list[str]:
    """on_two: lines at most: upright on a phone, three of them would lie over those of the next column."""
    names = on_two_lines(matrix.labels, _NAME)
    ends = [NBSP if on_two and "<br>" in name else "<br>" for name in names]
    return [f"<b>{name}</b>{end}{say(n)}" for name, end, n in zip(names, ends, counts.tolist(), strict=True)]


def _names_above(matrix: ConfusionMatrix, say: Say) -> list[dict[str, Any]]:
    """Number, name and cases of each row over its cells, so that a phone has its full width for both."""
    look = AT_LEFT | {"yref": "y", "showarrow": False, "font": font()}
    names = [f"<b>{full(name)}</b>" for name in matrix.labels]
    if has_numbers(matrix.labels):
        names = [f"{at} {name}" for at, name in enumerate(names, 1)]
    said = [f"{name} · {say(cases)}" for name, cases in zip(names, matrix.support.tolist(), strict=True)]
    return [{**look, "y": at - 0.30, "yanchor": "bottom", "text": text} for at, text in enumerate(said)]


def _outline(truth: int, predicted: int, width: float) -> dict[str, Any]:
    return {
        "type": "rect",
        "xref": "x",
        "yref": "y",
        "x0": predicted - 0.48,
        "x1": predicted + 0.48,
        "y0": truth - width / 2,
        "y1": truth + width / 2,
        "line": {"color": INK, "width": _CHOSEN_WIDTH},
    }


def _height(matrix: ConfusionMatrix) -> int:
    classes = len(matrix.labels)
    if classes <= MOST_WITH_NAMES:
        return max(240, _SIZE * classes + 94)
    return (_PITCH if classes <= MOST_WITH_TEXT else 15) * classes + 80


def confusion_alt(matrix: ConfusionMatrix, unit: Unit, amounts: Amounts) -> str:
    """The picture in words: how many are correct, and the largest error."""
    correct = amounts.part(int(matrix.cells.trace()), matrix.total)
    units = f" {unit[1]}" if amounts.seconds is None else ""
    said = f"Confusion matrix of {len(matrix.labels)} classes: {correct}{units} correct."
    incorrect = matrix.cells - np.diag(matrix.cells.diagonal())
    if not incorrect.any():
        return said
    truth, predicted = np.unravel_index(int(incorrect.argmax()), incorrect.shape)
    names = matrix.labels[truth], matrix.labels[predicted]
    number = int(incorrect.max())
    most = amounts.alone(number) if amounts.seconds is None else amounts.counted(number, unit)
    return f"{said} The most frequent error is {names[0]} classified as {names[1]}: {most}."
