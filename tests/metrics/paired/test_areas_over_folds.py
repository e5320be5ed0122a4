"""Two cross-validated models: the difference is that of the means of their folds, and its interval covers it."""

import numpy as np
import pytest

from metrics.notes import Code
from metrics.paired.areas_over_folds import paired_auc_over_folds
from metrics.paired.paired_auc import paired_auc_of_patients
from tests.support.effort import repeats


def models(rng: np.random.Generator, cases: int = 300, folds: int = 5):
    """True classes, two scores that have much in common, and folds; the scale of the second moves from fold to fold."""
    truth = np.arange(cases) % 4 == 0
    common, fold = rng.normal(size=cases), np.arange(cases) // 4 % folds
    first, second = (common + 0.7 * rng.normal(size=cases) + shift * truth for shift in (1.6, 1.2))
    return truth, (first, second + 3.0 * fold), (fold, fold)


def test_the_areas_are_the_means_of_folds_and_a_scale_of_its_own_changes_nothing() -> None:
    truth, scores, folds = models(np.random.default_rng(1))
    found = paired_auc_over_folds(truth, scores, folds)
    moved = paired_auc_over_folds(truth, (scores[0], scores[1] - 3.0 * folds[1]), folds)
    assert found == moved
    assert found is not None
    assert found.difference.value == pytest.approx(found.first.value - found.second.value)
    assert found.second.value > paired_auc_of_patients(truth, *scores).second.value + 0.05


def test_one_row_per_patient_is_a_row() -> None:
    truth, scores, folds = models(np.random.default_rng(2))
    rows, patients = (paired_auc_over_folds(truth, scores, folds, each) for each in (None, np.arange(len(truth))))
    assert rows == patients
    twice = [np.repeat(each, 2) for each in (truth, *scores, folds[0], np.arange(len(truth)))]
    doubled = paired_auc_over_folds(twice[0], (twice[1], twice[2]), (twice[3], twice[3]), twice[4])
    assert rows is not None
    assert doubled is not None
    assert (doubled.difference.low, doubled.difference.high) == pytest.approx(
        (rows.difference.low, rows.difference.high)
    )
    assert doubled.difference.method == "Obuchowski"


@pytest.mark.thorough
def test_the_interval_covers_a_difference_of_nothing() -> None:
    rng, covered = np.random.default_rng(3), []
    for _ in range(repeats(300)):
        truth, (first, second), folds = models(rng)
        level = 0.4 * truth  # then both models separate alike
        found = paired_auc_over_folds(truth, (first, second + level), folds)
        assert found is not None
        assert found.difference.low is not None
        assert found.difference.high is not None
        covered.append(found.difference.low <= 0 <= found.difference.high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.04)


def test_the_same_scores_differ_by_nothing_and_one_fold_is_none() -> None:
    truth, scores, folds = models(np.random.default_rng(4))
    same = paired_auc_over_folds(truth, (scores[0], scores[0]), folds)
    assert same is not None
    assert (same.difference.value, same.z, same.p) == (0, 0, 1)
    assert same.difference.note is not None
    assert same.difference.note.code is Code.SAME_ORDER
    assert paired_auc_over_folds(truth, scores, (folds[0] * 0, folds[1])) is None


def test_ids_in_several_folds_have_no_interval() -> None:
    truth, scores, folds = models(np.random.default_rng(5))
    found = paired_auc_over_folds(truth, scores, folds, np.arange(len(truth)) // 8)
    assert found is not None
    assert found.difference.note is not None
    assert found.difference.note.code is Code.IDS_IN_SEVERAL_FOLDS
    assert np.isnan(found.p)
