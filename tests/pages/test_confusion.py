"""The confusion page lists, for a chosen cell, exactly the cases of that cell."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix

from predictions.demo import EXAMPLES
from tests.support.studies import TABLES, first_view, opened
from tests.support.visitor import Visitor

MOST = 200


def listed(visitor: Visitor) -> pd.DataFrame:
    """The list of cases: every table of the page but the matrix, which comes last."""
    return next(visitor.frames())[0]


def matrix(visitor: Visitor) -> pd.DataFrame:
    return list(visitor.frames())[-1][0].set_index("truth \\ called")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_the_matrix_is_that_of_the_reference(example) -> None:
    table = first_view(example.key)
    shown = matrix(Visitor(study=example.key).go("confusion"))
    reference = confusion_matrix(table.y_true, table.y_pred, labels=list(shown.index))
    assert (shown.to_numpy() == reference).all()
    assert list(shown.columns) == list(shown.index)


def test_the_finding_is_the_most_frequent_error() -> None:
    table, visitor = first_view("heart-sounds"), Visitor(study="heart-sounds").go("confusion")
    wrong = table[table.y_true != table.y_pred].groupby(["y_true", "y_pred"]).size()
    truth, called = wrong.idxmax()
    support = int((table.y_true == truth).sum())
    said = f"The most frequent error is {truth} called {called}: {wrong.max():,} of {support:,}"
    assert visitor.finding == f"{said} ({100 * wrong.max() / support:.1f} %)."


def test_every_cell_chosen_by_the_lists_has_its_cases() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("confusion")
    for truth in ("Normal", "VT"):
        for called in ("Normal", "Ectopic", "VT"):
            visitor.choose("True class", truth).choose("Called", called)
            cell = table[(table.y_true == truth) & (table.y_pred == called)]
            shown = listed(visitor)
            assert len(shown) == min(MOST, len(cell))
            assert set(shown["patient_id"]) <= set(cell["patient_id"])
            assert f"{len(cell):,} patients with {truth} called {called}" in visitor.text


def test_the_surest_cases_come_first_and_a_long_list_says_that_it_was_cut() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("confusion")
    visitor.choose("True class", "Normal").choose("Called", "Normal")
    shown, cell = listed(visitor), table[(table.y_true == "Normal") & (table.y_pred == "Normal")]
    surest = np.sort(cell["score_Normal"].to_numpy())[::-1][:MOST]
    assert list(shown["score Normal"]) == pytest.approx(list(surest))
    assert f"The first {MOST} of {len(cell):,} patients." in visitor.text


def test_an_empty_cell_says_so() -> None:
    visitor = opened("never called").go("confusion").choose("True class", "Normal").choose("Called", "Rare")
    assert "No case is in this cell." in visitor.text
    assert len(list(visitor.frames())) == 1  # the matrix itself


def test_the_outline_stands_where_the_lists_point() -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion").choose("True class", "VT").choose("Called", "Normal")
    labels = visitor.choices_in("Called")
    _borders, outline = visitor.chart("matrix")["layout"]["shapes"]
    assert (outline["x0"] + outline["x1"]) / 2 == labels.index("Normal")
    assert (outline["y0"] + outline["y1"]) / 2 == labels.index("VT")


@pytest.mark.parametrize("study", ["pasted matrix", "typed matrix"])
def test_a_matrix_alone_has_no_cases_to_list(study: str) -> None:
    visitor = opened(study).go("confusion")
    assert "there are no single cases to list" in visitor.text
    assert len(list(visitor.frames())) == 1  # the matrix itself


def test_labels_alone_list_cases_in_the_order_of_the_file() -> None:
    table, visitor = TABLES["labels only"](), opened("labels only").go("confusion")
    visitor.choose("True class", "Normal").choose("Called", "Normal")
    cell = table[(table.y_true == "Normal") & (table.y_pred == "Normal")]
    assert list(listed(visitor)["case_id"]) == list(cell["case_id"])


@pytest.mark.parametrize(("mode", "axis"), [("Share of true class", 1), ("Share of calls", 0), ("Share of all", None)])
def test_the_shares_are_of_rows_of_columns_or_of_all(mode: str, axis: int | None) -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion")
    counts = matrix(visitor).to_numpy()
    visitor.set("matrix_mode", {"Share of true class": "truth", "Share of calls": "calls", "Share of all": "all"}[mode])
    shares = counts / counts.sum(axis=axis, keepdims=True)
    text = next(trace["text"] for trace in visitor.chart("matrix")["data"] if trace["type"] == "bar")
    assert len(text) == counts.size
    for place, share in enumerate(shares.ravel()):
        if 0.01 <= share <= 0.99:
            assert f"{share * 100:.0f}" in text[place] or f"{share * 100:.1f}" in text[place]
