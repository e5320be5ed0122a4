"""Net benefit in words: the gain over the better default, what a threshold means, and the Normal class."""

import pytest

from metrics import Estimate
from metrics.notes import Code, note
from tests.support.text import plain
from tests.words.findings.heart import said
from words import Voice
from words.findings.utility.acts import Acts, exchange
from words.findings.utility.net_benefit import (
    Worth,
    as_given,
    elsewhere,
    finding,
    harm_said,
    interval_per_100,
    per_100,
    point_said,
    trade_off,
    worthwhile,
)

PATIENTS = ("patient", "patients")
HEART = Voice(
    ("Normal", "VT", "Artifact"), PATIENTS, normal=0, order=(1, 2, 0), not_diseases=frozenset({2}), interest=1
)
BREAST = Voice(("benign", "malignant"), PATIENTS, normal=0, interest=1)
PHASES = Voice(("Clipping", "Cleaning"), ("frame", "frames"))
VT = Acts.of(1, HEART)


def gain(value: float, low: float | None = None, high: float | None = None, **more: object) -> Estimate:
    return Estimate(value, low, high, None if low is None else "standard error of the mean, t(49)", **more)  # type: ignore[arg-type]


def worth(found: Estimate, risk: float = 0.1, everyone: bool = False, flagged: int = 154) -> Worth:
    return Worth(risk, found, 0.303 if everyone else -0.05, flagged, 1150)


def test_the_gain_leads_with_its_interval_then_over_what_and_what_the_threshold_means() -> None:
    headline, detail = said(finding(worth(gain(0.0286, 0.0168, 0.0404)), VT, HEART, 0.95))
    assert (
        headline == "At a 10 % threshold the model is worth 2.9 net true positives per 100 patients (95 % CI 1.7–4.0)."
    )
    assert detail == (
        "More than working up nobody, the better default. At 10 % one missed VT weighs as much as nine unnecessary "
        "work-ups."
    )


def test_an_interval_that_includes_0_is_no_clear_gain() -> None:
    headline, detail = said(finding(worth(gain(0.003, -0.004, 0.009), everyone=True), VT, HEART, 0.95))
    assert headline.endswith(
        "is worth 0.30 net true positives per 100 patients compared with working up everyone (95 % CI −0.40 to +0.90)."
    )
    assert detail.startswith("The CI includes 0: no clear gain over working up everyone, the better default.")


def test_over_acting_on_everyone_both_net_benefits_of_the_figure_are_said() -> None:
    headline, detail = said(finding(worth(gain(0.031, 0.015, 0.048), everyone=True), VT, HEART, 0.95))
    assert headline.endswith(
        "3.1 net true positives per 100 patients compared with working up everyone (95 % CI 1.5–4.8)."
    )
    assert detail.startswith(
        "Net benefit is 33.4, that of working up everyone, the better default, 30.3. At 10 % one missed VT"
    )


def test_a_loss_is_said_as_a_loss() -> None:
    headline, detail = said(finding(worth(gain(-0.012, -0.02, -0.004), everyone=True), VT, HEART, 0.95))
    assert headline == (
        "At a 10 % threshold the model is worth −1.2 net true positives per 100 patients compared with working up "
        "everyone (95 % CI −2.0 to −0.4)."
    )
    assert detail.startswith("Less than working up everyone, the better default.")
    _, unclear = said(finding(worth(gain(-0.001, -0.02, 0.018)), VT, HEART, 0.95))
    assert unclear.startswith("Not more than working up nobody, the better default. The CI includes 0.")


def test_what_is_not_0_never_reads_as_0() -> None:
    """Whether the interval includes 0 decides, so its bounds must show it."""
    assert plain(interval_per_100(gain(-0.012, -0.025, 0.0002))) == "CI −2.5 to +0.02"
    assert plain(interval_per_100(gain(0.012, 0.0002, 0.025))) == "CI 0.02–2.50"
    assert per_100(0.000004) == "0.0004"


@pytest.mark.parametrize(("flagged", "who"), [(0, "No"), (1150, "Every")])
def test_a_threshold_that_divides_nobody_says_so_and_no_sign_stands_before_0(flagged: int, who: str) -> None:
    nothing = gain(0.0, note=note(Code.CONSTANT_DIFFERENCE))
    headline, detail = said(finding(worth(nothing, flagged=flagged), VT, HEART, 0.95))
    assert headline == "At a 10 % threshold the model is worth as much as working up nobody."
    assert detail.startswith(f"{who} patient has a score of 10 % or above. At 10 % one missed VT")
    assert per_100(0.0, 3, sign=True) == per_100(0.0) == "0"


def test_too_few_cases_are_said_and_too_few_patients_stand_in_the_title_line() -> None:
    few = note(Code.FEW_CASES_OF_GROUP, cases=12, needed=20)
    headline, detail = said(finding(worth(gain(0.0286, note=few)), VT, HEART, 0.95))
    assert headline.endswith("2.9 net true positives per 100 patients.")
    assert "CI not estimated: 12 cases in the smaller group, 20 needed." in detail
    patients = note(Code.FEW_PATIENTS, patients=12, needed=15)
    assert "CI" not in said(finding(worth(gain(0.0286, note=patients)), VT, HEART, 0.95))[1]


def test_a_threshold_has_its_article() -> None:
    found = [said(finding(worth(gain(0.02), risk), VT, HEART, 0.95))[0] for risk in (0.08, 0.11, 0.18, 0.8, 0.1, 0.075)]
    assert [headline.split()[1] for headline in found] == ["an", "an", "an", "an", "a", "a"]


def test_nobody_works_up_the_normal_class_or_a_phase() -> None:
    normal = Acts.of(0, HEART)
    headline, detail = said(finding(worth(gain(0.02, 0.01, 0.03), everyone=True), normal, HEART, 0.95))
    assert "2.0 net correct Normal predictions per 100 patients" in headline
    assert detail == (
        "Net benefit is 32.3, that of classifying everyone as Normal, the better default, 30.3. At 10 % one Normal "
        "patient not classified as Normal weighs as much as nine patients of another class classified as Normal."
    )
    assert "nine patients with disease classified as benign" in plain(exchange(0.1, Acts.of(0, BREAST)))
    for acts in (Acts.of(0, PHASES, True), Acts.of(2, HEART)):
        told = plain(f"{exchange(0.1, acts)} {acts.everyone} {acts.nobody} {acts.avoided} {acts.drawn}")
        assert "work" not in told
        assert "nine false positives" in told
    assert Acts.of(0, PHASES, True).missed[0] == "missed frame of Clipping"
    assert Acts.of(1, BREAST).missed[0] == "missed malignant case"


def test_where_it_is_worth_using_is_one_range_where_it_is_one() -> None:
    assert (
        plain(worthwhile([(0.01, 0.35)], 0.01, 0.99)) == "The CI of the gain is above 0 at thresholds from 1 to 35 %."
    )
    two = worthwhile([(0.01, 0.3), (0.4, 0.4)], 0.01, 0.99)
    assert plain(two) == "The CI of the gain is above 0 at thresholds from 1 to 30 % and at 40 %."
    assert (
        plain(worthwhile([(0.4, 0.4), (0.5, 0.6)], 0.01, 0.99))
        == "The CI of the gain is above 0 at 40 % and from 50 to 60 %."
    )
    many = worthwhile([(0.01, 0.3), (0.4, 0.4), (0.5, 0.6)], 0.01, 0.99)
    assert plain(many) == (
        "The CI of the gain is above 0 at thresholds from 1 to 30 %, and at some others between 1 and 60 %."
    )
    assert plain(worthwhile([], 0.01, 0.99)) == "At no threshold from 1 to 99 % is the CI of the gain above 0."


def test_of_many_ranges_the_widest_leads_and_no_stray_threshold() -> None:
    many = worthwhile([(0.02, 0.02), (0.05, 0.41), (0.6, 0.62), (0.67, 0.67)], 0.01, 0.99)
    assert plain(many) == (
        "The CI of the gain is above 0 at thresholds from 5 to 41 %, and at some others between 2 and 67 %."
    )
    single = worthwhile([(0.02, 0.02), (0.1, 0.1), (0.67, 0.67)], 0.01, 0.99)
    assert plain(single) == "The CI of the gain is above 0 at single thresholds between 2 and 67 %."


def test_the_test_trade_off_is_one_over_the_gain() -> None:
    told = plain(trade_off(worth(gain(0.0286, 0.0168, 0.0404)), VT, HEART))
    assert told == (
        "Test trade-off: one net true positive more than working up nobody for every 35 patients on whom the model is "
        "run (CI 25–60)."
    )
    assert "for every 50 patients on whom the model is run." in plain(trade_off(worth(gain(0.02)), VT, HEART))
    assert "gains nothing over working up nobody" in trade_off(worth(gain(0.0)), VT, HEART)
    assert plain(harm_said(2)) == "Cost of running the model subtracted: 2 missed cases per 1,000."
    assert harm_said(0) == ""


def test_points_and_sentences_below() -> None:
    assert plain(point_said(0.1, gain(0.0286, 0.0168, 0.0404))) == "10 %: 2.9 (CI 1.7–4.0)"
    assert plain(elsewhere(worth(gain(0.0286, 0.0168, 0.0404)), 0.02, VT, HEART)) == (
        "At a prevalence of 2 % and a 10 % threshold: **+2.9** net true positives per 100 patients (CI 1.7–4.0), "
        "compared with working up nobody."
    )
    at_8 = elsewhere(worth(gain(0.02), 0.08), None, VT, HEART)
    assert plain(at_8).startswith("At the observed prevalence and an 8 % threshold: ")
    assert as_given(0.56) == "Scores are used as given (O:E 0.56)."
    assert as_given(float("nan")) == ""
