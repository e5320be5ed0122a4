"""A curve in words."""

import numpy as np

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from tests.words.findings.heart import TWO, said
from words.findings.curves import curves


def test_a_curve_is_a_comparison_of_two_people() -> None:
    table = ThresholdTable.from_scores([0.9, 0.8, 0.7, 0.2], [True, False, True, False])
    matrix = ConfusionMatrix(("Normal", "VT"), np.array([[1, 1], [0, 2]]))
    headline, detail = said(curves(Evaluation(matrix, (None, table)), 1, TWO))
    assert (
        headline
        == "Given one patient with VT and one without, the model scores the one with VT higher 75 times in 100."
    )
    assert detail.startswith("AUC 0.750 (")
    assert detail.endswith("by chance it would be the share of VT, 2 of 4 (0.500).")
