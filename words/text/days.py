"""How days, months and quarters are written: "1 September 2026", "September and October 2026", "Q3 2026"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from words.text.groups import MONTHS
from words.text.numbers import NBSP
from words.text.phrases import enumeration

MONTH = 1  # months in a period


def day_said(day: date, year: bool = True) -> str:
    """ "1 September 2026", without its year where the sentence or heading tells it."""
    return f"{day.day}{NBSP}{MONTHS[day.month - 1]}" + (f"{NBSP}{day.year}" if year else "")


def short_day(day: date) -> str:
    """ "1 Sep", in a picture."""
    return f"{day.day}{NBSP}{MONTHS[day.month - 1][:3]}"


def period_said(start: date, months: int) -> str:
    """ "September 2026", "Q3 2026"; start: its first day."""
    return f"{_name(start, months)}{NBSP}{start.year}"


def periods_said(starts: Sequence[date], months: int) -> str:
    """ "September and October 2026", "December 2025 and March 2026"; at least one."""
    if len({start.year for start in starts}) > 1:
        return enumeration(period_said(start, months) for start in starts)
    return f"{enumeration(_name(start, months) for start in starts)}{NBSP}{starts[0].year}"


def span_said(first: date, last: date, months: int) -> str:
    """ "January to August 2026", "December 2025 to March 2026": from the start of one period to that of another."""
    if first == last:
        return period_said(first, months)
    start = _name(first, months) if first.year == last.year else period_said(first, months)
    return f"{start} to {period_said(last, months)}"


def tick_said(start: date, months: int, year: bool) -> str:
    """ "Jan", "Q1", below an axis; the year in a second line where it is asked for."""
    name = _name(start, months)[:3]
    return f"{name}<br>{start.year}" if year else name


def nouns(months: int) -> tuple[str, str]:
    """ "month" and "months", or "quarter" and "quarters"."""
    return ("month", "months") if months == MONTH else ("quarter", "quarters")


def _name(start: date, months: int) -> str:
    return MONTHS[start.month - 1] if months == MONTH else f"Q{start.month // 3 + 1}"
