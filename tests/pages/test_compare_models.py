"""The comparison of models: the same cases, every number as computed apart from the page, never a guessed winner."""

import numpy as np
import pandas as pd
import pytest

from metrics import mcnemar, paired_auc, paired_difference
from metrics.paired.paired_shares import swapped_p
from metrics.paired.predictive_ratios import predictive_ratios
from tests.support.studies import HOSTILE, example_table, opened, scored
from tests.support.text import as_read
from tests.support.visitor import Visitor

PAGE = "compare_models"


def side_by_side(labels: list[str], cases: int, models: int = 2, seed: int = 0) -> pd.DataFrame:
    """A column with answers per model, right in most cases."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(labels), cases)
    named = np.array(labels, object)
    columns = {"case_id": [f"c{i}" for i in range(cases)], "y_true": named[truth]}
    for model in range(models):
        wrong = rng.random(cases) < 0.1 + 0.1 * model
        columns[f"pred_{'ABCDEFGH'[model]}"] = named[np.where(wrong, rng.integers(0, len(labels), cases), truth)]
    return pd.DataFrame(columns)


def paired_example() -> pd.DataFrame:
    """The bundled study with a row per patient and columns for both models."""
    table = example_table("breast-cancer")
    return table.pivot(index="case_id", columns="model", values=["y_true", "y_pred", "score_malignant"])


def cells(table: pd.DataFrame, truth: bool) -> tuple[int, int, int, int]:
    """Both right, only the regression, only the tree, neither; among the malignant or the others."""
    is_class = table["y_true"]["Decision tree"] == "malignant"
    right = (table["y_pred"] == "malignant").eq(is_class, axis=0)[is_class == truth]
    regression, tree = right["Logistic regression"], right["Decision tree"]
    return tuple(
        int(each.sum()) for each in (regression & tree, regression & ~tree, ~regression & tree, ~(regression | tree))
    )


def points(low: float, high: float) -> str:
    return f"{100 * low:+.1f} to {100 * high:+.1f}".replace("-", "−")


def test_the_example_is_compared_case_by_case() -> None:
    visitor, table = Visitor(study="breast-cancer").go(PAGE), paired_example()
    both, regression, tree, neither = cells(table, True)
    assert (
        visitor.finding
        == f"On the same 212 malignant cases, Decision tree found {tree} that Logistic regression missed."
    )
    assert f"Logistic regression found {regression} that Decision tree missed." in visitor.detail
    found = paired_difference(both, regression, tree, neither)
    assert f"Sensitivity {100 * found.value:+.1f} points (95 % CI {points(found.low, found.high)})" in visitor.detail
    assert f"exact McNemar p = {mcnemar(regression, tree).exact:.3f}" in visitor.text
    assert "569 patients in common (told by case_id)." in visitor.text
    for number, truth in enumerate((True, False)):
        shown = visitor.table(number).iloc[:, 1:].to_numpy().astype(int)
        both, regression, tree, neither = cells(table, truth)
        assert shown.tolist() == [[both, tree], [regression, neither]]


def test_areas_and_ratios_are_those_of_the_core() -> None:
    visitor, table = Visitor(study="breast-cancer").go(PAGE), paired_example()
    truth = (table["y_true"]["Decision tree"] == "malignant").to_numpy()
    scores = [table["score_malignant"][name].astype(float) for name in ("Logistic regression", "Decision tree")]
    area = paired_auc(truth, *scores).difference
    bounds = f"{area.low:+.3f} to {area.high:+.3f}"
    assert f"AUC of Logistic regression − Decision tree: {area.value:+.3f} (95 % CI {bounds})" in visitor.text
    calls = [(table["y_pred"][name] == "malignant").to_numpy() for name in ("Logistic regression", "Decision tree")]
    shown = visitor.table(4)
    for row, ratio in enumerate(predictive_ratios(truth, *calls)):
        assert shown.iloc[row, 3].startswith(
            f"{ratio.ratio.value:.2f} | CI {ratio.ratio.low:.2f} to {ratio.ratio.high:.2f}"
        )
        assert f"{ratio.first[0]} of {ratio.first[1]}" in shown.iloc[row, 1]


def test_the_reference_turns_every_sign() -> None:
    visitor = Visitor(study="breast-cancer").go(PAGE)
    before = visitor.table(2).iloc[:, 3].tolist()
    visitor.choose("Reference", "Logistic regression")
    assert visitor.finding.startswith("On the same 212 malignant cases, Logistic regression found 14")
    turned = [cell.translate(str.maketrans("+−", "−+")) for cell in before]
    for was, now in zip(turned, visitor.table(2).iloc[:, 3], strict=True):
        assert was.split(" | ")[0] == now.split(" | ")[0]
    assert "Logistic regression better" in visitor.text
    assert "Decision tree better." not in visitor.detail


def test_a_margin_is_judged_from_the_interval() -> None:
    visitor = Visitor(study="breast-cancer").go(PAGE).set("pick_compare_margin", 5.0)
    said = "**non-inferior**: CI entirely above −5 (CI +1.3 to +9.5)."
    assert f"Sensitivity of Logistic regression against Decision tree: {said}" in visitor.text
    visitor.choose("Reference", "Logistic regression")
    said = "**inconclusive**: CI includes −5 (CI −9.5 to −1.3)."
    assert f"Sensitivity of Decision tree against Logistic regression: {said}" in visitor.text
    assert "**inferior**" in visitor.set("pick_compare_margin", 1.0).text


def test_equal_models_have_no_winner_and_too_few_that_differ_is_said() -> None:
    table = side_by_side(["Normal", "VT"], 80)
    visitor = Visitor().upload(table.assign(pred_B=table.pred_A)).go(PAGE)
    assert "both models found the same" in visitor.finding
    assert "too few differ (0, at least 6 are needed)" in visitor.detail
    assert "better" not in visitor.detail


def test_every_class_has_its_row_and_its_adjusted_p() -> None:
    labels = [f"Class {chr(65 + i)}" for i in range(5)]
    table = side_by_side(labels, 600)
    visitor = Visitor().upload(table).go(PAGE)
    reference = []
    for label in labels:
        of_class = table[table.y_true == label]
        only = [
            (of_class[a].eq(label) & of_class[b].ne(label)).sum()
            for a, b in (("pred_B", "pred_A"), ("pred_A", "pred_B"))
        ]
        reference.append(mcnemar(*only).exact)
    shown = visitor.table(2)
    assert shown.iloc[:, 0].tolist() == labels
    for text, p in zip(shown.iloc[:, 4], [min(1, 5 * each) for each in reference], strict=True):
        assert text == ("p < 0.001" if p < 0.001 else f"p = {p:.3f}")
    figure = visitor.chart("compare_classes")
    assert len(figure["data"]) == len(labels)
    visitor.set("pick_compare_share", "specificity")
    assert visitor.table(2).columns[3] == "Difference of specificity"


@pytest.mark.parametrize("classes", [20, 45])
def test_many_classes_scroll_and_the_picture_keeps_a_row_for_each(classes: int) -> None:
    visitor = Visitor().upload(side_by_side([f"Phase {i:02d}" for i in range(classes)], 900)).go(PAGE)
    shown = min(classes, 40)
    assert len(next(visitor.frames())[0]) == shown
    assert len(visitor.chart("compare_classes")["layout"]["yaxis"]["ticktext"]) == shown
    assert (f"The 40 largest of {classes} classes" in visitor.text) == (classes > 40)


def test_all_other_models_stand_against_the_reference() -> None:
    visitor = Visitor().upload(side_by_side(["Normal", "VT"], 300, models=4)).go(PAGE)
    assert visitor.table(2).iloc[:, 0].tolist() == ["B", "C", "D"]
    assert len(visitor.chart("compare_forest")["data"]) == 6
    visitor.choose("Compared with it", "D")
    assert "D found" in visitor.text
    visitor.choose("Reference", "D")
    assert visitor.table(2).iloc[:, 0].tolist() == ["A", "B", "C"]


def test_long_names_that_begin_alike_are_told_apart_everywhere() -> None:
    names = [f"Convolutional network with attention, version {i}" for i in range(3)]
    table = side_by_side(["Normal", "VT"], 300, models=3)
    visitor = (
        Visitor()
        .upload(
            table.rename(columns=dict(zip(("pred_A", "pred_B", "pred_C"), [f"pred_{n}" for n in names], strict=True)))
        )
        .go(PAGE)
    )
    assert "…0 found" in visitor.finding
    assert f"…1: {names[1]}." in visitor.text
    assert visitor.table(2).iloc[:, 0].tolist() == ["…1", "…2"]
    assert visitor.chart("compare_forest")["layout"]["yaxis"]["ticktext"][0] == "<b>…1</b><br>sensitivity"


def clustered(patients: int) -> pd.DataFrame:
    table = side_by_side(["Normal", "VT"], patients * 8, seed=3)
    return table.assign(case_id=[f"p{i // 8}" for i in range(len(table))]).rename(columns={"case_id": "patient_id"})


def test_patients_with_several_rows_are_drawn_whole_and_swapped_whole() -> None:
    table = clustered(40)
    visitor = Visitor().upload(table).go(PAGE)
    sick = table[table.y_true == "VT"]
    ahead = (sick.pred_B.eq("VT").astype(int) - sick.pred_A.eq("VT")).groupby(sick.patient_id).sum()
    p = swapped_p(ahead.to_numpy())
    said = "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
    assert f"{said} by swapping within patients" in visitor.text
    assert "If every row stood for itself: CI" in visitor.text
    assert "drawing whole patients" in visitor.text
    few = Visitor().upload(clustered(12)).go(PAGE)
    assert "no interval from 12 patients: at least 15 are needed" in few.text
    assert "better" not in few.detail


def test_the_list_holds_exactly_the_cases_that_differ_a_page_at_a_time() -> None:
    table = side_by_side(["Normal", "VT"], 900)
    visitor = Visitor().upload(table).go(PAGE)
    wrong = {name: (table[f"pred_{name}"] == "VT") != (table.y_true == "VT") for name in "AB"}
    expected = {"model": wrong["B"] & ~wrong["A"], "both": wrong["B"] & wrong["A"]}
    for kind, rows in expected.items():
        visitor.set("pick_compare_kind", kind)
        shown = list(visitor.frames())[-1][0]
        assert shown.case_id.tolist() == table.case_id[rows].tolist()[:50]
        assert f"Wrong about VT: {rows.sum()} cases" in visitor.text
    visitor.set("pick_compare_kind", "model").set("pick_compare_turn", 2)
    shown = list(visitor.frames())[-1][0]
    assert shown.case_id.tolist() == table.case_id[expected["model"]].tolist()[50:100]
    assert shown["B said"].tolist() == table.pred_B[expected["model"]].tolist()[50:100]
    visitor.set("pick_compare_group", "with")
    assert f"{(expected['model'] & (table.y_true == 'VT')).sum()} cases" in visitor.text


def test_files_in_different_order_and_of_different_cases_are_joined_and_said() -> None:
    table = scored(["Normal", "VT"], 200)
    other = scored(["Normal", "VT"], 200, seed=1).assign(y_true=table.y_true)
    both = pd.concat([table[:190].assign(model="A"), other[::-1][:180].assign(model="B")])
    visitor = Visitor().upload(both).go(PAGE)
    assert "170 cases in common (told by case_id), 10 only in B, 20 only in A." in visitor.text


def test_what_cannot_be_compared_is_refused_in_words() -> None:
    assert opened("labels only").go(PAGE).finding == "This study has one model, and a comparison needs two."
    assert opened("pasted matrix").go(PAGE).finding == "A matrix of counts holds no cases to compare."
    table = scored(["Normal", "VT"], 60).drop(columns="case_id")
    visitor = Visitor().upload(pd.concat([table.assign(model="A"), table.assign(model="B")])).go(PAGE)
    assert visitor.finding == "These two models cannot be compared case by case."
    assert "There is no case id" in visitor.text


def test_where_one_pair_cannot_be_joined_another_can_be_chosen() -> None:
    table = scored(["Normal", "VT"], 60)
    other = table.assign(case_id=[f"other {i}" for i in range(60)])
    parts = [table.assign(model="A"), other.assign(model="B"), table.assign(model="C")]
    visitor = Visitor().upload(pd.concat(parts)).go(PAGE)
    assert visitor.finding == "These two models cannot be compared case by case."
    assert "are in both, told by “case_id”" in visitor.detail
    visitor.choose("Compared with it", "C")
    assert "60 cases in common" in visitor.text
    assert "no common cases" in visitor.table(2).iloc[0, 1]


def test_labels_alone_say_why_there_are_no_areas() -> None:
    visitor = Visitor().upload(side_by_side(["Normal", "VT"], 100)).go(PAGE)
    assert "Areas under the curve need a score of this class from both models" in visitor.text
    assert "Moving a threshold needs a score" in visitor.text


def test_the_download_is_what_is_shown() -> None:
    visitor = Visitor(study="breast-cancer").go(PAGE)
    button = visitor.widget("comparison_csv")
    assert not button.disabled
    taken = visitor.widget("differing_csv")
    assert taken.disabled


def test_hostile_names_of_models_stay_text() -> None:
    table = side_by_side(["Normal", "VT"], 120)
    renamed = table.rename(columns={"pred_A": f"pred_{HOSTILE[0]}", "pred_B": f"pred_{HOSTILE[1]}"})
    visitor = Visitor().upload(renamed).go(PAGE)
    for kind, text in visitor.texts():
        assert kind == "plain" or "<img src" not in text.replace("\\", "") or "\\<" in text
        assert kind == "plain" or "![x](http" not in text
    assert as_read(HOSTILE[1])[:10] in visitor.text
