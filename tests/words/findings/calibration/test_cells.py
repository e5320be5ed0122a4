"""Risks, ranges and values of calibration in cells."""

from metrics import Estimate, wilson
from tests.support.text import plain
from words.findings.calibration.cells import observed_interval, observed_said, range_said, value_said


def test_numbers_in_cells() -> None:
    assert plain(value_said(Estimate(0.59, 0.44, 0.78))) == "**0.59** (0.44–0.78)"
    assert plain(value_said(Estimate(-1.6, -2.2, -1.1))) == "**−1.60** (−2.20 to −1.10)"
    assert value_said(Estimate(float("nan"))) == "not estimable"
    assert value_said(Estimate(0.5)) == "**0.50**"
    ends = [plain(range_said(*each)) for each in ((0.5, None), (0.05, 0.2), (0.0, 0.05))]
    assert ends == ["50 % and over", "5–20 %", "below 5 %"]
    assert plain(observed_said(Estimate(5 / 89), 5, 89)) == "5 (6 %)"
    assert plain(observed_said(Estimate(0.0), 0, 941)) == "0 (0 %)"
    assert observed_said(Estimate(1 / 6), 1, 6) == "1"  # too few for a percentage
    assert observed_said(Estimate(float("nan")), 0, 0) == "–"


def test_an_observed_proportion_has_its_interval_in_the_decimals_beside_it() -> None:
    assert plain(observed_interval(wilson(5, 89))) == "2–12"
    assert plain(observed_interval(wilson(38, 941))) == "3.0–5.5"
    assert plain(observed_interval(wilson(1, 6))) == "3–56 %"  # no percentage stands beside it
    assert observed_interval(Estimate(0.5)) == observed_interval(Estimate(float("nan"))) == ""
