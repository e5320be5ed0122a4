"""Which combinations of columns are searched, and the numbers of their groups, against pandas."""

import numpy as np
import pandas as pd
import pytest

from metrics import wilson
from predictions.groups.by import By
from reviews.groups.where_it_fails import WhereItFails, at_first, where_it_fails
from reviews.view import View
from tests.support.dated import view_on
from tests.support.planted import SIZE, planted
from words.findings.groups.where_it_fails import concentrated


def found(view: View, key: str = "fnr", by: tuple[By, ...] | None = None) -> WhereItFails:
    return where_it_fails(view, view.study.labels.index("VT"), key, at_first(view) if by is None else by)


def test_the_planted_group_comes_first_with_the_counts_of_its_rows() -> None:
    rows = planted()
    seen = found(view_on(rows))
    first = seen.search.groups[0]
    assert seen.member(first).plain == "women, site South"
    own = rows[(rows.sex == "F") & (rows.site == "South") & (rows.y_true == "VT")]
    missed = int((own.y_pred == "Normal").sum())
    assert (first.errors, first.cases) == (missed, len(own))
    assert (seen.rate(first).low, seen.rate(first).high) == (
        wilson(missed, len(own)).low,
        wilson(missed, len(own)).high,
    )
    assert seen.search.p <= 0.01
    assert concentrated(seen.where).startswith("Misses of VT concentrate in women, site South: ")


def test_false_positives_are_those_of_all_other_classes() -> None:
    rows = planted()
    search = found(view_on(rows), "fpr").search
    others = rows[rows.y_true == "Normal"]
    assert (search.errors, search.cases) == ((others.y_pred == "VT").sum(), len(others))


def test_ranges_and_chosen_columns_are_searched() -> None:
    view = view_on(planted())
    seen = found(view, by=(By("age", (65.0,)),))
    assert seen.search.looked_at == 2
    assert {seen.member(group).plain for group in seen.search.groups} <= {"under 65 years", "65 years and over"}
    assert found(view, by=()).by == ()


def test_a_column_with_one_group_and_one_that_is_not_there_are_not_searched() -> None:
    view = view_on(planted(device="A"))
    assert found(view, by=(By("device"), By("nothing"), By("sex"))).by == (By("sex"),)


def test_rows_of_one_patient_are_kept_together() -> None:
    rows = pd.concat([planted()] * 3, ignore_index=True).rename(columns={"case_id": "patient_id"})
    once, again = found(view_on(planted())).search, found(view_on(rows)).search
    assert again.patients == once.patients
    assert again.cases == 3 * once.cases
    assert again.p == pytest.approx(once.p, abs=0.02)


def test_case_weights_change_nothing() -> None:
    weights = np.random.default_rng(0).integers(1, 5, SIZE)
    plain = found(view_on(planted())).search
    assert found(view_on(planted(weight=weights), weight="weight")).search == plain
