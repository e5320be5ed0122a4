"""The one shape every format becomes: named columns of equal length, as text or in the file's own types."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pyarrow as pa

from predictions.limits import Limits
from predictions.problems import Notes, Problem
from words.text.names import listed


@dataclass(eq=False)
class PlainTable:
    """Columns as read. `where` names the file (and sheet) in messages; `kind` the format; `notes` what was said.

    sheet: of a workbook that was read; "" for other formats.
    """

    table: pa.Table
    kind: str
    where: str
    notes: Notes = field(default_factory=Notes)
    sheet: str = ""

    @property
    def names(self) -> list[str]:
        return list(self.table.column_names)

    def __len__(self) -> int:
        return int(self.table.num_rows)


def column_names(header: list[str], where: str, limits: Limits) -> list[str]:
    """Trimmed names of a header, `column 3` for an empty one. Raises Problem for too many and for a repeated one."""
    limits.check_columns(len(header), where)
    names = [name.strip() or f"column {position}" for position, name in enumerate(header, 1)]
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise Problem(f"{where} has more than one column named {listed(repeated)}. Rename or remove the duplicate.")
    return names
