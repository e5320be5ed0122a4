"""Sorting packed keys gives the same thresholds as counting every distinct score."""

import numpy as np
import pytest

from metrics import ThresholdTable, auc, average_precision
from metrics.kernels.packed_sort import LARGE

DRAW = np.random.default_rng(0)
SCORES = {
    "spread": DRAW.random(150_000),
    "logits": DRAW.standard_normal(150_000),
    "tied": DRAW.integers(0, 5, 150_000) / 4,
    "tied in part": np.where(DRAW.random(LARGE * 2) < 0.5, 0.25, DRAW.random(LARGE * 2)),
    "one tie on top": np.append(DRAW.random(LARGE * 2), [2.0, 2.0]),
    "skewed": DRAW.exponential(size=LARGE + 1) ** 30,
    "near one": 1 - np.exp(-50 * DRAW.random(LARGE)),
    "subnormal": DRAW.random(LARGE) * 5e-323,
    "huge": np.array([0.0, 1.7e308, -1.7e308] * LARGE),
    "constant": np.full(LARGE, 0.3),
    "outlier": np.append(DRAW.random(LARGE), 1e300),
    "few": np.array([0.5, 0.2, 0.5]),
}


@pytest.mark.parametrize("name", SCORES)
def test_every_threshold_is_counted(name: str) -> None:
    scores = SCORES[name]
    truth = np.random.default_rng(1).random(len(scores)) < 0.3
    table = ThresholdTable.from_scores(scores, truth)
    distinct, place = np.unique(-scores, return_inverse=True)
    positives, negatives = np.bincount(place, truth), np.bincount(place, ~truth)
    assert (table.scores == -distinct).all()
    assert (table.positives == positives).all()
    assert (table.negatives == negatives).all()
    assert (table.counts.tp == [0, *positives.cumsum()]).all()
    assert (table.counts.fp == [0, *negatives.cumsum()]).all()
    assert (table.n_positive, table.n_negative) == (positives.sum(), negatives.sum())


@pytest.mark.parametrize("name", SCORES)
def test_a_table_read_in_parts_says_what_the_whole_one_says(name: str) -> None:
    table = ThresholdTable.from_scores(SCORES[name], np.arange(len(SCORES[name])) % 3 == 0)
    rows = len(table.scores) + 1
    for start, stop in ((0, rows), (0, 1), (rows // 2, rows), (rows - 1, rows)):
        tp, fp = table.flagged(start, stop)
        assert (tp == table.counts.tp[start:stop]).all()
        assert (fp == table.counts.fp[start:stop]).all()


def test_a_table_given_by_its_counts_has_the_same_areas() -> None:
    table = ThresholdTable.from_scores(SCORES["tied in part"], DRAW.random(LARGE * 2) < 0.1)
    same = ThresholdTable(table.scores, table.positives, table.negatives)
    assert (auc(same), average_precision(same)) == (auc(table), average_precision(table))


def test_scores_that_are_not_finite_are_refused_everywhere() -> None:
    for bad in (np.nan, np.inf, -np.inf):
        with pytest.raises(ValueError, match="finite"):
            ThresholdTable.from_scores([0.2, bad, 0.1], [True, False, True])
