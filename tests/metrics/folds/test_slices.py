"""What is kept of several evaluations beside their tables."""

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, Slices, ThresholdTable, auc, average_precision


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
