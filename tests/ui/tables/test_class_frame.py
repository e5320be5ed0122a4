"""The table of every metric to download has each with its counts and bounds."""

import numpy as np
import pandas as pd

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from tests.words.findings.heart import PATIENTS
from ui.tables.class_frame import class_frame
from words import Voice


def test_the_class_table_holds_every_count_and_metric_with_its_bounds() -> None:
    matrix = ConfusionMatrix(("Normal", "VT", "never"), np.array([[8, 2, 0], [1, 4, 0], [0, 0, 0]]))
    table = ThresholdTable.from_scores([0.9, 0.6, 0.4], [True, False, True])
    frame = class_frame(
        Evaluation(matrix, (None, table, None)), Voice(("Normal", "fast", "never"), PATIENTS, order=(1, 2, 0))
    )
    assert frame["class"].tolist() == ["fast", "never", "Normal"]
    frame = frame.set_index("class")
    assert frame.loc["fast", ["tp", "fp", "fn", "tn"]].tolist() == [4, 2, 1, 8]
    assert frame.loc["fast", "sensitivity"] == 0.8
    assert frame.loc["fast", "sensitivity_low"] < 0.8 < frame.loc["fast", "sensitivity_high"]
    assert frame.loc["fast", "auc"] == 0.5
    assert pd.isna(frame.loc["never", "sensitivity"])
    assert pd.isna(frame.loc["Normal", "auc"])
