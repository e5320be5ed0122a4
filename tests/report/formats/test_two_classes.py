"""Where two names are one number of two classes, they have one interval: METRICS, table of intervals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.report.helpers import Json, csv_file, document_of


def overall_and_classes(folder: Path, kind: str, *options: str) -> tuple[Json, Json]:
    draw = np.random.default_rng(1)
    risk = draw.random(240).round(3)
    is_ill = draw.random(240) < risk
    head, rows = "y_true,score", [f"{int(ill)},{p}" for ill, p in zip(is_ill, risk.tolist(), strict=True)]
    if kind == "a score of each":
        head = "y_true,score_0,score_1"
        rows = [f"{int(ill)},{1 - p!r},{p!r}" for ill, p in zip(is_ill, risk.tolist(), strict=True)]
    if kind == "patients":
        head, rows = f"patient_id,{head}", [f"p{at // 2},{row}" for at, row in enumerate(rows)]
    if kind == "folds":
        head, rows = f"fold,{head}", [f"{at % 4},{row}" for at, row in enumerate(rows)]
    (evaluation,) = document_of(csv_file(folder, "\n".join([head, *rows]) + "\n"), *options)["evaluations"]
    return evaluation["overall"], evaluation["classes"]


@pytest.mark.parametrize("options", [(), ("--level", "90"), ("--intervals", "conventional")])
@pytest.mark.parametrize("kind", ["a lone score", "a score of each", "patients", "folds"])
def test_the_area_and_the_brier_score_of_all_have_the_interval_of_the_class(
    tmp_path: Path, kind: str, options: tuple[str, ...]
) -> None:
    overall, classes = overall_and_classes(tmp_path, kind, *options)
    of_class = classes["1"]
    one_number = [("auc_hand_till", classes["0"]["auc"]), ("brier", of_class["calibration"]["brier"])]
    one_number += [("auc_hand_till_pooled", of_class["auc_pooled"])] if kind == "folds" else []
    for key, own in one_number:
        assert overall[key]["value"] == pytest.approx(own["value"], abs=1e-12)
        assert [overall[key][end] for end in ("low", "high")] == pytest.approx([own["low"], own["high"]], abs=1e-12)
        assert overall[key]["method"] == own["method"]


def test_a_reason_for_no_interval_is_the_same_too(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "y_true,score\n" + "0,0.2\n0,0.4\n1,0.3\n1,0.9\n" * 3)
    (evaluation,) = document_of(file)["evaluations"]
    assert "low" not in evaluation["overall"]["auc_hand_till"]
    assert evaluation["overall"]["auc_hand_till"]["code"] == evaluation["classes"]["1"]["auc"]["code"]
