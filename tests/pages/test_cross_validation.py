"""The cross-validation page: numbers of the reference, every averaging, gaps that are counted, and what misleads."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import (
    cohen_kappa_score,
    f1_score,
    matthews_corrcoef,
    multilabel_confusion_matrix,
    recall_score,
    roc_auc_score,
)

from tests.support.studies import HOSTILE, example_table, scored
from tests.support.visitor import Visitor

MACRO, MICRO, WEIGHTED, OF_MEANS = -1, -2, -3, -4


def folded(
    folds: int = 5, labels: tuple[str, ...] = ("Normal", "Murmur", "Artifact"), cases: int = 300
) -> pd.DataFrame:
    return scored(list(labels), cases).assign(fold=np.arange(cases) % folds + 1)


def shown(table: pd.DataFrame) -> Visitor:
    return Visitor().upload(table).go("cross_validation")


def said(values: list[float]) -> str:
    return f"{np.mean(values):.2f}±{np.std(values, ddof=1):.2f}"


def micro_specificity(rows: pd.DataFrame) -> float:
    cells = multilabel_confusion_matrix(rows.y_true, rows.y_pred).sum(0)
    return float(cells[0, 0] / cells[0].sum())


def macro_auc(rows: pd.DataFrame) -> float:
    labels = sorted(rows.y_true.unique())
    return float(np.mean([roc_auc_score(rows.y_true == each, rows[f"score_{each}"]) for each in labels]))


FOUR = {
    "Macro sensitivity": lambda rows: recall_score(rows.y_true, rows.y_pred, average="macro"),
    "Micro specificity": micro_specificity,
    "Weighted F1": lambda rows: f1_score(rows.y_true, rows.y_pred, average="weighted"),
    "Macro AUC": macro_auc,
}


@pytest.mark.parametrize("model", ["Decision tree", "Logistic regression"])
def test_the_four_numbers_of_a_report_are_those_of_scikit_learn(model: str) -> None:
    table = example_table("breast-cancer")
    folds = [rows for _, rows in table[table.model == model].groupby("fold")]
    visitor = Visitor(study="breast-cancer").go("cross_validation").choose("Model", model).press("Show these four")
    expected = {name: said([of(rows) for rows in folds]) for name, of in FOUR.items()}
    assert {name: text.split(" | ")[0] for name, text in visitor.metrics.items()} == expected
    assert visitor.table().iloc[5].tolist()[-4:] == list(expected.values())
    assert visitor.press("One metric at a time").finding.startswith("Sensitivity for")


def test_both_models_stand_side_by_side_fold_by_fold() -> None:
    table = example_table("breast-cancer")
    malignant = table[table.y_true == "malignant"]
    found = malignant.assign(found=malignant.y_pred == "malignant").groupby(["model", "fold"]).found.mean().unstack()
    visitor = Visitor(study="breast-cancer").go("cross_validation")
    shown_table = visitor.table()
    for model in found.index:
        column = shown_table[f"Sensitivity for malignant · {model}"]
        assert column.tolist()[:6] == [*(f"{value:.2f}" for value in found.loc[model]), said(found.loc[model].tolist())]
        pooled = malignant[malignant.model == model]
        assert column.tolist()[6] == f"{(pooled.y_pred == 'malignant').mean():.2f}"
    assert [name for name in visitor.chart("folds")["layout"]["yaxis"]["ticktext"] if "±" in name]
    assert "Patients" in shown_table
    assert shown_table["truly malignant"].tolist() == ["43", "43", "42", "42", "42", "about 42", "212"]


def test_of_many_models_as_many_are_shown_as_fit_and_the_others_are_counted() -> None:
    table = pd.concat([folded().assign(model=f"Model {letter}") for letter in "ABCDEFGHIJ"])
    visitor = shown(table).choose("Model", "Model J")
    names = [text.split("<")[1][2:] for text in visitor.chart("folds")["layout"]["yaxis"]["ticktext"]]
    assert names == [f"Model {letter}" for letter in "ABCDEFGJ"]
    assert "2 more models are not shown." in visitor.text


@pytest.mark.parametrize(
    ("average", "name", "reference"),
    [
        (MACRO, "Macro F1", lambda rows: f1_score(rows.y_true, rows.y_pred, average="macro")),
        (MICRO, "Micro F1", lambda rows: f1_score(rows.y_true, rows.y_pred, average="micro")),
        (WEIGHTED, "Weighted F1", FOUR["Weighted F1"]),
        (0, "F1 for Artifact", lambda rows: f1_score(rows.y_true == "Artifact", rows.y_pred == "Artifact")),
    ],
)
def test_an_averaging_changes_the_number_and_its_name(average: int, name: str, reference: object) -> None:
    table = folded()
    visitor = shown(table).choose("Metric", "F1").set("pick_fold_average", average)
    assert visitor.finding.startswith(f"{name} ranges from")
    assert visitor.metrics["Mean±SD of the folds"].startswith(
        said([reference(rows) for _, rows in table.groupby("fold")])
    )
    assert visitor.metrics["All folds pooled"].startswith(f"{reference(table):.2f}")


def test_the_other_reading_of_macro_f1_can_be_chosen() -> None:
    visitor = shown(folded()).choose("Metric", "F1").set("pick_fold_average", OF_MEANS)
    assert visitor.finding.startswith("F1 of macro PPV and macro sensitivity ranges")
    assert "the F1 of the two means" in visitor.text
    assert visitor.choose("Metric", "Sensitivity").finding.startswith("Macro sensitivity")


@pytest.mark.parametrize(("metric", "reference"), [("MCC", matthews_corrcoef), ("Cohen's kappa", cohen_kappa_score)])
def test_numbers_of_the_whole_matrix_need_no_averaging(metric: str, reference: object) -> None:
    table = folded()
    visitor = shown(table).choose("Metric", metric)
    values = [reference(rows.y_true, rows.y_pred) for _, rows in table.groupby("fold")]
    assert visitor.metrics["Mean±SD of the folds"].startswith(said(values))
    assert "Class or average" not in [box.label for box in visitor.app.selectbox]


def test_for_the_auc_the_mean_of_the_folds_is_the_one_to_quote_and_for_counts_the_pooled_value() -> None:
    visitor = shown(folded())
    assert "Quote the value of all folds counted together" in visitor.detail
    visitor.choose("Metric", "AUC")
    assert visitor.detail.startswith("Quote the mean of the folds")
    assert "need not share a scale" in visitor.detail


def test_a_fold_without_a_class_is_a_gap_that_is_counted_and_explained() -> None:
    table = folded()
    visitor = shown(table[(table.fold != 3) | (table.y_true != "Artifact")]).set("pick_fold_average", 0)
    assert "over 4 of 5 folds" in visitor.finding
    assert "No case of class “Artifact” in fold “3”" in visitor.warnings[0]
    assert "Artifact has no value in fold “3”: no case truly has it there." in visitor.text
    column = visitor.table()["Sensitivity for Artifact"]
    assert column[2] == "not estimable"
    assert column[5].endswith("4 of 5 folds")
    assert len(visitor.chart("folds")["data"][1]["hovertext"]) == 4
    macro = visitor.set("pick_fold_average", MACRO).table()["Macro sensitivity"]
    assert macro[2].endswith("2 of 3 classes")


def test_cases_in_two_folds_are_counted_and_the_interval_is_refused() -> None:
    table = folded()
    usual = shown(table)
    assert "Approximate 95 % CI (Nadeau-Bengio)" in usual.text
    assert "cross-validation has no unbiased variance estimator." in usual.text
    visitor = shown(pd.concat([table, table.iloc[:7].assign(fold=5)]))
    assert "6 ids in more than one fold" in visitor.warnings[0]
    assert "No interval of the mean: the same ids are in several folds" in visitor.text
    assert "Approximate" not in visitor.text
    assert "CI" in usual.metrics["All folds pooled"]
    assert "CI" not in visitor.metrics["All folds pooled"]


def test_the_pooled_share_of_patients_with_several_rows_has_the_interval_of_whole_patients() -> None:
    """Sixty patients of five rows, each in one fold; the Overview shows the same interval."""
    table = folded()
    table = table.assign(case_id=[f"p{i // 5}" for i in range(300)], fold=np.arange(300) // 5 % 5 + 1)
    visitor = shown(table).choose("Metric", "Sensitivity").set("pick_fold_average", 0)
    pooled = visitor.metrics["All folds pooled"]
    (share,) = [each for each in visitor.app.metric if each.label == "All folds pooled"]
    assert "CI" in pooled
    expected = visitor.evaluation.classes[0]["sensitivity"]
    assert expected.method.startswith("patient bootstrap SE")
    assert f"{expected.low:.2f}" in share.delta
    assert f"{expected.high:.2f}" in share.delta


def test_rows_without_a_fold_are_in_none_of_the_numbers() -> None:
    table = folded().astype({"fold": "Int64"})
    table.loc[:9, "fold"] = None
    visitor = shown(table)
    assert "10 rows without a fold" in visitor.warnings[0]
    assert visitor.table()["Cases"].tolist()[-1] == "290"


def test_a_far_fold_and_a_pooled_value_that_disagrees_are_said() -> None:
    table = folded()
    wrong = (table.fold == 2) & (table.y_pred == "Murmur")
    visitor = shown(table.assign(y_pred=table.y_pred.mask(wrong, "Normal")))
    visitor.set("pick_fold_average", 1)
    assert "one fold lies far from the others, “2” (0.00)" in visitor.warnings[0]


def test_one_fold_says_that_nothing_can_be_compared() -> None:
    visitor = shown(folded(1))
    assert "in the only fold, so nothing shows how much it varies" in visitor.finding
    assert "All rows belong to one fold" in visitor.warnings[0]
    assert "±" not in visitor.metrics["Mean±SD of the folds"]


def test_many_folds_scroll_under_their_mean() -> None:
    visitor = shown(folded(60, cases=600))
    assert [row.split(" | ")[0] for row in visitor.table().iloc[:, 0]] == ["Mean±SD", "All folds pooled"]
    frame, placeholder = next(visitor.frames())
    assert (len(frame), placeholder) == (60, "not estimable")


def test_many_classes_show_the_chosen_number_alone() -> None:
    visitor = shown(folded(5, tuple(f"Class {i:02}" for i in range(60)), 1800))
    assert len(visitor.chart("folds")["layout"]["yaxis"]["ticktext"]) == 1
    assert len(visitor.choices_in("Class or average")) == 63


def test_without_scores_there_is_no_auc_to_choose_and_the_four_numbers_say_so() -> None:
    visitor = shown(folded()[["case_id", "fold", "y_true", "y_pred"]])
    assert not {"AUC", "Average precision"} & set(visitor.choices_in("Metric"))
    assert visitor.press("Show these four").metrics["Macro AUC"] == "– | not estimable"


@pytest.mark.parametrize("study", ["heart-rhythm", "surgical-phases"])
def test_without_folds_the_page_says_what_it_would_need(study: str) -> None:
    visitor = Visitor(study=study).go("cross_validation")
    assert visitor.finding == "This study has no folds to compare."
    assert "`fold`" in visitor.text


def test_folds_of_one_case_each_are_too_many() -> None:
    visitor = shown(folded(1500, cases=1500))
    assert visitor.finding == "1,500 folds are too many to compare."


def test_folds_of_another_split_are_not_shown() -> None:
    table = folded().assign(split=["test", "train"] * 150).astype({"fold": "Int64"})
    table.loc[table["split"] == "test", "fold"] = None
    visitor = shown(table)
    assert visitor.finding == "No case of this part of the study has a fold."
    assert visitor.choose("Split", "train").finding.startswith("Sensitivity for")


def test_hostile_names_of_folds_models_and_classes_stay_text() -> None:
    table = folded(5, HOSTILE)
    table = pd.concat([table.assign(model=name, fold=[HOSTILE[i % 5] for i in range(300)]) for name in HOSTILE[:2]])
    visitor = shown(table.sample(frac=1, random_state=0))
    for step in (lambda: visitor, lambda: visitor.press("Show these four")):
        alive = [text for kind, text in step().texts() if kind == "markdown" and any(name in text for name in HOSTILE)]
        assert alive == []
        assert all(name in visitor.text for name in HOSTILE[:2])


def test_the_choices_hold_over_pages_and_end_with_the_study() -> None:
    visitor = shown(folded()).choose("Metric", "Specificity").set("pick_fold_average", MICRO)
    assert visitor.go("overview").go("cross_validation").finding.startswith("Micro specificity")
    assert visitor.upload(folded(4), "second.csv").go("cross_validation").finding.startswith("Sensitivity for")
