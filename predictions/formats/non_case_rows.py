"""Rows that are no cases: a header that stands again in the middle, units below the header, totals at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.columns import aliases
from predictions.columns.aliases import LABELS, key_of
from predictions.columns.cells import as_text, distinct_texts, is_text, looks_numeric
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem

TOTALS = {
    "total", "totals", "grand total", "subtotal", "sub-total", "subtotals", "zwischensumme", "sous-total",
    "sum", "summe", "gesamt", "insgesamt", "somme", "totale", "totaal", "suma",
    "итого", "всего", "общий итог", "合計", "总计", "合计", "総計", "總計", "小計", "小计", "mean", "average",
    "mittelwert", "moyenne", "media", "median", "ergebnis", "gesamtergebnis", "teilergebnis", "total général",
    "total general", "total geral", "totale complessivo", "eindtotaal", "totalsumma", "hovedtotal", "suma końcowa",
    "genel toplam",
}  # fmt: skip
ROW_COUNT = re.compile(r"\(?\d[\d.,]* (?:rows?|records?)(?: affected| selected| returned| in set.*)?\)?")
AROUND_TOTALS = " :.\t"
# What stands in a line of units or of data types: above labels, and above numbers.
TYPES = r"[(\[].*[)\]]|strings?|str|text|class(?:es)?|labels?|category|categorical|factor|nominal|varchar|character"
UNITS_OF_LABELS = re.compile(TYPES, re.IGNORECASE)
UNITS = re.compile(
    rf"{TYPES}|%|-+|0 ?(?:-|–|\.\.|to) ?1(?:00)?|n/?a|units?|unitless|object|enum|id|identifier|integer|int(?:32|64)?"
    r"|float(?:32|64)?|double|number|numeric|real|decimal|probability|prob|p|score|bool(?:ean)?|date|datetime|ms|s"
    r"|sec(?:onds)?|frames?|years?|a\.?u\.?",
    re.IGNORECASE,
)
RULE = re.compile(r":?-{3,}[-+]*:?|:-+:?|-+:|={3,}")  # below the header of Markdown and of printed tables
BLANKS = {"", "na", "n/a", "nan", "null", "none", "missing", "inf", "-inf", "\\n"}
NAMES_OF_TRUTH = [name for name in aliases.TRUTH if name != "true"]  # which is a class
NAMES_OF_IDS = {name for name in aliases.CASE_ID if name.endswith("id")}
ROLES = (aliases.TRUTH, aliases.PREDICTED, aliases.SCORE, aliases.CASE_ID)
MOST_LINES = 3
# What stands below the names in Orange: a type or the classes of each column, then the roles of some.
TYPES_OF_ORANGE = {"continuous", "c", "discrete", "d", "string", "s", "text", "time", "t"}
ROLES_OF_ORANGE = {"class", "meta", "ignore", "weight", "c", "m", "i", "w"}
LOOKED_AT = 1000
COMMENTED = 0.1  # proportion of rows; more, and ids are written so


def is_total(cell: str) -> bool:
    """Whether a cell says that its row adds up the others, or counts them as databases do below a result."""
    text = cell.strip(AROUND_TOTALS).casefold()
    return text in TOTALS or ROW_COUNT.fullmatch(text) is not None


def without_headers_and_units(plain: PlainTable) -> None:
    """Take repeated header rows and a row of units out of the table, and say so.

    Raises Problem for a header that comes again in another order: two files that do not fit were joined.
    """
    rows = _header_rows(plain)
    if len(rows):
        plain.notes.warn("repeated_header_rows", rows=len(rows))
        _drop(plain, rows)
    rows_above_cases(plain)
    _say_commented(plain)


def _say_commented(plain: PlainTable) -> None:
    """Say that a few rows begin with the mark of a comment: nobody knows whether they were to count."""
    first = plain.table.column_names[0] if plain.names else ""
    if plain.kind != "text" or not is_text(plain.table[first].type):
        return
    rows = pc.sum(pc.starts_with(as_text(plain.table[first], first), "#")).as_py() or 0
    say_commented(rows, len(plain), plain.notes)


def say_commented(rows: int, total: int, notes: Notes) -> None:
    """rows: those of all whose first cell begins so."""
    if 0 < rows <= COMMENTED * total:
        notes.warn("commented_rows", rows=rows)


def rows_above_cases(plain: PlainTable) -> int:
    """How many rows of units and the like stood above the first case; they are taken out, which is said."""
    if cells := _lines_of_orange(plain):
        plain.notes.warn("units_row", units=cells)
        _drop(plain, np.arange(2))
        return 2
    for number in range(MOST_LINES):
        cells = _units(plain)
        if not cells:
            return number
        if not all(map(RULE.fullmatch, cells)):
            plain.notes.warn("units_row", units=cells)
        _drop(plain, np.array([0]))
    return MOST_LINES


def _lines_of_orange(plain: PlainTable) -> list[str]:
    """The cells of a first row of types and a second one of roles, as Orange writes them; [] for other rows."""
    head = plain.table.slice(0, LOOKED_AT)
    if head.num_rows < 3 or not all(is_text(kind) for kind in head.schema.types):
        return []
    kinds, roles = ({name: (head[name][at].as_py() or "").strip() for name in head.column_names} for at in (0, 1))
    named, rest = {name: role for name, role in roles.items() if role}, head.slice(2)
    if not named or not {*named.values()} <= ROLES_OF_ORANGE or _stand_again(rest, kinds) or _stand_again(rest, named):
        return []
    if max(map(len, kinds.values())) < 2 and not any(looks_numeric(rest[name], name) for name in kinds):
        return []  # of one letter each, two cases may be
    are_kinds = all(kind in TYPES_OF_ORANGE or _are_classes_of(kind, rest[name]) for name, kind in kinds.items())
    return list(dict.fromkeys([*kinds.values(), *named.values()])) if are_kinds else []


def _are_classes_of(kind: str, column: pa.ChunkedArray) -> bool:
    """Whether a cell lists the classes of a column between blanks; a blank within a name has a backslash before it."""
    listed = {word.replace("\\ ", " ") for word in re.split(r"(?<!\\) ", kind)}
    return len(listed) > 1 and {*column.unique().to_pylist()} - {"", None} <= listed


def _drop(plain: PlainTable, rows: np.ndarray) -> None:
    kept = np.ones(plain.table.num_rows, bool)
    kept[rows] = False
    plain.table = plain.table.filter(pa.array(kept))


def _header_rows(plain: PlainTable) -> np.ndarray:
    """The rows whose cells are the column names."""
    texts = [name for name in plain.names if is_text(plain.table.schema.field(name).type)]
    headers = []
    for row in _like_headers(plain, texts):
        cells = {name: plain.table[name][row].as_py() for name in plain.names}
        if row == 0 and _units(plain) and _are_same_columns(cells):
            continue
        if is_repeated_header(cells, texts, plain.where, f"row {row + 1:,}"):
            headers.append(row)
    return np.array(headers, np.int64)


def _are_same_columns(cells: Mapping[str, object]) -> bool:
    """Whether a row names no column of the table and no role that its own column does not have."""
    texts = {name: str(cell or "") for name, cell in cells.items()}
    return not {*texts} & {*texts.values()} and all(_role(text) in (None, _role(name)) for name, text in texts.items())


def _role(name: str) -> tuple[str, ...] | None:
    named = next((role for role in ROLES if key_of(name) in role), None)
    return named or (aliases.SCORE if aliases.names_score(name) else None)


def _like_headers(plain: PlainTable, texts: Sequence[str]) -> list[int]:
    """Rows with the name of a column as their class, or with its own name in the first column or as their id."""
    label, rows = label_column(texts), set()
    if label is not None:
        names = [*texts, *NAMES_OF_TRUTH]
        if pc.any(_name_columns(distinct_texts(plain.table[label], label), names)).as_py():
            rows |= {*_where(_name_columns(as_text(plain.table[label], label), names))}
    for name in naming_columns(texts):
        rows |= {*_where(pc.equal(as_text(plain.table[name], name), name))}
    return sorted(rows)


def _where(found: pa.ChunkedArray) -> list[int]:
    """The first rows in which a mask is True."""
    mask = pc.fill_null(found, False).combine_chunks().to_numpy(zero_copy_only=False)
    rows: list[int] = np.flatnonzero(mask)[:LOOKED_AT].tolist()
    return rows


def _name_columns(cells: pa.Array | pa.ChunkedArray, names: Sequence[str]) -> pa.Array | pa.ChunkedArray:
    """(n,) whether each cell is a column name, whatever its case."""
    return pc.is_in(pc.utf8_lower(pc.utf8_trim_whitespace(cells)), pa.array([name.lower() for name in names]))


def is_repeated_header(cells: Mapping[str, object], texts: Sequence[str], where: str, row: str) -> bool:
    """Whether a row holds the names of the columns of text in any case. cells: of all columns, by name.

    Raises Problem for another order of them, and for the header of another table.
    """
    filled = {name: str(cell or "").strip() for name, cell in cells.items()}
    found, own = [filled[name].lower() for name in texts], [name.lower() for name in texts]
    if found != own and sorted(found) == sorted(own):
        what = f"{where}: {row} below the header holds the column names in another order"
        raise Problem(f"{what}, so two different tables were joined. Open each by itself.")
    if found != own and _is_other_header(filled):
        what = f"{where}: {row} below the header holds names of columns, but not of its own"
        raise Problem(f"{what}, so another table seems to stand below. Make a file of each.")
    return found == own


def _is_other_header(cells: Mapping[str, str]) -> bool:
    """Whether all filled cells of a row, of which there are several, are different names of columns.

    So is one whose id is the name of that column, and one with two columns' roles under other names.
    """
    filled = [cell for cell in cells.values() if cell]
    if len(filled) < 2:
        return False
    if any(cell == name and key_of(name) in NAMES_OF_IDS for name, cell in cells.items()):
        return True
    same_role = sum(any({key_of(name), key_of(cell)} <= {*role} for role in ROLES) for name, cell in cells.items())
    return same_role > 1 or (len(filled) == len({*filled}) and {*filled} <= {*cells})


def naming_columns(texts: Sequence[str]) -> set[str]:
    """Columns of text that hold their own name in no row but a header: the first one, and ids."""
    return {*texts[:1], *(name for name in texts if key_of(name) in NAMES_OF_IDS)} if len(texts) > 1 else set()


def label_column(texts: Sequence[str]) -> str | None:
    """Which of the columns of text tells by its name that it holds classes, so that a header in it shows."""
    return next((name for name in texts if key_of(name) in LABELS), None) if len(texts) > 1 else None


def _units(plain: PlainTable) -> list[str]:
    """The cells of a first row of names, units, types or dashes, else nothing: no number where other rows have one."""
    head = plain.table.slice(0, LOOKED_AT)
    if head.num_rows < 3 or not all(is_text(kind) for kind in head.schema.types):
        return []
    filled = {name: cell for name in head.column_names if (cell := (head[name][0].as_py() or "").strip())}
    cells = list(dict.fromkeys(filled.values()))
    rest = head.slice(1)
    known = [name for name in head.column_names if key_of(name) in LABELS]
    labels = [name for name in filled if name in known] or ([] if known else _may_hold_classes(rest, filled))
    if cells and (len(filled) > 1 or "+" in cells[0]) and all(map(RULE.fullmatch, cells)):
        return [] if _stand_again(rest, filled) else cells
    numeric = [name for name in filled if name not in labels and looks_numeric(rest[name], name)]
    if _are_units(filled, labels):
        return cells if (numeric or len(labels) > 1) and not _stand_again(rest, filled) else []
    numbers = [name for name in numeric if key_of(name) not in aliases.CASE_ID]
    return cells if labels and numbers and _are_names(plain.table, filled, labels, numbers) else []


def _may_hold_classes(rest: pa.Table, filled: dict[str, str]) -> list[str]:
    """Columns of few texts, in a table that does not name its classes, where each cell of the first row is filled."""
    if len(filled) < rest.num_columns:
        return []
    return [
        name for name in filled if len(rest[name].unique()) <= len(rest) // 4 and not looks_numeric(rest[name], name)
    ]


def _stand_again(rest: pa.Table, filled: dict[str, str]) -> bool:
    return any(pc.any(pc.equal(as_text(rest[name], name), cell)).as_py() for name, cell in filled.items())


def _are_units(filled: dict[str, str], labels: list[str]) -> bool:
    return all((UNITS_OF_LABELS if name in labels else UNITS).fullmatch(cell) for name, cell in filled.items())


def _are_names(table: pa.Table, filled: dict[str, str], labels: list[str], numeric: list[str]) -> bool:
    """Whether a first row holds words where all others have numbers, and classes that no other row has."""
    if any(filled[name].casefold() in BLANKS or not filled[name][0].isalpha() for name in numeric):
        return False
    classes = [name for name in table.column_names if key_of(name) in LABELS] or labels
    texts = [as_text(table[name], name).slice(1) for name in classes]
    return not any(pc.any(pc.equal(text, filled[name])).as_py() for text in texts for name in labels)
