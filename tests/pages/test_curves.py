"""The curves page: areas of the reference, refusals, several classes and several models."""

import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from predictions.demo import EXAMPLES
from tests.support.studies import TABLES, example_table, first_view, opened
from tests.support.visitor import Visitor

FIGURES = ("AUC", "Average precision")
THREE = 5.001e-4  # how far a number of three decimals may be from the exact one


def areas(visitor: Visitor) -> pd.DataFrame:
    """The numbers below the curves: what stands in each cell's first line, in three decimals."""
    shown = visitor.table()
    return shown.assign(**{name: shown[name].str.split(" ").str[0].astype(float) for name in FIGURES})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_the_areas_are_those_of_the_reference(example) -> None:
    table, shown = first_view(example.key), areas(Visitor(study=example.key).go("curves"))
    assert set(shown["Class"]) == {label for label in set(table.y_true) if f"score_{label}" in table}
    for _, row in shown.iterrows():
        truth, score = table.y_true == row["Class"], table[f"score_{row['Class']}"]
        assert row["AUC"] == pytest.approx(roc_auc_score(truth, score), abs=THREE)
        assert row["Average precision"] == pytest.approx(average_precision_score(truth, score), abs=THREE)
        assert row["Cases"] == f"{truth.sum():,} of {len(truth):,}"


def test_the_finding_speaks_of_the_class_of_interest() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("curves")
    auc = roc_auc_score(table.y_true == "Ectopic", table.score_Ectopic)
    assert f"scores the one with VT higher {100 * auc:.0f} times in 100" in visitor.finding
    assert f"AUC {auc:.3f} (95 % CI" in visitor.detail
    assert f"by chance it would be the share of Ectopic, 100 of {len(table):,} (0.087)" in visitor.detail


def test_a_picked_class_is_the_only_one_drawn() -> None:
    visitor = Visitor(study="heart-rhythm").go("curves")
    visitor.set("pick_curve_classes", [visitor.study.labels.index("Ectopic")])
    assert list(areas(visitor)["Class"]) == ["Ectopic"]
    assert "Ectopic" in visitor.finding
    assert "VT" not in str([trace.get("name") for trace in visitor.chart("roc")["data"]])


def test_two_models_are_drawn_over_one_another() -> None:
    table = example_table("heart-rhythm")
    table = table[(table.y_true != "") & (table.split == "test")]
    shown = areas(Visitor(study="heart-rhythm").go("curves").set("pick_curve_models", [0, 1]))
    assert set(shown["Model"]) == {"Model A", "Model B"}
    for _, row in shown.iterrows():
        rows = table[table.model == row["Model"]]
        reference = roc_auc_score(rows.y_true == row["Class"], rows[f"score_{row['Class']}"])
        assert row["AUC"] == pytest.approx(reference, abs=THREE)


def test_a_drawn_curve_has_at_most_a_thousand_points() -> None:
    visitor = Visitor(study="surgical-phases").go("curves")
    for key in ("roc", "pr"):
        sizes = [len(trace["hovertext"]) for trace in visitor.chart(key)["data"] if "hovertext" in trace]
        assert sizes
        assert max(sizes) <= 1000
    assert "AUC and average precision come from all scores" in visitor.text


def test_with_many_classes_only_the_class_of_interest_is_drawn_at_first() -> None:
    visitor = opened("20 classes").go("curves")
    assert len(areas(visitor)) == 1
    assert len(visitor.widget("pick_curve_classes").options) == 21


def test_a_class_without_cases_has_no_curve_and_stops_nothing() -> None:
    visitor = opened("one true class").go("curves")
    assert visitor.finding == "No class has both cases and scores, so there is no curve to draw."
    assert len(visitor.app.get("plotly_chart")) == 0


def test_a_single_score_column_draws_its_class() -> None:
    table, shown = TABLES["one score"](), areas(opened("one score").go("curves"))
    reference = roc_auc_score(table.y_true == "sick", table.score)
    assert shown.set_index("Class").loc["sick", "AUC"] == pytest.approx(reference, abs=THREE)


def test_complete_separation_has_an_area_and_no_interval() -> None:
    table = pd.DataFrame({"y_true": ["sick"] * 9 + ["well"] * 9, "score": [0.9, 0.8, 0.7] * 3 + [0.1, 0.2, 0.3] * 3})
    visitor = Visitor().upload(table).go("curves").set("pick_curve_classes", [0])
    assert not visitor.app.exception
    assert visitor.table()["AUC"].tolist() == ["1.000 | no interval"]
