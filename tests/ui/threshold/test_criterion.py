"""Every way of choosing a threshold gives what the metrics give, on the cases that the page names."""

import math
import re

import pandas as pd
import pytest

from metrics import (
    ThresholdTable,
    choice_optimism,
    lowest_cost,
    target_sensitivity,
    target_specificity,
    youden,
)
from tests.support.pages import PAGES
from tests.support.studies import HOSTILE, example_table, opened, scored
from tests.support.visitor import Visitor

MODE, TARGET, REACHED, RATIO, WAY, ON = (
    "rule_mode", "rule_target", "rule_reached", "rule_ratio", "rule_cost_way", "rule_on",
)  # fmt: skip
BY_HAND, SENSITIVITY, SPECIFICITY, YOUDEN, COST = range(5)
CHOICES = {
    SENSITIVITY: lambda table: target_sensitivity(table, 0.95),
    SPECIFICITY: lambda table: target_specificity(table, 0.95),
    YOUDEN: youden,
    COST: lambda table: lowest_cost(table, 10, 1),
}
WIDGETS = {MODE, TARGET, REACHED, RATIO, WAY, ON, "threshold_box"}


def rhythm() -> Visitor:
    return Visitor(study="heart-rhythm", **{"class": "2"}).go("threshold")


def split_table(split: str) -> ThresholdTable:
    """VT by model A, read without the app."""
    rows = example_table("heart-rhythm").query("model == 'Model A' and split == @split and y_true != ''")
    return ThresholdTable.from_scores(rows.score_VT.to_numpy(float), (rows.y_true == "VT").to_numpy())


def shown(visitor: Visitor) -> set[str]:
    app = visitor.app
    return {visitor.name(each.key) for each in (*app.number_input, *app.slider, *app.get("button_group"))} & WIDGETS


def test_it_is_chosen_on_valid_and_reported_on_test() -> None:
    visitor, valid, test = rhythm(), split_table("valid"), split_table("test")
    for mode, choose in CHOICES.items():
        visitor.set(MODE, mode)
        at = choose(valid)
        tp, fp, fn, tn = test.at(at)
        assert visitor.finding.startswith(f"At {at:g} the model finds {tp} of {tp + fn} patients with VT")
        assert f"{fp} of {fp + tn:,} | CI" in visitor.metrics["False alarm rate"]
        assert "Chosen on valid (500 patients, 22 have VT), reported on test." in visitor.text
        assert "Chosen and judged on the same cases" not in visitor.text


def test_chosen_on_the_shown_cases_it_says_so_and_what_to_expect_instead() -> None:
    visitor, table = rhythm().set(MODE, YOUDEN).set(ON, 1), split_table("test")
    for mode, choose in CHOICES.items():
        visitor.set(MODE, mode)
        at = choose(table)
        assert visitor.finding.startswith(f"At {at:g} the model finds {table.at(at).tp} of 50 patients with VT")
        assert "Chosen on the same 1,150 patients that it is judged by" in visitor.text
        found = choice_optimism(table, choose, ("sensitivity", "fpr", "ppv", "npv"))
        rows = visitor.table(1).set_index("Rate")
        assert list(rows.index) == ["Sensitivity", "False alarm rate", "PPV", "NPV"]
        for (_, row), each in zip(rows.iterrows(), found.values(), strict=True):
            for said, value in zip(row, (each.apparent, each.value), strict=True):
                assert float(said.removesuffix(" %")) == pytest.approx(value * 100, abs=0.501)


def test_a_study_without_validation_cases_is_corrected_and_a_split_can_be_shown_that_is_one() -> None:
    visitor = opened("one score").go("threshold").set(MODE, YOUDEN)
    assert "Chosen on the same 200 cases" in visitor.text
    assert ON not in shown(visitor)
    assert "treats a miss and a false alarm as equally bad, which is rarely true" in visitor.text
    on_valid = rhythm().choose("Split", "valid").set(MODE, YOUDEN)
    assert "Chosen on the same 500 patients" in on_valid.text


def test_only_what_a_way_of_choosing_needs_is_shown() -> None:
    visitor = rhythm()
    assert shown(visitor) == {MODE, "threshold_box"}
    needs = {SENSITIVITY: {TARGET, REACHED, ON}, YOUDEN: {ON}, COST: {RATIO, WAY, ON}}
    for mode, widgets in needs.items():
        assert shown(visitor.set(MODE, mode)) == {MODE, *widgets}
    assert shown(visitor.set(WAY, 1)) == {MODE, RATIO, WAY}


def test_a_lower_bound_asks_for_more_and_says_when_no_line_gives_it() -> None:
    visitor = rhythm().set(MODE, SENSITIVITY).set(TARGET, 80.0).set(REACHED, 1).set(ON, 1)
    at = target_sensitivity(split_table("test"), 0.8, 0.95)
    assert at < target_sensitivity(split_table("test"), 0.8)
    assert visitor.finding.startswith(f"At {at:g} ")
    assert "80 % of the patients with VT are found by the lower bound of the interval." in visitor.text
    visitor.set(TARGET, 99.0)
    assert visitor.finding == "No threshold proves a sensitivity of 99 % for VT here."
    assert visitor.detail.startswith(
        "Even with all 50 patients with VT found, the lower bound of the interval is 93 %."
    )
    assert visitor.set(REACHED, 0).finding.startswith("At ")


def test_costs_alone_give_a_cut_that_no_data_chose() -> None:
    visitor = rhythm().set(MODE, COST).set(WAY, 1).set(RATIO, 4.0)
    assert visitor.finding.startswith("At 0.200 the model finds ")
    assert "1 / (1 + 4) = 0.2 on. No data were searched for it, but it holds only if" in visitor.text
    assert f"Searched for on the cases it is {lowest_cost(split_table('test'), 4, 1):g}." in visitor.text
    assert "Chosen on" not in visitor.text
    beyond = opened("one score").upload(
        pd.DataFrame({"y_true": ["sick", "well"] * 40, "score": [*range(-40, 40)]}), "points.csv"
    )
    assert WAY not in shown(beyond.go("threshold").set(MODE, COST))


def test_a_wish_that_calls_nobody_is_said_in_words() -> None:
    table = pd.DataFrame({"y_true": ["well"] * 60 + ["sick"] * 20, "score": [i / 80 for i in range(80)][::-1]})
    visitor = Visitor().upload(table).go("threshold").set(MODE, COST).set(RATIO, 0.01)
    assert visitor.finding == "By this wish nobody is called sick: of 20 sick cases none is found."
    assert visitor.metrics["PPV"].startswith("– | ")
    assert not re.search(r"\binf\b", visitor.text)
    assert math.isinf(lowest_cost(ThresholdTable.from_scores(table.score, table.y_true == "sick"), 0.01, 1))


def test_the_wish_stays_over_pages_is_not_in_the_address_and_ends_with_the_study() -> None:
    visitor = rhythm().set(MODE, SENSITIVITY).set(TARGET, 87.5)
    before, query = visitor.finding, visitor.query
    for page in PAGES[1:4]:
        visitor.go(page)
    assert visitor.go("threshold").run().finding == before
    assert visitor.query == query
    visitor.upload(scored(["healthy", "sick"], 80)).go("threshold")
    assert shown(visitor) == {MODE, "threshold_box"}


def test_by_hand_comes_back_where_it_was_left() -> None:
    visitor = rhythm().set("threshold_box", 0.29).set(MODE, YOUDEN)
    assert not visitor.finding.startswith("At 0.290 ")
    assert visitor.set(MODE, BY_HAND).finding.startswith("At 0.290 ")


def test_where_patients_have_several_recordings_it_is_said_what_takes_them_apart() -> None:
    visitor = Visitor(study="heart-sounds").go("threshold").set(MODE, YOUDEN)
    assert "Rows of one patient were drawn as if they were independent" in visitor.text
    visitor.set(MODE, SENSITIVITY).set(TARGET, 50.0).set(REACHED, 1)
    assert "That bound takes every row as independent, which the intervals shown here do not." in visitor.text
    assert "takes every row" not in visitor.set(REACHED, 0).text


def test_hostile_names_stay_text_in_every_way_of_choosing_and_at_any_prevalence() -> None:
    table = scored(list(HOSTILE), 300).assign(split=["valid", HOSTILE[1], HOSTILE[1]] * 100)
    visitor = Visitor().upload(table).go("threshold").set("prevalence_box", 3.0)
    for mode in (*CHOICES, BY_HAND):
        visitor.set(MODE, mode)
        assert not [text for kind, text in visitor.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]
    visitor.set(MODE, SENSITIVITY).set(REACHED, 1).set(TARGET, 100.0)
    assert visitor.finding.startswith("No threshold proves")
    visitor.go("clinical_risk")
    assert "At my prevalence of 3 %" in visitor.text
    assert not [text for kind, text in visitor.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]
