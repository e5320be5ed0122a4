"""Days, months and quarters in words."""

from datetime import date

import pytest

from words.text.days import day_said, nouns, period_said, periods_said, short_day, span_said, tick_said

JANUARY, OCTOBER, NEXT = date(2026, 1, 1), date(2026, 10, 1), date(2027, 1, 1)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_days() -> None:
    assert plain(day_said(date(2026, 9, 1))) == "1 September 2026"
    assert plain(day_said(date(2026, 9, 1), year=False)) == "1 September"
    assert plain(short_day(date(2026, 9, 30))) == "30 Sep"


@pytest.mark.parametrize(
    ("starts", "months", "said"),
    [
        ([JANUARY], 1, "January 2026"),
        ([JANUARY, OCTOBER], 1, "January and October 2026"),
        ([OCTOBER, NEXT], 1, "October 2026 and January 2027"),
        ([JANUARY, OCTOBER], 3, "Q1 and Q4 2026"),
    ],
)
def test_several_periods(starts: list[date], months: int, said: str) -> None:
    assert plain(periods_said(starts, months)) == said


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (JANUARY, JANUARY, "January 2026"),
        (JANUARY, OCTOBER, "January to October 2026"),
        (OCTOBER, NEXT, "October 2026 to January 2027"),
    ],
)
def test_a_span_of_months(first: date, last: date, said: str) -> None:
    assert plain(span_said(first, last, 1)) == said


def test_ticks_and_nouns() -> None:
    assert tick_said(OCTOBER, 1, year=False) == "Oct"
    assert tick_said(OCTOBER, 3, year=True) == "Q4<br>2026"
    assert plain(period_said(OCTOBER, 3)) == "Q4 2026"
    assert nouns(1) == ("month", "months")
    assert nouns(3) == ("quarter", "quarters")
