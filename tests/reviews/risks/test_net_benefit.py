"""Net benefit of the open study: its thresholds, its models, weights and folds."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from metrics import net_benefit
from predictions.demo import open_example
from predictions.mapping import Mapping
from predictions.opening import open_files
from reviews import KeptThreshold, Review, View
from reviews.risks.decision_picture import curve_picture, models_picture
from reviews.risks.net_benefit import GRID, Lack, Look, NetBenefit, lack, listed
from tests.predictions.build.test_weights import table
from tests.support.studies import example_table, never_predicted, one_score, shifted_folds


def view_of(example: str) -> View:
    study = open_example(example)
    return View(study, Review.begin(study), split=next(iter(study.splits_of(0)), None))


def view_on(frame: pd.DataFrame, **mapping: object) -> View:
    study = open_files([("a.csv", frame.to_csv(index=False).encode())], Mapping(**mapping))
    return View(study, Review.begin(study))


def of_vt() -> NetBenefit:
    view = view_of("heart-rhythm")
    return NetBenefit(view, view.study.labels.index("VT"))


def test_counts_and_net_benefit_are_those_of_the_rows() -> None:
    found, rows = of_vt(), example_table("heart-rhythm")
    rows = rows[(rows.y_true != "") & (rows.split == "test") & (rows.model == "Model A")]
    ill, score = rows.y_true == "VT", rows.score_VT.astype(float)
    for risk in (0.05, 0.1, 0.333):
        tp, fp = ((score >= risk) & ill).sum(), ((score >= risk) & ~ill).sum()
        curve = found.at(risk)
        assert (curve.counts.tp[0], curve.counts.fp[0]) == (tp, fp)
        assert curve.model.value[0] == pytest.approx((tp - fp * risk / (1 - risk)) / len(rows))
    assert found.observed_to_expected == pytest.approx(ill.sum() / score.sum())


def test_what_is_worth_at_a_threshold_is_the_gain_of_the_curve() -> None:
    found = of_vt()
    worth = found.worth(0.1)
    assert (worth.flagged, worth.cases, worth.everyone_is_better) == (154, 1150, False)
    assert worth.gain.value == pytest.approx(net_benefit(found.view.evaluation.table(found.label).at(0.1), 0.1))  # type: ignore[union-attr]
    assert found.worth(0.02).everyone_is_better
    assert replace(found, harm=0.01).worth(0.1).gain.value == pytest.approx(worth.gain.value - 0.01)
    assert found.worth(0.1, 0.01).gain.value < worth.gain.value


def test_thresholds_of_a_table_run_over_the_setting_with_the_chosen_one() -> None:
    assert listed(0.05, 0.2, 0.1).tolist() == [0.05, 0.1, 0.15, 0.2]
    assert listed(0.05, 0.2, 0.33).tolist() == [0.05, 0.1, 0.15, 0.2, 0.33]
    assert listed(0.1, 0.1, 0.1).tolist() == [0.1]


def marks_of(found: NetBenefit) -> list[str]:
    """What the points of the picture say, without the gain."""
    drawn = curve_picture(found, Look(), ("A", "B")).figure.data
    return [each.hovertext[0].split("<br>")[0].split(":")[0] for each in drawn if each.mode == "markers"]


def test_operating_points_stand_on_the_curve_where_they_are_thresholds_of_the_class() -> None:
    found = of_vt()
    assert found.operating_points == {}  # argmax of three classes
    review = found.view.review.keeping(KeptThreshold(0, found.label, 0.3))
    kept = replace(found, view=replace(found.view, review=review))
    assert kept.operating_points == {"unused": 0.3}
    assert "kept, not used (0.300)" in marks_of(kept)
    used = review.keeping(KeptThreshold(0, found.label, 0.3, applied=True))
    kept = replace(found, view=replace(found.view, review=used))
    assert kept.operating_points == {"kept": 0.3}
    assert "kept (0.300)" in marks_of(kept)
    breast = view_of("breast-cancer")
    assert NetBenefit(breast, breast.interest).operating_points == {"delivered": 0.5}
    other = review.keeping(KeptThreshold(0, 0, 0.3))
    assert replace(found, view=replace(found.view, review=other)).operating_points == {}


def test_an_assumed_threshold_is_marked_as_such() -> None:
    view = view_on(one_score())
    found = NetBenefit(view, view.study.labels.index("sick"))
    assert "assumed (0.500)" in marks_of(found)


def test_all_models_of_the_split_have_a_curve_the_shown_one_first() -> None:
    found = of_vt()
    models = found.models
    assert list(models) == [0, 1]
    assert [each.is_shown for each in models.values()] == [True, False]
    drawn = models_picture(models, Look(), ("A", "B"))
    assert [each.name for each in drawn.lines] == ["A", "B"]
    other = replace(found, view=replace(found.view, model=1))
    assert [each.name for each in models_picture(other.models, Look(), ("A", "B")).lines] == ["B", "A"]
    assert sum(each.text.startswith("work up everyone") for each in drawn.figure.layout.annotations) == 1


def test_models_on_other_cases_have_a_default_of_their_own_even_at_equal_prevalence() -> None:
    """rtichoke merged two populations whose event rates are equal."""
    whole = table(200, 0).assign(case_id=range(200))
    half = whole.iloc[:100].assign(model="B")
    view = view_on(pd.concat([whole.assign(model="A"), half, half.iloc[:0]]))
    models = NetBenefit(view, view.study.labels.index("VT")).models
    texts = [each.text for each in models_picture(models, Look(), ("A", "B")).figure.layout.annotations]
    assert sum(text.startswith("work up everyone") for text in texts) == 2


def test_a_weighted_file_has_the_net_benefit_of_its_population() -> None:
    weights = np.random.default_rng(1).uniform(0.1, 2.0, 300)
    frame = table(weight=weights)
    view = view_on(frame, weight="weight")
    found = NetBenefit(view, view.study.labels.index("VT"))
    ill, flagged = frame.y_true == "VT", frame.score_VT >= 0.2
    tp, fp = (weights[ill & flagged].sum(), weights[~ill & flagged].sum())
    assert found.at(0.2).model.value[0] == pytest.approx((tp - fp / 4) / weights.sum())
    assert found.at(0.2).counts.tp[0] == (ill & flagged).sum()
    expected = (weights * frame.score_VT).sum()
    assert found.observed_to_expected == pytest.approx(weights[ill].sum() / expected)


def test_folds_are_pooled_and_a_patient_in_several_counts_as_one_unit() -> None:
    frame = table(300)
    twice = pd.concat([frame.assign(case_id=range(300), fold=fold) for fold in (0, 1)])
    view, alone = view_on(twice), view_on(frame.assign(case_id=range(300)))
    label = view.study.labels.index("VT")
    both, one = NetBenefit(view, label).at(0.1), NetBenefit(alone, label).at(0.1)
    assert both.model.value[0] == pytest.approx(one.model.value[0])
    assert both.model.error[0] == pytest.approx(one.model.error[0], rel=0.065)  # four errors of 2,000 draws


def test_a_class_without_probabilities_scores_or_cases_says_what_it_lacks() -> None:
    shifted = view_on(shifted_folds())
    assert lack(shifted.evaluation, shifted.study.labels.index("sick")) is Lack.PROBABILITIES
    rare = view_on(never_predicted())
    assert lack(rare.evaluation, rare.study.labels.index("Rare")) is None
    labels = view_on(never_predicted()[["y_true", "y_pred"]])
    assert lack(labels.evaluation, 0) is Lack.SCORES
    one = view_on(never_predicted().assign(y_true="Normal"))
    assert {lack(one.evaluation, label) for label in range(len(one.study.labels))} == {Lack.CASES}


def test_cases_that_weigh_nothing_are_none() -> None:
    frame = table()
    view = view_on(frame.assign(weight=(frame.y_true == "VT") * 1.0), weight="weight")
    assert {lack(view.evaluation, label) for label in range(len(view.study.labels))} == {Lack.CASES}


@pytest.mark.parametrize("view", ["benefit", "avoided", "standardised"])
@pytest.mark.parametrize("example", ["heart-rhythm", "heart-sounds", "surgical-phases", "breast-cancer"])
def test_every_view_of_every_class_is_drawn_in_finite_numbers_within_its_frame(example: str, view: str) -> None:
    shown = view_of(example)
    for label in shown.voice.order:
        if lack(shown.evaluation, label) is None:
            drawn = curve_picture(NetBenefit(shown, label), Look(view=view), ())
            assert [each.name for each in drawn.lines] == ["the model"], "not a class, cut at 18 characters"
            low, high = drawn.figure.layout.yaxis.range
            assert low < 0 < high
            assert all(map(math.isfinite, (low, high)))
            line = drawn.lines[0]
            assert len(line.value) == len(GRID) == len(line.said)
            assert np.isfinite(line.value).all()
            assert high <= 125


def test_the_band_of_few_cases_is_drawn_to_its_upper_bound() -> None:
    rng = np.random.default_rng(4)
    truth = np.arange(300) < 20
    score = 1 / (1 + np.exp(-rng.normal(3.0 * truth - 3)))
    view = view_on(pd.DataFrame({"y_true": np.where(truth, "VT", "Normal"), "score_VT": score}))
    found = NetBenefit(view, view.study.labels.index("VT"))
    for shown in ("benefit", "standardised"):
        drawn = curve_picture(found, look := Look(view=shown), ("",))
        line = drawn.lines[0]
        assert np.nanmax(line.high[line.risks <= look.last]) <= drawn.figure.layout.yaxis.range[1]  # type: ignore[index]
