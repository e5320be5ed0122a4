"""Prevalence in the reader's setting: one value for a class on two pages, in people that add up."""

import re
from typing import Any

import pytest

from metrics import Counts, natural_frequencies, predictive_estimates
from metrics.prevalence.predictive_values import risk_estimates
from tests.support.studies import first_view, seen
from tests.support.visitor import Visitor
from ui.parts.my_prevalence import prevalence_in_use

BOX = "prevalence_box"
OWN = "In this study: 50 of 1,150 (4.3 %)."


def rhythm(page: str) -> Visitor:
    return Visitor(study="heart-rhythm", **{"class": "2"}).go(page).keep("prevalence_open", True).run()


def counts_at(at: float) -> Counts:
    table = first_view("heart-rhythm")
    has, predicted = table.y_true == "VT", table.score_VT >= at
    return Counts(
        *(int(part.sum()) for part in (has & predicted, ~has & predicted, has & ~predicted, ~has & ~predicted))
    )


def leaves(visitor: Visitor) -> list[int]:
    text = next(text for _, text in visitor.texts() if "true negative" in text and ":blue" in text)
    return [int(number.replace(",", "")) for number in re.findall(r"(?<![\w.])\d[\d,]*", text)]


def chip(value: float) -> float:
    return pytest.approx(value * 100, abs=0.051)


@pytest.mark.thorough
def test_it_begins_with_the_prevalence_of_the_sample_and_shows_no_second_set_of_numbers() -> None:
    for page in ("threshold", "clinical_risk"):
        visitor = rhythm(page)
        assert OWN in visitor.text
        assert visitor.widget(BOX).value == pytest.approx(50 / 11.5, abs=1e-5)
        assert "PPV in your setting" not in visitor.metrics


@pytest.mark.thorough
def test_ppv_and_npv_follow_on_the_threshold_page_and_the_own_ones_stay() -> None:
    visitor, counts = rhythm("threshold").set("threshold_box", 0.137), counts_at(0.137)
    own = visitor.metrics["PPV"]
    for percent in (0.01, 1.0, 99.0):
        visitor.set(BOX, percent)
        assert visitor.metrics["PPV"] == own
        assert OWN in visitor.text
        for name, each in zip(("PPV", "NPV"), predictive_estimates(counts, percent / 100), strict=True):
            value, beside, interval = visitor.metrics[f"{name} in your setting"].split(" | ")
            assert float(value.removesuffix(" %")) == chip(each.value)
            assert beside.startswith("here ")
            low, high = interval.removeprefix("CI ").split("–")
            assert (float(low), float(high)) == (chip(each.low or 0), chip(each.high or 0))


@pytest.mark.thorough
def test_the_people_are_of_that_mix_and_add_up() -> None:
    visitor, counts = rhythm("threshold").set("threshold_box", 0.137), counts_at(0.137)
    for percent, per in ((0.1, 10_000), (30.0, 1000)):
        visitor.set(BOX, percent)
        assert f"{per:,} patients at a prevalence of {percent:g} %" in visitor.text
        people = natural_frequencies(counts.tp / 50, counts.tn / 1100, percent / 100, per, whole=True)
        assert leaves(visitor) == [people.tp, people.fn, people.fp, people.tn]
        assert sum(leaves(visitor)) == per


def setting(visitor: Visitor) -> dict[str, str]:
    """Row -> what the table of Clinical risk says of the reader's setting."""
    table = visitor.table()
    return dict(zip(table.iloc[:, 0], table["Your setting"], strict=True))


@pytest.mark.thorough
def test_it_is_the_same_on_both_pages_for_its_class_alone_and_can_be_undone() -> None:
    visitor = rhythm("threshold").set(BOX, 1.0).go("clinical_risk")
    assert visitor.widget(BOX).value == 1.0
    assert setting(visitor)["Prevalence"] == "1 %"
    visitor.set("pick_class", 0)
    assert visitor.widget(BOX).value != 1.0
    visitor.set("pick_class", 2).press("Reset to study prevalence")
    assert setting(visitor)["Prevalence"] == "4.3 %", "as in the column of this study"
    assert visitor.widget(BOX).value == pytest.approx(50 / 11.5, abs=1e-5)


def test_disease_among_normal_predictions_follows_the_prevalence_of_the_setting() -> None:
    visitor = rhythm("clinical_risk").set(BOX, 1.0)
    table = first_view("heart-rhythm")
    labels = ["Ectopic", "Normal", "VT"]
    cells = [[int(((table.y_true == i) & (table.y_pred == j)).sum()) for j in labels] for i in labels]
    _, of_class = risk_estimates(cells, 1, 2, 0.01)
    said = setting(visitor)["VT among patients classified as Normal"]
    assert float(said.partition(" %")[0]) == chip(of_class.value)
    assert "both can change with case mix" in visitor.text


@pytest.mark.parametrize("study", ["one true class", "one class"])
def test_without_cases_of_both_kinds_there_is_no_prevalence_to_choose(study: str) -> None:
    visitor = seen(study, "clinical_risk")
    assert [each.key for each in visitor.app.number_input] == []
    assert "of your setting" not in visitor.text


def test_where_all_cases_of_a_kind_weigh_nothing_there_is_no_prevalence() -> None:
    study: Any = None
    for rates in (Counts(0, 5, 0, 5), Counts(5, 0, 5, 0)):
        assert prevalence_in_use(study, 0, Counts(5, 5, 5, 5), rates) is None
