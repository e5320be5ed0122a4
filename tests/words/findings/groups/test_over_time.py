"""What is said of a class over time."""

from datetime import date

import numpy as np
import pytest

from metrics import Estimate, difference, wilson
from metrics.notes import Code, note
from metrics.subgroups.control_limits import ControlLimits, control_limits
from metrics.subgroups.periods import MONTH, QUARTER, Months, Periods, periods_of
from words import Voice
from words.findings.groups import over_time as said
from words.findings.groups.over_time import Marked

VOICE = Voice(("Normal", "VT"), ("patient", "patients"), normal=0, interest=1)
UPDATE = date(2026, 9, 1)
FLAGGED = np.array([4, 3, 5, 4, 4, 3, 5, 4, 12, 13, 4, 12])


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u2060", "").replace("\\", "")


def year(months: Months = MONTH, first: str = "2026-01-01", last: str = "2026-12-31") -> Periods:
    return periods_of(np.arange(first, np.datetime64(last) + np.timedelta64(1, "D"), dtype="datetime64[D]"), months)


def limits(counted: np.ndarray = FLAGGED, before: int = 8, cases: int = 80) -> ControlLimits:
    return control_limits(counted, np.full(len(counted), cases), np.arange(len(counted)) < before)


def marked(day: date = UPDATE, name: str = "software update", before: int = 32, since: int = 41) -> Marked:
    pair = wilson(since, 320), wilson(before, 640)
    return Marked(day, name, pair[1], pair[0], difference(since, 320, before, 640))


def sentence(key: str = "alarm_rate", found: ControlLimits | None = None, **more: object) -> str:
    found = found or limits()
    return plain(said.over_time(key, 1, VOICE, year(), found, estimates(found), **more))  # type: ignore[arg-type]


def estimates(found: ControlLimits, cases: int = 80) -> list[Estimate]:
    return [wilson(round(each * cases), cases) for each in found.proportions]


def test_before_and_from_the_marked_day() -> None:
    assert sentence(marked=marked()) == (
        "From the software update on 1 September, 12.8 % of patients are predicted VT, before 5.0 %; 3 of 4 months are "
        "above the control limit."
    )
    assert sentence("sensitivity", marked=marked()).startswith(
        "From the software update on 1 September, sensitivity for VT is 12.8 %, before 5.0 %; 3 of 4"
    )
    assert "the false positive rate for VT is 12.8 %" in sentence("fpr", marked=marked())


@pytest.mark.parametrize(
    ("counts", "ending"),
    [
        ([4, 4, 4, 4], "none of 4 months is outside the control limits."),
        ([12, 4, 4, 4], "1 of 4 months is above the control limit."),
        ([0, 4, 4, 12], "1 of 4 months is above the control limit."),
    ],
)
def test_how_many_months_since_are_outside(counts: list[int], ending: str) -> None:
    assert sentence(found=limits(np.array([*FLAGGED[:8], *counts])), marked=marked()).endswith(f"; {ending}")


def test_months_above_and_below_since_the_marked_day() -> None:
    counted = np.array([40, 41, 39, 40, 42, 40, 39, 40, 70, 70, 10, 40])
    assert sentence(found=limits(counted), marked=marked()).endswith(
        "; 2 of 4 months are above and 1 below the control limits."
    )


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("", "From 1 September, "),
        ("  the new  scanner ", "From the new scanner on 1 September, "),
        ("<b>*x*</b>", "From the <b>*x*</b> on 1 September"),
    ],
)
def test_the_name_of_the_marked_day(name: str, begins: str) -> None:
    assert sentence(marked=marked(name=name)).startswith(begins)


def test_a_name_is_made_safe_for_markdown() -> None:
    named = marked(name="<b>*x*</b>").in_markdown
    found = said.over_time("alarm_rate", 1, VOICE, year(), limits(), estimates(limits()), named)
    assert "<b>" not in found.replace("\\<", "")
    assert "\\*x" in found


def test_few_cases_are_said_by_their_counts() -> None:
    few = Marked(UPDATE, "", wilson(2, 7), wilson(3, 9), Estimate(np.nan, note=note(Code.NOT_ASSESSABLE, cases=7)))
    assert sentence(marked=few).startswith("From 1 September, 3 of 9 are predicted VT, before 2 of 7")
    assert plain(said.difference(few, 0.95)) == "3 of 9 since then, 2 of 7 before: too few to compare."


def test_the_difference_has_its_counts_and_interval() -> None:
    assert plain(said.difference(marked(), 0.95)) == (
        "41 of 320 since then, 32 of 640 before: +7.8 points (95 % CI +4.0 to +12.2)."
    )


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        (FLAGGED, (" were above the control limit in September 2026 (12 of 80), October 2026 (13 of 80) and "
                   "December 2026 (12 of 80).")),
        ([40, 41, 39, 40, 42, 40, 39, 40, 70, 40, 10, 40],
         " were above the control limit in September 2026 (70 of 80) and below it in November 2026 (10 of 80)."),
        ([4, 3, 5, 4, 4, 3, 5, 4, 4, 5, 4, 4], ": no month is outside the control limits."),
        ([4, 3, 5, 4, 4, 3, 5, 4, 14, 13, 14, 12], " were above the control limit in 4 of 12 months."),
    ],
)  # fmt: skip
def test_without_a_marked_day_the_months_outside_are_named(counted: list[int], expected: str) -> None:
    assert sentence(found=limits(np.array(counted))) == f"VT predictions{expected}"


def test_a_shift_is_told() -> None:
    counted = np.array([10, 4, 10, 4, 7, 7, *[8] * 8])
    found = control_limits(counted, np.full(14, 80), np.arange(14) < 6)
    periods = year(last="2027-02-28")
    assert plain(said.over_time("alarm_rate", 1, VOICE, periods, found, estimates(found))) == (
        "VT predictions: no month is outside the control limits. Shift: 8 months in a row are on one side of the "
        "usual proportion, that of all months within the limits; without a change more than 7 are rare."
    )


def test_why_there_are_no_limits() -> None:
    few = control_limits([4] * 5, [80] * 5, [True] * 5)
    assert plain(said.no_limits("alarm_rate", 1, VOICE, year(), few)) == (
        "No control limits: 5 baseline months are complete with 10 or more patients and one or more expected of "
        "either outcome; 6 are needed."
    )
    none = control_limits([0] * 8, [80] * 8, [False] * 8)
    assert plain(said.no_limits("sensitivity", 1, VOICE, year(QUARTER), none)) == (
        "No control limits: no baseline quarter is complete with 10 or more patients with VT and one or more "
        "expected of either outcome; 6 are needed."
    )
    alike = control_limits([0] * 8, [80] * 8, [True] * 8)
    assert plain(said.no_limits("alarm_rate", 1, VOICE, year(), alike)) == (
        "No control limits: 0 % in each month of the baseline."
    )
    assert said.no_limits("alarm_rate", 1, VOICE, year(), limits()) == ""


def test_how_the_limits_are_made() -> None:
    starts = year().starts[:8].tolist()
    assert plain(said.method(limits(), starts, year(), VOICE.unit)) == (
        "Control limits: p-chart, 3 standard errors around 5.0 % (January to August 2026); wider in months with fewer "
        "patients."
    )
    wild = limits(np.array([10, 60, 20, 70, 15, 65, 10, 60, 20, 70, 15, 65]))
    assert "Laney’s p′" in plain(said.method(wild, starts, year(), VOICE.unit))
    assert "as months vary more than binomial proportions" in plain(said.method(wild, starts, year(), VOICE.unit))
    assert said.method(limits(before=0), [], year(), VOICE.unit) == ""


def test_what_is_not_judged_and_not_shown() -> None:
    assert said.not_judged("alarm_rate", 1, VOICE, year(), limits()) == ""
    whole = year(first="2026-01-20")
    judged = ~whole.are_incomplete
    found = control_limits(FLAGGED, [80] * 12, [True] * 12, judged & (np.arange(12) != 3))
    assert plain(said.not_judged("sensitivity", 1, VOICE, whole, found)) == (
        "Grey, not judged: incomplete (January 2026) or fewer than 10 patients with VT or less than one expected of "
        "either outcome."
    )
    days = np.array(["1900-01-01", "NaT", "2026-01-01", "2026-02-28"], "datetime64[D]")
    assert plain(said.one_period(periods_of(days, MONTH), VOICE.unit)).endswith(
        "Not shown: 1 patient without a readable date and 1 patient dated before January 2026."
    )


def test_months_whose_true_classes_come_late() -> None:
    given = np.repeat(np.arange("2026-01", "2027-01", dtype="M8[M]").astype("M8[D]") + np.timedelta64(14, "D"), 50)
    given = np.append(given, np.array(["2026-01-01", "2026-12-31"], "M8[D]"))
    waiting = np.repeat(np.array(["2026-03-02", "2026-11-02", "2026-12-02", "2027-01-02"], "M8[D]"), [2, 30, 49, 7])
    periods = periods_of(given, MONTH, waiting)
    judged = ~periods.are_incomplete
    found = control_limits(FLAGGED, [80] * 12, [True] * 12, judged)
    assert plain(said.not_judged("alarm_rate", 1, VOICE, periods, found)) == (
        "Grey, not judged: incomplete (November and December 2026). In November and December 2026, 79 of 180 patients "
        "have no true class yet, in other months 2 of 503. Not shown: 7 patients after December 2026, all without a "
        "true class."
    )


def test_one_month_has_no_course() -> None:
    one = periods_of(np.array(["2026-03-02"] * 80, "datetime64[D]"), MONTH)
    assert plain(said.one_period(one, VOICE.unit)) == "All 80 patients with a date are from March 2026."


def test_headings_have_the_year_where_it_is_one() -> None:
    assert plain(said.title("alarm_rate", 1, VOICE, year())) == "VT predictions by month, 2026"
    assert (
        plain(said.title("fpr", 1, VOICE, year(QUARTER, last="2027-02-01"))) == "False positive rate for VT by quarter"
    )


def test_a_point_in_the_picture() -> None:
    first = date(2026, 9, 1)
    assert plain(said.point_said(first, 1, wilson(12, 80), 0.0, 0.123, 0.95)) == (
        "September 2026: 15 % (12 of 80, 95 % CI 9–24)<br>limits 0–12.3 %"
    )
    assert plain(said.point_said(first, 1, wilson(1, 4), np.nan, np.nan, 0.95)) == "September 2026: 1 of 4"
    assert plain(said.point_said(first, 1, wilson(0, 0), np.nan, np.nan, 0.95)) == "September 2026: no cases"
    assert plain(said.marker_said(first, " software  2.4")) == "software 2.4, 1 Sep"
    assert plain(said.marker_said(first, "")) == "1 Sep"
