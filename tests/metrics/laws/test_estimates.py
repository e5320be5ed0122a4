"""Whatever is estimated has bounds under a declared name, or says by a code why it has none."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metrics import (
    ConfusionMatrix,
    Counts,
    Estimate,
    Evaluation,
    ThresholdTable,
    clopper_pearson,
    delong,
    difference,
    kappa_interval,
    likelihood_ratios,
    paired_auc,
    paired_difference,
    predictive_estimates,
    wilson,
)
from metrics.intervals.observed_to_expected import observed_to_expected
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code
from metrics.paired.paired_auc import paired_auc_of_patients
from metrics.paired.paired_proportions import paired_proportion
from metrics.paired.predictive_ratios import predictive_ratio
from metrics.prevalence.at_prevalence import predictive_values_at_prevalence, risk_at_prevalence
from metrics.thresholding.two_thresholds import Zones, zones
from tests.support.declared import is_declared

few = st.sampled_from([0, 0, 1, 2, 9, 40])


def check(found: Estimate) -> None:
    """The law itself."""
    if found.low is None or found.high is None:
        assert found.low is found.high is None, found
        assert found.note is not None, found
        assert isinstance(found.note.code, Code), found
        assert all(isinstance(number, int | float) for number in found.note.fields.values()), found
    else:
        assert found.is_defined
        assert found.low <= found.high
        assert is_declared(found.method or ""), found
    if found.trials:
        assert found.value == pytest.approx(found.successes / found.trials)


@given(few, few, few, few, st.floats(0, 1))
@example(0, 40, 40, 0, 2e-313)
@example(0, 1, 40, 9, 5e-324)
def test_of_one_table(tp: int, fp: int, fn: int, tn: int, prevalence: float) -> None:
    counts = Counts(tp, fp, fn, tn)
    for found in (
        *likelihood_ratios(counts),
        *predictive_estimates(counts, prevalence),
        kappa_interval([[tp, fn], [fp, tn]]),
        wilson(tp, tp + fn),
        clopper_pearson(tp, tp + fn),
        difference(tp, tp + fn, fp, fp + tn),
        paired_difference(tp, fp, fn, tn),
    ):
        check(found)


def named(found: Zones) -> Iterator[Estimate]:
    yield from (found.missed, found.detected, found.missed_of_class, found.indeterminate)
    yield from (zone.likelihood_ratio for zone in (found.ruled_out, found.between, found.ruled_in))


@st.composite
def rows(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(n,) true and predicted class and patient, (n, 2) scores: of few rows, of one class, separated, or alike."""
    n, classes = draw(st.sampled_from([0, 1, 8, 30, 90])), draw(st.integers(1, 3))
    generator = np.random.default_rng(draw(st.integers(0, 99)))
    truth, predicted = generator.integers(0, classes, (2, n))
    noise = draw(st.sampled_from([0.0, 0.4, 2.0]))  # 0: the scores separate the classes
    scores = np.clip((truth[:, None] + noise * generator.normal(size=(n, 2))) / 3, 0, 1).round(1)
    return truth, predicted, np.arange(n) // draw(st.sampled_from([1, 3, 9])), scores


@given(rows(), st.booleans(), st.sampled_from([0.0, 0.3, 1.0]))
def test_of_an_evaluation(given_rows: tuple[np.ndarray, ...], with_patients: bool, blank: float) -> None:
    """blank: how many of the rows have no score, which may be all of a split."""
    truth, predicted, patients, scores = given_rows
    size, known = 3, np.random.default_rng(0).random(len(truth)) >= blank
    score = np.where(known, scores[:, 0], np.nan)
    several = with_patients and len(np.unique(patients)) < len(truth)
    units = ResamplingUnits(
        truth,
        predicted,
        size,
        len(np.unique(patients)) if several else len(truth),
        (None, score, None),
        patients if several else None,
    )
    tables = (None, ThresholdTable.from_scores(score[known], truth[known] == 1), None)
    matrix = ConfusionMatrix.from_codes(truth, predicted, tuple("abc"))
    evaluation = Evaluation(matrix, tables, normal=0, units=units)
    blocks = (evaluation.overall, evaluation.macro, evaluation.micro, evaluation.weighted, *evaluation.classes)
    for found in (
        *(each for block in (*blocks, evaluation.at(1, 0.3)) for each in block.values()),
        *predictive_values_at_prevalence(evaluation, 1, 0.2),
        *risk_at_prevalence(evaluation, 0, 1, 0.2),
        *named(zones(tables[1], 0.2, 0.5)),
        delong(tables[1]),
    ):
        check(found)


@given(rows(), st.booleans())
def test_of_two_models(given_rows: tuple[np.ndarray, ...], with_patients: bool) -> None:
    truth, predicted, patients, scores = given_rows
    ids, is_class, (first, second) = patients if with_patients else None, truth == 1, scores.T
    ratio = predictive_ratio(is_class, predicted == 1, second > 0.3, ids)
    areas = (paired_auc(is_class, first, second), paired_auc_of_patients(is_class, first, second, ids))
    share = paired_proportion(predicted == truth, (second > 0.3) == is_class, ids)
    for found in (
        *(each for pair in areas for each in (pair.first, pair.second, pair.difference)),
        *(ratio.ratio, ratio.difference, ratio.naive, share.difference, share.naive),
        observed_to_expected(is_class, first, ids),
    ):
        check(found)
