"""Numbers written as texts, read by an engine as every other text of a file is read."""

from __future__ import annotations

import narwhals as nw

from predictions.columns.cells import DECIMAL_COMMA, NOT_A_NUMBER, NUMBER

BLANKS = " \t\n\r\x0b\x0c\x85\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
PERCENT = "%"


def stripped(column: nw.Expr) -> nw.Expr:
    """A text without outer blanks."""
    return column.str.strip_chars(BLANKS)


def bare(column: nw.Expr) -> nw.Expr:
    """The same without a percent sign at its end."""
    text = stripped(column)
    return nw.when(text.str.starts_with(PERCENT)).then(text).otherwise(column.str.strip_chars(BLANKS + PERCENT))


def is_plain(column: nw.Expr) -> nw.Expr:
    """Whether a text is a number as it stands, but for a percent sign."""
    return bare(column).str.contains(f"{NUMBER}|{NOT_A_NUMBER}")


def has_comma(column: nw.Expr) -> nw.Expr:
    """Whether a text is a number with a decimal comma."""
    return bare(column).str.contains(DECIMAL_COMMA)


def number_in(column: nw.Expr) -> nw.Expr:
    """Its number as a double; null where it holds none."""
    text = bare(column).str.replace_all(",", ".", literal=True)
    return nw.when(is_plain(column) | has_comma(column)).then(text).cast(nw.Float64)


def is_odd(column: nw.Expr) -> nw.Expr:
    """Whether a text is filled and no number."""
    return (stripped(column) != "") & ~(is_plain(column) | has_comma(column))
