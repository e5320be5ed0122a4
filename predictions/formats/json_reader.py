"""JSON and NDJSON to one plain table: records, columns, split, keyed records, or an object that holds one of them.

Numbers keep the text of the file: an id of 25 digits or a label 1.0 is not rounded on its way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from predictions.columns import aliases
from predictions.columns.aliases import LABELS, key_of
from predictions.formats.json_values import cell_text, columns_of, text_column
from predictions.formats.named_arrays import Block, table_of_blocks
from predictions.formats.text.encodings import as_utf8
from predictions.formats.written_labels import Number, say_of_json
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from words.text.names import count_rows, listed

START = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*[\[{\"\]\d\-tfnN]|\{\s*[\"'}])")
SPACE = re.compile(r"\s*")
SEARCH_DEPTH = 3


def begins_json(data: bytes) -> bool:
    """A bracket and what may follow it; `[id],[y_true]` is the header of a text."""
    return START.match(_narrowed(data[:400])) is not None


def _narrowed(head: bytes) -> bytes:
    """UTF-16 and UTF-32 as single bytes, as far as the start of a JSON document needs it."""
    if b"\0" not in head:
        return head
    return head.replace(b"\0", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")


def read_json(data: bytes, where: str, limits: Limits) -> PlainTable:
    """A table of texts. Raises Problem for what is no JSON, holds no table, several ones, or a key twice."""
    notes = Notes()
    documents = parse_json(as_utf8(data, where, notes).decode("utf-8"), where)
    say_of_json(documents, notes)
    if len(documents) == 1:
        table = _Finder(where, notes, limits).table(documents[0])
    elif all(isinstance(document, dict) for document in documents):
        table = _records(documents, where, notes, limits)
    else:
        raise Problem(f"{where} holds several JSON values that are no records. Write one record per line.")
    return PlainTable(table, "JSON", where, notes)


# ------------------------------------------------------------------ from text to values


def parse_json(text: str, where: str) -> list[Any]:
    """The document, or all documents of an NDJSON; every number as its text. Raises Problem, naming the line."""
    decoder = json.JSONDecoder(
        object_pairs_hook=lambda pairs: _object(pairs, where),
        parse_float=str,
        parse_int=Number,
        parse_constant=lambda name: None if name == "NaN" else name.replace("inity", ""),
    )
    documents, at = [], _skip(text, 0)
    try:
        while at < len(text):
            value, at = decoder.raw_decode(text, at)
            documents.append(value)
            at = _skip(text, at)
    except json.JSONDecodeError as error:
        raise Problem(_not_json(error, len(documents), at, where)) from None
    except RecursionError:
        raise Problem(f"{where} is nested too deeply for a JSON table. Save it as a list of records.") from None
    if not documents:
        raise Problem(f"{where} is empty. It needs one record per case.")
    return documents


def _skip(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _not_json(error: json.JSONDecodeError, before: int, begins: int, where: str) -> str:
    """before: complete documents; begins: where the broken one does, whose line is named, not that of its end."""
    text = error.doc
    cut = error.pos >= len(text.rstrip())
    what = "it ends too early, so it may be truncated" if cut else f"{error.msg[0].lower()}{error.msg[1:]}"
    begun_anew = error.colno == 1 and text[begins] == text[error.pos : error.pos + 1] == "{"  # the next record
    line = text.count("\n", 0, begins) + 1 if before or begun_anew else error.lineno
    place = f"line {line:,}, column {error.colno:,}" if line == error.lineno else f"line {line:,}"
    record = f" (after {before:,} complete records)" if before else ""
    return f"{where} is not valid JSON at {place}{record}: {what}. Correct it or export it again."


def _object(pairs: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = [name for name in found if names.count(name) > 1][:3] if len(names) < 10_000 else names[:1]
        raise Problem(f"{where} has a duplicate key in one JSON object, {listed(twice)}. Keep one of them.")
    return found


# ------------------------------------------------------------------ from values to a table


class _Finder:
    """The one table inside a document."""

    def __init__(self, where: str, notes: Notes, limits: Limits) -> None:
        self.where, self.notes, self.limits = where, notes, limits

    def table(self, document: Any) -> pa.Table:
        """Raises Problem when there is none, or several."""
        found = self._reading(document)
        if found is not None:
            return found
        path, inner = self._only_table(document)
        self.notes.warn("table_inside_json", path=path)
        return self.table(inner)

    def _reading(self, value: Any) -> pa.Table | None:
        """The table that a value is, or None when it is none itself."""
        if isinstance(value, list):
            return self._list(value)
        if not isinstance(value, dict) or not value:
            return None
        if isinstance(value.get("data"), list) and isinstance(value.get("columns"), list):
            return self._split(value)
        if isinstance(value.get("data"), list) and isinstance(value.get("schema"), dict):
            return self._list(value["data"])
        if _names_truth(value):
            return self._columns(value)
        return self._keyed(value) if _is_keyed(value) else None

    def _list(self, value: list[Any]) -> pa.Table | None:
        if not value:
            raise Problem(f"{self.where} holds an empty list. It needs one record per case.")
        if all(isinstance(row, dict) for row in value):
            return _records(value, self.where, self.notes, self.limits)
        if all(isinstance(row, list) for row in value) and _is_header(value[0]):
            return self._rows([str(cell_text(name)) for name in value[0]], value[1:])
        what = "rows without column names" if isinstance(value[0], list) else "values without column names"
        raise Problem(f"{self.where} is a JSON list of {what}. Save it as a list of records with a name per value.")

    def _split(self, value: dict[str, Any]) -> pa.Table:
        names = [str(cell_text(name)) for name in value["columns"]]
        table = self._rows(names, value["data"])
        index = value.get("index")
        if isinstance(index, list) and len(index) == table.num_rows:
            return self._with_index(table, [str(cell_text(key)) for key in index])
        return table

    def _rows(self, names: list[str], rows: list[Any]) -> pa.Table:
        wrong = [number for number, row in enumerate(rows, 1) if not isinstance(row, list) or len(row) != len(names)]
        if wrong:
            what = f"{self.where}: {count_rows(len(wrong))} not of {len(names)} values as there are column names"
            raise Problem(f"{what}, the first being row {wrong[0]:,}. Correct it.")
        columns = zip(*rows, strict=True) if rows else [() for _ in names]
        return columns_of(names, [list(column) for column in columns], self.where, self.notes, self.limits)

    def _columns(self, value: dict[str, Any]) -> pa.Table:
        """Name -> values: lists, or values by the key of their row; or the only record of a file."""
        if all(isinstance(column, dict) for column in value.values()):
            return self._by_key(value)
        if not any(isinstance(column, list) for column in value.values()):
            return _records([value], self.where, self.notes, self.limits)
        blocks = []
        for name, column in value.items():
            block = _block(name, column, self.where)
            if block is None:
                self.notes.warn("json_no_list", name=name)
            else:
                blocks.append(block)
        return table_of_blocks(blocks, self.where, self.notes, self.limits)

    def _by_key(self, value: dict[str, dict[str, Any]]) -> pa.Table:
        keys = list(dict.fromkeys(key for column in value.values() for key in column))
        for name, column in value.items():
            if len(column) < len(keys):
                self.notes.warn("json_missing_entries", rows=len(keys) - len(column), column=name)
        columns = [[column.get(key) for key in keys] for column in value.values()]
        table = columns_of(list(value), columns, self.where, self.notes, self.limits)
        return self._with_index(table, keys)

    def _keyed(self, value: dict[str, dict[str, Any]]) -> pa.Table:
        """Key -> record."""
        table = _records(list(value.values()), self.where, self.notes, self.limits)
        return self._with_index(table, list(value))

    def _with_index(self, table: pa.Table, keys: list[str]) -> pa.Table:
        """Keys that are more than row numbers are the ids, unless there is a column of them."""
        if _are_row_numbers(keys):
            return table
        if {key_of(name) for name in table.column_names} & set(aliases.CASE_ID):
            return table
        self.notes.warn("json_keys_as_ids", example=keys[0])
        return table.add_column(0, "case_id", pa.array(keys, pa.string()))

    def _only_table(self, document: Any) -> tuple[str, Any]:
        found = list(_tables(document, "", SEARCH_DEPTH))
        if not found:
            what = "holds no table: no list of records and no columns with a known name (y_true)"
            raise Problem(f"{self.where} is JSON that {what}. Save it as a list of records.")
        if len(found) > 1:
            names = listed([path for path, _ in found])
            raise Problem(f"{self.where} holds several tables: {names}. Save the one to review as a file of its own.")
        return found[0]


def _are_row_numbers(keys: list[str]) -> bool:
    """0, 1, 2 ... or 1, 2, 3 ... in any order; 01 is no row number."""
    if not all(key.isascii() and key.isdecimal() and len(key) < 10 and str(int(key)) == key for key in keys):
        return False
    numbers = sorted(map(int, keys))
    return numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True


def _tables(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    """(path, value) of everything inside that looks like a table with true classes."""
    if not isinstance(value, dict) or depth < 0:
        return
    for name, inner in value.items():
        below = f"{path}.{name}" if path else name
        if _is_table(inner):
            yield below, inner
        else:
            yield from _tables(inner, below, depth - 1)


def _is_table(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(row, dict) for row in value) and any(map(_names_truth, value))
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("data"), list) and isinstance(value.get("columns"), list):
        return _is_header(value["columns"])
    if _names_truth(value):
        return any(isinstance(column, (list, dict)) for column in value.values())
    return _is_keyed(value)


def _is_keyed(value: dict[str, Any]) -> bool:
    """Key -> record; `fold_0` with a list of true classes is a table."""
    rows = [row for row in value.values() if isinstance(row, dict)]
    named = [[cell for name, cell in row.items() if key_of(name) in aliases.TRUTH] for row in rows]
    lists = any(named) and all(isinstance(cell, list) for cells in named for cell in cells)
    return len(rows) == len(value) and any(map(_names_truth, rows)) and not lists


def _names_truth(value: Any) -> bool:
    """Whether its keys name columns; `predictions` with a list of records in it is the table."""
    if not isinstance(value, dict):
        return False
    return any(key_of(name) in LABELS and not _holds_records(below) for name, below in value.items())


def _holds_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _is_header(names: Any) -> bool:
    return isinstance(names, list) and any(isinstance(name, str) and key_of(name) in LABELS for name in names)


def _records(rows: Sequence[dict[str, Any]], where: str, notes: Notes, limits: Limits) -> pa.Table:
    """A record per case; a key that some lack is blank there, which is said."""
    limits.check_rows(len(rows), where)
    names: dict[str, None] = {}
    for row in rows:
        if row.keys() - names.keys():
            names |= dict.fromkeys(row)
            limits.check_columns(len(names), where)
    for name in names:
        lacking = sum(name not in row for row in rows)
        if lacking:
            notes.warn("json_missing_keys", rows=lacking, name=name)
    return columns_of(list(names), [[row.get(name) for row in rows] for name in names], where, notes, limits)


def _block(name: str, values: Any, where: str) -> Block | None:
    """A list of values, or a list of lists of one length; None for anything else."""
    if not isinstance(values, list) or not values:
        return None
    if not any(isinstance(value, (list, dict)) for value in values):
        return Block(name, (text_column(values, name, where),))
    widths = {len(value) if isinstance(value, list) else -1 for value in values}
    if len(widths) > 1 or -1 in widths or any(isinstance(cell, (list, dict)) for value in values for cell in value):
        return None
    columns = zip(*values, strict=True)
    return Block(name, tuple(text_column(list(column), name, where) for column in columns), is_vector=False)
