"""What is counted in each unit, beside the same counted row by row."""

from __future__ import annotations

import numpy as np
import pytest

from metrics import Evaluation, ThresholdTable
from metrics.counts import ConfusionMatrix
from metrics.intervals.resampling_units import MOST_UNITS, SEED, ResamplingUnits

TRUTH = np.arange(40) % 2
SCORES = np.arange(40) % 5 / 5
UNITS = ResamplingUnits(TRUTH, TRUTH, 2, 20, (None, SCORES), np.arange(40) // 2)


@pytest.mark.parametrize("threshold", [-np.inf, 0.0, 0.2, 0.3, 0.8, np.inf])
def test_a_score_equal_to_the_threshold_is_predicted_in_every_unit(threshold: float) -> None:
    found = UNITS.at(1, threshold)
    predicted = threshold <= SCORES
    for cells, kind in zip(
        found, (predicted & TRUTH, predicted & ~TRUTH & 1, ~predicted & TRUTH, ~predicted & ~TRUTH & 1), strict=True
    ):
        counted = np.bincount(np.arange(40) // 2, kind.astype(float))
        assert sorted(cells[:, 0]) == sorted(counted), "of patients in an order of their own"


def test_an_evaluation_of_patients_predicts_a_score_equal_to_the_threshold() -> None:
    table = ThresholdTable.from_scores(SCORES, TRUTH == 1)
    evaluation = Evaluation(ConfusionMatrix.from_codes(TRUTH, TRUTH, ("a", "b")), (None, table), units=UNITS)
    found = evaluation.at(1, 0.4)["sensitivity"]
    assert (found.successes, found.trials) == (12, 20)
    spread = UNITS.resample_sums(UNITS.at(1, 0.4).tp).mean()
    assert spread == pytest.approx(12, abs=0.5)


@pytest.mark.parametrize("units", [MOST_UNITS, MOST_UNITS + 1, 5 * MOST_UNITS - 3])
def test_very_many_units_are_dealt_to_groups_of_equal_size_by_a_permutation(units: int) -> None:
    """Each row for itself, and each patient with both of its rows."""
    dealt = np.random.default_rng(SEED).permutation(units) % MOST_UNITS if units > MOST_UNITS else np.arange(units)
    assert np.ptp(np.bincount(dealt)) <= 1
    for rows, patients in ((units, None), (2 * units, np.repeat(np.arange(units), 2))):
        codes = np.zeros(rows, np.int8)
        expected = dealt if patients is None else dealt[patients]
        assert np.array_equal(ResamplingUnits(codes, codes, 1, units, patients=patients).group, expected)


def test_rows_without_a_score_are_in_no_range() -> None:
    unknown = np.arange(40) % 7 == 0
    blank = ResamplingUnits(TRUTH, TRUTH, 2, 20, (None, np.where(unknown, np.nan, SCORES)), np.arange(40) // 2)
    positives, negatives = blank.ranked(1, np.array([0.6, 0.2, 0.0]))
    place = np.select([SCORES >= 0.6, SCORES >= 0.2], [0, 1], 2)
    for found, group in ((positives, TRUTH == 1), (negatives, TRUTH == 0)):
        assert found.sum(0).tolist() == np.bincount(place[group & ~unknown], minlength=3).tolist()
