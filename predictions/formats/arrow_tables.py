"""Tables that come in columns of their own types: validated to the last value, then made plain."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyarrow as pa
import pyarrow.compute as pc

from predictions.formats.json_values import VECTOR
from predictions.formats.written_labels import say_of_columns
from predictions.limits import Limits
from predictions.plain_table import PlainTable, column_names
from predictions.problems import Notes, Problem
from words.text.names import quoted

MOST_KEYS = 500
ROW_NUMBERS = "__index_level_"


def validated(read: Callable[[], pa.Table], where: str, what: str, limits: Limits) -> pa.Table:
    """A table that was read and checked value by value. Raises Problem for a damaged one.

    Arrow trusts what a file says about its own memory: an offset that lies takes the whole process down.
    """
    try:
        table = read()
        table.validate(full=True)
    except MemoryError as error:  # one of Arrow's errors, too
        asked = re.search(r"size (\d+)", str(error))
        if asked is None or int(asked[1]) <= limits.inflated:
            raise
        raise _damaged(where, what) from None  # no column is that long, but a length that was overwritten may be
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError):
        raise _damaged(where, what) from None
    return table


def _damaged(where: str, what: str) -> Problem:
    return Problem(f"{where} is a damaged or incomplete {what} file. Export it again.")


def plain_columns(table: pa.Table, kind: str, where: str, notes: Notes, limits: Limits) -> PlainTable:
    """The same columns without the kinds that nothing else knows. Raises Problem for repeated or too many columns."""
    limits.check_rows(table.num_rows, where)
    table = table.rename_columns(column_names(table.column_names, where, limits))
    table = _without_row_numbers(table)
    columns: dict[str, pa.ChunkedArray] = {}
    for name in table.column_names:
        columns |= _flat(name, _simple(table[name], name), set(table.column_names), notes)
    column_names(list(columns), where, limits)
    plain = PlainTable(pa.table(columns), kind, where, notes)
    say_of_columns(plain.table, notes)
    return plain


def _without_row_numbers(table: pa.Table) -> pa.Table:
    """pandas stores its row numbers as a column of their own; an index of texts may be the ids and stays."""
    numbers = [
        name
        for name in table.column_names
        if name.startswith(ROW_NUMBERS) and pa.types.is_integer(table.schema.field(name).type)
    ]
    return table.drop_columns(numbers).replace_schema_metadata(None)


def _simple(column: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """Text is text, however it is stored; a category is its value."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _simple(_storage(column), name)
    if pa.types.is_fixed_size_binary(kind) or pa.types.is_binary(kind):
        return _text_or_hexadecimal(column)
    if pa.types.is_run_end_encoded(kind):
        decoded = [pc.run_end_decode(chunk) for chunk in column.chunks]
        return _simple(pa.chunked_array(decoded, kind.value_type), name)
    if pa.types.is_dictionary(kind) and not pa.types.is_string(kind.value_type):
        return _simple(_cast(column, kind.value_type, name), name)
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind) or pa.types.is_null(kind):
        return _cast(column, pa.string(), name)
    if pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind):
        return _text_or_hexadecimal(_cast(column, pa.binary(), name))
    return _cast(column, pa.float32(), name) if pa.types.is_float16(kind) else column


def _text_or_hexadecimal(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Bytes that are text stay bytes, which is said where it matters; others, such as a UUID, are written out."""
    try:
        texts = column.cast(pa.binary()).cast(pa.string())
    except pa.ArrowException:
        texts = None
    if texts is not None and not pc.any(pc.match_substring_regex(texts, r"[\x00-\x08\x0e-\x1f]")).as_py():
        return column.cast(pa.binary())
    return pa.chunked_array([pa.array([value and value.hex() for value in column.to_pylist()], pa.string())])


def _storage(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pa.chunked_array([chunk.storage for chunk in column.chunks], column.type.storage_type)


def _cast(column: pa.ChunkedArray, kind: pa.DataType, name: str) -> pa.ChunkedArray:
    try:
        return column.cast(kind)
    except pa.ArrowException:
        what = f"Column {quoted(name)} holds values that are no text ({column.type})"
        raise Problem(f"{what}. Export it as text.") from None


def _flat(name: str, column: pa.ChunkedArray, taken: set[str], notes: Notes) -> dict[str, pa.ChunkedArray]:
    """A record per cell becomes a column per field: `scores` with a field `VT` is `scores_VT`."""
    column = _fields_of_map(column) if pa.types.is_map(column.type) else column
    if not pa.types.is_struct(column.type) or not column.type.num_fields:
        return {name: column}
    fields = [column.type.field(index).name for index in range(column.type.num_fields)]
    if {*fields} in VECTOR and _is_dense(column):
        return {name: pc.struct_field(column, "values")}
    names = [f"{name}_{field}" for field in fields]
    if set(names) & taken or len(set(names)) < len(names):
        return {name: column}
    notes.warn("nested_fields", column=name, example=names[0])
    parts = [chunk.flatten() for chunk in column.chunks]
    return {
        new: _simple(pa.chunked_array([part[index] for part in parts], column.type.field(index).type), new)
        for index, new in enumerate(names)
    }


def _is_dense(column: pa.ChunkedArray) -> bool:
    """Whether structs are vectors of Spark with all their values."""
    is_kind, values = (column.type.field(name).type for name in ("type", "values"))
    if not pa.types.is_integer(is_kind) or not pa.types.is_list(values):
        return False
    return bool(pc.all(pc.equal(pc.struct_field(column, "type"), 1)).as_py())


def _fields_of_map(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A map with the same texts as keys in each cell as a record; another one as it is."""
    if not pa.types.is_string(column.type.key_type):
        return column
    keys = pa.chunked_array([chunk.keys for chunk in column.chunks], column.type.key_type)
    names = keys.unique().to_pylist()
    if not 1 < len(names) <= MOST_KEYS or len(keys) != len(names) * (len(column) - column.null_count):
        return column
    fields = [pc.map_lookup(column, pa.scalar(name), "first") for name in names]
    is_whole = all(field.null_count == column.null_count for field in fields)  # no key twice, and none without a value
    return pc.make_struct(*fields, field_names=names) if is_whole else column
