from typing import Any

import numpy as np
import pytest

from predictions.groups.by import By, crowded, grouping, quartile_cuts, range_names, ways
from predictions.groups.grouping import crossed
from predictions.mapping import Mapping
from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from predictions.study import Study
from tests.predictions.helpers import opened

ROWS = 60


def study(mapping: Mapping | None = None, **columns: Any) -> Study:
    labels = {"y_true": ["sick", "well"] * (ROWS // 2), "y_pred": ["well", "sick"] * (ROWS // 2)}
    return opened({"patient_id": [f"P{i}" for i in range(ROWS)], **labels, **columns}, mapping)


def many(*cells: object) -> list[object]:
    return [cells[i % len(cells)] for i in range(ROWS)]


def test_values_numbers_and_dates_are_three_ways() -> None:
    days = [f"2026-{1 + i % 9:02d}-{1 + i % 28:02d}" for i in range(ROWS)]
    found = study(sex=many("F", "M"), age=[str(30 + i // 2 * 2) for i in range(ROWS)], visit=days, follow_up=days)
    assert ways(found) == (By("sex"), By("age", (40, 65, 80)), By("visit", period="month"))


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("constant", many("x")),
        ("surname", many("Miller", "Smith")),
        ("date_of_birth", [f"19{i:02d}-05-03" for i in range(ROWS)]),
        ("note", [f"note {i}" for i in range(ROWS)]),
        ("sample_id", [str(i * 7 % 53) for i in range(ROWS)]),
        ("counted", [str(i) for i in range(ROWS)]),
        ("second_opinion", many("sick", "well", "sick")),
        ("third_opinion", ["unreadable", *many("sick", "well")[1:]]),
        ("split", many("test", "train")),
        ("fold", many("1", "2")),
        ("constant_number", many("7.5")),
    ],
)
def test_ids_labels_and_columns_that_name_a_patient_are_no_groups(name: str, cells: list[str]) -> None:
    assert ways(study(**{name: cells})) == ()


def test_a_column_with_some_of_the_classes_is_a_group() -> None:
    assert ways(study(state=many("sick", "well", "unknown"))) == (By("state"),)
    assert ways(study(state=["other", *many("sick")[1:]])) == (By("state"),)


def test_too_many_groups_are_named_and_texts_that_hardly_repeat_are_not() -> None:
    rows = range(420)
    labels = {"y_true": [str(i % 2) for i in rows], "y_pred": ["0" for _ in rows]}
    columns = {"site": [f"S{i % 21}" for i in rows], "region": [f"R{i % 20}" for i in rows]}
    others = {"note": [f"{i % 60} beats" for i in rows], "age": [str(20 + i % 37) for i in rows]}
    found = opened({**labels, **columns, **others})
    assert crowded(found) == ("site",)
    assert By("site") not in ways(found)
    assert crowded(open_matrix("a b\n5 1\n2 7")) == ()


def test_an_answer_beside_classes_of_the_same_name_is_a_group() -> None:
    columns = {"y_true": many("0", "1"), "y_pred": many("1", "0"), "diabetes": many("0", "1", "1")}
    assert ways(opened(columns)) == (By("diabetes"),)


def test_scores_and_weights_are_no_groups() -> None:
    scores = [f"{i / ROWS:.3f}" for i in range(ROWS)]
    assert ways(study(score_sick=scores, sample_weight=many("1.5", "2.5"), prob_other=scores)) == ()


def test_a_matrix_offers_none() -> None:
    assert ways(open_matrix("a b\n5 1\n2 7")) == ()


def test_more_than_twenty_months_are_quarters_and_one_month_is_nothing() -> None:
    years = [f"{2022 + i % 4}-{1 + i % 12:02d}-15" for i in range(ROWS)]
    long = [f"{2022 + i // 12}-{1 + i % 12:02d}-15" for i in range(ROWS)]
    assert ways(study(seen=years)) == (By("seen", period="month"),)
    assert ways(study(seen=long)) == (By("seen", period="quarter"),)
    assert ways(study(seen=[f"2026-03-{1 + i % 28:02d}" for i in range(ROWS)])) == ()


def groups_of(by: By, **columns: Any) -> tuple[tuple[str, ...], list[int]]:
    found = grouping(study(**columns).cases_of(0), by)
    return found.values, found.codes.tolist()


def test_a_group_begins_with_its_own_number() -> None:
    ages = [17, 18, 64, 65, "", "unknown", 40, 90] + [40] * (ROWS - 8)
    values, codes = groups_of(By("age", (18, 65)), age=ages)
    assert values == ("under 18", "18–64", "65 and over")
    assert codes[:8] == [0, 1, 1, 2, -1, -1, 1, 2]


def test_a_range_without_rows_is_no_group() -> None:
    assert groups_of(By("age", (18, 65)), age=many(30, 40))[0] == ("18–64",)


def test_fractions_say_where_a_range_ends() -> None:
    values, codes = groups_of(By("lactate", (0.5, 1)), lactate=many(0.4, 0.5, 0.99, 1.0))
    assert values == ("under 0.5", "0.5 to under 1", "1 and over")
    assert codes[:4] == [0, 1, 1, 2]


def test_names_of_ranges() -> None:
    assert range_names((18,), True) == ("under 18", "18 and over")
    assert range_names((1, 2, 5), True) == ("under 1", "1", "2–4", "5 and over")
    assert range_names((1_000_000, 2_500_000), False)[1] == "1000000 to under 2500000"


def test_months_and_quarters_are_named_by_the_calendar() -> None:
    days = many("2026-01-31", "2026-02-01", "2025-12-31", "")
    assert groups_of(By("visit", period="month"), visit=days) == (
        ("2025-12", "2026-01", "2026-02"),
        many(1, 2, 0, -1),
    )
    assert groups_of(By("visit", period="quarter"), visit=days)[0] == ("2025-Q4", "2026-Q1")


def test_columns_are_crossed_in_their_order() -> None:
    cases = study(sex=many("F", "M"), age=many(20, 70)).cases_of(0)
    found = crossed(grouping(cases, By("sex")), grouping(cases, By("age", (65,))))
    assert (found.name, found.values) == ("sex × age", ("F × under 65", "M × 65 and over"))


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (By("ward"), "There is no column “ward”"),
        (By("note"), "more than 20"),
        (By("note", (5,)), "no numbers"),
        (By("note", period="month"), "no dates"),
        (By("empty"), "no values"),
    ],
)
def test_a_column_without_groups_is_refused_in_words(by: By, said: str) -> None:
    with pytest.raises(Problem, match=said):
        groups_of(by, note=[f"note {chr(65 + i)}" for i in range(ROWS)], empty=many(""))


def test_quartiles_are_plain_numbers_within_the_values() -> None:
    generator = np.random.default_rng(3)
    ages = np.clip(generator.normal(66, 16, 1_000).round(), 18, 97)
    assert quartile_cuts(ages) == (55, 65, 80)
    assert quartile_cuts(ages, are_ages=True) == (50, 65, 80)
    creatinine = generator.lognormal(0, 0.4, 1_000)
    assert quartile_cuts(creatinine) == (0.8, 1, 1.3)
    assert quartile_cuts(np.array([0.0] * 90 + [1.5, 2.5] * 5)) == ()
    assert quartile_cuts(np.array([0.0] * 10 + [3.0] * 90)) == (3,)
    assert quartile_cuts(np.array([np.nan, np.inf])) == ()
