"""Weighted numbers beside scikit-learn's `sample_weight`."""

from functools import partial

import numpy as np
import pytest
from sklearn import metrics as reference

from tests.metrics.test_weighted_evaluation import plain, rows, weighted


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("spread", [0.3, 3.0])
def test_every_number_is_that_of_scikit_learn(seed: int, spread: float) -> None:
    truth, predicted, scores = rows(400, seed)
    weights = np.exp(np.random.default_rng(seed).normal(0, spread, 400))
    found = weighted(plain(truth, predicted, scores, np.arange(400) % 10), weights)  # too few patients to draw from
    wanted = {
        "accuracy": reference.accuracy_score,
        "balanced_accuracy": reference.balanced_accuracy_score,
        "mcc": reference.matthews_corrcoef,
        "kappa": reference.cohen_kappa_score,
        "macro_f1": partial(reference.f1_score, average="macro"),
    }
    for key, rule in wanted.items():
        assert found.overall[key].value == pytest.approx(rule(truth, predicted, sample_weight=weights), abs=1e-9), key
    for label in range(3):
        is_class, score, own = truth == label, scores[:, label], found.classes[label]
        area = reference.roc_auc_score(is_class, score, sample_weight=weights)
        precision = reference.average_precision_score(is_class, score, sample_weight=weights)
        assert (own["auc"].value, own["average_precision"].value) == pytest.approx((area, precision), abs=1e-9)
        at_least = score >= 0.4
        recall = reference.recall_score(is_class, at_least, sample_weight=weights)
        assert found.at(label, 0.4)["sensitivity"].value == pytest.approx(recall, abs=1e-9)
