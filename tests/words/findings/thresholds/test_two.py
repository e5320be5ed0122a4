"""Rule-out and rule-in thresholds in words: the bound of what a rule-out misses, over all cases."""

import pytest

from metrics import Estimate, ThresholdTable
from metrics.notes import Code, Note
from metrics.thresholding.two_thresholds import Zones, zones
from tests.support.text import plain
from words import Voice
from words.findings.thresholds import two as two_thresholds

VOICE = Voice(("Normal", "VT", "malignant"), ("patient", "patients"), 0)


def three(out: tuple[int, int], between: tuple[int, int], into: tuple[int, int]) -> Zones:
    """Zones with so many cases with and without the class, between thresholds at 0.1 and 0.6."""
    rows = [(score, *pair) for score, pair in zip((0.7, 0.3, 0.0), (into, between, out), strict=True)]
    return zones(ThresholdTable(*map(list, zip(*rows, strict=True))), 0.1, 0.6)


def test_the_worst_that_a_rule_out_may_miss_is_said_with_it() -> None:
    said = plain(two_thresholds.spoken(three((7, 28), (20, 44), (11, 2)), 1, VOICE))
    assert said == (
        "Ruled out (< 0.100): 35 patients, 7 have VT (20 %, upper bound 37 %). Indeterminate: 64 patients (57 %). "
        "Ruled in (≥ 0.600): 13 patients, 11 have VT (85 %, CI 58–96)."
    )


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ((0, 35), "Ruled out (< 0.100): 35 patients, none has VT (upper bound 10 %)."),
        ((2, 5), "Ruled out (< 0.100): 7 patients, 2 have VT (upper bound 71 %)."),
        ((0, 0), "Ruled out (< 0.100): none."),
    ],
)
def test_none_few_and_an_empty_zone_have_words_of_their_own(out: tuple[int, int], said: str) -> None:
    assert plain(two_thresholds.spoken(three(out, (0, 0), (5, 5)), 1, VOICE)).startswith(f"{said} Indeterminate: none.")


def test_shares_are_of_all_cases_when_a_clinician_decides_the_rest() -> None:
    found = three((7, 28), (20, 44), (11, 2))
    said = plain(two_thresholds.handed_on(found, 2, VOICE))
    assert said == (
        "If all indeterminate patients go to a clinician (64 of 112), the model misses 7 of 38 malignant cases (18 %, "
        "upper bound 34 %) and has 2 false positives among 74. Denominators include indeterminate cases."
    )


def test_a_ratio_keeps_two_digits_or_says_why_there_is_none() -> None:
    assert plain(" ".join(two_thresholds.ratio(Estimate(0.00412, 0.001, 0.012)))) == "0.0041 CI 0.0010–0.0120"
    assert plain(" ".join(two_thresholds.ratio(Estimate(10.71, 2.5, 45.9)))) == "10.71 CI 2.50–45.90"
    assert two_thresholds.ratio(Estimate(float("nan"), note=Note(Code.EMPTY_ZONE))) == (
        "not estimable",
        "no case lies in this zone",
    )
    assert two_thresholds.ratio(Estimate(0.0, note=Note(Code.ZERO_RATIO))) == (
        "0.00",
        "CI not estimable: a ratio of 0 has no logarithm",
    )


def test_thresholds_that_meet_leave_no_score_between() -> None:
    table = ThresholdTable([0.7, 0.2], [3, 1], [1, 3])
    assert two_thresholds.names(zones(table, 0.5, 0.5))[1] == "Indeterminate: no score"
    assert "a sensitivity ≥ 99.5 %" in plain(two_thresholds.never("sensitivity", 0.995, False, 1, VOICE))
