"""A table as a database or a statistics program prints it: bars between cells, dashes with crosses between lines."""

from __future__ import annotations

import re
from itertools import pairwise

from predictions.problems import Problem

BARS = re.compile(r"[|│┆]")
LINES = frozenset("-=+|─═│┆┌┬┐├┼┤└┴┘╞╪╡ \t")  # of which frames are made
CROSSES = ("-+-", "=+=", "─┼─", "═╪═")
FOOTER = re.compile(r"\s*(?:\(?\d+ rows?\b.*|time: .*|shape: \(.*\)|query ok.*)", re.IGNORECASE)
TYPES = re.compile(r"varchar|str|text|cat|enum.*|u?(?:tiny|small|big|huge)?int(?:eger)?\d*|[iu]\d+|double|f\d+|-{3}")
NUMBERS = re.compile(r"\S*\d\S*")
EXPANDED = re.compile(r"^-\[ RECORD 1 \]|^\*+ 1\. row \*", re.MULTILINE)


WEKA = re.compile(r"<--\s*classified as", re.IGNORECASE)
WEKA_ROW = re.compile(r"\s*((?:\d[\d.]*\s+)+)\|\s*\S+ = (.*?)\s*")
AFTER_CARET = re.compile(
    r"^\s*(?:Overall Statistics|Statistics by Class:?|Accuracy : [\d.]+)\s*$.*", re.MULTILINE | re.DOTALL
)


def without_statistics(text: str) -> str:
    """Without what R's caret prints below a matrix, which is worked out from it."""
    return AFTER_CARET.sub("", text)


def printed_rows(text: str) -> list[list[str]] | None:
    """The cells of one table; None for any other text. Raises Problem for a table whose records stand one by one."""
    if EXPANDED.search(text):
        raise Problem("The records stand one below another. Print one line per row (in psql: \\x off), and paste it.")
    lines = text.splitlines()
    if WEKA.search(text):
        return _of_weka(lines)
    if not any(map(_has_cross, lines)):
        return None
    filled = [line for line in lines if not LINES.issuperset(line)]
    if any(len(_numbers(line)) > 1 for line in filled):
        return _with_places(lines)
    cells = [_cells(line) for line in filled if not FOOTER.fullmatch(line)]
    cells = [row for row in cells if not all(map(TYPES.fullmatch, row))]
    header = next((at for at, row in enumerate(cells) if row[0].casefold() == "frequency" or len(row) > 2), 0)
    return _of_sas(cells) if any(row[0].casefold() == "frequency" for row in cells[: header + 1]) else cells


def _of_weka(lines: list[str]) -> list[list[str]]:
    """Letters above, numbers, and behind a bar the class of each letter: ` 50  3 |  a = VT`."""
    rows = [(found[2], found[1].split()) for line in lines if (found := WEKA_ROW.fullmatch(line))]
    return [["", *(name for name, _ in rows)], *([name, *counts] for name, counts in rows)]


def _of_sas(rows: list[list[str]]) -> list[list[str]]:
    """A line of totals has no bars; lines without a name hold percentages of the frequencies above them."""
    width, found = max(map(len, rows)), []
    for row in rows:
        spread = re.split(r"\s{2,}", row[0]) if len(row) == 1 else row
        if len(spread) == width and spread[0]:
            found.append(spread)
        elif len(row) == 1 and not all(map(NUMBERS.fullmatch, spread)):
            found.append(row)
        elif len(row) == width and found and len(found[-1]) == width and not found[-1][1].endswith(")"):
            found[-1][1:] = [
                f"{count} ({cell})" if cell else count for count, cell in zip(found[-1], row, strict=True)
            ][1:]
    return found


def _has_cross(line: str) -> bool:
    return LINES.issuperset(line) and any(cross in line for cross in CROSSES)


def _cells(line: str) -> list[str]:
    """A title has one cell. Bars around the table are none of its cells."""
    outer = line.strip() if re.match(r"\s*[│|].*[│|]\s*$", line) else f"|{line}|"
    return [cell.strip() for cell in BARS.split(outer)[1:-1]]


def _numbers(line: str) -> list[str]:
    """The numbers between the first and the second bar."""
    between = BARS.split(f"{line}|")[1].split()
    return between if all(NUMBERS.fullmatch(each) and each[0].isdigit() for each in between) else []


def _with_places(lines: list[str]) -> list[list[str]] | None:
    """Cells by place, as Stata prints them: the row name, a bar, numbers that end below their column's name.

    A line without a name holds percentages of the line above it.
    """
    start = next(at for at, line in enumerate(lines) if _has_cross(line))
    bar = lines[start].find("-+-") + 1
    above, below = ([line for line in part if line[bar : bar + 1] == "|"] for part in (lines[:start], lines[start:]))
    if not below:
        return None
    ends = [bar + 1, *(found.end() for found in re.finditer(r"[^\s|]+", below[0]) if found.start() > bar)]
    rows: list[list[str]] = []
    for line in below:
        name, *cells = [line[:bar].strip(), *_at(line, ends)]
        if name:
            rows.append([name, *cells])
        elif rows and not any(cell.endswith(")") for cell in rows[-1][1:]):
            rows[-1][1:] = [f"{count} ({cell})" for count, cell in zip(rows[-1][1:], cells, strict=True)]
    titles = [[line[:bar].strip(), line[bar + 1 :].strip(" |")] for line in above[:-1]]
    return [*titles, *([line[:bar].strip(), *_at(line, ends)] for line in above[-1:]), *rows]


def _at(line: str, ends: list[int]) -> list[str]:
    return [line[start:end].strip(" |") for start, end in pairwise(ends)]
