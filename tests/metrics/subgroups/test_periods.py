"""Months and quarters of days."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.subgroups.periods import MONTH, MOST_PERIODS, QUARTER, Months, periods_of, usual_months

dates = st.lists(st.one_of(st.none(), st.integers(-30_000, 60_000)), max_size=40)


def days(*texts: str) -> np.ndarray:
    return np.array(texts, "datetime64[D]")


def test_months_without_cases_stand_between_others() -> None:
    found = periods_of(days("2025-12-31", "2026-03-01", "NaT", "2026-03-31", "2026-01-01"), MONTH)
    assert found.starts.astype(str).tolist() == ["2025-12-01", "2026-01-01", "2026-02-01", "2026-03-01"]
    assert found.ends.astype(str).tolist() == ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31"]
    assert found.codes.tolist() == [0, 3, -1, 3, 1]
    assert found.sizes.tolist() == [1, 1, 0, 2]
    assert (found.undated, found.earlier) == (1, 0)


def test_quarters_begin_in_january_april_july_and_october() -> None:
    found = periods_of(days("2026-03-31", "2026-04-01", "2027-01-01"), QUARTER)
    assert found.starts.astype(str).tolist() == ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01", "2027-01-01"]
    assert found.ends.astype(str).tolist()[-1] == "2027-03-31"
    assert found.codes.tolist() == [0, 1, 4]


@pytest.mark.parametrize(
    ("first", "last", "incomplete"),
    [
        ("2026-01-01", "2026-03-31", [False, False, False]),
        ("2026-01-04", "2026-03-29", [False, False, False]),  # a weekend, and a day of leave
        ("2026-01-05", "2026-03-31", [True, False, False]),
        ("2026-01-01", "2026-03-15", [False, False, True]),
        ("2026-01-20", "2026-01-25", [True]),
    ],
)
def test_a_period_within_which_the_data_begin_or_end_is_incomplete(
    first: str, last: str, incomplete: list[bool]
) -> None:
    assert periods_of(days(first, last), MONTH).are_incomplete.tolist() == incomplete


@pytest.mark.parametrize(
    ("unlabelled", "late"),
    [
        ([0, 0, 0, 0], [False] * 4),
        ([0, 0, 0, 30], [False, False, False, True]),
        ([0, 0, 25, 60], [False, False, True, True]),
        ([0, 60], [False, True]),
        ([30, 31, 29, 30], [False] * 4),  # as many everywhere
        ([30, 30, 30, 90], [False, False, False, True]),
        ([1, 0, 2, 9], [False] * 4),  # at most ten points more
        ([30, 45, 30, 33], [False] * 4),  # ten points more, and no more than chance
    ],
)
def test_a_period_with_many_more_predictions_without_a_true_class_is_late(
    unlabelled: list[int], late: list[bool]
) -> None:
    starts = days(*(f"2026-0{month}-01" for month in range(1, len(late) + 1)))
    ends = np.add(starts.astype("M8[M]"), np.timedelta64(1, "M")).astype("M8[D]") - np.timedelta64(1, "D")
    cases = [np.repeat(each, 45) for each in (starts, ends)]
    found = periods_of(np.concatenate(cases), MONTH, np.repeat(ends, unlabelled))
    assert found.unlabelled.tolist() == unlabelled
    assert found.are_late.tolist() == late
    assert found.are_incomplete.tolist() == late


def test_predictions_without_a_true_class_make_no_period() -> None:
    given_days = days("2026-02-01", "2026-03-31"), days("NaT", "2026-01-31", "2026-03-01", "2026-04-01", "2027-01-01")
    found = periods_of(given_days[0], MONTH, given_days[1])
    assert len(found) == 2
    assert (found.unlabelled.tolist(), found.unlabelled_later) == ([0, 1], 2)
    assert periods_of(days("NaT"), MONTH, given_days[1]).are_late.tolist() == []


def test_of_a_century_only_the_latest_periods_are_shown() -> None:
    found = periods_of(days("1900-01-01", "2026-02-01", "2026-03-01"), MONTH)
    assert found.starts.astype(str).tolist() == ["2026-02-01", "2026-03-01"]
    assert (found.earlier, found.codes.tolist()) == (1, [-1, 0, 1])
    assert not found.are_incomplete[0]


def test_no_dates_are_no_periods() -> None:
    for given_days in (days(), days("NaT", "NaT")):
        found = periods_of(given_days, MONTH)
        assert len(found) == 0
        assert found.sizes.tolist() == found.ends.tolist() == found.are_incomplete.tolist() == []
        assert found.undated == len(given_days)
        assert usual_months(given_days) == MONTH


@pytest.mark.parametrize(("cases", "months"), [(9, QUARTER), (10, MONTH)])
def test_few_cases_a_month_are_seen_by_quarters(cases: int, months: Months) -> None:
    found = np.repeat(days("2026-01-10", "2026-02-10", "2026-03-10"), [cases, cases, 500])
    assert usual_months(found) == months


@pytest.mark.parametrize(
    ("day", "place"), [("2026-01-01", 0.0), ("2026-01-16", 15 / 31), ("2026-03-01", 2.0), ("2025-12-01", -1.0)]
)
def test_the_place_of_a_day(day: str, place: float) -> None:
    found = periods_of(days("2026-01-03", "2026-03-30"), MONTH)
    assert found.place(np.datetime64(day)) == pytest.approx(place)
    assert found.before(np.datetime64(day)).tolist() == [place >= end for end in (1, 2, 3)]


def test_the_place_of_a_day_in_a_quarter() -> None:
    found = periods_of(days("2026-01-03", "2026-12-30"), QUARTER)
    assert found.place(np.datetime64("2026-05-01")) == pytest.approx(1 + 30 / 91)


@given(dates, st.sampled_from([MONTH, QUARTER]))
def test_each_case_lies_in_its_period(given_days: list[int | None], months: Months) -> None:
    drawn = np.array(
        [np.datetime64("NaT", "D") if day is None else np.datetime64(day, "D") for day in given_days], "M8[D]"
    )
    found = periods_of(drawn, months)
    inside = found.codes >= 0
    assert (found.starts[found.codes[inside]] <= drawn[inside]).all()
    assert (drawn[inside] <= found.ends[found.codes[inside]]).all()
    assert found.sizes.sum() + found.earlier + found.undated == len(drawn)
    assert len(found) <= MOST_PERIODS
    assert not len(found) or (found.sizes[[0, -1]] > 0).all()
    assert (found.starts[1:] == found.ends[:-1] + np.timedelta64(1, "D")).all()
