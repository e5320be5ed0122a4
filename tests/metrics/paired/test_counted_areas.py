"""Two areas from sums over patients are those of the same cases held: value, interval, z, p and what is said."""

from __future__ import annotations

import numpy as np
import pytest

from metrics import PairedAUC, PlacedSums, ThresholdTable
from metrics.measures.placements import PlacedPair, placements
from metrics.paired.areas_over_folds import paired_auc_over_folds
from metrics.paired.counted_areas import CountedAreas
from metrics.paired.paired_auc import paired_auc_of_patients


def sums(placed: np.ndarray, truth: np.ndarray, patients: np.ndarray) -> PlacedSums:
    added = [truth, ~truth, placed * truth, placed * ~truth]
    each = np.array([[int(part[patients == who].sum()) for part in added] for who in np.unique(patients)], object)
    with_it, without = (int(np.count_nonzero(each[:, part])) for part in (0, 1))
    return PlacedSums(tuple(each.sum(0)), tuple(map(tuple, each.T @ each)), with_it, without, len(each))


def pair(truth: np.ndarray, scores: np.ndarray, patients: np.ndarray) -> PlacedPair:
    one, other = (placements(each, truth) for each in scores)
    return PlacedPair(*(sums(placed, truth, patients) for placed in (one, other, one - other)))


def counted(
    truth: np.ndarray, scores: np.ndarray, patients: np.ndarray, folds: np.ndarray | None = None
) -> CountedAreas:
    parts = [np.ones(len(truth), bool)] if folds is None else [folds == fold for fold in np.unique(folds)]
    first, second = ([ThresholdTable.from_scores(each[at], truth[at]) for at in parts] for each in scores)
    shared = None if folds is None else any(len(set(folds[patients == who])) > 1 for who in np.unique(patients))
    placed = [] if shared else [pair(truth[at], scores[:, at], patients[at]) for at in parts]
    return CountedAreas((first, second), placed, shared)


def cases(patients: int, rows: int = 6, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """True classes, two scores with ties and patients of 1 to `rows` rows that resemble each other."""
    generator = np.random.default_rng(seed)
    who = np.repeat(np.arange(patients), generator.integers(1, rows + 1, patients))
    truth = generator.random(len(who)) < 0.4
    alike = generator.random(patients)[who] + generator.random(len(who)) + 0.5 * truth
    return truth, np.array([alike + generator.random(len(who)) for _ in range(2)]).round(1), who


def assert_same(found: PairedAUC | None, held: PairedAUC | None, rel: float = 1e-9) -> None:
    assert found is not None
    assert held is not None
    one, other = found.difference, held.difference
    assert (one.method, one.note) == (other.method, other.note)
    assert (one.low is None) == (other.low is None)
    for ends in zip((one.value, one.low, one.high), (other.value, other.low, other.high), strict=True):
        assert None in ends or ends[0] == pytest.approx(ends[1], rel=rel, abs=1e-12)
    assert (found.z, found.p) == pytest.approx((held.z, held.p), rel=rel, nan_ok=True)
    assert [found.first.value, found.second.value] == pytest.approx([held.first.value, held.second.value], rel=1e-12)


@pytest.mark.parametrize("patients", [4, 14, 15, 40, 200])
@pytest.mark.parametrize("rows", [1, 6])
def test_they_are_those_of_held_cases(patients: int, rows: int) -> None:
    for seed in range(4):
        truth, scores, who = cases(patients, rows, seed)
        held = paired_auc_of_patients(truth, *scores, who)
        assert_same(counted(truth, scores, who).areas(), held)


@pytest.mark.parametrize("rows", [1, 6])
def test_of_folds_they_are_those_of_held_cases(rows: int) -> None:
    for seed in range(4):
        truth, scores, who = cases(90, rows, seed)
        for folds in (who % 4, np.random.default_rng(seed).integers(0, 3, len(who))):
            held = paired_auc_over_folds(truth, (scores[0], scores[1]), (folds, folds), who)
            assert_same(counted(truth, scores, who, folds).areas(), held, rel=1e-6)  # held in single precision


def test_the_same_scores_twice_are_known_not_to_differ() -> None:
    truth, scores, who = cases(60)
    for patients in (who, np.arange(len(who))):
        found = counted(truth, scores[[0, 0]], patients).areas()
        held = paired_auc_of_patients(truth, scores[0], scores[0], patients)
        assert_same(found, held)
        assert (held.z, held.p) == (0.0, 1.0)


def test_without_both_groups_there_is_nothing_to_compare() -> None:
    _, scores, who = cases(60)
    for truth in (np.zeros(len(who), bool), np.ones(len(who), bool)):
        assert counted(truth, scores, who).areas() is None
        assert counted(truth, scores, who, who % 3).areas() is None


def test_the_style_is_that_of_each_area() -> None:
    truth, scores, who = cases(60)
    known = counted(truth, scores, who)
    found, usual = known.areas(0.9, "conventional"), known.areas(0.9)
    assert found is not None
    assert usual is not None
    assert found.difference == usual.difference
    assert found.first.method == "Obuchowski" != usual.first.method
