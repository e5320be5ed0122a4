"""Areas of several models on the same split, and of each patient where they are few."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.paired_auc import paired_auc_of_patients
from predictions.demo import open_example
from predictions.opening import open_files
from reviews import Review, View
from reviews.models.areas import LOW_FPR, by_patient, has_curve, league
from tests.support.studies import example_table


def view_of(example: str) -> View:
    study = open_example(example)
    return View(study, Review.begin(study), split=next(iter(study.splits_of(0)), None))


def rows_of(model: str) -> pd.DataFrame:
    table = example_table("heart-rhythm")
    return table[(table.y_true != "") & (table.split == "test") & (table.model == model)]


def test_every_model_has_the_areas_of_the_reference_implementation() -> None:
    view = view_of("heart-rhythm")
    label = view.study.labels.index("VT")
    found = league(view, label)
    assert [view.study.model_names[each.model] for each in found] == ["Model A", "Model B"]
    for each in found:
        rows = rows_of(view.study.model_names[each.model])
        truth, score = rows.y_true == "VT", rows.score_VT.astype(float)
        assert each.auc.value == pytest.approx(roc_auc_score(truth, score))
        assert each.average_precision.value == pytest.approx(average_precision_score(truth, score))
        fpr, tpr, _ = roc_curve(truth, score, drop_intermediate=False)
        assert each.sensitivity.value == pytest.approx(tpr[fpr <= LOW_FPR].max())
        assert each.sensitivity.trials == truth.sum()


def test_a_difference_is_of_the_same_cases_at_the_level_of_all_of_them_together() -> None:
    view = view_of("heart-rhythm")
    label = view.study.labels.index("VT")
    first, second = league(view, label)
    assert first.difference is None
    one, other = rows_of("Model B").set_index("patient_id"), rows_of("Model A").set_index("patient_id")
    common = one.index.intersection(other.index)
    scores = [each.loc[common, "score_VT"].astype(float) for each in (one, other)]
    wanted = paired_auc_of_patients(one.loc[common, "y_true"] == "VT", *scores)
    assert second.difference is not None
    assert second.difference.value == pytest.approx(wanted.difference.value)
    assert second.difference.low == pytest.approx(wanted.difference.low)
    assert second.auc.value - first.auc.value == pytest.approx(second.difference.value)
    assert simultaneous_level(0.95, 1) == 0.95


def test_seen_from_the_other_model_the_difference_turns_its_sign() -> None:
    view = view_of("heart-rhythm")
    label = view.study.labels.index("VT")
    forth, back = league(view, label)[1].difference, league(replace(view, model=1), label)[0].difference
    assert forth is not None
    assert back is not None
    assert forth.value == pytest.approx(-back.value)


def test_a_few_patients_have_an_area_each_and_many_have_none() -> None:
    view = view_of("surgical-phases")
    evaluation, label = view.evaluation, view.interest
    areas, precisions = by_patient(evaluation, label)
    table = example_table("surgical-phases")
    name = view.study.labels[label]
    wanted = [
        roc_auc_score(rows.y_true == name, rows[f"score_{name}"].astype(float))
        for _, rows in table.groupby("video_id")
        if (rows.y_true == name).any()
    ]
    assert len(areas) == len(precisions) == evaluation.clusters
    assert sorted(areas[~np.isnan(areas)]) == pytest.approx(sorted(wanted))
    assert len(by_patient(view_of("heart-sounds").evaluation, 0)[0]) == 0
    assert len(by_patient(view_of("breast-cancer").evaluation, 0)[0]) == 0


def test_models_whose_cases_cannot_be_paired_have_areas_and_no_difference() -> None:
    rng = np.random.default_rng(0)
    truth = np.tile(["sick", "well"], 40)
    table = pd.DataFrame({"model": np.repeat(["a", "b"], 40), "y_true": truth, "score_sick": rng.random(80)})
    study = open_files([("a.csv", table.assign(score_well=1 - table.score_sick).to_csv(index=False).encode())])
    found = league(View(study, Review.begin(study)), study.labels.index("sick"))
    assert [each.difference for each in found] == [None, None]
    assert all(each.auc.is_defined for each in found)


def test_a_class_without_cases_has_no_curve() -> None:
    view = view_of("heart-rhythm")
    assert has_curve(view.evaluation, 0)
    assert not has_curve(replace(view.evaluation, tables=()), 0)
