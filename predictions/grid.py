"""A pasted or typed confusion matrix as a grid of cells: how it is separated, and what one count may look like."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from predictions.problems import Problem, quoted

__all__ = ["Grid", "is_count", "read_count", "split_text", "with_thousands"]

Grid = list[list[str]]
LARGEST = 2**63
MAX_CHARACTERS = 20_000_000


def split_text(text: str) -> Grid:
    """Rows of trimmed cells. Of all separators that fit, the first that leaves the most counts wins."""
    if len(text) > MAX_CHARACTERS:
        raise Problem("The pasted text is too large for a confusion matrix. Paste at most 500 classes.")
    text = _without_brackets(text)
    lines = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
    if not lines:
        raise Problem("The confusion matrix is empty. Type or paste its counts.")
    grids = [grid for split in _splits(text) if (grid := [split(line) for line in lines])]
    return max(grids, key=_fitness)


def _without_brackets(text: str) -> str:
    """A printed array or nested list: one line per row."""
    if not re.match(r"\s*(array\(|\[)", text):
        return text
    rows = re.findall(r"\[([^\[\]]*)\]", text)
    return "\n".join(" ".join(row.split()) for row in rows)


def _splits(text: str) -> list[Callable[[str], list[str]]]:
    present = [separator for separator in "\t;," if separator in text]
    splits: list[Callable[[str], list[str]]] = [lambda line, by=by: _by_character(line, by) for by in present]  # type: ignore[misc]
    if "|" in text:
        splits.append(lambda line: [cell.strip() for cell in line.strip().strip("|").split("|")])
    if "&" in text:
        splits.append(lambda line: [cell.strip() for cell in re.sub(r"\\\\.*$", "", line).split("&")])
    splits.append(lambda line: re.split(r"\s{2,}", line.strip()))
    splits.append(str.split)
    return splits


def _by_character(line: str, separator: str) -> list[str]:
    (row,) = csv.reader(io.StringIO(line), delimiter=separator, skipinitialspace=separator != "\t")
    return [cell.strip() for cell in row]


def _fitness(grid: Grid) -> tuple[bool, int]:
    """A rectangle of counts fits best; a header may be one cell short."""
    widths = {len(row) for row in grid[1:]} or {len(grid[0])}
    rectangular = len(widths) == 1 and len(grid[0]) - max(widths) in (-1, 0) and max(widths) > 1
    return rectangular, sum(is_count(cell) for row in grid for cell in row)


def is_count(cell: str) -> bool:
    """Whether a cell can be read as a whole number that is not negative."""
    try:
        read_count(cell, "")
    except Problem:
        return False
    return True


def with_thousands(cell: str) -> bool:
    """Whether a cell is a number in groups of three digits, such as 1,234."""
    return re.fullmatch(r"\d{1,3}(?:([,'’\u00a0\u202f\u2009 ])\d{3})(?:\1\d{3})*", cell) is not None


def read_count(cell: str, where: str) -> int:
    """An exact count: 50, 50.0, 1e3 or 1,234. Raises Problem for anything else, naming the cell."""
    if with_thousands(cell):
        return int(re.sub(r"\D", "", cell))
    if not re.fullmatch(r"[+]?(\d+\.?\d*|\.\d+)([eE][+]?\d{1,2})?", cell, re.ASCII):
        raise Problem(f"{where} holds {quoted(cell)}, which is {_wrong(cell)}. Counts are whole numbers from 0 up.")
    try:
        number = Decimal(cell)
    except InvalidOperation:
        raise Problem(f"{where} holds {quoted(cell)}, which is not a number. Counts are whole numbers.") from None
    if number != number.to_integral_value():
        raise Problem(
            f"{where} holds {quoted(cell)}, a proportion rather than a count. Paste the numbers of cases (n)."
        )
    if number >= LARGEST:
        raise Problem(f"{where} holds {quoted(cell)}, which is too large. Counts must stay below 2^63.")
    return int(number)


def _wrong(cell: str) -> str:
    if not cell:
        return "missing: the cell is empty"
    if re.match(r"[-−]\s*\d", cell):
        return "negative"
    return "a percentage, not a count" if cell.endswith("%") else "not a number"
