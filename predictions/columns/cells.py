"""From a column of any type to text or to numbers, exactly; what is no number is counted, never guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.problems import Problem
from words.text.names import quoted

DIGITS = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NUMBER = rf"^{DIGITS}$"
DECIMAL_COMMA = r"^[+-]?\d*,\d+([eE][+-]?\d+)?$"
NOT_A_NUMBER = r"^[+-]?(?i:nan|inf|infinity)$"
GROUPED = r"^[+-]?[1-9]\d{0,2}(?:[.]\d{3}|,\d{3}|['’\x{00a0}\x{2009}\x{202f} ]\d{3})+(?:[.,]\d+)?$"
WHOLE_TOP, LARGEST_PART = 20, 999  # a rating from 1 to 10 may be an average of three: 1.333 beside 2
SAMPLE_ROWS = 10_000
LARGE = 1e15  # from here on Arrow writes a number with an exponent


def is_text(kind: pa.DataType) -> bool:
    """Whether a column is text, also as categories."""
    return bool(pa.types.is_string(kind.value_type if pa.types.is_dictionary(kind) else kind))


def as_text(column: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """The same cells as strings; True and False capitalised; null where there was none.

    Raises Problem for nested values and for bytes that are no text.
    """
    kind = column.type
    if pa.types.is_string(kind):
        return column
    if pa.types.is_boolean(kind):
        return pc.if_else(column, "True", "False")
    if pa.types.is_floating(kind):  # a number that is none is a blank cell, not a class named nan
        column = pc.if_else(pc.is_nan(column), None, column)
        if not pa.types.is_float16(kind) and pc.any(pc.greater_equal(pc.abs(column), LARGE)).as_py():
            return _whole_as_text(column)
    if pa.types.is_nested(kind):
        raise Problem(f"Column {quoted(name)} holds nested values (lists). Give each value a column of its own.")
    try:
        text = column.cast(kind.value_type if pa.types.is_dictionary(kind) else pa.string()).cast(pa.string())
        return pc.if_else(pc.equal(text, "-0"), "0", text) if pa.types.is_floating(kind) else text
    except pa.ArrowException:
        raise Problem(f"Column {quoted(name)} holds values that are no text ({kind}). Export it as text.") from None


def _whole_as_text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Whole numbers of many digits as they are written as integers, not as 1e+16."""
    whole = pc.and_(pc.equal(pc.floor(column), column), pc.less(pc.abs(column), 2.0**63))
    digits = pc.if_else(whole, column, None).cast(pa.int64()).cast(pa.string())
    return pc.if_else(pc.fill_null(whole, False), digits, column.cast(pa.string()))


def without_markers(column: pa.ChunkedArray, name: str, markers: Sequence[str]) -> pa.ChunkedArray:
    """The same with blank cells where a text is one of the markers of missing values.

    Those that are numbers count for labels only: a class 9 may be unknown beside patients of 9 years.
    """
    words = marker_words(markers)
    if not words or not is_text(column.type):
        return column
    text = as_text(column, name)
    return pc.if_else(pc.is_in(pc.utf8_trim_whitespace(text), value_set=pa.array(words)), "", text)


def marker_words(markers: Sequence[str]) -> list[str]:
    """Those of the markers of missing values that are no numbers, trimmed."""
    return [each.strip() for each in markers if not re.match(NUMBER, each.strip())]


def distinct_texts(column: pa.ChunkedArray, name: str) -> pa.Array:
    """The distinct cells as strings; of categories only these are written out."""
    return as_text(column.unify_dictionaries().unique(), name)


def distinct_rows(cells: pa.Table, names: Sequence[str]) -> int:
    """How many different rows these columns hold."""
    places = [str(at) for at in range(len(names))]  # Arrow takes a name that begins with a dot for a path
    return len(pa.table([cells[name] for name in names], places).group_by(places).aggregate([]))


@dataclass(frozen=True, eq=False)
class Numbers:
    """values: (n,) float64, nan where there is none. odd: (n,) True for filled cells that are no number, or None."""

    values: np.ndarray
    odd: np.ndarray | None = None
    example: str = ""
    decimal_comma: bool = False
    percent_sign: bool = False
    other_digits: bool = False


def as_numbers(column: pa.ChunkedArray, name: str) -> Numbers:
    """A column as float64, decimal for decimal. Raises Problem for nested values and mixed decimal signs."""
    if pa.types.is_decimal(column.type):
        column = column.cast(pa.string())  # Arrow divides by a power of ten, which is a digit off now and then
        return Numbers(_numpy(column.cast(pa.float64())))
    if pa.types.is_floating(column.type) or pa.types.is_integer(column.type):
        return Numbers(_numpy(column.cast(pa.float64(), safe=False)))
    text = as_text(column, name)
    filled = pc.if_else(pc.equal(text, ""), None, text)
    try:
        return Numbers(_numpy(filled.cast(pa.float64())))
    except pa.ArrowException:
        return _from_odd_text(filled, name)


def _numpy(column: pa.ChunkedArray) -> np.ndarray:
    """Null becomes nan; contiguous and free to be shared."""
    values = column.combine_chunks().to_numpy(zero_copy_only=False)
    return np.ascontiguousarray(values, dtype=np.float64)


def _from_odd_text(text: pa.ChunkedArray, name: str) -> Numbers:
    text, other_digits = _western_digits(pc.utf8_trim_whitespace(text))
    text = pc.if_else(pc.equal(text, ""), None, text)
    percent = pc.fill_null(pc.ends_with(text, "%"), False)
    text = pc.utf8_trim_whitespace(pc.utf8_rtrim(text, "%"))
    plain = pc.fill_null(pc.match_substring_regex(text, f"{NUMBER}|{NOT_A_NUMBER}"), False)
    comma = pc.fill_null(pc.match_substring_regex(text, DECIMAL_COMMA), False)
    has_comma = pc.any(comma).as_py() or False
    if has_comma:
        _refuse_mixed_decimals(text.filter(plain), name)
        text = pc.replace_substring(text, ",", ".")
    readable = pc.or_(plain, comma)
    odd = pc.and_(pc.is_valid(text), pc.invert(readable))
    numbers = pc.if_else(readable, text, None).cast(pa.float64())
    has_percent = pc.any(pc.and_(percent, readable)).as_py() or False
    if has_percent:
        _refuse_mixed_percent(numbers.filter(pc.invert(percent)), name)
    mask = odd.combine_chunks().to_numpy(zero_copy_only=False)
    example = text[int(mask.argmax())].as_py() if mask.any() else ""
    return Numbers(_numpy(numbers), mask, example, has_comma, has_percent, other_digits)


def refuse_thousands(column: pa.ChunkedArray, numbers: Numbers, name: str) -> None:
    """Raises Problem where 1.234 may mean 1234: all separators stand before three digits, beside whole numbers.

    Only then does it change an order of cases; and for separators that no decimal number has, such as 1'234.
    """
    values = numbers.values
    known = values[np.isfinite(values)]
    is_odd = numbers.odd is not None and bool(numbers.odd.any())
    if not is_odd and not _may_be_thousands(known):
        return
    text = pc.utf8_trim_whitespace(as_text(column, name))
    grouped = pc.fill_null(pc.match_substring_regex(text, GROUPED), False)
    if is_odd:
        grouped = pc.and_(grouped, pa.array(np.asarray(numbers.odd)))
    if pc.any(grouped).as_py():
        raise thousands(name, text.filter(grouped)[0].as_py())


def thousands(name: str, example: str) -> Problem:
    """Numbers that may be a thousand times as large."""
    what = f"Column {quoted(name)} seems to hold thousands separators, such as {quoted(example)}"
    return Problem(f"{what} beside whole numbers. Write its numbers without them, or all with the same decimals.")


def _may_be_thousands(known: np.ndarray) -> bool:
    """Whether no fraction is below 1 or has other than three decimals, and larger whole numbers stand beside."""
    fractions = known[known % 1 != 0]
    whole = np.abs(known[known % 1 == 0])
    if not len(fractions) or not len(whole):
        return False
    thousandths = fractions * 1000
    return bool(
        may_be_thousands(np.abs(fractions).min(), np.abs(fractions).max(), np.abs(whole).max())
        and np.allclose(thousandths, np.rint(thousandths), rtol=0, atol=1e-6)
    )


def may_be_thousands(least: float, most: float, top: float) -> bool:
    """Whether fractions from `least` to `most` may be thousands beside whole numbers up to `top`, all without signs."""
    return least >= 1 and WHOLE_TOP <= top <= LARGEST_PART and top > most


def _western_digits(text: pa.ChunkedArray) -> tuple[pa.ChunkedArray, bool]:
    """Digits of other scripts, such as Arabic-Indic ones, as 0 to 9; and whether there were any."""
    if not pc.any(pc.match_substring_regex(text, r"[^\x00-\x7F]")).as_py():
        return text, False
    for sign, plain in (("\u2212", "-"), ("\u066b", "."), ("\uff0e", "."), ("\uff0c", ",")):  # minus, decimal signs
        text = pc.replace_substring(text, sign, plain)
    before = text.to_pylist()
    after = [cell and re.sub(r"\d", lambda digit: str(int(digit[0])), cell) for cell in before]
    return pa.chunked_array([pa.array(after, pa.string())]), after != before


def _refuse_mixed_decimals(plain: pa.ChunkedArray, name: str) -> None:
    if pc.any(pc.match_substring(plain, ".")).as_py():
        raise mixed_decimals(name)


def mixed_decimals(name: str) -> Problem:
    """Decimal points beside decimal commas."""
    return Problem(f"Column {quoted(name)} mixes decimal points and decimal commas. Write all its numbers one way.")


def _refuse_mixed_percent(bare: pa.ChunkedArray, name: str) -> None:
    if pc.any(pc.and_(pc.is_finite(bare), pc.not_equal(bare, 0))).as_py():
        raise mixed_percent(name)


def mixed_percent(name: str) -> Problem:
    """85% beside 0.85: which of the two is larger, nobody knows. A bare 0 is 0 either way."""
    return Problem(f"Column {quoted(name)} mixes percentages (%) and plain numbers. Write all its numbers one way.")


def is_blank(text: pa.ChunkedArray) -> np.ndarray:
    """(n,) True where a text cell holds nothing or only spaces."""
    blank = pc.or_kleene(pc.is_null(text), pc.equal(pc.utf8_trim_whitespace(text), ""))
    return np.asarray(blank.combine_chunks().to_numpy(zero_copy_only=False))


def looks_numeric(column: pa.ChunkedArray, name: str) -> bool:
    """Whether most filled cells of the first rows are numbers: what a score column must be."""
    head = column.slice(0, SAMPLE_ROWS)
    try:
        numbers = as_numbers(head, name)
        filled = int((~is_blank(as_text(head, name))).sum())
    except Problem:
        return False
    return filled > 0 and int(np.isfinite(numbers.values).sum()) >= 0.5 * filled


def holds_fractions(column: pa.ChunkedArray, name: str) -> bool:
    """Whether a column holds numbers that are not all whole."""
    return looks_numeric(column, name) and bool(np.nan_to_num(as_numbers(column, name).values % 1).any())


def samples(column: pa.ChunkedArray) -> tuple[str, ...]:
    """Up to three different values from the first rows, as short text."""
    values: list[Any] = [value for value in column.slice(0, 1000).to_pylist() if value not in (None, "")]
    return tuple(dict.fromkeys(str(value)[:80] for value in values))[:3]


def counts_up(numbers: np.ndarray) -> bool:
    """Whether they are the numbers of rows, from any number on and in any order."""
    return bool(len(numbers) and np.ptp(numbers) + 1 == len(np.unique(numbers)) == len(numbers))
