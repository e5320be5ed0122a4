"""What the cells of the confusion matrix say: count and percentage in the cell, and more under the pointer."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from charts.style.names import Unit, full
from charts.style.theme import COUNT_SIZE
from metrics import ConfusionMatrix
from words import percent
from words.text.numbers import FEW, in_brackets
from words.text.voice import MANY

MODES: dict[str, str] = {"truth": "% of true class", "predicted": "% of predictions"}
MOST_WITH_NAMES = MANY - 1
Say = Callable[[int], str]


def proportions(matrix: ConfusionMatrix, mode: str) -> np.ndarray:
    """(K, K) cells as a proportion of their row ("truth") or column ("predicted"); nan where of none."""
    total = _totals(matrix, mode)
    return np.asarray(np.divide(matrix.cells, total, out=np.full(total.shape, np.nan), where=total > 0))


def _totals(matrix: ConfusionMatrix, mode: str) -> np.ndarray:
    total = matrix.predicted[None, :] if mode == "predicted" else matrix.support[:, None]
    return np.broadcast_to(total, matrix.cells.shape)


def texts(matrix: ConfusionMatrix, mode: str, say: Say, weighted: ConfusionMatrix) -> list[str]:
    """One text per cell, row by row: count and percentage, where classes have numbers the count alone."""
    cells, totals = matrix.cells.ravel().tolist(), _totals(matrix, mode).ravel().tolist()
    has_percentage = len(matrix.labels) <= MOST_WITH_NAMES
    parts = zip(cells, totals, proportions(weighted, mode).ravel().tolist(), strict=True)
    return [_text(count, total, part, has_percentage, say) for count, total, part in parts]


def _text(count: int, total: int, part: float, has_percentage: bool, say: Say) -> str:
    if not count:
        return ""
    if not has_percentage:
        return f"<b>{say(count)}</b>"
    below = f"<br>{percent(part, total)}" if total >= FEW and not math.isnan(part) else ""
    return f'<b style="font-size:{COUNT_SIZE}px">{say(count)}</b>{below}'


def hovers(matrix: ConfusionMatrix, unit: Unit, say: Say, weighted: ConfusionMatrix) -> list[str]:
    names = [full(name) for name in matrix.labels]
    parts = [proportions(weighted, mode) for mode in MODES]
    rows = [[_hover(matrix, i, j, names, unit, say, parts) for j in range(len(names))] for i in range(len(names))]
    return [text for row in rows for text in row]


def _hover(
    matrix: ConfusionMatrix, truth: int, predicted: int, names: list[str], unit: Unit, say: Say, parts: list[np.ndarray]
) -> str:
    """parts: (K, K) of each true class, and of the predictions."""
    count = int(matrix.cells[truth, predicted])
    support, of_column = int(matrix.support[truth]), int(matrix.predicted[predicted])
    lines = [f"true class <b>{names[truth]}</b>", f"predicted <b>{names[predicted]}</b>"]
    if not count:
        return "<br>".join([*lines, f"none of {say(support)}" if support else f"no {unit[1]} of this class"])
    of_truth, of_predicted = (float(part[truth, predicted]) for part in parts)
    of_class = f"{say(count)} of {say(support)} of this class{in_brackets(count, support, of_truth)}"
    of_predictions = f"{say(count)} of {say(of_column)} predictions{in_brackets(count, of_column, of_predicted)}"
    return "<br>".join([*lines, of_class, of_predictions])
