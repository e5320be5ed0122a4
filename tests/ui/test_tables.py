"""Downloads say the numbers of the page, and no spreadsheet runs them."""

import csv
import io

import numpy as np
import pandas as pd
import pytest

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from ui.tables import as_csv, class_frame

HOSTILE = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\tx", "plain, with a comma"]


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize("text", HOSTILE[:5])
def test_text_that_would_start_a_formula_is_made_text(text: str) -> None:
    header, row = rows_of(as_csv(pd.DataFrame({text: [text], "n": [-3]})))
    assert header[0] == f"'{text}"
    assert row == [f"'{text}", "-3"]


def test_other_text_and_numbers_stay_as_they_are() -> None:
    frame = pd.DataFrame({"name": [HOSTILE[5]], "share": [0.1 + 0.2], "undefined": [None]})
    assert rows_of(as_csv(frame))[1] == [HOSTILE[5], repr(0.1 + 0.2), ""]


def test_the_class_table_holds_every_count_and_metric_with_its_bounds() -> None:
    matrix = ConfusionMatrix(("Normal", "VT", "never"), np.array([[8, 2, 0], [1, 4, 0], [0, 0, 0]]))
    table = ThresholdTable.from_scores([0.9, 0.6, 0.4], [True, False, True])
    frame = class_frame(Evaluation(matrix, (None, table, None))).set_index("class")
    assert frame.loc["VT", ["tp", "fp", "fn", "tn"]].tolist() == [4, 2, 1, 8]
    assert frame.loc["VT", "sensitivity"] == 0.8
    assert frame.loc["VT", "sensitivity_low"] < 0.8 < frame.loc["VT", "sensitivity_high"]
    assert frame.loc["VT", "auc"] == 0.5
    assert pd.isna(frame.loc["never", "sensitivity"])
    assert pd.isna(frame.loc["Normal", "auc"])
