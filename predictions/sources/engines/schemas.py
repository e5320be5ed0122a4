"""Files that are parts of one table have the same columns, of types that one column can hold."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from predictions.columns.cells import is_text
from predictions.problems import Problem
from words.text.names import listed, quoted


def common(schemas: Sequence[tuple[str, pa.Schema]], where: str) -> pa.Schema:
    """The columns of all files, in the order of the first one. Raises Problem for others, naming file and column."""
    first_name, first = schemas[0]
    for name, schema in schemas[1:]:
        other = {*schema.names} ^ {*first.names}
        if other or len(schema.names) != len(first.names):
            what = f"{where} is no single table: {quoted(name)} and {quoted(first_name)} differ in {_columns(other)}"
            raise Problem(f"{what}. Open files with the same columns.")
    fields = [_common_field(name, schemas, where) for name in first.names] if len(schemas) > 1 else list(first)
    return pa.schema(fields)


def _columns(names: set[str]) -> str:
    return f"the column{'s' if len(names) > 1 else ''} {listed(sorted(names), 3)}"


def _common_field(name: str, schemas: Sequence[tuple[str, pa.Schema]], where: str) -> pa.Field:
    """A column as the type that holds it in every file."""
    fields = {_plain(schema.field(schema.names.index(name))): file for file, schema in reversed(schemas)}
    try:
        (found,) = pa.unify_schemas([pa.schema([each]) for each in fields], promote_options="permissive")
    except pa.ArrowException:
        kinds = [f"{each.type} in {quoted(file)}" for each, file in fields.items()][:-3:-1]
        what = f"{where} is no single table: column {quoted(name)} is {' and '.join(kinds)}"
        raise Problem(f"{what}. Export all files with the same types.") from None
    return found


def _plain(field: pa.Field) -> pa.Field:
    """Text is text, however a file stores it."""
    kind = field.type
    is_other_text = pa.types.is_large_string(kind) or pa.types.is_string_view(kind) or is_text(kind)
    if pa.types.is_dictionary(kind) and not is_other_text:
        kind = kind.value_type
    return pa.field(field.name, pa.string() if is_other_text else kind)
