"""Several models on the same cases: every number by pandas, one level for all, and what cannot be compared."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metrics import Estimate, paired_auc, paired_difference
from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.paired_proportions import paired_proportion
from metrics.paired.predictive_ratios import predictive_ratio
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from reviews import KeptThreshold, Review, View
from reviews.cache import Cache
from reviews.models.areas import league
from reviews.models.comparison import Comparison
from reviews.models.rival import has_missed_as_normal
from reviews.risks.net_benefit import NetBenefit
from tests.metrics.paired.test_counted_areas import assert_same

LABELS = ("Normal", "Ectopic", "VT")
VT = "VT"


def table(models: int, cases: int = 400, scores: bool = True, seed: int = 0) -> pd.DataFrame:
    """A long table: every model on the same cases, later ones wrong more often."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(LABELS, cases, p=[0.6, 0.2, 0.2])
    parts = []
    for model in range(models):
        strength = rng.dirichlet([1, 1, 1], cases) + (truth[:, None] == np.array(LABELS)) * (1.2 - 0.25 * model)
        chance = strength / strength.sum(1, keepdims=True)
        part = pd.DataFrame({"case_id": [f"c{i}" for i in range(cases)], "y_true": truth, "model": "ABCDEFGH"[model]})
        part["y_pred"] = np.array(LABELS)[chance.argmax(1)]
        if scores:
            part[[f"score_{label}" for label in LABELS]] = chance
        parts.append(part)
    return pd.concat(parts)


def compared(frame: pd.DataFrame, interest: str = VT, level: float = 0.95) -> Comparison:
    study = open_files([("answers.csv", frame.to_csv(index=False).encode())])
    label = study.labels.index(interest)
    review = replace(Review.begin(study), interest=label)
    return Comparison(View(study, review, 0, None, level))


def wide(frame: pd.DataFrame, column: str) -> pd.DataFrame:
    return frame.pivot(index="case_id", columns="model", values=column)


def test_every_difference_is_that_of_the_counts() -> None:
    frame = table(2)
    now = compared(frame)
    (rival,) = now.rivals
    found = rival.compared(now.view.interest)
    truth, predicted, score = (wide(frame, name) for name in ("y_true", "y_pred", "score_VT"))
    is_vt = (truth["A"] == VT).to_numpy()
    b, a = ((predicted[name] == VT).to_numpy() for name in "BA")
    cells = [int((x & y & is_vt).sum()) for x, y in ((b, a), (b, ~a), (~b, a), (~b, ~a))]
    assert found.sensitivity.difference == paired_difference(*cells)
    assert found.specificity == paired_proportion(~b[~is_vt], ~a[~is_vt])
    assert found.ppv == predictive_ratio(is_vt, b, a)
    as_normal = [(predicted[name] == "Normal").to_numpy()[is_vt] for name in "BA"]
    assert found.missed_as_normal == paired_proportion(*as_normal)
    scores = [score[name].to_numpy(float) for name in "BA"]
    assert found.auc.difference.value == pytest.approx(paired_auc(is_vt, *scores).difference.value)
    assert rival.accuracy().first == int((predicted["B"] == truth["B"]).sum())
    assert rival.disagreeing(now.view.interest) == cells[1] + cells[2]


def both_ways(frame: pd.DataFrame, path: Path, mapping: Mapping | None = None) -> list[Comparison]:
    """The same file held, and counted where it lies."""
    frame.to_parquet(path, index=False)
    found = []
    for limits in (Limits(), Limits(rows=1)):
        study = open_files([(path.name, path)], mapping, Guard(limits=limits, apart=False))
        split = study.slices[0][1]
        found.append(Comparison(View(study, replace(Review.begin(study), interest=study.labels.index(VT)), 0, split)))
    return found


def assert_same_numbers(held: Comparison, counted: Comparison) -> None:
    """Of every class and rival."""
    for own, other in zip(held.rivals, counted.rivals, strict=True):
        assert (len(own.pair), own.disagreeing(2), own.accuracy()) == (
            len(other.pair),
            other.disagreeing(2),
            other.accuracy(),
        )
        for label in range(len(LABELS)):
            assert replace(own.compared(label), auc=None) == replace(other.compared(label), auc=None)
            assert (own.areas(label) is None) == (other.areas(label) is None)
            if own.areas(label) is not None:
                assert_same(other.areas(label), own.areas(label))
            assert own.npv(label) == other.npv(label)


@pytest.mark.thorough
def test_models_of_one_table_are_compared_where_an_engine_counts_them(tmp_path: Path) -> None:
    long = table(3, scores=False)
    frame = wide(long, "y_pred").add_prefix("pred_").assign(y_true=wide(long, "y_true")["A"]).reset_index()
    frame["split"] = np.where(np.arange(len(frame)) % 5, "test", "train")
    held, counted = both_ways(frame, tmp_path / "a.parquet")
    assert_same_numbers(held, counted)
    assert len(counted.rivals) == 2
    assert [counted.observed_to_expected(label) for label in range(3)] == [None] * 3


def near(own: Estimate, other: Estimate) -> None:
    """The same value and method, and bounds as of other draws."""
    assert (own.value, own.method, own.note) == (other.value, other.method, other.note)
    if own.low is not None and own.high is not None:
        bounds = pytest.approx([own.low, own.high], abs=0.15 * (own.high - own.low))
        assert [other.low, other.high] == bounds


def assert_near(held: Comparison, counted: Comparison) -> None:
    """Of every class and rival, of patients with several rows: equal but for what is drawn."""
    for own, other in zip(held.rivals, counted.rivals, strict=True):
        assert (own.units, own.known_by, other.known_by) == (other.units, "rows", "counts")
        pairs = [(own.accuracy(), other.accuracy())]
        for label in range(len(LABELS)):
            one, two = own.compared(label), other.compared(label)
            pairs += [(one.proportion(key), two.proportion(key)) for key in ("sensitivity", "specificity")]
            pairs += [(one.missed_as_normal, two.missed_as_normal)] if one.missed_as_normal else []
            for ratio, told in ((one.ppv, two.ppv), (own.npv(label), other.npv(label))):
                assert (ratio.first, ratio.second, ratio.is_clustered) == (told.first, told.second, True)
                assert told.p == pytest.approx(ratio.p, nan_ok=True)
                near(ratio.difference, told.difference)
                near(ratio.ratio, told.ratio)
        for proportion, told in pairs:
            near(proportion.difference, told.difference)
            assert replace(proportion, difference=told.difference) == told


def in_rows_of_patients() -> pd.DataFrame:
    """Models in rows of their own, of patients with four recordings each."""
    frame = table(2, scores=False).sample(frac=0.95, random_state=0)
    number = frame.case_id.str[1:].astype(int)
    return frame.assign(case_id="p" + (number // 4).astype(str), recording=number % 4)


@pytest.mark.thorough
def test_patients_of_models_on_the_same_cases_are_those_of_rows_that_are_held(tmp_path: Path) -> None:
    long = table(3, scores=False)
    frame = wide(long, "y_pred").add_prefix("pred_").assign(y_true=wide(long, "y_true")["A"]).reset_index()
    frame["case_id"] = [f"p{each // 4}" for each in range(len(frame))]
    held, counted = both_ways(frame, tmp_path / "a.parquet")
    assert_near(held, counted)
    assert len(counted.rivals) == 2
    own, other = both_ways(in_rows_of_patients(), tmp_path / "b.parquet")
    assert_near(own, other)
    by_rows = Comparison(replace(counted.view, study=counted.study.by_rows, cache=Cache()))
    assert [(each.units, each.known_by) for each in by_rows.rivals] == [(None, None)] * 2
    assert not by_rows.rivals[0].compared(2).sensitivity.is_clustered


@pytest.mark.parametrize("scores", [False, True])
@pytest.mark.thorough
def test_models_in_rows_of_their_own_are_compared_where_an_engine_counts_them(tmp_path: Path, scores: bool) -> None:
    frame = table(3, scores=scores).sample(frac=0.9, random_state=0)
    held, counted = both_ways(frame, tmp_path / "a.parquet")
    assert_same_numbers(held, counted)
    assert (len(counted.rivals), counted.unmatched) == (2, ())


@pytest.mark.thorough
def test_cases_of_one_model_alone_are_counted_by_an_engine_too(tmp_path: Path) -> None:
    long = table(2, scores=False)
    frame = wide(long, "y_pred").add_prefix("pred_").assign(y_true=wide(long, "y_true")["A"]).reset_index()
    frame.loc[:6, "pred_A"], frame.loc[400 - 9 :, "pred_B"] = None, None
    held, counted = (each.rivals[0].pair for each in both_ways(frame, tmp_path / "a.parquet"))
    assert (len(counted), counted.only_first, counted.only_second) == (384, 7, 9)
    assert (len(held), held.only_first, held.only_second) == (384, 7, 9)


@pytest.mark.thorough
def test_the_league_of_curves_has_the_differences_of_held_cases(tmp_path: Path) -> None:
    long = table(3)
    frame = wide(long, "y_pred").add_prefix("pred_").assign(y_true=wide(long, "y_true")["A"])
    for label in LABELS:
        frame = frame.join(wide(long, f"score_{label}").add_prefix("score_").add_suffix(f"_{label}"))
    held, counted = (league(each.view, 2) for each in both_ways(frame, tmp_path / "a.parquet"))
    assert [each.model for each in held] == [each.model for each in counted] == [0, 1, 2]
    for own, other in zip(held, counted, strict=True):
        assert (own.difference is None) == (other.difference is None) == (own.model == 0)
        if own.difference is not None:
            ends = own.difference.value, own.difference.low, own.difference.high
            assert (other.difference.value, other.difference.low, other.difference.high) == pytest.approx(ends)


@pytest.mark.thorough
def test_an_engine_is_not_asked_to_match_cases_for_another_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, counted = both_ways(table(2), tmp_path / "a.parquet")
    asked: list[object] = []
    monkeypatch.setattr(type(counted.study), "together", lambda *given: asked.append(given))
    assert [each.difference for each in league(counted.view, 2)] == [None, None]
    assert NetBenefit(counted.view, 2).over_reference(0.1) == {}
    assert asked == []


def test_all_intervals_share_one_level_for_the_number_of_models() -> None:
    frame = table(4)
    now, alone = compared(frame), compared(frame[frame.model.isin(["A", "B"])])
    assert len(now.rivals) == 3
    assert now.level == simultaneous_level(0.95, 3)
    label = now.view.interest
    together, single = now.rivals[0].compared(label), alone.rivals[0].compared(label)
    for key in ("sensitivity", "specificity", "missed_as_normal", "ppv", "auc"):
        wider, usual = together.difference(key), single.difference(key)
        assert wider.value == usual.value
        assert wider.low < usual.low < usual.high < wider.high
    assert now.rivals[0].compared(label, comparisons=1).sensitivity == single.sensitivity


def test_a_difference_is_clear_only_where_its_own_interval_excludes_0() -> None:
    now = compared(table(4))
    for _, found in now.compared(now.view.interest):
        for key in ("sensitivity", "specificity", "missed_as_normal", "ppv", "auc"):
            assert not found.is_clear(key) or found.difference(key).excludes_0
    assert found.difference("accuracy") is None


@pytest.mark.thorough
def test_the_headline_is_about_a_clearly_better_model_or_else_the_highest() -> None:
    frame = table(3)
    for reference in range(3):
        now = compared(frame)
        now = replace(now, view=replace(now.view, model=reference))
        values = {each.model: found.sensitivity.difference.value for each, found in now.compared(now.view.interest)}
        assert now.leading(now.view.interest)[0].model == max(values, key=values.get)


@pytest.mark.parametrize("mode", ["sensitivity", "specificity"])
def test_a_moved_model_reaches_what_the_reference_has(mode: str) -> None:
    now = compared(table(2))
    found = now.rivals[0].compared(now.view.interest, mode)
    held = found.proportion(mode)
    assert held.first >= held.second
    assert np.isfinite(found.threshold)
    assert found.missed_as_normal is None
    without = compared(table(2, scores=False))
    assert without.rivals[0].compared(without.view.interest, mode) is None
    assert without.rivals[0].compared(without.view.interest).auc is None
    assert without.observed_to_expected(without.view.interest) is None


@pytest.mark.thorough
def test_missed_as_normal_is_of_a_disease_among_three_classes() -> None:
    frame = table(2)
    assert has_missed_as_normal(compared(frame).view, 2)
    now = compared(frame, "Normal")
    assert not has_missed_as_normal(now.view, now.view.interest)
    two = compared(frame.replace("Ectopic", "Normal").drop(columns=["score_Ectopic"]))
    assert not has_missed_as_normal(two.view, two.view.interest)
    neither = replace(now.view, review=replace(now.view.review, not_diseases=frozenset({2})))
    assert not has_missed_as_normal(Comparison(neither).view, 2)


def test_observed_to_expected_is_of_each_model_on_its_own() -> None:
    frame = table(2)
    now = compared(frame)
    for model, found in (("A", now.observed_to_expected(2)), ("B", now.rivals[0].observed_to_expected(2))):
        rows = frame[frame.model == model]
        assert found.value == pytest.approx((rows.y_true == VT).sum() / rows.score_VT.sum())


def test_models_on_other_cases_are_named_with_the_reason() -> None:
    frame = table(3)
    apart = frame.case_id.where(frame.model != "B", "x" + frame.case_id)
    now = compared(frame.assign(case_id=apart))
    assert [each.model for each in now.rivals] == [2]
    ((model, problem),) = now.unmatched
    assert model == 1
    assert "are in both" in str(problem)
    part = compared(pd.concat([frame[frame.model == "A"], frame[frame.model == "B"][:300]]))
    (rival,) = part.rivals
    assert (len(rival.pair), rival.pair.only_second) == (300, 100)
    assert part.leading(2)[1].sensitivity.cases < (frame.y_true[frame.model == "A"] == VT).sum()


def markers(**more: object) -> Comparison:
    """Two scores of one outcome and no predicted class, as several models."""
    rng = np.random.default_rng(0)
    sick = rng.random(300) < 0.3
    columns = {
        "case_id": range(300),
        "y_true": np.where(sick, "sick", "well"),
        "risk_a": 0.5 * sick + rng.random(300) / 2,
    }
    frame = pd.DataFrame(columns | {"marker": 3 * sick + rng.normal(size=300) * 4})
    mapping = Mapping(score_models=("marker", "risk_a"), positive="sick", truth="y_true")
    study = open_files([("answers.csv", frame.to_csv(index=False).encode())], mapping)
    review = replace(Review.begin(study), interest=study.labels.index("sick"), **more)
    return Comparison(View(study, review).at_kept_thresholds)


def test_lone_scores_have_no_predictions_to_compare_until_a_threshold_is_kept() -> None:
    now = markers()
    assert now.is_assumed
    assert now.modes == ()
    sick = now.view.interest
    assert now.leading_by_area(sick)[1].auc.difference.value > 0
    assert now.observed_to_expected(sick) is None  # a marker is no probability
    assert now.rivals[0].observed_to_expected(sick) is not None
    kept = markers(thresholds=(KeptThreshold(0, sick, 1.5, applied=True),))
    assert kept.modes == ("sensitivity", "specificity")
    found = kept.rivals[0].compared(sick, "specificity").specificity
    assert found.first >= found.second


def test_predicted_classes_and_scores_can_be_compared_in_three_ways() -> None:
    assert compared(table(2)).modes == ("delivered", "sensitivity", "specificity")
    assert compared(table(2, scores=False)).modes == ("delivered",)
