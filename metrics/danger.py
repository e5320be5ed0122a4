"""Which class and which error to look at first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from metrics.counts import ConfusionMatrix
from metrics.intervals.analytic import wilson
from metrics.kernels.given import expect
from metrics.measures.risk import missed_as_normal_by_class


def by_danger(matrix: ConfusionMatrix, normal: int | None) -> list[int]:
    """The classes that have cases, the Normal class apart, the most dangerous first.

    Danger is the lower bound of the miss rate (Wilson, 95 %): a rare class must show its misses to lead.
    Ties go to the class with more cases classified as Normal, then to the larger one, then to the first.
    """
    expect("matrix", matrix, ConfusionMatrix)
    counts = matrix.one_vs_rest()
    reassured = np.zeros(len(matrix.labels)) if normal is None else missed_as_normal_by_class(matrix.cells, normal)

    def danger(label: int) -> tuple[float, float, int]:
        missed = wilson(int(counts.fn[label]), int(matrix.support[label]))
        return missed.low or 0.0, float(reassured[label]), int(matrix.support[label])

    present = [i for i in range(len(matrix.labels)) if i != normal and matrix.support[i]]
    return sorted(present, key=danger, reverse=True)


def errors_by_danger(matrix: ConfusionMatrix, order: Sequence[int], normal: int | None) -> list[tuple[int, int]]:
    """(true class, predicted class) of every error: both in `order`, of each true class the Normal one first."""
    cells = matrix.cells
    found = []
    for truth in order:
        predicted = [i for i in order if i != truth and cells[truth, i]]
        found += [(truth, i) for i in sorted(predicted, key=lambda i: i != normal)]
    return found


def errors_between_neighbours(matrix: ConfusionMatrix, order: Sequence[int]) -> tuple[int, int]:
    """Errors whose two classes stand beside each other in `order`, and all errors."""
    cells = matrix.cells[np.ix_(order, order)]
    return int(cells.trace(1) + cells.trace(-1)), int(cells.sum() - cells.trace())


def leading_error(
    matrix: ConfusionMatrix, diseases: Sequence[int], normal: int | None, interest: int
) -> tuple[int, int]:
    """The class of interest classified as Normal, else the most dangerous disease that is, else the largest error.

    Without an error the largest cell.
    """
    cells = matrix.cells
    for disease in sorted(diseases, key=lambda i: i != interest):
        if normal is not None and cells[disease, normal]:
            return disease, normal
    return largest_error(matrix)


def largest_error(matrix: ConfusionMatrix) -> tuple[int, int]:
    """The largest cell off the diagonal; without an error the largest of all."""
    errors = matrix.cells - np.diag(matrix.cells.diagonal())
    return largest_cell(errors if errors.any() else matrix.cells)


def largest_cell(cells: NDArray[np.int64]) -> tuple[int, int]:
    """(row, column) of the first of the largest cells."""
    row, column = np.unravel_index(int(cells.argmax()), cells.shape)
    return int(row), int(column)
