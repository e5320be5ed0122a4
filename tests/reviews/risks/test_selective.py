"""Selective prediction of a class, against its rows, and against the evaluation of all cases."""

import numpy as np
import pandas as pd
import pytest

from metrics import wilson
from reviews.risks.selective import SelectivePrediction, can_be_selective, selective_prediction
from tests.support.data.dated import view_on
from tests.support.studies import labels_only, one_score, scored

LABELS = ["Normal", "Ectopic", "VT"]


def found(table: pd.DataFrame, label: str = "VT", **mapping: str) -> SelectivePrediction:
    view = view_on(table, **mapping)
    assert can_be_selective(view)
    return selective_prediction(view, view.study.labels.index(label))


def confidence(table: pd.DataFrame) -> pd.Series:
    return table[[name for name in table if name.startswith("score_")]].max(axis=1)


def test_without_a_choice_it_is_the_evaluation_of_all_cases() -> None:
    table = scored(LABELS, 300)
    seen = found(table)
    everybody, evaluation = seen.at(1.0), seen.view.evaluation
    assert everybody == seen.everybody
    assert seen.everybody.accuracy == evaluation.overall["accuracy"]
    assert seen.everybody.miss_rate == evaluation.classes[seen.label]["fnr"]
    assert seen.everybody.cases == 300


def test_at_a_coverage_it_counts_the_rows_of_that_confidence_with_the_interval_of_wilson() -> None:
    table = scored(LABELS, 300)
    seen = found(table)
    then = seen.at(0.6)
    assert then is not None
    own = table[confidence(table).rank(ascending=False, method="max") <= 180]
    assert then.cases == len(own)
    predicted = own[[f"score_{name}" for name in LABELS]].idxmax(axis=1).str.removeprefix("score_")
    correct = int((own.y_true == predicted).sum())
    assert (then.accuracy.successes, then.accuracy.trials) == (correct, len(own))
    assert then.accuracy.low == pytest.approx(wilson(correct, len(own)).low)
    assert then.own == int((own.y_true == "VT").sum())


def test_patients_with_several_rows_have_a_patient_level_interval() -> None:
    table = scored(LABELS, 100)
    copies = pd.concat([table] * 4, ignore_index=True)
    patients = found(
        copies.assign(patient_id=[f"p{at % 100}" for at in range(400)]).drop(columns="case_id", errors="ignore")
    )
    then, rows = patients.at(0.7), found(table).at(0.7)
    assert then is not None
    assert rows is not None
    assert then.accuracy.value == pytest.approx(rows.accuracy.value)
    assert "patient" in str(then.accuracy.method).casefold()


def test_weighted_cases_are_coverage_by_weight_and_counts_of_rows() -> None:
    table = scored(LABELS, 200)
    weight = np.random.default_rng(0).integers(1, 5, 200)
    seen = found(table.assign(weight=weight), weight="weight")
    then = seen.at(0.5)
    assert then is not None
    decided = confidence(table) >= seen.curve.confidence[seen.curve.place(0.5)]
    assert then.cases == int(decided.sum())
    assert then.coverage == pytest.approx(weight[decided].sum() / weight.sum())


def test_cases_without_a_score_are_counted_and_not_decided() -> None:
    table = scored(LABELS, 100)
    table.loc[:6, "score_VT"] = np.nan
    seen = found(table)
    assert seen.without_score == 7
    assert seen.everybody.cases == 93


def test_one_score_of_two_classes_has_a_confidence_and_labels_alone_have_none() -> None:
    table = one_score()
    view = view_on(table)
    assert can_be_selective(view)
    assert selective_prediction(view, 0).everybody.accuracy == view.evaluation.overall["accuracy"]
    assert not can_be_selective(view_on(labels_only()))


def test_the_picture_has_at_most_200_points_which_rise() -> None:
    drawn = found(scored(LABELS, 900)).drawn
    assert 100 < len(drawn) <= 200
    assert (np.diff(drawn) > 0).all()
