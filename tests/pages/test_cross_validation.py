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

from tests.predictions.build.test_weights import table as weighted_rows
from tests.support.studies import HOSTILE, example_table, scored, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor

MACRO, MICRO, WEIGHTED, OF_MEANS = -1, -2, -3, -4
SHOWN, AVERAGE = "pick_fold_shown", "pick_fold_average"


def folded(
    folds: int = 5, labels: tuple[str, ...] = ("Normal", "Murmur", "Artifact"), cases: int = 300
) -> pd.DataFrame:
    return scored(list(labels), cases).assign(fold=np.arange(cases) % folds + 1)


def shown(table: pd.DataFrame) -> Visitor:
    return Visitor().bring(table).go("cross_validation")


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


@pytest.mark.thorough
def test_what_is_shown_is_there_on_coming_back() -> None:
    visitor = Visitor(study="breast-cancer").go("cross_validation").set(SHOWN, "all classes")
    assert visitor.go("overview").go("cross_validation").widget(SHOWN).value == "all classes"


@pytest.mark.thorough
@pytest.mark.parametrize("model", ["Decision tree", "Logistic regression"])
def test_the_four_numbers_of_a_report_are_those_of_scikit_learn(model: str) -> None:
    table = example_table("breast-cancer")
    folds = [rows for _, rows in table[table.model == model].groupby("fold")]
    visitor = Visitor(study="breast-cancer").go("cross_validation").choose("Model", model).set(SHOWN, "all classes")
    expected = {name: said([of(rows) for rows in folds]) for name, of in FOUR.items()}
    row = visitor.table(1).set_index("Model").loc[model]
    assert {name: cell.replace("*", "").split(" ")[0].split("\u00a0")[0] for name, cell in row.items()} == expected
    assert visitor.finding.startswith(f"Over 5 folds: macro sensitivity {expected['Macro sensitivity']}")
    pooled = visitor.table().iloc[-1]
    assert pooled["Macro sensitivity"] == f"{FOUR['Macro sensitivity'](table[table.model == model]):.2f}"


def test_the_finding_is_in_percent_as_on_overview_with_the_pooled_counts_and_the_lowest_fold() -> None:
    table = example_table("breast-cancer")
    table = table[table.model == table.model.iloc[0]]
    malignant = table[table.y_true == "malignant"].assign(found=lambda rows: rows.y_pred == "malignant")
    values = malignant.groupby("fold").found.mean()
    visitor = seen("breast-cancer", "cross_validation")
    mean, sd = 100 * values.mean(), 100 * values.std(ddof=1)
    ends = f"{100 * values.min():.0f}–{100 * values.max():.0f}"
    assert visitor.finding == f"Sensitivity for malignant: {mean:.1f} ± {sd:.1f} % over 5 folds (range {ends})."
    found, cases = int(malignant.found.sum()), len(malignant)
    assert f"Pooled out-of-fold: {found} of {cases} ({100 * found / cases:.1f} %, 95 % CI" in visitor.detail
    assert ", as on Overview. Lowest in fold" in visitor.detail
    shown_table = visitor.table()
    assert shown_table["Malignant"].tolist() == [
        "43 of 114",
        "43 of 114",
        *["42 of 114"] * 2,
        "42 of 113",
        "212 of 569",
    ]
    counts = malignant.groupby("fold").found.sum()
    assert [cell.split(" ")[0].split("\u00a0")[0] for cell in shown_table["Detected"]] == [
        *map(str, counts),
        str(found),
    ]
    labels = [text.split("<")[1][2:] for text in visitor.chart("folds")["layout"]["yaxis"]["ticktext"]]
    assert labels == ["Sensitivity", "Specificity", "PPV", "NPV"]


def test_both_models_stand_in_a_table_with_a_tick_for_each_fold() -> None:
    visitor = seen("breast-cancer", "cross_validation")
    shown_table = visitor.table(1)
    assert shown_table["Model"].tolist() == ["Decision tree", "Logistic regression"]
    assert all("±" in cell and "data:image" in cell for cell in visitor.tables[1]["Sensitivity"])
    assert "Folds share training data" in visitor.text


@pytest.mark.thorough
def test_of_many_models_as_many_are_shown_as_fit_and_the_others_are_counted() -> None:
    table = pd.concat([folded().assign(model=f"Model {letter}") for letter in "ABCDEFGHIJ"])
    visitor = shown(table).choose("Model", "Model J")
    assert visitor.table(1)["Model"].tolist() == [f"Model {letter}" for letter in "ABCDEFGJ"]
    assert "2 more models are not shown." in visitor.text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("average", "name", "reference"),
    [
        (MACRO, "Macro F1", lambda rows: f1_score(rows.y_true, rows.y_pred, average="macro")),
        (MICRO, "Micro F1", lambda rows: f1_score(rows.y_true, rows.y_pred, average="micro")),
        (WEIGHTED, "Weighted F1", FOUR["Weighted F1"]),
    ],
)
def test_an_averaging_changes_the_number_and_its_name(average: int, name: str, reference: object) -> None:
    table = folded()
    visitor = shown(table).set(SHOWN, "one metric").choose("Metric", "F1").set(AVERAGE, average)
    assert visitor.finding.startswith(f"{name}: {said([reference(rows) for _, rows in table.groupby('fold')])} over 5")
    assert visitor.table().iloc[-1][name] == f"{reference(table):.2f}"


@pytest.mark.thorough
def test_the_other_reading_of_macro_f1_can_be_chosen() -> None:
    visitor = shown(folded()).set(SHOWN, "one metric").choose("Metric", "F1").set(AVERAGE, OF_MEANS)
    assert visitor.finding.startswith("F1 of macro PPV and macro sensitivity: ")
    assert "the F1 of the two means" in visitor.text
    assert visitor.choose("Metric", "Sensitivity").finding.startswith("Macro sensitivity")


@pytest.mark.parametrize(("metric", "reference"), [("MCC", matthews_corrcoef), ("Cohen's kappa", cohen_kappa_score)])
def test_numbers_of_the_whole_matrix_need_no_averaging(metric: str, reference: object) -> None:
    table = folded()
    visitor = shown(table).set(SHOWN, "one metric").choose("Metric", metric)
    values = [reference(rows.y_true, rows.y_pred) for _, rows in table.groupby("fold")]
    assert visitor.finding.startswith(f"{metric}: {np.mean(values):.2f} ± {np.std(values, ddof=1):.2f} over 5 folds")
    assert "Class or average" not in [box.label for box in visitor.app.selectbox]


def test_for_the_auc_the_mean_of_the_folds_is_the_one_to_report() -> None:
    visitor = shown(folded()).set(SHOWN, "one metric").choose("Metric", "AUC")
    assert "report the mean of folds" in visitor.detail


@pytest.mark.thorough
def test_a_fold_without_a_class_is_a_gap_that_is_counted_and_explained() -> None:
    table = folded()
    visitor = shown(table[(table.fold != 3) | (table.y_true != "Artifact")]).choose("Class of interest", "Artifact")
    assert "over 4 of 5 folds" in visitor.finding
    assert "No case of class “Artifact” in fold “3”" in visitor.text
    assert "Sensitivity for Artifact is not estimable in fold “3”" in visitor.text
    assert visitor.warnings == []
    assert visitor.table()["Correct"][2] == "not estimable"
    assert len(visitor.chart("folds")["data"][1]["hovertext"]) == 4
    macro = visitor.set(SHOWN, "all classes").table()["Macro sensitivity"]
    assert macro[2].endswith("2 of 3 classes")


@pytest.mark.thorough
def test_cases_in_two_folds_are_counted_and_the_interval_is_refused() -> None:
    table = folded()
    usual = shown(table)
    assert "approximate 95 % CI of the mean" in usual.text
    assert "no unbiased variance estimator exists." in usual.text
    visitor = shown(pd.concat([table, table.iloc[:7].assign(fold=5)]))
    assert "6 IDs in more than one fold" in visitor.warnings[0]
    assert "No CI for the mean: IDs occur in several folds." in visitor.text
    assert "approximate" not in visitor.text
    assert "95 % CI" in usual.detail
    assert "CI" not in visitor.detail


def test_the_pooled_proportion_of_patients_with_several_rows_has_the_patient_level_interval() -> None:
    """Sixty patients of five rows, each in one fold; the Overview shows the same interval."""
    table = folded()
    table = table.assign(case_id=[f"p{i // 5}" for i in range(300)], fold=np.arange(300) // 5 % 5 + 1)
    visitor = shown(table)
    expected = visitor.evaluation.classes[visitor.opened.view.interest]["sensitivity"]
    assert expected.method.startswith("patient bootstrap SE")
    assert f"{100 * expected.low:.0f}–{100 * expected.high:.0f}), as on Overview" in visitor.detail
    assert visitor.table()["IDs"].tolist() == [*["12"] * 5, "60"]


def test_rows_without_a_fold_are_in_none_of_the_numbers() -> None:
    table = folded().astype({"fold": "Int64"})
    table.loc[:9, "fold"] = None
    visitor = shown(table)
    assert "10 rows without a fold" in visitor.warnings[0]
    assert visitor.table().iloc[-1, 1].endswith("of 290")
    assert "as on Overview" not in visitor.detail


def test_an_outlying_fold_is_said() -> None:
    table = folded()
    incorrect = (table.fold == 2) & (table.y_pred == "Murmur")
    visitor = shown(table.assign(y_pred=table.y_pred.mask(incorrect, "Normal"))).choose("Class of interest", "Murmur")
    assert "fold “2” is an outlier (0.0 %" in visitor.text
    assert visitor.warnings == []


def test_one_fold_says_that_nothing_can_be_compared() -> None:
    visitor = shown(folded(1))
    assert visitor.finding.endswith("in the only fold.")
    assert "±" not in visitor.finding


@pytest.mark.thorough
def test_many_folds_scroll_above_the_pooled_row() -> None:
    visitor = shown(folded(60, cases=600))
    assert visitor.table().iloc[:, 0].tolist() == ["pooled"]
    frame, _ = next(visitor.frames())
    assert len(frame) == 60


@pytest.mark.thorough
def test_many_classes_show_the_class_of_interest() -> None:
    visitor = shown(folded(5, tuple(f"Class {i:02}" for i in range(60)), 1800))
    assert len(visitor.chart("folds")["layout"]["yaxis"]["ticktext"]) == 4


def test_without_scores_there_is_no_auc() -> None:
    visitor = shown(folded()[["case_id", "fold", "y_true", "y_pred"]])
    assert "AUC" not in visitor.table()
    assert "Macro AUC" not in visitor.set(SHOWN, "all classes").table()
    assert not {"AUC", "Average precision"} & set(visitor.set(SHOWN, "one metric").choices_in("Metric"))


@pytest.mark.parametrize("study", ["heart-rhythm", "surgical-phases"])
def test_without_folds_the_page_says_what_it_would_need(study: str) -> None:
    visitor = seen(study, "cross_validation")
    assert visitor.finding == "No folds in this dataset."
    assert "`fold`" in visitor.text


def test_folds_of_one_case_each_are_too_many() -> None:
    visitor = shown(folded(1500, cases=1500))
    assert visitor.finding == "1,500 folds are too many to compare."


def test_folds_of_another_split_are_not_shown() -> None:
    table = folded().assign(split=["test", "train"] * 150).astype({"fold": "Int64"})
    table.loc[table["split"] == "test", "fold"] = None
    visitor = shown(table)
    assert visitor.finding == "No case of this split has a fold."
    assert visitor.choose("Split", "train").finding.startswith("Sensitivity for")


@pytest.mark.thorough
def test_hostile_names_of_folds_models_and_classes_stay_text() -> None:
    table = folded(5, HOSTILE)
    table = pd.concat([table.assign(model=name, fold=[HOSTILE[i % 5] for i in range(300)]) for name in HOSTILE[:2]])
    visitor = shown(table.sample(frac=1, random_state=0))
    for step in ("class", "all classes", "one metric"):
        texts = visitor.set(SHOWN, step).texts()
        alive = [text for kind, text in texts if kind == "markdown" and any(name in text for name in HOSTILE)]
        assert alive == []
        assert all(name in visitor.text for name in HOSTILE[:2])


@pytest.mark.thorough
def test_the_choices_hold_over_pages_and_end_with_the_study() -> None:
    visitor = shown(folded()).set(SHOWN, "one metric").choose("Metric", "Specificity").set(AVERAGE, MICRO)
    assert visitor.finding.startswith("Micro specificity")
    assert visitor.open_example("breast-cancer").go("cross_validation").finding.startswith("Sensitivity for")


def test_the_page_ends_in_the_verdict_on_the_other_model() -> None:
    visitor = seen("breast-cancer", "cross_validation")
    links = [as_read(each.proto.label) for each in visitor.app.get("page_link")]
    assert "**Compare models**: Decision tree −5.2 points in sensitivity (190 against 201 of 212)" in links


@pytest.mark.thorough
def test_percentages_of_weighted_folds_are_weighted_and_counts_are_not() -> None:
    weights = np.random.default_rng(1).exponential(1.0, 300) + 0.05
    table = weighted_rows(weight=weights, fold=np.arange(300) % 5 + 1)
    visitor = Visitor().bring(table).go("overview").press("Use as weights").go("cross_validation")
    label = visitor.study.labels[visitor.opened.view.interest]
    own = table[table.y_true == label].assign(found=lambda rows: (rows.y_pred == label) * rows.weight)
    values = own.groupby("fold").found.sum() / own.groupby("fold").weight.sum()
    assert visitor.finding.startswith(
        f"Sensitivity for {label}: {100 * values.mean():.1f} ± {100 * values.std(ddof=1):.1f} % over 5 folds"
    )
    found, pooled = int((own.found > 0).sum()), own.found.sum() / own.weight.sum()
    assert f"Pooled out-of-fold: {found} of {len(own)} (weighted {100 * pooled:.0f} %, 95 % CI" in visitor.detail
    at = values.idxmin()
    lowest = own[own.fold == at]
    counts = f"{(lowest.found > 0).sum()} of {len(lowest)} (weighted {100 * values.min():.1f} %)"
    assert f"Lowest in fold {at}: {counts}." in visitor.detail
    cells = [as_read(cell) for cell in visitor.table().iloc[:, 2]]
    seen = (own.found > 0).groupby(own.fold).sum()
    wanted = [f"{count} ({100 * value:.1f} %)" for count, value in zip(seen, values, strict=True)]
    assert cells == [*wanted, f"{found} ({100 * pooled:.0f} %)"], "as in the sentence"


@pytest.mark.thorough
def test_a_class_whose_name_is_a_number_is_named_as_a_class() -> None:
    truth = np.arange(200) % 4 == 0
    predicted = np.where(np.arange(200) % 7, truth, ~truth)
    table = pd.DataFrame({"y_true": truth.astype(int), "y_pred": predicted.astype(int), "fold": np.arange(200) % 5 + 1})
    assert as_read(Visitor().bring(table).go("cross_validation").finding).startswith("Sensitivity for class 1: ")
