"""Which combinations of columns are searched, and the numbers of their groups, against pandas."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from metrics import wilson
from predictions.groups.by import By
from predictions.problems import Problem
from reviews.groups.where_it_fails import WhereItFails, at_first, can_search, where_it_fails
from reviews.review import Review
from reviews.view import View
from tests.predictions.sources.counted.test_groups import counted
from tests.support.data.dated import view_on
from tests.support.data.planted import SIZE, planted
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


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["fnr", "fpr"])
def test_an_engine_counts_to_the_same_search(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups, rates and p values, also of the half that was not searched, whatever the order of the rows."""
    rows = pd.concat([planted()] * 2, ignore_index=True)
    rows["case_id"] = [f"c{at}" for at in range(len(rows))]
    study = counted(tmp_path, pa.Table.from_pandas(rows.sample(frac=1, random_state=0), preserve_index=False))
    engine, held = found(View(study, Review.begin(study)), key), found(view_on(rows), key)
    assert can_search(engine.view)
    assert engine.by == held.by
    assert engine.search == held.search
    assert engine.search.held_out is not None
    assert [engine.rate(each) for each in engine.search.groups] == [held.rate(each) for each in held.search.groups]
    assert concentrated(engine.where) == concentrated(held.where)
    monkeypatch.setattr("reviews.groups.where_it_fails.MOST_CASES", 10)
    with pytest.raises(Problem, match="takes up to 10 cases"):
        concentrated(found(View(study, Review.begin(study)), key).where)


@pytest.mark.thorough
def test_rows_of_one_patient_are_not_searched_where_an_engine_counts_them(tmp_path: Path) -> None:
    rows = pd.concat([planted()] * 3, ignore_index=True).rename(columns={"case_id": "patient_id"})
    study = counted(tmp_path, pa.Table.from_pandas(rows, preserve_index=False))
    assert not can_search(View(study, Review.begin(study)))
