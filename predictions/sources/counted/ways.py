"""The groups of rows that are not held, as expressions over their kept columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

import narwhals as nw
import pyarrow as pa

from predictions.columns.labels import BLANK
from predictions.counted import Way
from predictions.problems import TooManyGroups
from predictions.sources.counted.table import CountedTable
from words.text.names import listed


def code_of(file: CountedTable, way: Way) -> nw.Expr:
    """The group of each row by a kept column; null for a value that tells none."""
    groups = [way.values.filter(pa.array(way.codes == code)).unique().to_pylist() for code in range(_size(way))]
    column = file.kept(way.column)
    return nw.coalesce(*(nw.when(column.is_in(values)).then(nw.lit(code)) for code, values in enumerate(groups)))


def combinations(ways: Sequence[Way]) -> int:
    """How many combinations of the groups of all ways there are."""
    return math.prod(map(_size, ways))


def crossed(file: CountedTable, ways: Sequence[Way]) -> nw.Expr:
    """The place of each combination, the last way running fastest; null where one column tells no group."""
    found = nw.lit(0)
    for way in ways:
        found = found * _size(way) + code_of(file, way)
    return found


def gathered(file: CountedTable, ways: Sequence[Way], groups: Sequence[Sequence[int]]) -> nw.Expr:
    """The place of the group that a row is in; null for none. groups: (g,) the combinations of each."""
    place = crossed(file, ways)
    return nw.coalesce(*(nw.when(place.is_in([*each])).then(nw.lit(at)) for at, each in enumerate(groups)))


def _size(way: Way) -> int:
    return int(way.codes.max(initial=BLANK)) + 1


def too_many(names: Sequence[str]) -> TooManyGroups:
    what = f"{listed(names)} of a file of this size {'holds' if len(names) == 1 else 'hold'} too many different values"
    return TooManyGroups(f"{what}: no groups. Choose another column.")
