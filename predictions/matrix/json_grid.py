"""A confusion matrix in JSON as a grid of cells: nested lists, names beside them, or names as keys."""

from __future__ import annotations

from typing import Any

from predictions.columns.aliases import COUNT, FOLD, MODEL, PREDICTED, READER, SPLIT, TRUTH, key_of
from predictions.formats.json_values import cell_text
from predictions.matrix.axes import MARKS, corner_axes, without_prefix
from predictions.matrix.cells import Grid
from predictions.problems import Notes, Problem
from words.text.names import listed, quoted

MATRIX = ("confusion_matrix", "matrix", "cm", "counts", "cells", "data", "values", "table")
NAMES = ("labels", "classes", "class_names", "label_names", "target_names", "names", "columns", "index", "categories")
ROW_NAMES = ("index", "rows", "row_labels", "row_names", "true_labels")
COLUMN_NAMES = ("columns", "cols", "column_labels", "column_names", "predicted_labels", "pred_labels")
SEVERAL = {*MODEL, *SPLIT, *FOLD, *READER}
CELLS = ("tp", "fn", "fp", "tn")


def grid_of_json(value: Any, notes: Notes) -> Grid:
    """Rows of cells, with names where there are any. Raises Problem for anything that is no matrix."""
    if isinstance(value, list):
        return _of_list(value)
    if not isinstance(value, dict) or not value:
        raise _no_matrix()
    keys = {key_of(name): name for name in value}
    if set(CELLS) <= set(keys):
        return _of_cells({name: str(cell_text(value[keys[name]])) for name in CELLS})
    found = [name for name in MATRIX if name in keys and isinstance(value[keys[name]], (list, dict))]
    if found:
        return _with_names(value, keys, value[keys[found[0]]], notes)
    if all(isinstance(row, dict) for row in value.values()):
        return _of_keys(value, notes)
    raise _no_matrix()


def _of_cells(cells: dict[str, str]) -> Grid:
    tp, fn, fp, tn = map(cells.__getitem__, CELLS)
    return [["", "Positive", "Negative"], ["Positive", tp, fn], ["Negative", fp, tn]]


def four_cells(grid: Grid) -> Grid | None:
    """TP, FP, FN and TN above or before their counts as a matrix; None for other cells."""
    pairs = [*zip(*grid, strict=True)] if len(grid) == 2 and len(grid[0]) == len(grid[1]) else grid
    if any(len(pair) != 2 for pair in pairs):
        return None
    cells = {key_of(name.rstrip(" :=")): count for name, count in pairs}
    return _of_cells(cells) if len(pairs) == len(CELLS) and cells.keys() == {*CELLS} else None


def _no_matrix() -> Problem:
    text = "This JSON holds no confusion matrix: no list of lists of counts and no classes as keys"
    return Problem(f'{text}. Write it as {{"labels": [...], "matrix": [[...]]}}.')


def _texts(cells: Any) -> list[str]:
    if not isinstance(cells, list) or any(isinstance(cell, (list, dict)) for cell in cells):
        raise _no_matrix()
    return [cell_text(cell) or "" for cell in cells]


def _of_list(value: list[Any]) -> Grid:
    if value and all(isinstance(row, list) for row in value):
        return [[cell.strip() for cell in _texts(row)] for row in value]
    if value and all(isinstance(row, dict) for row in value):
        return _of_records(value)
    raise _no_matrix()


def _of_records(rows: list[dict[str, Any]]) -> Grid:
    """A record per cell with its count, or a record per true class with a key per predicted one."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    grid = [names, *([cell_text(row.get(name)) or "" for name in names] for row in rows)]
    return pivoted(grid) or grid


def pivoted(grid: Grid) -> Grid | None:
    """Rows of true and predicted class and count as a matrix; None for other columns. A pair without a row is 0.

    Raises Problem for a pair that stands twice.
    """
    keys = [key_of(cell) for cell in grid[0]]
    at = [next((n for n, key in enumerate(keys) if key in names), None) for names in (TRUTH, PREDICTED, COUNT)]
    if None in at or any(len(row) != len(keys) for row in grid):
        return None
    _refuse_several(grid, keys)
    rows = [[row[n] for n in at if n is not None] for row in grid[1:]]
    names = list(dict.fromkeys([row[0] for row in rows] + [row[1] for row in rows]))
    cells = {(row[0], row[1]): row[2] for row in rows}
    if len(cells) < len(rows):
        raise Problem("A cell is given in more than one row of the counts. Add them up first.")
    return [["", *names], *([name, *(cells.get((name, other), "0") for other in names)] for name in names)]


def _refuse_several(grid: Grid, keys: list[str]) -> None:
    """Raises Problem for the counts of several models, splits, folds or readers, which are never added up."""
    for at, key in enumerate(keys):
        several = list(dict.fromkeys(row[at] for row in grid[1:]))
        if key in SEVERAL and len(several) > 1:
            what = f"The counts are of several ones in column {quoted(grid[0][at])}: {listed(several, 3)}"
            raise Problem(f"{what}. Make a file of each.")


def _with_names(value: dict[str, Any], keys: dict[str, str], cells: Any, notes: Notes) -> Grid:
    if isinstance(cells, dict):
        return grid_of_json(cells, notes)
    grid = _of_list(cells)
    rows, columns = _names(value, keys, ROW_NAMES), _names(value, keys, COLUMN_NAMES)
    both = _names(value, keys, NAMES)
    rows, columns = rows or both, columns or both
    if rows is None or columns is None:
        return [*_titles(value), *grid]
    if len(rows) != len(grid) or len(columns) != len(grid[0]):
        size = f"{len(grid)} rows and {len(grid[0])} columns, but {len(rows)} and {len(columns)} names"
        raise Problem(f"The class names of the matrix do not fit: it has {size}. Give every class one name.")
    return [*_titles(value), ["", *columns], *([name, *row] for name, row in zip(rows, grid, strict=True))]


def _titles(value: dict[str, Any]) -> Grid:
    """Texts beside the matrix that say what its two sides are, such as `"rows": "predicted"`."""
    texts = [f"{name}: {text}" for name, text in value.items() if isinstance(text, str) and name not in MODEL]
    return [[text] for text in texts if MARKS.search(text) and corner_axes(text)[1]]


def _names(value: dict[str, Any], keys: dict[str, str], wanted: tuple[str, ...]) -> list[str] | None:
    found = next((name for name in wanted if name in keys and isinstance(value[keys[name]], list)), None)
    return _texts(value[keys[found]]) if found else None


def _of_keys(value: dict[str, Any], notes: Notes) -> Grid:
    """Class -> class -> count; what the outer keys are, they may say themselves."""
    inner = list(dict.fromkeys(name for row in value.values() for name in row))
    lacking = [name for name, row in value.items() if len(row) < len(inner)]
    if lacking:
        raise Problem(f"The matrix lacks counts in {listed(lacking)}. Give a count for every cell.")
    if without_prefix(list(value))[1] is None and without_prefix(inner)[1] is None:
        notes.warn("matrix_outer_keys")
    return [["", *inner], *([name, *(cell_text(row[other]) or "" for other in inner)] for name, row in value.items())]
