"""Small counts withheld: no count from 1 to N - 1 is told, nor can it be worked out from what is told.

The margins of a matrix are told, so a withheld cell needs others in its row and its column (complementary
suppression); whether each still can have several values is checked by linear programming, which is exact here, as
the tables of given margins form a transportation polytope with whole corners. Noughts are told, so whoever reads the
table knows of each withheld cell that it is at least 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from metrics import ConfusionMatrix, Estimate
from report.formats.tables import Cell, Table
from words import ci, interval, of, percent_of, whole

Mask = NDArray[np.bool_]
Rates = Sequence[tuple[Estimate, Estimate]]
MOST_CLASSES = 12


def withheld_tables(matrix: ConfusionMatrix, fewest: int, level: float, rates: Rates) -> Iterator[Table]:
    """The matrix with its withheld cells, and sensitivity and PPV where their counts are told.

    rates: these two of each class, in the order of the matrix.
    Where cases or predictions of a class are themselves too few, one sentence stands in place of all numbers.
    """
    cells, names = matrix.cells, list(matrix.labels)
    hidden = withheld(cells, fewest) if len(names) <= MOST_CLASSES else None
    if len(names) > MOST_CLASSES:
        many = f"Withheld: small counts are withheld one by one up to {MOST_CLASSES} classes."
        yield Table("Confusion matrix", [""], [], [many])
    elif hidden is None:
        said = f"Withheld: a class has fewer than {fewest} cases or predictions, which the other numbers would tell."
        yield Table("Confusion matrix", [""], [], [said])
    else:
        yield _matrix(cells, hidden, names, fewest)
        yield Table("Classes", ["", "Sensitivity", "PPV"], list(_rates(hidden, names, level, rates)))


def _matrix(cells: NDArray[np.int64], hidden: Mask, names: list[str], fewest: int) -> Table:
    shown = "withheld"
    rows: list[list[Cell]] = [
        [name, *(shown if hide else whole(int(n)) for n, hide in zip(row, mask, strict=True)), whole(int(row.sum()))]
        for name, row, mask in zip(names, cells, hidden, strict=True)
    ]
    rows.append(["Predictions", *(whole(int(n)) for n in cells.sum(0)), whole(int(cells.sum()))])
    below = [f"Counts from 1 to {fewest - 1} and the counts that would tell them are withheld."] if hidden.any() else []
    return Table("Confusion matrix", ["True class", *names, "Cases"], rows, below)


def withheld(cells: NDArray[np.int64], fewest: int) -> Mask | None:
    """(K, K) the cells that are not told; None where a margin is too small for anything to be told."""
    margins = np.concatenate([cells.sum(0), cells.sum(1)])
    if ((margins > 0) & (margins < fewest)).any():
        return None
    hidden = (cells > 0) & (cells < fewest)
    while (told := _first_told(cells, hidden, fewest)) is not None:
        more = _complement(cells, hidden, told)
        if more is None:
            return None
        hidden[more] = True
    return hidden


def _first_told(cells: NDArray[np.int64], hidden: Mask, fewest: int) -> tuple[int, int] | None:
    """A withheld cell whose line has too few people withheld in all, or whose value is still told."""
    left = np.where(hidden, cells, 0)
    few = [(sums > 0) & (sums < fewest) for sums in (left.sum(1), left.sum(0))]
    for row, column in np.argwhere(hidden).tolist():
        if few[0][row] or few[1][column] or (cells[row, column] < fewest and _is_told(cells, hidden, row, column)):
            return row, column
    return None


def _is_told(cells: NDArray[np.int64], hidden: Mask, row: int, column: int) -> bool:
    """Whether every matrix that agrees with what is told has the same value in this cell."""
    from scipy.optimize import linprog  # 0.2 s, which the Report page would wait for

    places = np.argwhere(hidden)
    size = len(cells)
    equations = np.zeros((2 * size, len(places)))
    equations[places[:, 0], np.arange(len(places))] = 1
    equations[size + places[:, 1], np.arange(len(places))] = 1
    left = np.where(hidden, cells, 0)
    sums = np.concatenate([left.sum(1), left.sum(0)])
    aim = ((places[:, 0] == row) & (places[:, 1] == column)).astype(np.float64)
    low, high = (linprog(sign * aim, A_eq=equations, b_eq=sums, bounds=(1, None)).fun * sign for sign in (1, -1))
    return bool(high - low < 0.5)


def _complement(cells: NDArray[np.int64], hidden: Mask, told: tuple[int, int]) -> tuple[int, int] | None:
    """The smallest told cell of the same row or column, else of all; None where nothing is left to withhold."""
    row, column = told
    lines = [(row, j) for j in range(len(cells))] + [(i, column) for i in range(len(cells))]
    elsewhere = [(i, j) for i in range(len(cells)) for j in range(len(cells))]
    for candidates in (lines, elsewhere):
        if left := [at for at in candidates if not hidden[at] and cells[at]]:
            return min(left, key=lambda at: int(cells[at]))
    return None


def _rates(hidden: Mask, names: list[str], level: float, rates: Rates) -> Iterator[list[Cell]]:
    """Sensitivity and PPV of the classes whose correct predictions are told."""
    for i, name in enumerate(names):
        if hidden[i, i]:
            yield [name, "withheld", "withheld"]
        else:
            yield [name, *(_said(each, level) for each in rates[i])]


def _said(estimate: Estimate, level: float) -> tuple[str, ...]:
    if not estimate.trials:
        return ("–",)
    counts, between = of(estimate.successes or 0, estimate.trials), interval(estimate)
    return percent_of(estimate), f"{counts}, {ci(level)} {between}" if between else counts
