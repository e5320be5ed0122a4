"""Calibration in words: the sentence of a risk, the verdict by intervals, and what is said where there is none."""

import re

import pytest

from metrics import ThresholdTable
from metrics.calibration.calibration import calibration
from metrics.intervals.linearised import ScoredCases
from tests.support.text import plain
from tests.words.findings.calibration.given import risks
from tests.words.findings.heart import PATIENTS, TWO, said
from words import Voice
from words.findings.calibration.made import method
from words.findings.calibration.verdict import (
    ADVISED,
    beyond,
    calibration_finding,
    calibration_in_short,
    few,
    size_for_slope,
)

MALIGNANT = Voice(("benign", "malignant"), PATIENTS, 0)


def test_the_headline_says_how_often_it_happens_where_the_model_gives_a_risk() -> None:
    found = risks(shift=1, stretch=1.5)
    headline, detail = said(calibration_finding(found, 0.2, 1, TWO))
    (observed,), (low, high) = found.curve.at(0.2), found.curve.band(0.2)
    wanted = f"{100 * observed:.0f} of 100 have VT (95 % CI {100 * low[0]:.0f}–{100 * high[0]:.0f})."
    assert headline == f"Where the model says 20 %, {wanted}"
    assert detail.startswith("Risks of VT are too high and too extreme. Observed prevalence ")


@pytest.mark.parametrize(
    ("shift", "stretch", "verdict"),
    [
        (0.0, 1.0, "Risks of VT: the CIs of O:E and slope include 1."),
        (-0.8, 1.0, "Risks of VT are too low."),
        (-0.4, 0.5, "Risks of VT are too close together."),
    ],
)
def test_the_verdict_follows_from_the_intervals(shift: float, stretch: float, verdict: str) -> None:
    _, detail = said(calibration_finding(risks(shift, stretch), 0.2, 1, TWO))
    assert detail.startswith(verdict)


def test_an_adjective_and_the_normal_class_are_spoken_of_as_they_are() -> None:
    found = risks(shift=1)
    assert said(calibration_finding(found, 0.2, 1, MALIGNANT))[0].startswith("Where the model says 20 %, ")
    assert "Risks of being malignant are too high" in said(calibration_finding(found, 0.2, 1, MALIGNANT))[1]
    assert "Probabilities of being Normal are too high" in said(calibration_finding(found, 0.2, 0, TWO))[1]


def test_small_risks_are_said_of_more_people() -> None:
    found = risks(shift=2)
    headline = said(calibration_finding(found, 0.02, 1, TWO))[0]
    assert " of 1,000 have VT" in headline or " of 10,000 have VT" in headline


def test_an_interval_that_would_be_one_number_is_said_of_more_people() -> None:
    found = risks(size=200_000)
    (observed,), (low, high) = found.curve.at(0.2), found.curve.band(0.2)
    assert round(100 * low[0]) == round(100 * high[0])
    headline = said(calibration_finding(found, 0.2, 1, TWO))[0]
    wanted = f"{1000 * observed:.0f} of 1,000 have VT (95 % CI {1000 * low[0]:.0f}–{1000 * high[0]:.0f})."
    assert headline == f"Where the model says 20 %, {wanted}"


def test_few_cases_leave_observed_and_expected() -> None:
    table = ThresholdTable([0.6, 0.1], [8, 4], [12, 60])
    headline, detail = said(calibration_finding(calibration(ScoredCases(table)), 0.2, 1, TWO))
    assert headline == "No calibration curve for VT: fewer than 20 cases with or without VT (12)."
    assert detail.startswith("12 patients with VT, 18.4 expected: O:E 0.65 (95 % CI ")


def test_a_curve_that_is_not_determined_says_why_beside_a_slope() -> None:
    table = ThresholdTable([0.7, 0.2, 1e-6, 1e-8], [27, 2, 0, 0], [3, 18, 250, 500])
    found = calibration(ScoredCases(table))
    assert found.line[1].is_defined
    headline = said(calibration_finding(found, 0.2, 1, TWO))[0]
    assert headline == "No calibration curve for VT: almost complete separation."


@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [
        (50, 900, "Only 50 patients with VT; 100 are advised for a slope and 200 for a curve."),
        (900, 1, "Only 1 other patient; 100 are advised for a slope and 200 for a curve."),
        (150, 160, "Only 150 patients with VT; 200 are advised for a curve."),
        (200, 200, ""),
    ],
)
def test_fewer_cases_than_a_slope_or_a_curve_should_have_are_said(
    positives: int, negatives: int, expected: str
) -> None:
    table = ThresholdTable([0.6, 0.1], [positives // 2, positives - positives // 2], [negatives, 0])
    assert plain(few(table, 1, TWO, ADVISED)) == expected


def test_a_narrow_band_of_few_cases_is_still_of_few_cases() -> None:
    assert "Only " in said(calibration_finding(risks(size=400), 0.3, 1, TWO))[1]
    assert "Only " not in said(calibration_finding(risks(), 0.3, 1, TWO))[1]


def test_how_many_cases_a_precise_slope_takes() -> None:
    found = risks(size=400)
    slope = found.line[1]
    half = (slope.high - slope.low) / 2
    needed = int(plain(size_for_slope(found, PATIENTS)).split("about ")[1].split()[0].replace(",", ""))
    assert 400 * (half / 0.1) ** 2 <= needed <= 1.1 * 400 * (half / 0.1) ** 2 + 1
    again = risks(size=needed).line[1]
    assert (again.high - again.low) / 2 == pytest.approx(0.1, rel=0.1)
    assert size_for_slope(risks(size=4 * needed), PATIENTS) == ""
    assert size_for_slope(risks(size=40), PATIENTS) == ""


def test_a_wide_interval_is_no_verdict_and_few_patients_have_none() -> None:
    wide = risks(size=90)
    assert "Too few cases near 70 % for a verdict there." in said(calibration_finding(wide, 0.7, 1, TWO))[1]
    few = said(calibration_finding(risks(patients=12), 0.2, 1, TWO))
    assert few[0].endswith("have VT.")
    assert few[1].startswith("Observed prevalence")
    assert "CI" not in plain(method(risks(patients=12)))


@pytest.mark.parametrize(
    ("shift", "stretch", "verdict"),
    [
        (1.0, 1.0, r"Risks of VT too high, O:E 0\.\d\d, slope (0\.9|1\.0)\d"),
        (0.4, 1.8, r"Risks of VT too extreme, O:E (0\.9|1\.0)\d, slope 0\.\d\d"),
        (1.0, 1.8, r"Risks of VT too high and too extreme, O:E 0\.\d\d, slope 0\.\d\d"),
        (0.0, 1.0, r"O:E (0\.9|1\.0)\d, slope (0\.9|1\.0)\d for VT"),
        (1.0, -1.0, r"Risks of VT too high and in reverse order, O:E 0\.\d\d, slope −(0\.9|1\.0)\d"),
    ],
)
def test_other_pages_name_the_average_and_the_slope(shift: float, stretch: float, verdict: str) -> None:
    """A model whose O:E is 1 and whose slope is 0.4 was said to have nothing wrong."""
    assert re.fullmatch(verdict, plain(calibration_in_short(risks(shift, stretch), 1, TWO)))


def test_where_patients_are_drawn_the_slope_is_judged_on_other_pages_once_it_is_worked_out() -> None:
    found = risks(0.4, 1.8, patients=400)
    before = plain(calibration_in_short(found, 1, TWO))
    assert re.fullmatch(r"O:E (0\.9|1\.0)\d, slope 0\.\d\d for VT", before)
    _ = found.line
    assert plain(calibration_in_short(found, 1, TWO)) == f"Risks of VT too extreme, {before.removesuffix(' for VT')}"


def test_without_a_slope_other_pages_name_the_average_alone() -> None:
    assert re.fullmatch(r"O:E \d\.\d\d for VT", plain(calibration_in_short(risks(size=20), 1, TWO)))


def test_a_risk_beyond_all_predicted_ones_is_said_with_their_ends() -> None:
    told = plain(beyond(0.5, 0.00012, 0.0165, 1, TWO))
    assert told == "No predicted risk of VT is 50 %: they are from 0.012 % to 1.65 %."
