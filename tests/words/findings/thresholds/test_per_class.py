"""How thresholds for several classes are said beside the delivered predictions."""

import numpy as np

from metrics import ConfusionMatrix, Estimate
from metrics.notes import Code, Note
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from tests.support.text import plain
from words import Voice
from words.findings.thresholds import per_class as per_class_thresholds

VOICE = Voice(("Normal", "VT", "1"), ("patient", "patients"), 0)


def decided(cells: list[list[int]], without: tuple[int, int, int] = (0, 0, 0)) -> ThresholdedMatrix:
    return ThresholdedMatrix(ConfusionMatrix(VOICE.names, np.array(cells)), np.array(without))


def test_what_the_thresholds_change_is_said_in_whole_cases() -> None:
    found = decided([[80, 5, 5], [1, 8, 0], [0, 0, 9]], (10, 1, 1))
    delivered = decided([[90, 5, 5], [4, 6, 0], [1, 0, 9]])
    assert plain(per_class_thresholds.difference(found, delivered, 0, VOICE)) == (
        "With these thresholds 97 of 120 patients are classified correctly (as delivered: 105), 1 patient with disease "
        "is classified as Normal (as delivered: 5) and 12 have no prediction."
    )
    assert plain(per_class_thresholds.difference(delivered, delivered, None, VOICE)) == (
        "With these thresholds 105 of 120 patients are classified correctly (as delivered: 105) and 0 have no "
        "prediction."
    )
    assert plain(per_class_thresholds.detected(found, 1)) == "8 of 10"


def test_a_proportion_is_never_without_its_counts_or_its_reason() -> None:
    assert plain(per_class_thresholds.cell(Estimate(0.2, 0.112, 0.33, successes=10, trials=50))) == (
        "**20 %**  \n:small[10 of 50 · CI 11–33]"
    )
    assert plain(per_class_thresholds.cell(Estimate(0.4, 0.1, 0.7, successes=2, trials=5))) == (
        "**2 of 5**  \n:small[CI 10–70 %]"
    )
    assert (
        per_class_thresholds.cell(Estimate(float("nan"), note=Note(Code.NO_CASES)))
        == ":gray[not estimable]  \n:small[there are no cases]"
    )
    assert per_class_thresholds.excluded(0, VOICE.unit) == ""
