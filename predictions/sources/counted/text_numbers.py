"""Score columns of text: what is said of how their numbers are written, and what is refused, as of any other file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import narwhals as nw

from predictions.columns.cells import (
    GROUPED,
    as_numbers,
    may_be_thousands,
    mixed_decimals,
    mixed_percent,
    thousands,
)
from predictions.columns.scores import Oddity, no_number, odd_texts, without_score
from predictions.problems import Problem
from predictions.sources.counted.table import CountedTable
from predictions.sources.counted.written import PERCENT, has_comma, is_odd, is_plain, number_in, stripped
from predictions.sources.engines.engine import Frame, number_of
from words.text.names import quoted

OTHER_DIGITS = "[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19\u2212\u066b\uff0e\uff0c]"


@dataclass(frozen=True)
class Written:
    """How the numbers of a column are written. odd: filled cells among the used rows that are none; example: of one."""

    odd: int
    example: str
    decimal_comma: bool
    percent_sign: bool

    def oddities(self, infinite: int, missing: int) -> Iterator[Oddity]:
        """What is said, in the order of any other file. missing: rows without a number, those with an odd cell too."""
        yield from without_score(infinite, 0)
        yield from odd_texts(self.odd, self.example)
        yield from without_score(0, missing - self.odd)
        if self.decimal_comma:
            yield "decimal_commas", ()
        if self.percent_sign:
            yield "percent_signs", ()


def written(file: CountedTable, name: str, used: Frame) -> Written:
    """Of all rows; used: those whose odd cells are counted.

    Raises Problem for a column without numbers, and for numbers that can be read in two ways.
    """
    column = file.column(name).cast(nw.String)
    number, odd = number_in(column), is_odd(column)
    is_number, signed = number.is_finite(), stripped(column).str.ends_with(PERCENT)
    conditions = [
        is_number,
        has_comma(column),
        is_plain(column) & column.str.contains(".", literal=True),
        signed & is_number,
        ~signed & is_number & (number != 0),
        odd & column.str.contains(OTHER_DIGITS),
        odd,
    ]
    asked = [*map(number_of, conditions), nw.when(odd).then(column).min()]
    numbers, comma, point, percent, plain, other, odds, lowest = file.numbers(file.where(), asked)
    example = as_numbers(file.head.table[name], name).example or (lowest or "").strip()
    if other:
        what = f"Score column {quoted(name)} has digits of another script, unlike what a file of this size can"
        raise Problem(f"{what}. Write its numbers with 0 to 9.")
    if comma and point:
        raise mixed_decimals(name)
    if percent and plain:
        raise mixed_percent(name)
    if odds and not numbers:
        raise no_number([name], example)
    _refuse_thousands(file, name, column, odds)
    (of_used,) = file.numbers(used, [number_of(odd)])
    return Written(of_used, example, comma > 0, percent > 0)


def _refuse_thousands(file: CountedTable, name: str, column: nw.Expr, odds: int) -> None:
    """Raises Problem where 1.234 may mean 1234."""
    number = number_in(column)
    size, grouped = nw.when(number.is_finite()).then(number.abs()), stripped(column).str.contains(GROUPED)
    if odds:
        grouped = is_odd(column) & grouped
    else:
        fraction = nw.when(size % 1 != 0).then(size)
        thousandths = fraction * 1000
        is_other = (thousandths - thousandths.round()).abs() > 1e-6
        asked = [fraction.min(), fraction.max(), nw.when(size % 1 == 0).then(size).max(), number_of(is_other)]
        least, most, top, others = file.numbers(file.where(), asked)
        if least is None or top is None or others or not may_be_thousands(least, most, top):
            return
    found, example = file.numbers(file.where(), [number_of(grouped), nw.when(grouped).then(stripped(column)).min()])
    if found:
        raise thousands(name, example)
