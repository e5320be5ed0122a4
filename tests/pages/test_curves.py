"""The curves page: areas of the reference, refusals, few and many classes, several models."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from predictions.demo import EXAMPLES
from reviews.review import KeptThreshold
from tests.support.areas import area
from tests.support.studies import TABLES, example_table, first_view, one_score, opened, scored, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor

FIGURES = ("AUC", "Average precision")
TWO = 5.001e-3  # how far a number of two decimals may be from the exact one


def areas(visitor: Visitor, number: int = 0) -> pd.DataFrame:
    """A table below the curves: the first number of each cell; names without their number."""
    shown = visitor.table(number)
    first = shown.columns[0]
    names = shown[first].str.replace(r"^\d+\s", "", regex=True)
    return shown.assign(
        **{first: names}, **{name: shown[name].str.extract(r"([01]\.\d\d)")[0].astype(float) for name in FIGURES}
    )


@pytest.mark.thorough
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_the_areas_are_those_of_the_reference(example) -> None:
    table, visitor = first_view(example.key), seen(example.key, "curves")
    shown = areas(visitor)
    assert set(shown[shown.columns[0]]) == {label for label in set(table.y_true) if f"score_{label}" in table}
    for _, row in shown.iterrows():
        label = row.iloc[0]
        truth, score = table.y_true == label, table[f"score_{label}"]
        assert row["AUC"] == pytest.approx(area(table, label), abs=TWO)
        assert row["Average precision"] == pytest.approx(average_precision_score(truth, score), abs=TWO)
        assert float(row["Prevalence"].split(" ")[0].split("\u00a0")[0]) == pytest.approx(100 * truth.mean(), abs=0.05)


def test_the_finding_leads_with_the_area_of_the_class_of_interest() -> None:
    table, visitor = first_view("heart-rhythm"), seen("heart-rhythm", "curves")
    auc = roc_auc_score(table.y_true == "VT", table.score_VT)
    assert visitor.finding.startswith(f"AUC for VT {auc:.3f} (95 % CI ")
    assert f"the model gives the higher score to the patient with VT {100 * auc:.0f} times in 100." in visitor.detail


def test_few_videos_have_their_range_in_place_of_an_interval() -> None:
    visitor = seen("surgical-phases", "curves")
    assert re.fullmatch(r"AUC for .+ 0\.\d{3} \(12 videos: \d\.\d\d–\d\.\d\d\)\.", visitor.finding)
    assert "One tick per video" in visitor.text
    assert all("data:image" in cell for cell in visitor.tables[0]["AUC"])


def test_few_classes_share_two_figures_and_the_class_of_interest_has_the_band() -> None:
    visitor = seen("heart-rhythm", "curves")
    for key in ("ROC", "Precision–recall"):
        drawn = visitor.chart(key)["data"]
        *_, leading = [trace for trace in drawn if trace.get("name")]
        assert leading["name"].startswith("VT")
        assert sum("fill" in trace for trace in drawn) == 1
    assert "shaded: pointwise 95 % CI of VT" in visitor.text


@pytest.mark.thorough
def test_a_phase_has_the_colour_that_it_has_on_timeline() -> None:
    visitor = Visitor(study="surgical-phases").go("curves")
    view = visitor.opened.view
    panels = [json.loads(chart.proto.spec)["data"] for chart in visitor.app.get("plotly_chart")]
    drawn = [
        {trace["line"]["color"] for trace in panel if trace.get("line", {}).get("width") == 2.5} for panel in panels
    ]
    ribbons = [trace.get("marker", {}).get("color") for trace in visitor.go("timeline").chart("ribbons")["data"]]
    used = {color for colors in ribbons if isinstance(colors, list) for color in colors}
    assert set.union(*drawn) == used
    assert len(view.voice.order) == len(used) == 7


@pytest.mark.thorough
def test_many_classes_have_a_panel_each_in_their_order() -> None:
    visitor = Visitor(study="surgical-phases").go("curves")
    assert [chart.proto.id != "" for chart in visitor.app.get("plotly_chart")] == [True] * 7
    numbered = [each.value for each in visitor.app.markdown if re.match(r"\*\*\d", each.value)]
    assert [text.strip("*").split("\u00a0")[0] for text in numbered] == [str(n) for n in range(1, 8)]
    visitor.set("curves_kind", "ROC")
    assert "Horizontal: false positive rate." in visitor.text


@pytest.mark.thorough
def test_beyond_eight_classes_the_reader_chooses() -> None:
    visitor = opened("20 classes").go("curves")
    assert len(visitor.app.get("plotly_chart")) == 8
    assert visitor.app.dataframe[0].value.shape[0] == 20
    visitor.set("curves_chosen", [3, 5])
    assert len(visitor.app.get("plotly_chart")) == 2


@pytest.mark.thorough
def test_the_list_of_classes_is_plain_text_which_shows_no_escape() -> None:
    visitor = Visitor().bring(scored([f"Non-ST *{at}*" for at in range(9)], 200)).go("curves")
    assert all(re.fullmatch(r"\d Non-ST \*\d\*", as_read(each)) for each in visitor.widget("curves_chosen").options)


@pytest.mark.thorough
def test_a_kept_threshold_is_a_second_point_on_the_curves_of_its_class_which_says_whether_it_is_used() -> None:
    visitor = Visitor(study="heart-rhythm").go("curves")
    kept = KeptThreshold(visitor.opened.model, visitor.study.labels.index("VT"), 0.1)
    visitor.opened.review = visitor.opened.review.keeping(kept)
    assert "● at 0.100 (kept, not used)" in visitor.run().text
    visitor.opened.review = visitor.opened.review.keeping(replace(kept, applied=True))
    visitor.run()
    assert "● at 0.100" in visitor.text
    assert "not used" not in visitor.text
    assert {"as delivered", "at 0.100"} <= {each["text"] for each in visitor.chart("ROC")["layout"]["annotations"]}


@pytest.mark.thorough
def test_every_model_stands_in_a_table_with_its_difference() -> None:
    table = example_table("heart-rhythm")
    table = table[(table.y_true == "VT") | (table.y_true != "")]
    table = table[table.split == "test"]
    visitor = Visitor(study="heart-rhythm").go("curves")
    shown = visitor.table(1)
    assert set(shown["Model"].str.replace(" reference", "")) == {"Model A", "Model B"}
    wanted = {
        name: roc_auc_score(rows.y_true == "VT", rows.score_VT.astype(float)) for name, rows in table.groupby("model")
    }
    for _, row in areas(visitor, 1).iterrows():
        assert row["AUC"] == pytest.approx(wanted[row["Model"].removesuffix(" reference")], abs=TWO)
    with_interval = shown["Average precision"].str.match(r"0\.\d\d.\(0\.\d\d–0\.\d\d\)")
    assert with_interval.all(), "as in All classes"
    other = shown[shown["Model"] == "Model B"]["Difference to Model A"].item()
    assert float(other.split("\u00a0")[0].split(" ")[0].replace("−", "-")) == pytest.approx(
        wanted["Model B"] - wanted["Model A"], abs=TWO
    )
    first = list(shown["Model"])
    assert list(visitor.set("curves_sort", "sensitivity").table(1)["Model"]) != first


@pytest.mark.thorough
def test_models_are_ordered_by_the_number_that_is_chosen_and_those_without_cases_are_named() -> None:
    parts = [scored(["Normal", "sick"], 60, seed).assign(model=f"m{seed}", split="test") for seed in range(3)]
    parts[2]["split"] = "train"
    visitor = Visitor().bring(pd.concat(parts)).go("curves")
    assert len(visitor.table(1)) == 2
    assert "Not shown: m2, without scored cases in this split." in visitor.text


@pytest.mark.thorough
def test_one_model_with_scores_beside_readers_stands_alone_under_its_name() -> None:
    table = scored(["Normal", "sick"], 60).assign(model="net")
    readers = [table.assign(model=name, score_Normal=np.nan, score_sick=np.nan) for name in ("A", "B")]
    visitor = Visitor().bring(pd.concat([table, *readers])).go("overview").choose("Model", "net").go("curves")
    assert "Sick, net" in visitor.text
    assert "Not shown: A, B, without scores." in visitor.text


def test_a_drawn_curve_has_at_most_a_thousand_points() -> None:
    visitor = seen("heart-sounds", "curves")
    for key in ("ROC", "Precision–recall"):
        sizes = [len(trace["text"]) for trace in visitor.chart(key)["data"] if trace.get("name")]
        assert sizes
        assert max(sizes) <= 1000


def test_a_class_without_cases_has_no_curve_and_stops_nothing() -> None:
    visitor = seen("one true class", "curves")
    assert visitor.finding == "No class has a curve."
    assert len(visitor.app.get("plotly_chart")) == 0


def test_a_class_that_is_never_predicted_says_so() -> None:
    shown = seen("never predicted", "curves").table().set_index("Class")
    assert shown.loc["Rare", "As delivered"] == "never predicted"


def test_a_single_score_column_says_that_its_threshold_is_assumed() -> None:
    visitor = seen("one score", "curves")
    table, shown = TABLES["one score"](), areas(visitor)
    reference = roc_auc_score(table.y_true == "sick", table.score)
    assert shown.set_index("Class").loc["sick", "AUC"] == pytest.approx(reference, abs=TWO)
    assert "0.500, assumed" in shown.columns
    assert "○ 0.500, assumed" in visitor.text


def test_complete_separation_has_an_area_with_a_lower_bound() -> None:
    table = pd.DataFrame({"y_true": ["sick"] * 12 + ["well"] * 12, "score": [0.9, 0.8, 0.7] * 4 + [0.1, 0.2, 0.3] * 4})
    visitor = Visitor().bring(table).go("curves")
    assert re.fullmatch(r"AUC for sick 1\.000 \(95 % CI 0\.8\d\d–1\.000\)\.", visitor.finding)
    assert visitor.detail.endswith("100 times in 100.")


def test_labels_alone_have_no_curve() -> None:
    assert seen("labels only", "curves").finding == "No scores in this dataset."


@pytest.mark.parametrize("page", ["overview", "curves"])
def test_a_pooled_area_far_from_the_mean_of_the_folds_is_a_warning(page: str) -> None:
    visitor = seen("shifted folds", page)
    (warning,) = [as_read(each.value) for each in visitor.app.warning]
    assert "mean of 5 folds 0." in warning
    assert "pooled out-of-fold 0." in warning
    assert "CIs are conditional on the fitted models" in visitor.text


def test_the_area_of_folds_is_their_mean_with_the_pooled_one_beside_it() -> None:
    table, visitor = TABLES["shifted folds"](), seen("shifted folds", "curves")
    assert visitor.finding.startswith(f"AUC for sick {area(table, 'sick'):.3f}, mean of 5 folds (95 % CI ")
    assert f"Pooled out-of-fold: {roc_auc_score(table.y_true == 'sick', table.score_sick):.3f}, which" in visitor.detail


def test_a_score_that_is_no_probability_has_no_operating_point() -> None:
    table = one_score().assign(score=lambda rows: (rows.score * 10).round())
    visitor = Visitor().bring(table).go("curves")
    assert list(visitor.table())[-1] == "Prevalence"
    assert not re.search("assumed|delivered|○", visitor.text)
    assert not [trace for trace in visitor.chart("ROC")["data"] if trace.get("mode") == "markers"]


def test_phases_have_their_name_in_the_table_and_beside_the_panels() -> None:
    visitor = seen("surgical-phases", "curves")
    assert visitor.table().columns[0] == "Phase"
    assert "Coloured: this phase." in visitor.text
    assert seen("heart-rhythm", "curves").table().columns[0] == "Class"
