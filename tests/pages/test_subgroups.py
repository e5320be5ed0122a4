"""The Subgroups page: its finding, columns, ranges, crossing, what cannot be assessed, requirements and all numbers."""

import numpy as np
import pandas as pd
import pytest

from tests.support.studies import HOSTILE, first_view, seen
from tests.support.visitor import Visitor
from ui.subgroups.settings import COLUMNS, FIRST, SECOND

NUMBERS = "subgroups_numbers"


def groups(counts: dict[str, tuple[int, int, int, int]], **more: object) -> pd.DataFrame:
    """A row per patient of groups given as (tp, fp, fn, tn)."""
    rows = []
    for group, (tp, fp, fn, tn) in counts.items():
        rows += [("VT", "VT", group)] * tp + [("Normal", "VT", group)] * fp
        rows += [("VT", "Normal", group)] * fn + [("Normal", "Normal", group)] * tn
    table = pd.DataFrame(rows, columns=["y_true", "y_pred", "sex"])
    return table.assign(case_id=[f"c{at}" for at in range(len(table))], **more)


CLEAR = {"F": (13, 18, 8, 507), "M": (27, 21, 2, 554)}


def visitor(table: pd.DataFrame) -> Visitor:
    return Visitor().bring(table).go("subgroups")


def test_the_finding_is_the_largest_clear_gap_with_its_test() -> None:
    page = visitor(groups(CLEAR))
    assert page.finding == "Sensitivity for VT is 62 % in women (13 of 21) and 93 % in men (27 of 29)."
    assert "31 points lower in women (95 % CI 8–53; interaction p = 0.011)." in page.detail
    assert "False positive rate: no clear difference." in page.detail


@pytest.mark.thorough
def test_the_groups_of_the_example_are_counted_as_in_its_rows() -> None:
    page, rows = seen("heart-rhythm", "subgroups"), first_view("heart-rhythm")
    ill = rows[rows.y_true == "VT"]
    for value, name in (("F", "Women"), ("M", "Men")):
        own = ill[ill.sex == value]
        assert f"{name}</b> {(own.y_pred == 'VT').sum()} of {len(own)}" in labels(page)


def labels(page: Visitor, name: str = "Sensitivity for VT") -> str:
    return " ".join(page.chart(name)["layout"]["yaxis"]["ticktext"]).replace("\u00a0", " ").replace("  ", " ")


@pytest.mark.thorough
def test_what_cannot_be_assessed_is_listed_with_its_counts() -> None:
    page = visitor(groups(CLEAR | {"X": (3, 1, 1, 60)}))
    assert "Fewer than 10 patients with VT: sex X (3 of 4 detected)." in page.text.replace(
        "cases with", "patients with"
    )
    page = visitor(groups({"F": (3, 1, 4, 60), "M": (5, 1, 4, 60)}))
    assert page.finding.startswith("Sensitivity for VT cannot be compared: fewer than two groups of sex have 10")


@pytest.mark.thorough
def test_a_column_of_too_many_groups_is_named() -> None:
    sites = [f"S{at % 21}" for at in range(sum(map(sum, CLEAR.values())))]
    assert "more than 20 values are too many groups: site" in visitor(groups(CLEAR, site=sites)).text
    assert "too many groups" not in visitor(groups(CLEAR)).text


@pytest.mark.thorough
def test_columns_can_be_left_away_and_ranges_typed() -> None:
    ages = np.random.default_rng(4).integers(20, 90, sum(map(sum, CLEAR.values())))
    page = visitor(groups(CLEAR, age=ages))
    assert "years and over" in labels(page)
    page.widget("subgroups_cuts_age").set_value("40, 70")
    page.run()
    assert "Under 40 years" in labels(page)
    page.widget("subgroups_cuts_age").set_value("forty")
    page.run()
    assert any("is not a list of numbers" in text for _, text in page.texts())
    page.set(COLUMNS, [0])
    assert "years" not in labels(page)


@pytest.mark.thorough
def test_two_columns_are_crossed() -> None:
    n = sum(map(sum, CLEAR.values()))
    page = visitor(groups(CLEAR, site=np.where(np.arange(n) % 2, "North", "South")))
    page.set(FIRST, 1)
    page.set(SECOND, 2)
    assert "Women, site North" in labels(page)


@pytest.mark.thorough
def test_all_numbers_stand_in_a_table_that_opens() -> None:
    page = Visitor(study="heart-rhythm").go("subgroups")
    page.keep(NUMBERS, True).run()
    table = page.table(1)
    numbers = ["Sensitivity", "False positive rate", "PPV", "Predicted VT", "AUC", "O:E", "Net benefit at 10 %"]
    assert list(table)[1:] == numbers
    assert table["Sensitivity"].str.contains("points").all()


@pytest.mark.parametrize(("turned", "scale"), [(False, "AUC 0.5–1"), (True, "AUC 0–1")])
def test_the_scale_of_auc_reaches_as_low_as_its_marks(turned: bool, scale: str) -> None:
    table = groups(CLEAR)
    scores = np.random.default_rng(0).random(len(table)) + (table.y_true == "VT")
    page = visitor(table.assign(score=-scores if turned else scores))
    page.keep(NUMBERS, True).run()
    assert f"Scales: 0–100 %, {scale}" in page.text


def test_all_numbers_promise_those_of_scores_only_where_there_are_scores() -> None:
    page = visitor(groups(CLEAR))
    assert "All numbers: PPV, differences to the rest" in page.text
    page.keep(NUMBERS, True).run()
    assert "Scales: 0–100 %." in page.text
    assert "All numbers: PPV, AUC, O:E, net benefit, differences" in seen("heart-rhythm", "subgroups").text


@pytest.mark.parametrize("study", ["heart-sounds", "surgical-phases", "breast-cancer"])
def test_other_examples_say_what_they_have(study: str) -> None:
    page = seen(study, "subgroups")
    assert page.finding.endswith(".")


@pytest.mark.thorough
def test_a_study_without_groups_says_which_columns_it_takes() -> None:
    page = visitor(groups(CLEAR).drop(columns="sex"))
    assert page.finding == "No column tells groups of patients apart."
    assert "such as sex, age, site" in page.text
    page = Visitor().paste("\tNormal\tVT\nNormal\t90\t10\nVT\t5\t40").go("subgroups")
    assert page.finding.endswith(".")


def test_hostile_names_of_groups_stay_text() -> None:
    counts = dict.fromkeys(HOSTILE, (15, 5, 5, 60))
    page = visitor(groups(counts).rename(columns={"sex": "<b>x</b> $a$"}))
    page.keep(NUMBERS, True).run()
    assert "<img" not in labels(page).replace("&lt;img", "")
    assert "20" in labels(page)


def test_twenty_groups_are_drawn_in_one_figure() -> None:
    page = visitor(groups({f"Device {at:02d}": (12 + at % 3, 5, 3, 60) for at in range(20)}))
    assert len(page.chart("Sensitivity for VT")["layout"]["yaxis"]["ticktext"]) == 21


@pytest.mark.thorough
def test_recordings_of_one_patient_are_resampled_together() -> None:
    table = groups(CLEAR)
    again = pd.concat([table] * 2).rename(columns={"case_id": "patient_id"})
    page = visitor(again)
    assert page.finding == "Sensitivity for VT is 62 % in women (26 of 42) and 93 % in men (54 of 58)."
    assert "drawn with the same resamples" in page.text


def test_a_class_that_is_never_predicted_has_no_gap() -> None:
    table = groups(CLEAR).assign(y_pred="Normal")
    page = visitor(table)
    assert page.finding == "The model detected none of the cases with VT: sensitivity is 0 % in all groups of sex."


@pytest.mark.thorough
def test_a_group_is_shown_at_the_case_mix_of_the_rest() -> None:
    counts = sum(map(sum, CLEAR.values()))
    page = visitor(groups(CLEAR, site=np.where(np.arange(counts) % 3, "North", "South")))
    page.keep("subgroups_case_mix", True).run()
    table = page.table()
    assert table.iloc[:, 0].str.strip("*").tolist() == ["Site North", "Site South"]
    assert "Sensitivity at the case mix of the rest" in table
    page.set("subgroups_mix", [1])
    assert page.table().iloc[:, 0].str.strip("*").tolist() == ["Women", "Men"]
    page.set("subgroups_mix", [])
    assert "Choose one or two columns." in page.text


@pytest.mark.thorough
def test_the_case_mix_is_that_of_a_column_with_several_groups_within_a_group() -> None:
    rows = groups(CLEAR, site=["North", "South"] * 575, device=["A", "A", "B", "B", "B"] * 230)
    page = visitor(rows).keep("subgroups_case_mix", True).run().choose("Cases", "women")
    assert "Choose one or two columns." not in page.text
    page.choose("Cases", "All cases").set("subgroups_mix", [2]).go("overview").go("subgroups")
    assert page.keep("subgroups_case_mix", True).run().widget("subgroups_mix").value == [2]


@pytest.mark.thorough
def test_one_click_makes_the_group_that_leads_the_whole_of_what_is_looked_at() -> None:
    page = visitor(groups(CLEAR, site=["North", "South"] * 575))
    page.press("Show only women")
    assert page.finding.startswith("Women: ")
    assert "546" in page.text
    page.go("overview")
    assert "8 of 21" in page.finding


@pytest.mark.thorough
def test_columns_that_a_group_lacks_are_back_with_all_cases() -> None:
    page = Visitor().bring(groups(CLEAR, site=["North", "South"] * 575)).go("overview").choose("Cases", "women")
    page.keep("subgroups_where", True).go("subgroups").press("All cases")
    assert [page.widget(key).value for key in (COLUMNS, "where_columns")] == [[0, 1], [0, 1]]
    assert "Women" in labels(page)


def test_the_lists_of_columns_are_plain_text_which_shows_no_escape() -> None:
    rows = groups(CLEAR).assign(age_group=["old", "young"] * (sum(map(sum, CLEAR.values())) // 2))
    assert "age_group" in visitor(rows).widget(FIRST).options
