"""Calibration as given, of other models and recalibrated; what a page can speak of."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import special

from metrics import ThresholdTable, recalibration
from predictions.demo import open_example
from predictions.limits import Limits
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from predictions.slices.row_metrics import row_metrics
from reviews import Review, View
from reviews.risks.calibration import (
    calibration_of,
    can_be_recalibrated,
    classes_with_risks,
    edges,
    farthest,
    nearest,
    of_all_classes,
    of_models,
    recalibrated,
    usual_risk,
)


def view_of(example: str) -> View:
    study = open_example(example)
    return View(study, Review.begin(study), split=next(iter(study.splits_of(0)), None))


def opened(table: pd.DataFrame, split: str | None = None) -> View:
    study = open_files([("risks.csv", table.to_csv(index=False).encode())])
    return View(study, Review.begin(study), split=split)


def risks(size: int, seed: int = 0, stretch: float = 1.6) -> pd.DataFrame:
    generator = np.random.default_rng(seed)
    x = generator.normal(-0.5, 1.2, size)
    truth = generator.random(size) < special.expit(x)
    return pd.DataFrame({"y_true": np.where(truth, "ill", "well"), "prob_ill": special.expit(0.5 + stretch * x)})


def both(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(prob_well=1 - table.prob_ill)


def test_each_model_has_the_slope_of_its_own_scores() -> None:
    view = view_of("heart-rhythm")
    label = view.study.labels.index("VT")
    ((other, found),) = of_models(view, label)
    assert other != view.model
    table = replace(view, model=other).evaluation.table(label)
    assert found.line[1].value == pytest.approx(recalibration(table).slope)


def test_the_validation_split_recalibrates_where_there_is_one() -> None:
    table = pd.concat([both(risks(1500)).assign(split="val"), both(risks(1500, 1)).assign(split="test")])
    view = opened(table, "test")
    found = recalibrated(view, 0)
    given = calibration_of(view, 0)
    assert given.line[1].high < 1
    assert found.split == "valid"
    fitted = recalibration(replace(view, split="valid").evaluation.table(0))
    assert (found.line.intercept, found.line.slope) == pytest.approx((fitted.intercept, fitted.slope))
    assert found.calibration.line[1].low < 1 < found.calibration.line[1].high
    assert recalibrated(replace(view, split="valid"), 0).split is None  # never on the cases that it is judged on


@pytest.mark.thorough
def test_a_file_that_an_engine_counts_needs_a_validation_split(tmp_path: Path) -> None:
    table = pd.concat([both(risks(600)).assign(split="val"), both(risks(600, 1)).assign(split="test")])
    found = []
    for rows in (1, 10_000):
        table.to_parquet(tmp_path / "risks.parquet")
        study = open_files(
            [("risks.parquet", tmp_path / "risks.parquet")], guard=Guard(apart=False, limits=Limits(rows=rows))
        )
        view = View(study, Review.begin(study), split="test")
        found.append(recalibrated(view, 0).calibration)
        assert can_be_recalibrated(replace(view, split="valid"), 0) == (rows > 1)
    counted, held = found
    assert counted.line[1].value == pytest.approx(held.line[1].value, rel=1e-9)
    assert counted.line[1].low == pytest.approx(held.line[1].low, rel=1e-9)
    assert counted.brier.value == pytest.approx(held.brier.value)


def test_without_one_patients_are_cross_fitted() -> None:
    view = opened(both(risks(900)))
    found = recalibrated(view, 0)
    assert found.line is None
    assert found.calibration.oe_ratio.value == pytest.approx(1, abs=0.03)


def test_scores_that_are_no_probabilities_have_a_recalibrated_view_alone() -> None:
    table = risks(900)
    view = opened(table.assign(prob_ill=special.logit(table.prob_ill)).rename(columns={"prob_ill": "score"}))
    (label,) = {view.study.labels.index("ill")}
    if view.evaluation.table(label) is None:
        pytest.skip("the score belongs to the other class")
    assert calibration_of(view, label) is None
    assert recalibrated(view, label).calibration.oe_ratio.value == pytest.approx(1, abs=0.03)


def test_scores_that_do_not_sum_to_1_are_no_probabilities() -> None:
    table = risks(300)
    assert calibration_of(opened(table.assign(prob_well=0.9 * (1 - table.prob_ill))), 0) is None
    assert calibration_of(opened(table.assign(prob_well=1.004 - table.prob_ill)), 0) is not None


@pytest.mark.thorough
def test_weights_that_repeat_rows_give_what_the_repeated_rows_give() -> None:
    table = both(risks(400))
    copies = np.random.default_rng(2).integers(1, 4, len(table))
    files = [("w.csv", table.assign(sample_weight=copies).to_csv(index=False).encode())]
    study = open_files(files, replace(open_files(files).mapping, weight="sample_weight"))
    found = calibration_of(View(study, Review.begin(study)), 0)
    again = calibration_of(opened(table.loc[table.index.repeat(copies)]), 0)
    assert found.line[1].value == pytest.approx(again.line[1].value, rel=1e-9)
    assert found.brier.value == pytest.approx(again.brier.value)
    assert found.curve.at([0.3])[0] == pytest.approx(again.curve.at([0.3])[0], rel=1e-6)
    assert found.line[1].method.startswith("bootstrap SE, t(")
    assert found.line[1].high - found.line[1].low > again.line[1].high - again.line[1].low


def test_a_lone_score_speaks_of_its_own_class() -> None:
    view = opened(risks(200).rename(columns={"prob_ill": "score"}))
    assert [view.study.labels[label] for label in classes_with_risks(view)] == ["ill"] or len(
        classes_with_risks(view)
    ) <= 2


def test_the_headline_is_about_a_round_risk_that_cases_have() -> None:
    view = view_of("heart-rhythm")
    found = calibration_of(view, view.study.labels.index("VT"))
    assert usual_risk(found) == 0.2
    rare = replace(
        found, cases=replace(found.cases, table=ThresholdTable([0.03, 0.011, 0.001], [1, 1, 1], [9, 90, 900]))
    )
    assert farthest(rare) == 0.03
    assert usual_risk(rare) == 0.02
    assert nearest(rare) == 0.001
    few_below = ThresholdTable([0.03, 0.001, 1e-7], [10, 20, 1], [90, 876, 3])
    assert nearest(replace(found, cases=replace(found.cases, table=few_below))) == 0.001, "4 of 1,000 lie below"
    assert edges(found) == (0.5, 0.2, 0.05, 0.0)
    assert edges(rare) == (0.05, 0.01, 0.001, 0.0)


def test_the_brier_score_of_all_classes_is_that_of_the_report() -> None:
    for example in ("heart-rhythm", "breast-cancer"):
        view = view_of(example)
        loss, score = of_all_classes(view)
        rows = row_metrics(view.study, view.model, view.split)
        assert score == pytest.approx(rows["brier"].value)
        assert 0 < loss < 1
    assert all(map(math.isnan, of_all_classes(opened(risks(300).assign(prob_well=lambda each: 0.9 - each.prob_ill)))))
