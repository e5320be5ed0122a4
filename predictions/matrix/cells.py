"""A pasted or typed confusion matrix as a grid of cells: how it is separated, and what one count may look like."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from decimal import Decimal

from predictions.limits import Limits
from predictions.matrix.latex_and_arrays import array_rows, is_latex, latex_rows, without_emphasis
from predictions.matrix.printed_tables import printed_rows, without_statistics
from predictions.problems import Problem
from words.text.names import quoted

Grid = list[list[str]]
LARGEST = 2**63
MAX_CHARACTERS = 20_000_000
WHOLE = "Counts are whole numbers of cases (n) from 0 up."
FRINGE = 20  # lines of titles, dashes and totals around the classes
COUNT = re.compile(r"[+]?(?:\d+\.?\d*|\.\d+)(?:[eE][+]?\d{1,2})?", re.ASCII)
THOUSANDS = re.compile(r"\d{1,3}(?:([,'’\u00a0\u202f\u2009 ])\d{3})(?:\1\d{3})*", re.ASCII)
DECIMAL_COMMA = re.compile(r"\d+,0{1,2}", re.ASCII)
NUMBER_LIKE = re.compile(
    r"=\S.*|<\s*\d.*|[-−–+]?\s*[\d.,'’\u00a0\u202f\u2009 ]+(?:e[+-]?\d+)?\s*%?|[-−–+]?(?:nan|inf(?:inity)?)|\.{3}|…",
    re.IGNORECASE,
)
WITH_PERCENT = re.compile(r"(.*[0-9])\s*[(\[]\s*[0-9.,]+\s*%?\s*[)\]]")


def split_text(text: str, limits: Limits) -> Grid:
    """Rows of trimmed cells. Of all separators that fit, the first that leaves the most counts."""
    if len(text) > MAX_CHARACTERS:
        what = f"The text is too large for a confusion matrix of at most {limits.classes:,} classes"
        raise Problem(f"{what}. Paste less.")
    if is_latex(text):
        return _checked(latex_rows(text), limits)
    text = without_statistics(text)
    rows = array_rows(text) or printed_rows(text)
    if rows is not None:
        return _checked(rows, limits)
    lines = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line.strip()]
    if not lines:
        raise Problem("The confusion matrix is empty. Type or paste its counts.")
    _check_size(len(lines), limits)
    grids = [[split(line) for line in lines] for split in _splits(text)]
    return max(grids, key=_fitness)


def _checked(rows: Grid, limits: Limits) -> Grid:
    if not rows:
        raise Problem("The confusion matrix is empty. Type or paste its counts.")
    _check_size(len(rows), limits)
    return rows


def _check_size(rows: int, limits: Limits) -> None:
    if rows > limits.classes + FRINGE:
        raise Problem(f"The matrix is too large: it has {rows:,} rows, and the limit is {limits.classes:,} classes.")


def _splits(text: str) -> list[Callable[[str], list[str]]]:
    present = [separator for separator in "\t;," if separator in text]
    splits: list[Callable[[str], list[str]]] = [lambda line, by=by: _by_character(line, by) for by in present]  # type: ignore[misc]
    if "|" in text:
        splits.append(_by_pipe)
    if "&" in text:
        splits.append(lambda line: [cell.strip() for cell in line.split("&")])
    splits.append(lambda line: re.split(r"\s{2,}", line.strip()))
    splits.append(str.split)
    return splits


def _by_character(line: str, separator: str) -> list[str]:
    try:
        (row,) = csv.reader(io.StringIO(line), delimiter=separator, skipinitialspace=separator != "\t")
    except (csv.Error, ValueError):
        row = line.split(separator)
    return [cell.strip() for cell in row]


def _by_pipe(line: str) -> list[str]:
    """The cells of a Markdown row."""
    line = line.strip()
    inside = line.removeprefix("|").removesuffix("|") if line.startswith("|") else line
    return [without_emphasis(cell.strip()).replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]


def _fitness(grid: Grid) -> tuple[bool, int, int, int, int]:
    """A rectangle of counts with few names fits best, then one whose names stand above it and beside it."""
    body = [row for row in grid if any(map(is_like_number, row))]
    widths = {len(row) for row in body}
    above = grid[: grid.index(body[0])] if body else []
    fits = len(widths) == 1 and max(widths) > 1
    fits = fits and (not above or any(abs(len(row) - max(widths)) <= 1 for row in above))
    cells, names = [cell for row in body for cell in row], {row[0] for row in body}
    alike = sum(any(map(str.isalnum, name)) for name in names & {cell for row in above for cell in row})
    counts, numbers = sum(map(is_count, cells)), sum(map(is_like_number, cells))
    return fits, counts, numbers, numbers - sum(map(bool, cells)), alike


def is_count(cell: str) -> bool:
    """Whether a cell is written like a number that is not negative."""
    return COUNT.fullmatch(cell) is not None or with_thousands(cell) or DECIMAL_COMMA.fullmatch(cell) is not None


def is_like_number(cell: str) -> bool:
    """Whether a cell stands where a number should: a count, or -4, 94%, nan, =1+1."""
    return NUMBER_LIKE.fullmatch(cell) is not None or with_percent(cell) is not None


def with_thousands(cell: str) -> bool:
    """Whether a cell is a number in groups of three digits, such as 1,234."""
    return THOUSANDS.fullmatch(cell) is not None


def with_percent(cell: str) -> str | None:
    """The count of a cell such as `50 (91 %)`, None for any other cell."""
    found = WITH_PERCENT.fullmatch(cell)
    return found[1].strip() if found and is_count(found[1].strip()) else None


class NotACount(Problem):
    """A cell that is none. what: which cell, and why; and_: what is said of other cells."""

    def __init__(self, what: str, and_: str = ""):
        super().__init__(f"{what}{and_}. {WHOLE}")
        self.what = what


def read_count(cell: str, where: str) -> int:
    """An exact count: 50, 50.0, 1e3 or 1,234. Raises NotACount for anything else, naming the cell."""
    if with_thousands(cell):
        return _bounded(Decimal(re.sub(r"\D", "", cell)), cell, where)
    if DECIMAL_COMMA.fullmatch(cell):
        return _bounded(Decimal(cell.partition(",")[0]), cell, where)
    if not COUNT.fullmatch(cell):
        raise NotACount(f"{where} holds {quoted(cell)}, which is {_wrong(cell)}")
    number = Decimal(cell)
    if number < LARGEST and number != int(number):
        raise NotACount(f"{where} holds {quoted(cell)}, a proportion rather than a count")
    return _bounded(number, cell, where)


def _bounded(number: Decimal, cell: str, where: str) -> int:
    if number >= LARGEST:
        raise NotACount(f"{where} holds {quoted(cell)}, which is too large: counts stay below 2^63")
    return int(number)


def _wrong(cell: str) -> str:
    if not cell:
        return "missing: the cell is empty"
    if re.match(r"[-−–]\s*\d", cell):
        return "negative"
    return "a percentage, not a count" if cell.endswith("%") else "not a number"
