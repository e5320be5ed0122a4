"""A class at a threshold has the intervals of held rows where only the counts of its patients are known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, PatientCounts, ResamplingUnits, ThresholdTable
from metrics.prevalence.at_prevalence import predictive_values_at_prevalence
from metrics.summary.of_patients import rates_of_patients

LABELS, LABEL = ("Normal", "VT", "AF"), 1


@pytest.mark.parametrize("ends", [(0.6, math.inf), (0.3, 0.6), (-math.inf, 0.3)])
@pytest.mark.parametrize("patients", [14, 300, 5000])
def test_every_rate_is_that_of_held_rows(patients: int, ends: tuple[float, float]) -> None:
    rng = np.random.default_rng(0)
    who = np.repeat(np.arange(patients), rng.integers(1, 9, patients))
    truth = rng.integers(0, 3, len(who))
    score = np.clip(rng.normal(0.4 + 0.3 * (truth == LABEL) + rng.normal(0, 0.1, patients)[who], 0.2), 0, 1)
    cells = 2 * (truth == LABEL) + ((score >= ends[0]) & (score < ends[1]))
    each = np.bincount(4 * who + cells, minlength=4 * patients).reshape(-1, 4)
    order = np.lexsort(each.T[::-1])  # in which counts are drawn
    units = ResamplingUnits(truth, truth, 3, patients, (None, score, None), np.argsort(order)[who])
    table = ThresholdTable.from_scores(score, truth == LABEL)
    held = Evaluation(ConfusionMatrix.from_codes(truth, truth, LABELS), (None, table, None), units=units)
    vectors, often = np.unique(each, axis=0, return_counts=True)
    known = PatientCounts(2, np.arange(4), vectors, often)
    told = replace(held, units=None, patients=known)
    for one, other in ((held, told), (held.at_level(0.9), told.at_level(0.9)), (held.other_style, told.other_style)):
        assert one.in_zone(LABEL, *ends) == rates_of_patients(table, ends, known, other.level, other.intervals)
    if math.isinf(ends[1]):
        assert held.in_zone(LABEL, *ends).items() >= held.at(LABEL, ends[0]).items()
        at = LABEL, 0.02, ends[0]
        assert predictive_values_at_prevalence(held, *at) == predictive_values_at_prevalence(told, *at, known)
