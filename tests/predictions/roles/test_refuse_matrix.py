"""Tables of results are no predictions."""

from typing import Any

import pytest

from predictions.problems import NeedsMapping, Problem
from tests.predictions.helpers import opened

MODELS = {"model": ["LR", "RF", "LR", "RF"], "accuracy": [0.9, 0.8, 0.85, 0.7], "AUC": [0.95, 0.9, 0.9, 0.8]}


@pytest.mark.parametrize(
    "columns",
    [
        MODELS,
        {"dataset": ["a", "a", "b", "b"], **MODELS},
        {"outcome": ["death", "death", "sepsis", "sepsis"], **MODELS},
        {"threshold": [0.1, 0.5, 0.9], "tpr": [1, 0.8, 0.1], "fpr": [0.9, 0.2, 0]},
        {"class": ["a", "b"], "precision": [0.9, 0.8], "recall": [0.7, 0.9], "f1-score": [0.8, 0.85]},
    ],
)
def test_a_table_of_metrics_is_refused_and_not_asked_about(columns: dict[str, Any]) -> None:
    with pytest.raises(Problem, match=r"looks like a report of results: .* are metrics") as raised:
        opened(columns)
    assert not isinstance(raised.value, NeedsMapping)


def test_a_metric_of_each_case_beside_predictions_is_a_detail() -> None:
    beside = {"precision": [0.9, 0.8], "recall": [0.7, 0.9]}
    assert opened({"y_true": ["a", "b"], "y_pred": ["a", "a"], **beside}).labels == ("a", "b")
