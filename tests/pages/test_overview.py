"""The overview says what pandas and scikit-learn count in the same file."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, matthews_corrcoef, roc_auc_score

from metrics import wilson
from predictions.demo import EXAMPLES
from tests.predictions.build.test_weights import table as rows
from tests.support.areas import area
from tests.support.studies import TABLES, example_table, first_view, opened, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor

KEYS = [example.key for example in EXAMPLES]
COUNTED = [key for key in KEYS if key != "surgical-phases"]  # where a row is a case and not a second


def macro_auc(table: pd.DataFrame) -> float:
    labels = [label for label in table.y_true.unique() if f"score_{label}" in table]
    return sum(area(table, label) for label in labels) / len(labels)


@pytest.mark.parametrize("key", COUNTED)
def test_the_key_figures_of_an_example_are_those_of_the_reference(key: str) -> None:
    table = first_view(key)
    metrics = seen(key, "overview").metrics
    assert metrics["Accuracy"].startswith(f"{100 * accuracy_score(table.y_true, table.y_pred):.1f} %")
    assert " | CI" in metrics["Accuracy"]
    for name, reference in (
        ("Balanced accuracy", balanced_accuracy_score(table.y_true, table.y_pred)),
        ("MCC", matthews_corrcoef(table.y_true, table.y_pred)),
        ("Macro AUC", macro_auc(table)),
    ):
        assert metrics[name].split(" | ")[0] == f"{reference:.3f}", name


@pytest.mark.parametrize("key", COUNTED)
def test_the_class_table_counts_every_class(key: str) -> None:
    table, shown = first_view(key), seen(key, "overview").table()
    classes = set(table.y_true) | set(table.y_pred)
    names = [re.sub(r"^\d ", "", first.split(" | ")[0]) for first in shown["Class"]]
    assert sorted(names) == sorted(classes)
    for name, (_, row) in zip(names, shown.iterrows(), strict=True):
        has, predicted = table.y_true == name, table.y_pred == name
        found = int((has & predicted).sum())
        assert row["Class"].split(" | ")[1].startswith(f"{has.sum():,} ")
        assert f"({found:,} of {has.sum():,})" in row["Sensitivity"]
        if predicted.any():
            assert f"({found:,} of {predicted.sum():,})" in row["PPV"]
            assert f"({(~has & ~predicted).sum():,} of {(~has).sum():,})" in row["Specificity"]


def test_the_class_table_has_each_interval_as_a_mark_and_in_numbers() -> None:
    visitor, table = seen("heart-rhythm", "overview"), first_view("heart-rhythm")
    has = table.y_true == "VT"
    exact = wilson(int((has & (table.y_pred == "VT")).sum()), int(has.sum()))
    cell = visitor.tables[0]["Sensitivity"].iloc[0]
    assert "](data:image/svg+xml;base64," in cell
    assert as_read(cell).endswith(f":small[{100 * exact.low:.0f}–{100 * exact.high:.0f}]")


@pytest.mark.parametrize("key", KEYS)
def test_the_picture_draws_every_class_with_its_cases_and_what_is_correct(key: str) -> None:
    table, visitor = first_view(key), seen(key, "overview")
    rows, *_ = visitor.pictures()[0].inside
    names, bars = rows.inside[:-1:2], rows.inside[1:-1:2]
    order = [visitor.study.labels[i] for i in visitor.opened.review.order]
    for label, name, bar in zip(order, names, bars, strict=True):
        predicted = table.y_pred[table.y_true == label]
        assert label in as_read(name.text)
        drawn = [int(part.look["flex"].split()[0]) for part in bar.having("flex")]
        assert sum(drawn) == len(predicted)
        if right := int((predicted == label).sum()):
            assert drawn[0] == right
    assert len(visitor.app.get("plotly_chart")) == 0


@pytest.mark.thorough
def test_the_finding_is_about_the_class_of_interest() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("overview")
    for disease, other in (("VT", "Ectopic"), ("Ectopic", "VT")):
        visitor.choose("Class of interest", disease)
        predicted = table[table.y_true == disease].y_pred.value_counts()
        missed = predicted.sum() - predicted[disease]
        assert visitor.finding == (
            f"The model missed {missed} of {predicted.sum()} patients with {disease} "
            f"({100 * missed / predicted.sum():.0f} %): "
            f"{predicted['Normal']} classified as Normal, {predicted[other]} as {other}."
        )


def test_rows_without_a_true_class_are_in_no_denominator() -> None:
    visitor = seen("heart-rhythm", "overview")
    table = example_table("heart-rhythm")
    blank = int((table.y_true == "").sum())
    assert blank > 0
    assert f"{blank} of {len(table):,} rows excluded" in visitor.text  # of the file, beside the patients of one split
    assert f"{len(first_view('heart-rhythm')):,} patients" in visitor.text


def test_with_labels_alone_macro_f1_stands_in_for_the_area() -> None:
    table = TABLES["labels only"]()
    visitor = seen("labels only", "overview")
    reference = f1_score(table.y_true, table.y_pred, average="macro")
    assert visitor.metrics["Macro F1"].split(" | ")[0] == f"{reference:.3f}"
    assert "Macro AUC" not in visitor.metrics
    assert not any(str(name).startswith("AUC") for name in visitor.table())


def test_a_class_that_is_never_predicted_has_no_ppv_and_says_so() -> None:
    shown = seen("never predicted", "overview").table()
    (rare,) = (row for _, row in shown.iterrows() if row["Class"].startswith("Rare"))
    assert rare["PPV"].startswith("not estimable | ")
    assert rare["Sensitivity"].startswith("0 % (0 of 60)")
    assert (rare["Specificity"], rare["NPV"]) == ("never predicted", "never predicted")


@pytest.mark.thorough
def test_twenty_classes_stand_in_a_table_to_scroll_and_eight_of_them_in_the_picture() -> None:
    table = TABLES["20 classes"]()
    visitor = opened("20 classes").go("overview")
    shown, _ = next(visitor.frames())
    assert len(visitor.tables) == 0
    assert len(shown) == 20
    for _, row in shown.iterrows():
        name = as_read(row["Class"]).split(" ", 1)[1]
        has, predicted = table.y_true == name, table.y_pred == name
        assert row["Cases"] == has.sum()
        assert as_read(row["Sensitivity, counts"]) == f"{(has & predicted).sum()} of {has.sum()}"
        assert as_read(row["PPV, counts"]) == f"{(has & predicted).sum()} of {predicted.sum()}"
        assert float(row["AUC"]) == pytest.approx(roc_auc_score(has, table[f"score_{name}"]), abs=5.001e-3)
    drawn = visitor.pictures()[0].inside[0].inside[:-1:2]
    assert [as_read(each.text).split(" ")[0] for each in drawn] == [str(i) for i in range(1, 9)]
    visitor.set("overview_classes", 2)
    assert len(visitor.pictures()[0].inside[0].inside[:-1:2]) == 20


def test_with_one_class_nothing_could_be_missed() -> None:
    visitor = seen("one class", "overview")
    assert visitor.finding == "All cases have the same true class; missed cases cannot be assessed."
    assert visitor.metrics["Accuracy"].startswith("100 % | 40 of 40 | CI")
    assert visitor.metrics["MCC"].startswith("– | ")


def test_the_page_ends_in_findings_of_other_pages() -> None:
    links = [as_read(each.proto.label) for each in seen("heart-rhythm", "overview").app.get("page_link")]
    table = first_view("heart-rhythm")
    ill = table.y_true != "Normal"
    wrong = (ill & (table.y_true != table.y_pred)).sum()
    assert f"**Cases**: {wrong} of {ill.sum()} patients with disease misclassified" in links
    assert any(each.startswith("**Curves**: AUC for VT 0.9") for each in links)


@pytest.mark.thorough
def test_the_way_to_confusion_leads_to_the_error_that_it_names() -> None:
    visitor = Visitor(study="heart-rhythm").go("overview")
    link = next(each.proto for each in visitor.app.get("page_link") if "Confusion" in each.proto.label)
    assert as_read(link.label).endswith("45 of 112 errors (40 %): Normal → Ectopic")
    confusion = Visitor(study="heart-rhythm", **dict([link.query_string.split("=")])).go("confusion")
    assert "45 patients: Normal → Ectopic" in confusion.text
    assert "cell" not in confusion.query
    assert "5 patients: VT → Normal" in confusion.choose("True class", "VT").choose("Predicted class", "Normal").text


def test_frames_are_said_and_shown_as_time() -> None:
    table, visitor = first_view("surgical-phases"), Visitor(study="surgical-phases").go("overview")
    visitor.choose("Class of interest", "Clipping and cutting")
    has = table.y_true == "Clipping and cutting"
    missed, total = int((has & (table.y_pred != table.y_true)).sum()), int(has.sum())
    minutes = f"{missed // 60}:{missed % 60:02d} of {total // 60}:{total % 60:02d} min"
    assert visitor.finding == f"The model missed {minutes} of Clipping and cutting ({100 * missed / total:.1f} %)."
    each = (table.y_pred[has] == table.y_true[has]).groupby(table.video_id[has])
    lost = [name for name, right in each if not right.any()]
    assert f"Not recognised at all in {len(lost)} of {has.groupby(table.video_id).any().sum()} videos" in visitor.detail
    assert [name in visitor.detail for name in lost] == [True] * len(lost)
    row = visitor.table().set_index("Phase").loc["3 Clipping and cutting"]
    assert row["Recognised in"] == f"{len(each) - len(lost)} of {len(each)}"
    assert row["Sensitivity"].startswith(f"{100 * (1 - missed / total):.1f} % (")
    assert "frames" not in visitor.finding + visitor.detail


def test_balanced_accuracy_of_phases_is_the_reference_with_the_range_of_videos() -> None:
    table, metrics = first_view("surgical-phases"), seen("surgical-phases", "overview").metrics
    value = balanced_accuracy_score(table.y_true, table.y_pred)
    each = [(part.y_pred == part.y_true).groupby(part.y_true).mean().mean() for _, part in table.groupby("video_id")]
    assert metrics["Balanced accuracy"] == f"{value:.3f} | videos {min(each):.2f}–{max(each):.2f}", "as on all pages"


def test_one_score_says_that_its_threshold_is_assumed_and_what_another_does() -> None:
    table, visitor = TABLES["one score"](), seen("one score", "overview")
    sick, above = table.y_true == "sick", table.score >= 0.5
    assert visitor.finding.startswith(
        f"At a score of 0.5 or more the model missed {(sick & ~above).sum()} of {sick.sum()} sick cases"
    )
    assert visitor.detail.endswith("The file gives one score and no predicted class: 0.5 is an assumption.")
    shown = visitor.table().set_index("Score ≥")
    assert shown.loc["0.5", "Missed"] == f"{(sick & ~above).sum()}"
    assert shown.loc["0.9", "False positives"] == f"{(~sick & (table.score >= 0.9)).sum()}"
    assert list(visitor.metrics) == ["AUC", "Specificity", "PPV", "NPV"]


def test_a_score_that_is_no_probability_leads_with_its_area_and_has_no_bars() -> None:
    table = TABLES["one score"]()
    visitor = Visitor().bring(table.assign(score=table.score * 40 - 7)).go("overview")
    assert visitor.finding.startswith("AUC for sick 0.")
    assert visitor.pictures() == []
    assert "0.5" not in visitor.finding


@pytest.mark.thorough
def test_a_matrix_alone_is_told_whole_without_an_area() -> None:
    visitor = opened("pasted matrix")
    assert visitor.finding == "The model missed 10 of 50 cases with VT (20 %): 5 classified as Normal, 5 as Ectopic."
    assert visitor.detail.startswith("Miss rate CI 11–33 %. 15 of 923 cases classified as Normal have disease (1.6 %")
    assert [metric.label for metric in visitor.app.metric][-1] == "Macro F1"
    assert [row.split(" ")[0] for row in visitor.table()["Class"]] == ["VT", "Ectopic", "Normal"]


def test_of_fewer_than_ten_cases_of_a_class_only_counts_are_said() -> None:
    visitor = opened("8 cases")
    assert visitor.finding == "The model missed 1 of 2 cases with VT: classified as Normal."
    assert visitor.detail.startswith("Too few cases for a percentage (fewer than 10).")
    assert all(" of " in cell and "%" not in cell.split(" ")[0] for cell in visitor.table()["Sensitivity"])


@pytest.mark.thorough
def test_weights_are_used_with_one_click() -> None:
    """Amber as long as they are not; then every percentage is weighted, and pages of single cases are not listed."""
    given = np.where(rows().y_true == "Normal", 0.05, 1.0)
    visitor = Visitor().bring(rows(sampling_fraction=given)).go("overview")
    assert any("looks like weights of cases" in each for each in visitor.warnings)
    before = visitor.metrics
    visitor.press("Use as weights").go("overview")
    assert not visitor.warnings
    assert visitor.evaluation.is_weighted
    assert visitor.metrics != before
    effective = f"weighted: effective n {visitor.evaluation.effective_n:.0f}"
    assert effective in as_read(visitor.text)
    assert "Percentages are weighted, counts are not." in as_read(visitor.text)
    assert "Bars count each case once, not by weight." in as_read(visitor.text)
    matrix = visitor.evaluation.in_population.matrix
    normal = visitor.evaluation.labels.index("Normal")
    prevalence = 100 * (1 - matrix.support[normal] / matrix.total)
    assert f"prevalence of disease {prevalence:.1f} %" in as_read(visitor.detail)


@pytest.fixture(scope="module")
def weighted() -> Visitor:
    """Only goes to pages."""
    return Visitor().bring(rows(weight=np.linspace(0.2, 3, 300))).go("overview").press("Use as weights")


@pytest.mark.parametrize(
    "page", ["clinical_risk", "confusion", "curves", "threshold", "cases", "report", "definitions"]
)
def test_every_page_takes_a_weighted_study(weighted: Visitor, page: str) -> None:
    visitor = weighted.go(page)
    assert visitor.evaluation.is_weighted
    assert not visitor.errors
    if page == "confusion":
        cells = visitor.evaluation.in_population.matrix.cells
        own = cells[0, 0] / cells[0].sum()
        assert f"{100 * own:.0f}" in str(visitor.chart("matrix"))


@pytest.mark.thorough
def test_rows_without_a_prediction_are_told_by_class_below_the_table() -> None:
    table = TABLES["labels only"]()
    silent = table.index[table.y_true == "Murmur"][:3]
    visitor = Visitor().bring(table.assign(y_pred=table.y_pred.where(~table.index.isin(silent), ""))).go("overview")
    text = as_read(visitor.text)
    cases = int((table.y_true == "Murmur").sum())
    assert f"No prediction for 3 of {cases} cases with Murmur: sensitivity " in text
    assert " if all were incorrect." in text
    assert "No prediction for" not in as_read(opened("labels only").go("overview").text)


@pytest.mark.thorough
def test_the_reason_why_numbers_have_no_ci_is_said_once() -> None:
    """Once below the table, of the key figures and of the classes; beside the picture where classes are many."""
    few = pd.DataFrame({"y_true": ["MI"] * 7 + ["Normal"] * 18, "score_MI": np.linspace(0.9, 0.1, 25).round(2)})
    few = few.assign(y_pred=np.where(few.score_MI >= 0.6, "MI", "Normal"))
    page = Visitor().bring(few).go("overview")
    said = "No CI for balanced accuracy, MCC, macro AUC and AUC: 7 cases of a class, 10 needed."
    assert page.text.count("10 needed") == 1
    assert said in page.text
    names = ["Normal"] * 300 + [f"Lesion {at}" for at in range(12) for _ in range(15 if at else 3)]
    many = Visitor().bring(pd.DataFrame({"y_true": names, "y_pred": names})).go("overview")
    assert "No CI for balanced accuracy" in many.text
    assert "3 cases of a class, 10 needed." in many.text


def test_the_reason_of_one_score_stands_below_its_figures() -> None:
    few = pd.DataFrame({"y_true": ["1"] * 7 + ["0"] * 18, "score": np.linspace(0.9, 0.1, 25).round(2)})
    assert "No CI for AUC: 7 cases in the smaller group, 10 needed." in Visitor().bring(few).go("overview").text
