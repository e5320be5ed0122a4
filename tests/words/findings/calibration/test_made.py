"""How curve and numbers of calibration were made, and how the picture is read."""

import re

import numpy as np
import pytest
from scipy import special

from metrics import ThresholdTable
from metrics.calibration.calibration import calibration
from metrics.calibration.recalibrated import Line
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import ResamplingUnits
from tests.support.text import plain
from tests.words.findings.calibration.given import risks
from tests.words.findings.heart import PATIENTS, TWO, said
from words.findings.calibration.made import caption, ends, how_recalibrated, line_said, method, shifted
from words.findings.calibration.verdict import calibration_finding, size_for_slope


def test_a_picture_of_few_cases_has_no_curve_and_proportions_still_name_their_interval() -> None:
    few = calibration(ScoredCases(ThresholdTable([0.6, 0.1], [8, 4], [12, 60])))
    assert plain(caption(few, 1, 1, TWO)).startswith("Dotted: perfect calibration. Below: ")
    assert plain(method(few)) == "95 % CI: Wilson for proportions (Clopper–Pearson at 0 and 100 %)."


def test_a_curve_that_draws_do_not_fit_has_no_interval_and_says_why() -> None:
    """Three patients of 40 lie beyond the second knot: in many draws the curve could bend anywhere."""
    patients, generator = np.arange(120) // 3, np.random.default_rng(1)
    given = np.where(patients < 37, special.expit(generator.normal(-3, 0.1, 120)), generator.uniform(0.2, 0.9, 120))
    codes = (generator.random(120) < np.sqrt(given)).astype(np.int8)
    units = ResamplingUnits(codes, codes, 2, 40, (None, given), patients)
    found = calibration(ScoredCases(ThresholdTable.from_scores(given, codes > 0), 1, units))
    headline, detail = said(calibration_finding(found, 0.2, 1, TWO))
    read, how = plain(caption(found, 20, 1, TWO)), plain(method(found))
    observed = float(found.curve.at(0.2)[0])
    assert headline == f"Where the model says 20 %, {100 * observed:.0f} of 100 have VT."
    assert re.match(r"CI not estimable: undefined in \d+ % of resamples\. ", detail)
    assert read.startswith("Line: flexible curve; dotted: perfect calibration; ")
    assert "95 % CI: slope, intercepts, O:E, Brier score and observed proportions patient bootstrap" in how
    assert "nan" not in " ".join((headline, detail, read, how))


def test_risks_of_exactly_0_and_1_are_counted() -> None:
    table = ThresholdTable([1.0, 0.6, 0.3, 0.0], [20, 30, 15, 1], [1, 20, 40, 30])
    found = calibration(ScoredCases(table))
    assert plain(ends(found, PATIENTS)).startswith("52 patients with a risk of exactly 0 or 1, moved by 10⁻⁸")
    assert ends(risks(), PATIENTS) == ""


@pytest.mark.thorough
def test_how_the_curve_was_made_is_named() -> None:
    assert plain(method(risks())).startswith(
        "Curve: logistic regression on restricted cubic splines of the logit, 4 knots (Harrell’s quantiles)."
    )
    assert plain(method(risks())).endswith(
        "95 % CI: Wald; O:E Wald, logit scale, t; Brier score bootstrap SE, logit scale, t; Wilson for proportions "
        "(Clopper–Pearson at 0 and 100 %); ICI from draws of the curve."
    )
    assert plain(method(risks(patients=100))).endswith(
        "95 % CI: curve, slope, intercepts, O:E, Brier score and observed proportions patient bootstrap SE with "
        "Student's t (2,000 resamples, seed 0); ICI from draws of the curve."
    )
    read = plain(caption(risks(), 20, 1, TWO))
    assert read.startswith("Line: flexible curve with 95 % CI; dotted: perfect calibration; diamonds: 20 groups of")
    assert "diamonds: 12 groups, equal risks in one group." in plain(caption(risks(), 12, 1, TWO, has_ties=True))


def test_no_level_is_written_but_that_of_the_interval() -> None:
    """CalibrationCurves #22: "95%" stood in the labels of every level."""
    ninety = calibration(risks().cases, 0.9)
    assert ninety is not None
    headline = plain(calibration_finding(ninety, 0.2, 1, TWO).headline)
    every = (headline, caption(ninety, 20, 1, TWO), method(ninety), size_for_slope(ninety, PATIENTS))
    assert "(90 % CI " in headline
    assert not [text for text in every if "95" in plain(text)]


def test_a_line_can_be_copied_and_its_source_is_said() -> None:
    assert line_said(Line(-0.5, 0.25, of_log_odds=True)) == "logit(risk) = -0.5 + 0.25 * logit(p)"
    assert line_said(Line(1.0, -2.0, of_log_odds=False)) == "logit(risk) = 1 - 2 * score"
    assert how_recalibrated("valid", PATIENTS).endswith("fitted to split valid.")
    assert "each tenth of the patients" in how_recalibrated(None, PATIENTS)


def test_another_prevalence_moves_risk_and_outcome_together() -> None:
    found = risks()
    told = plain(shifted(found, 0.2, found.prevalence))
    assert told.startswith(f"Add {found.citl.value:+.2f} to the log odds: 20 % becomes ".replace("-", "−"))
    assert told.endswith("are then observed.")
