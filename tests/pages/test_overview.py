"""The overview says what pandas and scikit-learn count in the same file."""

import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, matthews_corrcoef, roc_auc_score

from predictions.demo import EXAMPLES
from tests.support.studies import TABLES, example_table, first_view, opened
from tests.support.text import as_read
from tests.support.visitor import Visitor

KEYS = [example.key for example in EXAMPLES]


def macro_auc(table: pd.DataFrame) -> float:
    labels = [label for label in table.y_true.unique() if f"score_{label}" in table]
    return sum(roc_auc_score(table.y_true == label, table[f"score_{label}"]) for label in labels) / len(labels)


@pytest.mark.parametrize("key", KEYS)
def test_the_key_figures_of_an_example_are_those_of_the_reference(key: str) -> None:
    table = first_view(key)
    metrics = Visitor(study=key).go("overview").metrics
    right = int((table.y_true == table.y_pred).sum())
    made = "no interval" if key == "surgical-phases" else "CI"
    assert f"{right:,} of {len(table):,} | {made}" in metrics["Accuracy"]
    assert metrics["Accuracy"].startswith(f"{100 * accuracy_score(table.y_true, table.y_pred):.1f} %")
    for name, reference in (
        ("Balanced accuracy", balanced_accuracy_score(table.y_true, table.y_pred)),
        ("MCC", matthews_corrcoef(table.y_true, table.y_pred)),
        ("Macro AUC", macro_auc(table)),
    ):
        assert metrics[name].startswith(f"{reference:.3f} |"), name


@pytest.mark.parametrize("key", KEYS)
def test_the_class_table_counts_every_class(key: str) -> None:
    table, shown = first_view(key), Visitor(study=key).go("overview").table()
    assert set(shown["Class"]) == set(table.y_true) | set(table.y_pred)
    for _, row in shown.iterrows():
        has, called = table.y_true == row["Class"], table.y_pred == row["Class"]
        found = int((has & called).sum())
        assert row["Cases"] == f"{has.sum():,}"
        assert cell(row, "Sensitivity").split(" · ")[0].endswith(f"{found:,} of {has.sum():,}")
        if called.any():
            assert f"| {found:,} of {called.sum():,} ·" in cell(row, "PPV")
        assert f"| {(~has & ~called).sum():,} of {(~has).sum():,} ·" in cell(row, "Specificity")


def cell(row: pd.Series, start: str) -> str:
    return str(next(value for name, value in row.items() if str(name).startswith(start)))


@pytest.mark.parametrize("key", KEYS)
def test_the_picture_draws_every_class_with_its_cases_and_what_is_correct(key: str) -> None:
    table, visitor = first_view(key), Visitor(study=key).go("overview")
    rows, *_ = visitor.pictures()[0].inside
    names, bars = rows.inside[:-1:2], rows.inside[1:-1:2]
    for label, name, bar in zip(sorted(set(table.y_true)), names, bars, strict=True):
        calls = table.y_pred[table.y_true == label]
        assert as_read(name.text) == f"{label} · {len(calls):,}"
        drawn = [int(part.look["flex"].split()[0]) for part in bar.having("flex")]
        assert sum(drawn) == len(calls)
        if right := int((calls == label).sum()):
            assert (drawn[0], bar.having("flex")[0].text) == (right, f"{right:,}correct")
    assert len(visitor.app.get("plotly_chart")) == 0


def test_the_finding_counts_the_most_dangerous_misses() -> None:
    table = first_view("heart-rhythm")
    finding = Visitor(study="heart-rhythm").go("overview").finding
    disease = "Ectopic" if "Ectopic" in finding.split(",")[0] else "VT"
    other = "VT" if disease == "Ectopic" else "Ectopic"
    calls = table[table.y_true == disease].y_pred.value_counts()
    missed = calls.sum() - calls[disease]
    assert finding == (
        f"Of {calls.sum()} patients with {disease}, the model missed {missed} ({100 * missed / calls.sum():.0f} %): "
        f"{calls['Normal']} were called Normal and {calls[other]} {other}."
    )


def test_rows_without_a_truth_are_in_no_denominator() -> None:
    visitor = Visitor(study="heart-rhythm").go("overview")
    blank = int((example_table("heart-rhythm").y_true == "").sum())
    assert blank > 0
    assert f"{blank} rows of the file not used" in visitor.text
    assert f"{len(first_view('heart-rhythm')):,} patients" in visitor.text


def test_with_labels_alone_macro_f1_stands_in_for_the_area() -> None:
    table = TABLES["labels only"]()
    visitor = opened("labels only").go("overview")
    reference = f1_score(table.y_true, table.y_pred, average="macro")
    assert visitor.metrics["Macro F1"].startswith(f"{reference:.3f} |")
    assert "Macro AUC" not in visitor.metrics
    assert not any(str(name).startswith("AUC") for name in visitor.table())


def test_a_class_that_is_never_called_has_no_ppv_and_says_so() -> None:
    rare = opened("never called").go("overview").table().set_index("Class").loc["Rare"]
    assert cell(rare, "PPV").startswith("not estimable | no case was called")
    assert cell(rare, "Sensitivity").startswith("0 % | 0 of 60")


def test_twenty_classes_stand_in_a_table_to_scroll() -> None:
    table = TABLES["20 classes"]()
    visitor = opened("20 classes").go("overview")
    shown, _ = next(visitor.frames())
    assert len(visitor.app.table) == 0
    assert len(shown) == 20
    for _, row in shown.iterrows():
        has, called = table.y_true == row["Class"], table.y_pred == row["Class"]
        assert row["Cases"] == has.sum()
        assert f"{(has & called).sum()} of {has.sum()} · " in as_read(row["Sensitivity"])
        assert f"{(has & called).sum()} of {called.sum()}" in as_read(row["PPV"])
        auc = roc_auc_score(has, table[f"score_{row['Class']}"])
        assert float(row["AUC"].split(" · ")[0]) == pytest.approx(auc, abs=5.001e-3)


def test_with_one_class_nothing_could_be_missed() -> None:
    visitor = opened("one class").go("overview")
    assert visitor.finding == "Every case is truly of one class, so nothing could be missed."
    assert visitor.metrics["Accuracy"].startswith("100 % | 40 of 40")
    assert visitor.metrics["MCC"].startswith("– | ")
