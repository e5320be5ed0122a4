import json

import pandas as pd
import pytest

from predictions.groups.asked import asked, asked_dates
from predictions.groups.by import By
from predictions.opening import open_files
from predictions.problems import Problem
from tests.support.studies import scored

TABLE = scored(["Normal", "VT"], 60).assign(
    sex=["F", "M"] * 30, age=[20 + at * 7 % 50 for at in range(60)],
    date=pd.date_range("2026-01-01", periods=60).astype(str),
    **{"a,b": ["x", "y"] * 30, "a:1": ["x", "y"] * 30},
)  # fmt: skip


@pytest.fixture(scope="module")
def study():
    return open_files([("answers.csv", TABLE.to_csv(index=False).encode())])


@pytest.mark.parametrize(("texts", "found"), [
    (["sex"], [By("sex")]), (["sex,age:50,65"], [By("sex"), By("age", (50, 65))]),
    (["age:50", "sex"], [By("age", (50,)), By("sex")]), (["a,b"], [By("a,b")]), (["a:1"], [By("a:1")]),
    (["age:65,50,sex"], [By("age", (50, 65)), By("sex")]), (["date"], [By("date", period="month")]),
    (["sex", "sex"], [By("sex")]),
])  # fmt: skip
def test_columns_and_cuts_are_understood(study, texts, found) -> None:
    assert asked(study, texts) == tuple(found)


def test_a_number_without_cuts_is_told_apart_by_plain_quartiles(study) -> None:
    (by,) = asked(study, ["age"])
    assert len(by.cuts) > 1


@pytest.mark.parametrize(("text", "why"), [
    ("nothing", "no column “nothing”.*These do"), ("case_id", "no column"), ("age:old", "not a list of numbers"),
    ("sex:3", "holds no numbers"),
])  # fmt: skip
def test_what_tells_no_groups_apart_is_refused(study, text, why) -> None:
    with pytest.raises(Problem, match=why):
        asked(study, [text])


@pytest.mark.parametrize("turned", [False, True])
def test_columns_that_one_of_several_files_has_are_asked_of_that_one(turned: bool) -> None:
    tables = [("whole.csv", TABLE), ("bare.csv", TABLE.drop(columns=["sex", "date"]))]
    files = [(name, table.to_csv(index=False).encode()) for name, table in tables]
    study = open_files(files[::-1] if turned else files)
    assert (asked(study, ["sex"]), asked_dates(study, "date")) == ((By("sex"),), "date")


def test_lists_are_no_groups_rather_than_many_values() -> None:
    rows = [{"y_true": "a", "y_pred": "b", "tags": ["x", "y"]}, {"y_true": "b", "y_pred": "b", "tags": ["x"]}] * 5
    study = open_files([("a.json", json.dumps(rows).encode())])
    with pytest.raises(Problem, match="Column “tags” holds nested values"):
        asked(study, ["tags"])
