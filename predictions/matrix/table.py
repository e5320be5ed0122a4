"""From a grid of cells to counts with their names: titles, header, row names, totals and metrics told apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from predictions.limits import Limits
from predictions.matrix.axes import PREDICTED, TRUE, axis_of, corner_axes, corner_sides, meanings_of, side_of
from predictions.matrix.cells import Grid, NotACount, is_count, is_like_number, read_count, with_percent, with_thousands
from predictions.matrix.left_blank import DASHES, adds_up, with_zeros
from predictions.problems import Notes, Problem
from words.text.names import quoted
from words.text.numbers import counted

Counts = list[list[int]]
METRICS = re.compile(
    r"(?:(?:class|user'?s|producer'?s|overall|row|col(?:umn)?)[ ._]*)?"
    r"(?:%|pct|per ?cent(?:age)?(?: correct)?|precision|recall|sens(?:itivity|\.)?|spec(?:ificity|\.)?|acc(?:uracy|\.)?"
    r"|ppv|npv|f1(?:[- _]?(?:score|measure))?|error(?: rate)?|rate|support %)(?: ?[(\[]?%[)\]]?)?",
    re.IGNORECASE,
)
WHOLE_COUNT = re.compile(r"\d+(?:\.0+)?", re.ASCII)
RULE = re.compile(r":?[-=_+|: ]{2,}:?")
SHORT = 4  # words of a title that names one side
REPORT = {"precision", "f1-score"}
DOTTED = re.compile(r"[1-9]\d{0,2}\.000", re.ASCII)


@dataclass
class Table:
    """Counts with the names that were found; None where there were none.

    rows_are, columns_are: TRUE or PREDICTED where something says so.
    """

    counts: Counts
    rows: list[str] | None
    columns: list[str] | None
    rows_are: str | None = None
    columns_are: str | None = None


def interpret(grid: Grid, limits: Limits, notes: Notes) -> Table:
    """The table in a grid of cells. Raises Problem for cells that are no counts and rows of different length."""
    grid = [row for row in grid if any(row) and not _is_rule(row)]
    if not grid:
        raise Problem("The confusion matrix is empty. Type or paste its counts.")
    _refuse_report(grid)
    table = Table([], None, None)
    above, body = _split(grid)
    if not body:
        raise Problem("The confusion matrix has names but no counts. Type or paste its counts.")
    _refuse_names_between(body)
    body = _without_axis_column(body, table, above)
    header = _header(above, max(map(len, body)), table)
    if header is None and _is_header_of_codes(body):
        header, *body = body
    body = _named(header, body, table, notes)
    _say_codes(table, notes)
    body = _without_blank_columns(body, table)
    body = _without_metrics(body, table, notes)
    _check_size(body, limits)
    table.counts = counts_of(with_zeros(body, notes), table, notes)
    return table


def _is_rule(row: list[str]) -> bool:
    """A separator line, `|---|---|` or `=====`; classes may well be named + and -."""
    filled = [cell for cell in row if cell]
    return all(RULE.fullmatch(cell) for cell in filled) or (
        len(filled) == len(row) and all(set(cell) <= set("-:") for cell in row)
    )


def _refuse_report(grid: Grid) -> None:
    if {cell.casefold() for row in grid for cell in row} >= REPORT:
        raise Problem("This looks like a classification report, not a confusion matrix. Paste the matrix of counts.")


def _split(grid: Grid) -> tuple[Grid, Grid]:
    """The lines above the first count, and the rest."""
    first = next((at for at, row in enumerate(grid) if any(cell and not _is_name(cell) for cell in row)), len(grid))
    return grid[:first], grid[first:]


def _refuse_names_between(body: Grid) -> None:
    """A line of names below counts is the start of another matrix."""
    names = [all(map(_is_name, filter(None, row))) and not DASHES & {*row[1:]} for row in body]
    between = next((number for number, holds in enumerate(names, 1) if holds), None)
    if between:
        raise Problem(f"Line {between} of the counts holds only names, so these may be two matrices. Paste one matrix.")


def _is_name(cell: str) -> bool:
    """A cell that is nothing like a number: `VT` or `2b`, not `-4`, `94%`, `nan` or `=1+1`."""
    return bool(cell) and not is_like_number(cell)


def _without_axis_column(body: Grid, table: Table, above: Grid) -> Grid:
    """Without a first column that says once what the rows are: `Actual`, and blank below."""
    said = [row[0] for row in body if row[0]]
    if len(said) != 1 or not (meaning := side_of(said[0])) or any(len(row) < 2 or not _is_name(row[1]) for row in body):
        return body
    sides = {side_of(" ".join(filter(None, row))) for row in above if sum(map(bool, row)) == 1} - {None}
    if not axis_of(said[0]) and sides != {PREDICTED if meaning == TRUE else TRUE}:
        return body
    table.rows_are = meaning
    return [row[1:] for row in body]


def _header(above: Grid, width: int, table: Table) -> list[str] | None:
    """The line with the column names. The other lines above the counts may say what the two sides are."""
    fitting = [at for at, row in enumerate(above) if sum(map(bool, row)) > 1 and abs(len(row) - width) <= 1]
    at = fitting[-1] if fitting else len(above)
    for number, row in enumerate(above):
        text = " ".join(filter(None, row))
        rows_are, columns_are = corner_axes(text) if number != at else (None, None)
        if columns_are:
            table.rows_are, table.columns_are = rows_are, columns_are
        elif rows_are and number > at:  # pandas names the rows in a line below the header
            table.rows_are = rows_are
        elif rows_are and len(text.split()) <= SHORT:  # in a sentence the word is about something else
            table.columns_are = rows_are
    return above[at][-width:] if fitting else None


def _is_header_of_codes(body: Grid) -> bool:
    """Class codes above counts: a first line that is a cell short, has a blank corner, or counts up beside one more.

    Under a corner with a name the first column has the same codes.
    """
    first, rest = body[0], body[1:]
    if not rest or any(len(row) != len(rest[0]) for row in rest):
        return False
    if len(rest[0]) == len(first) + 1 or (first[0] == "" and len(rest[0]) == len(first)):
        return True
    if _names_codes(first, rest):
        return True
    codes = ([str(n) for n in range(len(first))], [str(n + 1) for n in range(len(first))])
    return len(rest) == len(first) == len(rest[0]) and first in codes


def _names_codes(header: list[str], body: Grid) -> bool:
    """Whether the codes beside a named corner stand again in the first column."""
    return _is_name(header[0]) and len(header) > 2 and _stand_again(header, body)


def _stand_again(header: list[str], body: Grid) -> bool:
    """Whether what follows the corner are the first cells of the rows; below a blank corner the total has no name."""
    return header[1:] == [row[0] for row in body[: len(header) - 1]]


def _named(header: list[str] | None, body: Grid, table: Table, notes: Notes) -> Grid:
    """The counts alone; the names go into the table."""
    shorter = header is not None and all(len(row) == len(header) + 1 for row in body)
    if header is not None and (adds_up(body) or (not header[0] and _stand_again(header, body))):
        shorter = False
    blank_corner = header is not None and header[0] == ""
    codes = header is not None and _names_codes(header, body)
    has_names = shorter or blank_corner or codes or any(_is_name(row[0]) for row in body)
    if header is not None:
        has_corner = has_names and not shorter
        table.columns = header[1:] if has_corner else header
        _read_corner(header[0] if has_corner else "", table, notes)
    if has_names:
        table.rows = [row[0] for row in body]
        body = [row[1:] for row in body]
    if not body or not body[0]:
        raise Problem("The confusion matrix has names but no counts. Type or paste its counts.")
    return body


def _say_codes(table: Table, notes: Notes) -> None:
    names = [*(table.rows or ()), *(table.columns or ())]
    if table.columns and all(map(is_count, names)):
        notes.warn("matrix_codes_in_both" if table.rows else "matrix_codes_in_row", labels=[*table.columns])


def _read_corner(corner: str, table: Table, notes: Notes) -> None:
    sides = corner_sides(corner)
    if sides and corner_axes(corner)[1] is None:
        rows_are, columns_are = meanings_of(sides)
        if columns_are:
            table.rows_are, table.columns_are = rows_are, columns_are
        elif not (table.rows_are or table.columns_are):
            notes.warn("matrix_unclear_corner", corner=corner, rows=sides[0])
        return
    rows_are, columns_are = corner_axes(corner)
    if columns_are:
        table.rows_are, table.columns_are = rows_are, columns_are
    elif rows_are and table.rows_are and table.rows_are != rows_are:  # pandas: the corner names the columns
        table.columns_are = rows_are
    elif rows_are and table.columns_are != rows_are:
        table.rows_are = rows_are


def _without_blank_columns(body: Grid, table: Table) -> Grid:
    """A separator at the end of each line makes a column that nobody filled."""
    while body and all(row and row[-1] == "" for row in body) and len(body[0]) > 1:
        if table.columns and len(table.columns) == len(body[0]):
            if table.columns[-1]:
                break
            table.columns = table.columns[:-1]
        body = [row[:-1] for row in body]
    return body


def _without_metrics(body: Grid, table: Table, notes: Notes) -> Grid:
    """Columns and rows named recall, precision and the like are no classes."""
    left: list[str] = []
    classes = _classes_in_both(body, table)
    while table.columns and _is_metric(table.columns[-1], classes) and len(table.columns) == len(body[0]):
        left.append(table.columns[-1])
        table.columns, body = table.columns[:-1], [row[: len(table.columns) - 1] for row in body]
    while table.rows and _is_metric(table.rows[-1], classes):
        left.append(table.rows[-1])
        table.rows, body = table.rows[:-1], body[:-1]
    if left:
        notes.warn("matrix_metrics", names=left)
    return body


def _classes_in_both(body: Grid, table: Table) -> set[str]:
    """Names of rows that are names of columns, too, where all cells are counts: classes by any name."""
    whole = all(WHOLE_COUNT.fullmatch(cell) for row in body for cell in row)
    return {*(table.rows or ())} & {*(table.columns or ())} if whole else set()


def _is_metric(name: str, classes: set[str]) -> bool:
    return METRICS.fullmatch(name) is not None and name not in classes


def _check_size(body: Grid, limits: Limits) -> None:
    size = max(len(body), *map(len, body), 0)
    if size > limits.classes + 1:
        raise Problem(f"The matrix is too large: {size:,} classes, the limit is {limits.classes:,}.")


def counts_of(grid: Grid, table: Table, notes: Notes) -> Counts:
    """The cells as exact counts. Raises Problem for rows of different length and for cells that are no count."""
    if len({len(row) for row in grid}) > 1:
        short = next(number for number, row in enumerate(grid, 1) if len(row) != len(grid[0]))
        message = f"Row {short} of the confusion matrix has {len(grid[short - 1])} counts, the first row {len(grid[0])}"
        raise Problem(f"{message}. Every row needs the same length.")
    _refuse_dotted(grid, table)
    if any(with_thousands(cell) for row in grid for cell in row):
        example = next(cell for row in grid for cell in row if with_thousands(cell))
        notes.warn("matrix_thousands", example=example, count=read_count(example, ""))
    proportions = [cell for row in grid for cell in row if with_percent(cell) is not None]
    if proportions:
        notes.warn("matrix_percentages", example=proportions[0])
        grid = [[with_percent(cell) or cell for cell in row] for row in grid]
    return _read(grid, table)


def _refuse_dotted(grid: Grid, table: Table) -> None:
    """Raises Problem for 1.000, which is 1 or 1000; beside 0.000 it has three decimals."""
    cells = [(i, j, cell) for i, row in enumerate(grid) for j, cell in enumerate(row)]
    dotted = next(((i, j, cell) for i, j, cell in cells if DOTTED.fullmatch(cell)), None)
    if dotted and not any(cell == "0.000" for _, _, cell in cells):
        i, j, cell = dotted
        what = f"{_where(i, j, table)} holds {quoted(cell)}, which may mean {cell[:-4]} or {cell.replace('.', '')}"
        raise Problem(f"{what}. Write counts without a separator.")


def _read(grid: Grid, table: Table) -> Counts:
    """Every count; the cells that are none are named together, the first with its reason."""
    wrong: list[NotACount] = []
    counts: Counts = []
    for i, row in enumerate(grid):
        counts.append([])
        for j, cell in enumerate(row):
            try:
                counts[-1].append(read_count(cell, _where(i, j, table)))
            except NotACount as problem:
                wrong.append(problem)
    if wrong:
        more = f", and so {'does' if len(wrong) == 2 else 'do'} {counted(len(wrong) - 1, ('more cell', 'more cells'))}"
        raise NotACount(wrong[0].what, more if len(wrong) > 1 else "")
    return counts


def _where(row: int, column: int, table: Table) -> str:
    first = quoted(table.rows[row]) if table.rows and row < len(table.rows) else str(row + 1)
    second = quoted(table.columns[column]) if table.columns and column < len(table.columns) else str(column + 1)
    return f"The cell in row {first}, column {second}"


def rows_are_predictions(table: Table) -> bool:
    """Whether something says that the rows are the predicted class."""
    return table.rows_are == PREDICTED or (table.columns_are == TRUE and table.rows_are is None)
