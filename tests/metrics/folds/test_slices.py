"""What is kept of several evaluations beside their tables."""

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, MetricChoice, Slices, ThresholdTable, auc, average_precision


def test_slices_keep_every_matrix_and_every_area() -> None:
    tables = ThresholdTable([0.9, 0.4, 0.1], [2, 1, 0], [0, 1, 3]), None
    matrix = ConfusionMatrix(("a", "b"), [[3, 1], [2, 4]])
    found = Slices.of([Evaluation(matrix, tables), Evaluation(matrix)])
    assert found.cells.tolist() == [matrix.cells.tolist()] * 2
    assert found.ranked["auc"][0, 0] == auc(tables[0])
    assert found.ranked["average_precision"][0, 0] == average_precision(tables[0])
    assert np.isnan([found.ranked["auc"][0, 1], *found.ranked["auc"][1]]).all()
    assert found.has_scores
    with pytest.raises(ValueError, match="no slice"):
        Slices.of([])


def test_a_choice_of_metric_and_average_is_one_number_of_every_slice() -> None:
    first, second = [[8, 2], [5, 5]], [[3, 0], [6, 1]]
    slices = Slices.of([Evaluation(ConfusionMatrix(("a", "b"), cells)) for cells in (first, second)])
    expected = {
        MetricChoice("accuracy"): [13 / 20, 4 / 10],
        MetricChoice("sensitivity", 1): [5 / 10, 1 / 7],
        MetricChoice("ppv", "macro"): [(8 / 13 + 5 / 7) / 2, (3 / 9 + 1) / 2],
        MetricChoice("ppv", "weighted"): [(8 / 13 + 5 / 7) / 2, (3 * 3 / 9 + 7 * 1) / 10],
        MetricChoice("jaccard", "micro"): [13 / 27, 4 / 16],
    }
    for choice, values in expected.items():
        assert slices.values(choice).tolist() == pytest.approx(values), choice


def test_an_average_says_over_how_many_classes_it_runs() -> None:
    slices = Slices.of(
        [Evaluation(ConfusionMatrix(("a", "b"), cells)) for cells in ([[8, 2], [5, 5]], [[3, 0], [6, 0]])]
    )
    assert slices.classes_used(MetricChoice("ppv", "macro")).tolist() == [2, 1]
    assert slices.classes_used(MetricChoice("sensitivity", "weighted")).tolist() == [2, 2]
    assert slices.classes_used(MetricChoice("ppv", 1)) is None
