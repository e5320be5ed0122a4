"""Rows that are no cases, in tables whose columns have the names of their hospital."""

import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.study import Study
from tests.predictions.helpers import counted, pairs, warnings

T, P = ["VT", "AF", "VT", "AF"] * 10, ["VT", "AF", "AF", "AF"] * 10
HEADER = "fall,diagnose,befund,w"
ROWS = [f"F{at:02},{true},{said},0.{at + 10}" for at, (true, said) in enumerate(zip(T, P, strict=True))]
CHOSEN = Mapping(truth="diagnose", predicted=("befund",))


def study_of(*lines: str, mapping: Mapping = CHOSEN) -> Study:
    return open_files([("a.csv", "\n".join(lines).encode())], mapping)


@pytest.mark.parametrize(
    ("above", "inside"),
    [
        ([HEADER], [HEADER]),
        ([HEADER, "string,AF VT,AF VT,continuous", "meta,class,meta,meta"], []),
        ([HEADER, "s,AF VT,AF VT,c", ",class,meta,"], []),
        ([HEADER, "string,d,discrete,continuous", ",class,,"], []),
        ([HEADER, "Fallnummer,Diagnose,KI-Befund,Wahrscheinlichkeit"], []),
    ],
    ids=["header again", "Orange", "Orange, features", "Orange, no meta", "labels of REDCap"],
)
def test_headers_and_units_are_no_cases_whatever_the_names_of_the_classes(above: list[str], inside: list[str]) -> None:
    study = study_of(*above, *ROWS[:20], *inside, *ROWS[20:])
    assert (study.labels, counted(study)) == (("AF", "VT"), pairs(T, P))
    assert "excluded" in warnings(study)


def test_classes_named_like_types_are_cases() -> None:
    rows = [f"{true},{said}" for true, said in ["cc", "mc", "sd", "mm", "cm"] * 4]
    assert study_of("diagnose,befund", *rows).evaluate(0, None).n == len(rows)


def test_a_first_row_of_a_rare_class_is_a_case() -> None:
    assert study_of(HEADER, "F99,SVT,AF,0.5", *ROWS).labels == ("AF", "SVT", "VT")
    assert study_of(HEADER, "F99,SVT,SVT,unknown", *ROWS).evaluate(0, None).n == 40 + 1 - 1  # a row of words


@pytest.mark.parametrize("header", ["id,truth,pred,prob", "case_id,age,sex,site"])
def test_another_table_below_is_refused(header: str) -> None:
    with pytest.raises(Problem, match="another table seems to stand below"):
        study_of("case_id,y_true,y_pred,score", *ROWS, header, *ROWS, mapping=Mapping())


def test_a_table_without_header_is_still_refused_where_its_first_row_comes_again() -> None:
    with pytest.raises(Problem, match="no header"):
        study_of(*ROWS, ROWS[0], mapping=Mapping())


@pytest.mark.parametrize("total", ["Ergebnis", "総計", "Suma końcowa"])
def test_a_row_of_totals_is_known_in_more_languages(total: str) -> None:
    assert counted(study_of(HEADER, *ROWS, f"{total},40,40,")) == pairs(T, P)


def test_a_row_that_begins_like_a_comment_is_counted_and_said() -> None:
    study = study_of(HEADER, *ROWS, "# excluded: F07,VT,VT,0.5", "")
    assert study.evaluate(0, None).n == len(ROWS) + 1
    assert "1 row beginning with # is counted like the others" in warnings(study)
    assert "beginning with #" not in warnings(study_of(HEADER, *(f"#{row}" for row in ROWS)))


def test_two_first_cases_of_one_letter_are_cases() -> None:
    rows = ["s,s", "m,m", *(["d,c"] * 9)]
    assert study_of("diagnose,befund", *rows).evaluate(0, None).n == len(rows)
