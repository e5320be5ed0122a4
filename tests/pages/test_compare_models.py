"""The comparison of models: the same cases, every number as computed apart from the page, never a guessed winner."""

import re

import numpy as np
import pandas as pd
import pytest

from metrics import mcnemar, paired_difference
from metrics.paired.areas_over_folds import paired_auc_over_folds
from metrics.paired.paired_proportions import swapped_p
from metrics.paired.predictive_ratios import predictive_ratio
from predictions.mapping import Mapping
from predictions.opening import open_files
from reviews import KeptThreshold, Review, View
from reviews.models.comparison import Comparison
from tests.reviews.models.test_readers import read
from tests.support.studies import HOSTILE, example_table, opened, scored, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.compare.numbers import league_frame

PAGE = "compare_models"
IMAGE = re.compile(r"!\[([^\]]*)\]\(data:image/svg\+xml;base64,[A-Za-z0-9+/=]+\)")


def side_by_side(labels: list[str], cases: int, models: int = 2, seed: int = 0) -> pd.DataFrame:
    """A column with predictions per model, correct in most cases."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(labels), cases)
    named = np.array(labels, object)
    columns = {"case_id": [f"c{i}" for i in range(cases)], "y_true": named[truth]}
    for model in range(models):
        incorrect = rng.random(cases) < 0.1 + 0.1 * model
        columns[f"pred_{'ABCDEFGH'[model]}"] = named[np.where(incorrect, rng.integers(0, len(labels), cases), truth)]
    return pd.DataFrame(columns)


def paired_example() -> pd.DataFrame:
    """The bundled study with a row per patient and columns for both models."""
    table = example_table("breast-cancer")
    return table.pivot(index="case_id", columns="model", values=["y_true", "y_pred", "score_malignant", "fold"])


def cells(table: pd.DataFrame, truth: bool) -> tuple[int, int, int, int]:
    """Both correct, only the regression, only the tree, neither; among the malignant or the others."""
    is_class = table["y_true"]["Decision tree"] == "malignant"
    right = (table["y_pred"] == "malignant").eq(is_class, axis=0)[is_class == truth]
    regression, tree = right["Logistic regression"], right["Decision tree"]
    return tuple(
        int(each.sum()) for each in (regression & tree, regression & ~tree, ~regression & tree, ~(regression | tree))
    )


def points(low: float, high: float) -> str:
    return f"{100 * low:+.1f} to {100 * high:+.1f}".replace("-", "−")


def league(visitor: Visitor, number: int = 0) -> pd.DataFrame:
    """A table as it is read: marks as the words that they carry, names of columns without their links."""
    shown = visitor.table(number)
    return shown.rename(columns=as_read).map(lambda cell: as_read(IMAGE.sub(r"", cell)).replace(" | ", " "))


def test_the_example_is_compared_case_by_case() -> None:
    visitor, table = Visitor(study="breast-cancer").go(PAGE), paired_example()
    both, regression, tree, neither = cells(table, True)
    found, others = paired_difference(both, regression, tree, neither), paired_difference(*cells(table, False))
    low, high = f"{100 * found.low:.1f}", f"{100 * found.high:.1f}"
    assert visitor.finding == (
        f"Logistic regression detects {both + regression} of 212 malignant cases, Decision tree {both + tree} "
        f"(+{100 * found.value:.1f} points, CI {low}–{high})."
    )
    assert f"Specificity: Logistic regression {100 * others.value:+.1f} points (CI" in visitor.detail
    assert visitor.detail.endswith("Same 569 patients.")
    bar = f"{both} detected by both, {tree} only by Decision tree, {regression} only by Logistic regression"
    assert f"From left to right: {bar}, {neither} missed by both." in visitor.text
    (name,) = visitor.chart("compare_concordance")["layout"]["annotations"]
    assert name["text"] == "Decision tree"
    shown = league(visitor.choose("Model", "Decision tree"))
    assert shown.iloc[:, 0].tolist() == ["Decision tree reference", "Logistic regression"]
    assert f"{100 * found.value:+.1f} ({points(found.low, found.high)})" in shown["Sensitivity"][1]
    assert f"({both + tree} of 212) CI" in shown["Sensitivity"][0]


def test_area_ppv_and_risk_are_those_of_the_core() -> None:
    visitor, table = Visitor(study="breast-cancer").go(PAGE).choose("Model", "Decision tree"), paired_example()
    truth = (table["y_true"]["Decision tree"] == "malignant").to_numpy()
    names = ("Logistic regression", "Decision tree")
    scores = [table["score_malignant"][name].astype(float) for name in names]
    fold = table["fold"]["Decision tree"].to_numpy()
    folds = pd.factorize(fold)[0]
    areas = paired_auc_over_folds(truth, tuple(each.to_numpy() for each in scores), (folds, folds))
    assert areas is not None
    area = areas.difference
    shown = league(visitor)
    assert f"{area.value:+.2f} ({area.low:+.2f} to {area.high:+.2f})" in shown["AUC"][1]
    flagged = [(table["y_pred"][name] == "malignant").to_numpy() for name in names]
    ppv = predictive_ratio(truth, *flagged)
    assert points(ppv.difference.low, ppv.difference.high) in shown["PPV"][1]
    assert shown["O:E"][0].startswith(f"{truth.sum() / scores[1].sum():.2f} (")


def test_the_model_of_the_title_line_is_the_reference_and_turns_every_sign() -> None:
    visitor = Visitor(study="breast-cancer").go(PAGE).choose("Model", "Decision tree")
    finding, before = visitor.finding, league(visitor)["Sensitivity"][1]
    visitor.choose("Model", "Logistic regression")
    assert visitor.finding == finding  # the better model stands first, whichever is the reference
    shown = league(visitor)
    assert shown.iloc[:, 0].tolist() == ["Logistic regression reference", "Decision tree"]
    value = re.search(r"\+(\S+) \(", before)
    assert value is not None
    assert f"−{value[1]} (" in shown["Sensitivity"][1]


@pytest.mark.thorough
def test_a_margin_is_judged_from_the_interval() -> None:
    visitor = Visitor(study="breast-cancer").go(PAGE).choose("Model", "Decision tree")
    visitor.keep("compare_margin", True).run()
    visitor.set("pick_compare_margin", 5.0)
    said = "**non-inferior**: CI entirely above −5 (CI +1.3 to +9.5)."
    assert f"Sensitivity of Logistic regression against Decision tree: {said}" in visitor.text
    visitor.choose("Model", "Logistic regression")
    assert "**inconclusive**: CI includes −5 (CI −9.5 to −1.3)." in visitor.text
    assert "**inferior**" in visitor.set("pick_compare_margin", 1.0).text
    assert visitor.go("overview").go(PAGE).keep("compare_margin", True).run().widget("pick_compare_margin").value == 1.0


def test_equal_models_have_no_winner_and_too_few_discordant_cases_are_said() -> None:
    table = side_by_side(["Normal", "VT"], 80)
    visitor = Visitor().bring(table.assign(pred_B=table.pred_A)).go(PAGE)
    assert visitor.finding.startswith("No clear difference in VT sensitivity: B")
    assert "only 0 discordant cases; a verdict needs 6" in visitor.detail
    assert "open also with fewer than 6 discordant cases" in visitor.text


@pytest.mark.thorough
def test_several_models_are_a_league_table_with_simultaneous_intervals() -> None:
    table = side_by_side(["Normal", "AF", "VT"], 400, models=4)
    visitor = Visitor().bring(table).go(PAGE).choose("Class of interest", "VT")
    shown = league(visitor)
    assert shown.iloc[:, 0].tolist() == ["A reference", "B", "C", "D"]
    assert "Missed as Normal" in shown
    sick = table[table.y_true == "VT"]
    one, other = sick.pred_C == "VT", sick.pred_A == "VT"
    counts = [int(each.sum()) for each in (one & other, one & ~other, ~one & other, ~one & ~other)]
    found = paired_difference(*counts, level=1 - 0.05 / 3)
    ends = f"{100 * found.low:+.0f} to {100 * found.high:+.0f}".replace("-", "−")
    assert ends in shown["Sensitivity"][2]
    assert "with 95 % CI, simultaneous for 3 models; filled where it excludes 0." in visitor.text
    tests = league(visitor.keep("compare_tests", True).run(), 1)
    p = min(1.0, 3 * mcnemar(counts[1], counts[2]).exact)
    assert tests["Sensitivity"][1].endswith("p < 0.001" if p < 0.001 else f"p = {p:.3f}")
    assert "p values are multiplied by 3." in visitor.text


@pytest.mark.thorough
def test_a_difference_beside_a_larger_p_is_explained() -> None:
    """7 and 1 discordant cases: Newcombe's interval excludes 0, the exact p is 0.07."""
    first = np.repeat(["sick", "healthy", "sick", "healthy"], [36, 7, 1, 6])
    second = np.repeat(["sick", "sick", "healthy", "healthy"], [36, 7, 1, 6])
    well = ["healthy"] * 40
    table = pd.DataFrame({"case_id": [f"c{i}" for i in range(90)], "y_true": ["sick"] * 50 + well})
    table = table.assign(pred_A=[*first, *well], pred_B=[*second, *well])
    visitor = Visitor().bring(table).go(PAGE).keep("compare_tests", True).run()
    assert "p = 0.070" in league(visitor, 1)["Sensitivity"][0]
    assert "CI and p do not agree for sensitivity of B" in visitor.text
    plain = Visitor(study="breast-cancer").go(PAGE).keep("compare_tests", True).run()
    assert "do not agree" not in plain.text


@pytest.mark.thorough
@pytest.mark.parametrize("classes", [5, 30])
def test_the_other_classes_are_counted_when_unfolded(classes: int) -> None:
    visitor = Visitor().bring(side_by_side([f"Phase {i:02d}" for i in range(classes)], 900, models=3)).go(PAGE)
    assert f"The {classes - 1} other classes" in visitor.text
    visitor.keep("compare_classes", True).run()
    assert f"simultaneous for {2 * (classes - 1)} comparisons of models and classes" in visitor.text
    if classes > 12:
        assert len(next(visitor.frames())[0]) == classes - 1
    else:
        assert len(league(visitor, 1)) == classes - 1
        before = league(visitor, 1)["Sensitivity"].tolist()
        assert league(visitor.set("pick_compare_rival", 2), 1)["Sensitivity"].tolist() != before


def test_two_classes_have_no_section_for_the_complement() -> None:
    visitor = seen("breast-cancer", PAGE)
    assert [box.label for box in visitor.app.expander] == [
        "Non-inferiority margin",
        "Tests and multiplicity",
        "Definitions",
    ]


def test_a_model_is_moved_to_the_sensitivity_of_the_reference() -> None:
    visitor = Visitor(study="heart-rhythm").go(PAGE)
    delivered = league(visitor)
    assert "Headline and bars" not in visitor.text
    visitor.set("pick_compare_mode", "sensitivity")
    moved = league(visitor)
    assert moved["Threshold"][0] == "as delivered"
    assert moved["Threshold"][1].startswith("score ≥ ")
    assert "(−" not in moved["Sensitivity"][1]
    assert moved["Sensitivity"][0] == delivered["Sensitivity"][0]
    assert "Missed as Normal" not in moved
    assert "Thresholds were set on these cases, so the CIs are slightly too narrow." in visitor.text
    assert "Headline and bars: delivered labels." in visitor.text


@pytest.mark.thorough
def test_at_a_kept_threshold_each_model_is_named_with_its_own_and_the_verdict_is_at_the_same_specificity() -> None:
    visitor = Visitor(study="heart-rhythm").go("overview")
    opened = visitor.opened
    assert opened is not None
    opened.review = opened.review.keeping(KeptThreshold(0, opened.study.labels.index("VT"), 0.104, applied=True))
    visitor.go(PAGE)
    rows = example_table("heart-rhythm").query("split == 'test' and y_true == 'VT'")
    higher = (rows[rows.model == "Model A"].score_VT.astype(float) >= 0.104).sum()
    delivered = (rows[rows.model == "Model B"].y_pred == "VT").sum()
    rules = "Model A at threshold 0.104", "Model B as delivered"
    assert (
        f"As on all pages, {rules[0]} detects {higher} of 50 patients with VT, {rules[1]} {delivered}."
        in visitor.detail
    )
    assert league(visitor)["Threshold"].tolist()[0] == "score ≥ 0.104"
    both = [re.search(r"\((\d+ of 50)\)", cell)[1] for cell in league(visitor)["Sensitivity"]]
    models = f"Model B {both[1]}, Model A {both[0]}"  # the headline is of what the table shows
    assert visitor.finding == f"At the same specificity, no clear difference in VT sensitivity: {models}."
    assert f"{rules[0]}, {rules[1]}." in visitor.text
    assert "Headline and bars" not in visitor.text
    visitor.set("pick_compare_mode_by_rules", "delivered")
    assert league(visitor)["Sensitivity"][1].startswith(f"{2 * delivered} % ({delivered} of 50)")
    visitor.choose("Model", "Model B")
    assert league(visitor)["Sensitivity"][1].startswith(f"{2 * higher} % ({higher} of 50)")
    assert f"As on all pages, {rules[1]} detects {delivered} of 50 patients with VT, {rules[0]} " in visitor.detail


@pytest.mark.thorough
def test_long_names_that_begin_alike_are_told_apart_everywhere() -> None:
    names = [f"Convolutional network with attention, version {i}" for i in range(3)]
    table = side_by_side(["Normal", "VT"], 300, models=3)
    columns = dict(zip(("pred_A", "pred_B", "pred_C"), [f"pred_{name}" for name in names], strict=True))
    visitor = Visitor().bring(table.rename(columns=columns)).go(PAGE)
    shown = [f"Convolutional … version {i}" for i in range(3)]
    assert f"{shown[0]} 153 of 163" in visitor.finding
    assert [cell[: len(name)] for cell, name in zip(league(visitor).iloc[:, 0], shown, strict=True)] == shown
    assert f"{shown[1]}: {names[1]}." in visitor.keep("compare_tests", True).run().text


def clustered(patients: int) -> pd.DataFrame:
    table = side_by_side(["Normal", "VT"], patients * 8, seed=3)
    return table.assign(case_id=[f"p{i // 8}" for i in range(len(table))]).rename(columns={"case_id": "patient_id"})


@pytest.mark.thorough
def test_patients_with_several_rows_are_the_unit_of_interval_and_test() -> None:
    table = clustered(40)
    visitor = Visitor().bring(table).go(PAGE).keep("compare_tests", True).run()
    sick = table[table.y_true == "VT"]
    ahead = (sick.pred_B.eq("VT").astype(int) - sick.pred_A.eq("VT")).groupby(sick.patient_id).sum()
    p = swapped_p(ahead.to_numpy())
    assert league(visitor, 1)["Sensitivity"][0].endswith("p < 0.001" if p < 0.001 else f"p = {p:.3f}")
    assert "patient-level bootstrap" in visitor.text
    assert "patient-level permutation test" in visitor.text
    few = Visitor().bring(clustered(12)).go(PAGE)
    assert few.finding.startswith("VT sensitivity: B")  # without an interval nothing is judged
    assert re.search(r"No verdict: [^.]*\b12 [^.]*\b15 ", few.detail)
    assert few.detail.count(" 15 ") == 1  # the reason is said once


@pytest.mark.thorough
def test_the_discordant_cases_are_read_on_the_page_of_cases() -> None:
    table = side_by_side(["Normal", "AF", "VT"], 900)
    visitor = Visitor().bring(table).go(PAGE).choose("Class of interest", "VT")
    sick = table.y_true == "VT"
    rows = sick & ((table.pred_A == "VT") != (table.pred_B == "VT"))
    visitor.press(f"Read the {rows.sum()}\u00a0cases on which they disagree")
    assert visitor.finding.endswith("cases with VT were classified correctly by this model or B, not by both.")
    shown = next(visitor.frames())[0]
    assert set(shown.case_id) <= set(table.case_id[rows])
    assert (len(shown), rows.sum() > 50) == (50, True)


def test_the_ways_to_discordant_cases_are_that_of_the_headline_and_those_of_the_models_that_differ_most() -> None:
    detected = {"A": range(40), "B": range(42), "C": range(45), "D": range(20, 40), "E": range(52)}
    table = pd.DataFrame({"case_id": range(100), "y_true": ["VT"] * 60 + ["Normal"] * 40})
    for name, cases in detected.items():
        table[f"pred_{name}"] = np.where(np.isin(table.case_id, list(cases)), "VT", "Normal")
    visitor = Visitor().bring(table).go(PAGE)
    assert visitor.finding.startswith("E detects 52 of 60 cases with VT")
    links = [button.label for button in visitor.app.button if "discordant" in button.label]
    assert links == [
        f"{name}: read the {number}\u00a0discordant cases" for name, number in (("E", 12), ("D", 20), ("C", 5))
    ]


@pytest.mark.thorough
def test_files_in_different_order_and_of_different_cases_are_matched_and_said() -> None:
    table = scored(["Normal", "VT"], 200)
    other = scored(["Normal", "VT"], 200, seed=1).assign(y_true=table.y_true)
    both = pd.concat([table[:190].assign(model="A"), other[::-1][:180].assign(model="B")])
    visitor = Visitor().bring(both).go(PAGE).keep("compare_tests", True).run()
    assert "170 cases in both models (matched by case_id), 10 only in B, 20 only in A." in visitor.text
    assert league(visitor).iloc[1, 0] == "B on 170 cases in both"
    assert visitor.detail.endswith("Same 170 cases.")


@pytest.mark.thorough
def test_what_cannot_be_compared_is_refused_in_words() -> None:
    assert opened("labels only").go(PAGE).finding == "No second model in this dataset."
    assert opened("pasted matrix").go(PAGE).finding == "No individual cases: only a confusion matrix was given."
    table = scored(["Normal", "VT"], 60).drop(columns="case_id").sort_values("y_true")
    visitor = Visitor().bring(pd.concat([table.assign(model="A"), table.assign(model="B")])).go(PAGE)
    assert visitor.finding == "These models cannot be compared case by case."
    assert "No case ID: nothing tells" in visitor.text


def test_folds_of_the_same_rows_are_compared_and_it_is_said_how() -> None:
    rng = np.random.default_rng(0)
    table = scored(["Normal", "VT"], 120).drop(columns="case_id").sample(frac=1, random_state=1)
    table = table.assign(fold=rng.integers(1, 6, 120))
    visitor = Visitor().bring(pd.concat([table.assign(model="A"), table.assign(model="B")])).go(PAGE)
    assert visitor.detail.endswith("Same 120 cases.")
    assert "No case ID: rows are matched by their order, in which all true classes agree." in visitor.text


def test_a_model_on_other_cases_is_excluded_with_the_reason() -> None:
    table = scored(["Normal", "VT"], 60)
    other = table.assign(case_id=[f"other {i}" for i in range(60)])
    parts = [table.assign(model="A"), other.assign(model="B"), table.assign(model="C")]
    visitor = Visitor().bring(pd.concat(parts)).go(PAGE)
    assert league(visitor).iloc[:, 0].tolist() == ["A reference", "C"]
    assert "B: No cases of these two models are in both, told by “case_id”" in visitor.text


def test_labels_alone_have_neither_areas_nor_thresholds() -> None:
    visitor = Visitor().bring(side_by_side(["Normal", "VT"], 100)).go(PAGE)
    assert league(visitor).columns[1:].tolist() == ["Sensitivity", "Specificity", "PPV"]
    assert "same sensitivity" not in visitor.text


def test_normal_as_the_class_of_interest_is_never_detected() -> None:
    visitor = Visitor(study="heart-rhythm").go(PAGE).choose("Class of interest", "Normal")
    assert "Other classes classified as Normal: Model B" in visitor.detail
    assert not re.search("detect|found", f"{visitor.finding} {visitor.detail}")


def test_the_numbers_are_offered_and_no_case_is_among_them() -> None:
    visitor = Visitor(study="breast-cancer").go(PAGE).keep("compare_tests", True).run()
    assert not visitor.widget("comparison_csv").disabled


@pytest.mark.thorough
def test_hostile_names_of_models_stay_text() -> None:
    table = side_by_side(["Normal", "VT"], 120)
    renamed = table.rename(columns={"pred_A": f"pred_{HOSTILE[0]}", "pred_B": f"pred_{HOSTILE[1]}"})
    visitor = Visitor().bring(renamed).go(PAGE).keep("compare_tests", True).run()
    for kind, text in visitor.texts():
        assert kind == "plain" or "<img src" not in text.replace("\\", "") or "\\<" in text
        assert kind == "plain" or "![x](http" not in text
    assert as_read(HOSTILE[1])[:10] in visitor.text


def test_lone_scores_are_compared_by_auc_alone() -> None:
    rng = np.random.default_rng(0)
    sick = rng.random(200) < 0.4
    parts = [
        pd.DataFrame({"case_id": range(200), "y_true": np.where(sick, "sick", "well"), "model": name})
        .assign(score=np.clip(0.5 * sick * weight + rng.random(200) / 2, 0, 1))
        for name, weight in (("A", 0.5), ("B", 0.2))
    ]  # fmt: skip
    visitor = Visitor().bring(pd.concat(parts)).go(PAGE)
    assert visitor.finding.startswith("AUC for sick: A 0.")
    assert "so AUC is compared. Same 200 cases." in visitor.detail
    assert league(visitor).columns[1:].tolist() == ["AUC", "O:E"]
    assert "detected by both" not in visitor.text
    assert league(visitor.keep("compare_tests", True).run(), 1).columns.tolist() == ["Model", "AUC"]


@pytest.mark.thorough
def test_frames_of_recordings_are_compared_in_minutes() -> None:
    phases = np.repeat(["Dissection", "Clipping", "Packaging"], [60, 30, 30])
    rng = np.random.default_rng(0)
    parts = []
    for video in range(16):
        table = pd.DataFrame({"video_id": f"v{video}", "second": range(120), "y_true": phases})
        for model, incorrect in (("A", 0.1), ("B", 0.3)):
            table[f"pred_{model}"] = np.where(rng.random(120) < incorrect, "Dissection", phases)
        parts.append(table)
    visitor = Visitor().bring(pd.concat(parts)).go(PAGE).choose("Class of interest", "Clipping")
    assert re.match(r"A detects 7:\d\d of 8:00 min of Clipping, B 5:\d\d \(\+", visitor.finding)
    assert "of 8:00 min)" in league(visitor)["Sensitivity"][0]
    assert "The 8:00 min of Clipping: each model against A" in visitor.text


def test_the_league_table_is_downloaded_with_the_numbers_of_the_page() -> None:
    visitor = seen("heart-rhythm", "compare_models")
    now = Comparison(visitor.opened.view)
    (rival,) = now.rivals
    label = now.view.interest
    found = league_frame(now, ["sensitivity", "ppv", "auc"], "delivered labels", [(rival, rival.compared(label))])
    assert list(found.model) == ["Model A", "Model B"]
    compared = rival.compared(label)
    assert compared is not None
    assert found.sensitivity.tolist() == [40 / 50, compared.sensitivity.first / compared.sensitivity.cases]
    assert found.sensitivity_difference[1] == pytest.approx(found.sensitivity[1] - found.sensitivity[0])
    assert found.ppv_difference_low[1] < found.ppv_difference[1] < found.ppv_difference_high[1]
    assert "Every model with its differences to the reference." in visitor.text


@pytest.mark.thorough
def test_readers_are_told_by_their_mean() -> None:
    """Asked whether each reader is a model; then the mean leads, with a row per modality, and is told on Overview."""
    visitor = Visitor().upload(read(modalities=("film", "screen"))).press("Open the study")
    assert "Mean of 4 readers with film: sensitivity" in as_read(visitor.go("overview").text)
    visitor.go(PAGE)
    assert re.match(
        r"4 readers with screen detect on average \d+ % of \d+ .*, with film \d+ %", as_read(visitor.finding)
    )
    shown = league(visitor)
    assert shown.iloc[:, 0].tolist() == ["film", "screen"]
    assert list(shown.columns[1:]) == ["Sensitivity", "Specificity", "AUC"]
    assert re.search(r"readers \d+–\d+", shown["Sensitivity"][0])
    assert "Obuchowski-Rockette" in visitor.text


@pytest.mark.thorough
def test_one_modality_has_no_column_for_it() -> None:
    visitor = Visitor().upload(read()).press("Open the study").go(PAGE)
    assert "4 readers detect on average" in as_read(visitor.finding)
    assert league(visitor).columns[0] == "Sensitivity"


def two_models(weights: np.ndarray, name: str, times: np.ndarray | None = None) -> pd.DataFrame:
    """A file with a column of weights and scores of two models; times: each row again so often, with ids of its own."""
    rng, cases = np.random.default_rng(3), len(weights)
    truth = rng.random(cases) < 0.4
    rows = pd.DataFrame({"case_id": np.arange(cases), "y_true": np.where(truth, "sick", "well"), name: weights})
    parts = []
    for model, gain in (("A", 0.9), ("B", 0.4)):
        score = 1 / (1 + np.exp(-(rng.normal(0, 1, cases) + gain * (2 * truth - 1)))).round(2)
        parts.append(rows.assign(model=model, score_sick=score, y_pred=np.where(score > 0.5, "sick", "well")))
    if times is None:
        return pd.concat(parts)
    parts = [each.loc[np.repeat(np.arange(cases), times)].drop(columns=name) for each in parts]
    return pd.concat(each.assign(case_id=np.arange(times.sum())) for each in parts)


@pytest.mark.thorough
def test_weighted_cases_are_compared_as_weighted_and_counted_once() -> None:
    weights = np.random.default_rng(1).exponential(1.0, 300) + 0.05
    table = two_models(weights, "weight")
    visitor = Visitor().bring(table).go("overview").press("Use as weights").go(PAGE)
    sick = table[table.y_true == "sick"].assign(found=lambda rows: rows.y_pred == "sick")
    values = {name: np.average(rows.found, weights=rows.weight) for name, rows in sick.groupby("model")}
    found = league(visitor).set_index("Model")
    for name, rows in sick.groupby("model"):
        cell = next(each for model, each in found["Sensitivity"].items() if model.startswith(name))
        assert cell.startswith(f"{100 * values[name]:.0f} % ({rows.found.sum()} of {len(rows)})")
    assert "Percentages are weighted, counts are not." in visitor.text
    assert "(weighted " in as_read(f"{visitor.finding} {visitor.detail}")
    compared = Comparison(visitor.opened.view).rivals[0].compared(visitor.opened.view.interest)
    apart = abs(values["A"] - values["B"])
    assert abs(compared.sensitivity.difference.value) == pytest.approx(apart)
    assert compared.sensitivity.difference.method.startswith("bootstrap, expanded percentiles")
    visitor.keep("compare_tests", True).run()
    assert "permutation test of weighted cases" in visitor.text
    assert "same sensitivity" in visitor.text


@pytest.mark.parametrize("mode", ["delivered", "sensitivity", "specificity"])
def test_frequencies_are_compared_as_repeated_rows(mode: str) -> None:
    times = np.random.default_rng(2).integers(0, 4, 300)
    of_times = open_files([("a.csv", two_models(times, "freq").to_csv(index=False).encode())], Mapping(weight="freq"))
    both = [of_times, open_files([("a.csv", two_models(times, "freq", times).to_csv(index=False).encode())])]
    seen = [Comparison(View(study, Review.begin(study))) for study in both]
    own, other = (each.rivals[0].compared(each.study.labels.index("sick"), mode) for each in seen)
    assert own == other
    assert len(seen[0].rivals[0].pair) == times.sum()
    assert seen[0].rivals[0].accuracy() == seen[1].rivals[0].accuracy()
    assert seen[0].observed_to_expected(0) == seen[1].observed_to_expected(0)


@pytest.mark.thorough
def test_cases_that_weigh_differently_in_two_models_are_not_compared() -> None:
    table = two_models(np.linspace(1, 2, 200), "weight")
    table.loc[table.model == "B", "weight"] += 1
    visitor = Visitor().bring(table).go("overview").press("Use as weights").go(PAGE)
    assert "weigh differently in these two models" in visitor.text


@pytest.mark.thorough
def test_without_scores_nothing_is_said_of_how_an_auc_is_made_over_folds() -> None:
    rows = np.arange(120)
    truth = np.where(rows % 3, "Normal", "VT")
    models = {name: np.where(rows % by, truth, "Normal") for name, by in (("a", 5), ("b", 7))}
    tables = [
        pd.DataFrame({"id": rows, "fold": rows % 4, "model": name, "y_true": truth, "y_pred": predicted})
        for name, predicted in models.items()
    ]
    assert "mean of the folds" not in Visitor().bring(pd.concat(tables)).go("compare_models").text
