"""A table of which it is known what each column means."""

from __future__ import annotations

from collections.abc import Mapping as FrozenMapping
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa

from predictions.columns.cells import SAMPLE_ROWS, holds_fractions, looks_numeric, samples
from predictions.limits import Limits
from predictions.mapping import ColumnRole, Mapping
from predictions.plain_table import PlainTable
from predictions.problems import NeedsMapping
from predictions.question import Question

CHOSEN = "chosen in the mapping"


@dataclass(frozen=True, eq=False)
class Understood:
    """A table, its mapping as far as it is settled, and column -> (meaning, reason). Each step gives a new one."""

    plain: PlainTable
    mapping: Mapping
    limits: Limits
    reasons: FrozenMapping[str, tuple[str, str]] = field(default_factory=dict)

    def settled(self, **roles: Any) -> Understood:
        """With these fields of the mapping."""
        return replace(self, mapping=replace(self.mapping, **roles))

    def because(self, reasons: FrozenMapping[str, tuple[str, str]]) -> Understood:
        """With reasons for more columns; a column keeps the one it has."""
        return replace(self, reasons={**reasons, **self.reasons})

    @property
    def truth(self) -> str:
        """The column of the true class, "" while it is not known."""
        return self.mapping.truth or ""

    def column(self, name: str) -> pa.ChunkedArray:
        """A column as it was read."""
        return self.plain.table[name]

    def first(self, name: str) -> pa.ChunkedArray:
        """Its first rows, which tell soon."""
        return self.column(name).slice(0, SAMPLE_ROWS)

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers, or texts of which most are numbers."""
        return looks_numeric(self.column(name), name)

    def has_fractions(self, name: str) -> bool:
        """Whether it holds numbers that are not all whole, as no number of a model or a reader is."""
        return holds_fractions(self.first(name), name)

    @property
    def free(self) -> list[str]:
        """Columns without a role, in the order of the file."""
        return [name for name in self.plain.names if name not in self.reasons]

    def columns(self) -> tuple[ColumnRole, ...]:
        """Every column of the file with its meaning."""
        rest = ("additional column", "name not recognised")
        return tuple(
            ColumnRole(name, *self.reasons.get(name, rest), samples(self.column(name))) for name in self.plain.names
        )

    def needs_mapping(self, what: str, advice: str, question: Question) -> NeedsMapping:
        """The error that asks a person which column is which."""
        columns = {name: samples(self.column(name)) for name in self.plain.names}
        return NeedsMapping(what, advice, self.plain.where, columns, self.mapping, question)
