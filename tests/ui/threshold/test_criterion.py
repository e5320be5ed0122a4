"""Every way of choosing a threshold gives what the metrics give, on the cases that the page names."""

import math
import re
from dataclasses import replace

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
from metrics.thresholding.short import short_threshold
from tests.support.pages import PAGES
from tests.support.studies import HOSTILE, example_table, opened, scored
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.threshold.operating_point import by_drawn_bound
from words import threshold

pytestmark = pytest.mark.thorough

MODE, TARGET, REACHED, RATIO, WAY, ON = (
    "rule_mode", "rule_target", "rule_reached", "rule_ratio", "rule_cost_way", "rule_on",
)  # fmt: skip
MANUAL, SENSITIVITY, SPECIFICITY, YOUDEN, COST = range(5)
CHOICES = {
    SENSITIVITY: lambda table: target_sensitivity(table, 0.95),
    SPECIFICITY: lambda table: target_specificity(table, 0.95),
    YOUDEN: youden,
    COST: lambda table: lowest_cost(table, 10, 1),
}
WIDGETS = {MODE, TARGET, RATIO, "threshold_box"}


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
        at = short_threshold(valid, choose(valid))
        tp, fp, fn, _ = test.at(at)
        assert visitor.finding.startswith(f"At threshold {threshold(at)} the model detects {tp} of {tp + fn} patients")
        assert f"{fp} of {tp + fp} VT predictions" in visitor.finding
        assert "Chosen on valid (500 patients, 22 have VT), reported on test." in visitor.text
        assert "Corrected for optimism" not in visitor.text


def test_chosen_on_the_shown_cases_it_says_so_and_what_to_expect_instead() -> None:
    visitor, table = rhythm().set(MODE, YOUDEN).set(ON, 1), split_table("test")
    for mode, choose in CHOICES.items():
        visitor.set(MODE, mode)
        at = choose(table)
        short = threshold(short_threshold(table, at))
        assert visitor.finding.startswith(f"At threshold {short} the model detects {table.at(at).tp} of 50 patients")
        assert "Chosen and evaluated on the same 1,150 patients" in visitor.text
        found = choice_optimism(table, choose, ("sensitivity", "fpr", "ppv", "npv"))
        tables = [visitor.table(place) for place in range(len(visitor.tables))]
        rows = next(each for each in tables if "Corrected for optimism" in each.columns).iloc[:, 1:]
        assert len(rows) == 4
        for (_, row), each in zip(rows.iterrows(), found.values(), strict=True):
            for said, value in zip(row, (each.apparent, each.value), strict=True):
                assert float(said.removesuffix(" %")) == pytest.approx(value * 100, abs=0.501)


def test_a_study_without_validation_cases_is_corrected_and_a_split_can_be_shown_that_is_one() -> None:
    visitor = opened("one score").go("threshold").set(MODE, YOUDEN)
    assert "Chosen and evaluated on the same 200 cases" in visitor.text
    assert "Chosen on" not in visitor.text
    assert "this values one missed case like 1 false positive." in visitor.text
    on_valid = rhythm().choose("Split", "valid").set(MODE, YOUDEN)
    assert "Chosen and evaluated on the same 500 patients" in on_valid.text


def test_only_what_a_way_of_choosing_needs_is_shown() -> None:
    visitor = rhythm()
    assert shown(visitor) == {MODE, "threshold_box"}
    needs = {SENSITIVITY: {TARGET}, SPECIFICITY: {TARGET}, YOUDEN: set(), COST: {RATIO}}
    for mode, widgets in needs.items():
        assert shown(visitor.set(MODE, mode)) == {MODE, *widgets}


def test_a_lower_bound_asks_for_more_and_says_when_no_threshold_gives_it() -> None:
    visitor = rhythm().set(MODE, SENSITIVITY).set(TARGET, 80.0).set(REACHED, 1).set(ON, 1)
    at = target_sensitivity(split_table("test"), 0.8, 0.95)
    assert at < target_sensitivity(split_table("test"), 0.8)
    assert visitor.finding.startswith(f"At threshold {threshold(short_threshold(split_table('test'), at))} ")
    assert "is the highest with a lower CI bound of the sensitivity ≥ 80 %." in visitor.text
    visitor.set(TARGET, 99.0)
    assert visitor.finding == "No threshold has a lower CI bound of 99 % sensitivity for VT."
    assert visitor.detail.startswith("Even with all 50 patients with VT detected it would be 93 %.")
    assert visitor.set(REACHED, 0).finding.startswith("At threshold ")


def test_costs_alone_give_a_threshold_that_no_data_chose() -> None:
    visitor = rhythm().set(MODE, COST).set(WAY, 1).set(RATIO, 4.0)
    assert visitor.finding.startswith("At threshold 0.200 the model detects ")
    assert "Threshold 1 ÷ (1 + 4) = 0.2, from the cost ratio alone. Valid only for calibrated" in visitor.text
    assert f"On these cases {lowest_cost(split_table('test'), 4, 1):g} costs least." in visitor.text
    assert "reported on" not in visitor.text
    beyond = opened("one score").upload(
        pd.DataFrame({"y_true": ["sick", "well"] * 40, "score": [*range(-40, 40)]}), "points.csv"
    )
    with pytest.raises(KeyError):
        beyond.go("threshold").set(MODE, COST).widget(WAY)


def test_a_threshold_above_every_score_is_said_in_words() -> None:
    table = pd.DataFrame({"y_true": ["well"] * 60 + ["sick"] * 20, "score": [i / 80 for i in range(80)][::-1]})
    visitor = Visitor().bring(table).go("threshold").set(MODE, COST).set(RATIO, 0.01)
    assert visitor.finding == "Above every score, sick is never predicted: all 20 missed."
    assert visitor.metrics["PPV"].startswith("– | ")
    assert not re.search(r"\binf\b", visitor.text)
    assert math.isinf(lowest_cost(ThresholdTable.from_scores(table.score, table.y_true == "sick"), 0.01, 1))


def test_the_choice_stays_over_pages_is_not_in_the_address_and_ends_with_the_study() -> None:
    visitor = rhythm().set(MODE, SENSITIVITY).set(TARGET, 87.5)
    before, query = visitor.finding, visitor.query
    for page in PAGES[1:4]:
        visitor.go(page)
    assert visitor.go("threshold").run().finding == before
    assert visitor.query == query
    visitor.upload(scored(["healthy", "sick"], 80)).go("threshold")
    assert shown(visitor) == {MODE, "threshold_box"}


def test_the_manual_threshold_comes_back_where_it_was_left() -> None:
    visitor = rhythm().set("threshold_box", 0.29).set(MODE, YOUDEN)
    assert not visitor.finding.startswith("At threshold 0.290 ")
    assert visitor.set(MODE, MANUAL).finding.startswith("At threshold 0.290 ")


def test_where_patients_have_several_recordings_they_are_drawn() -> None:
    """The correction of a choice, and the bound that a target is to reach, which is the one that is shown."""
    visitor = Visitor(study="heart-sounds").go("threshold").set(MODE, YOUDEN)
    assert "The choice is repeated on 200 bootstrap resamples" in visitor.text
    assert "ignores clustering" not in visitor.text
    visitor.set(MODE, SENSITIVITY).set(TARGET, 50.0).set(REACHED, 1)
    assert "A threshold by the lower bound of a bootstrap CI is not corrected" in visitor.text
    assert "ignores clustering" not in visitor.text
    evaluation, label = visitor.evaluation, visitor.evaluation.labels.index("Murmur")
    at = by_drawn_bound(evaluation, label, "sensitivity", 0.5)
    above = min(score for score in evaluation.table(label).scores if score > at)
    assert evaluation.at(label, at)["sensitivity"].low >= 0.5 > evaluation.at(label, above)["sensitivity"].low


def test_hostile_names_stay_text_in_every_way_of_choosing_and_at_any_prevalence() -> None:
    table = scored(list(HOSTILE), 300).assign(split=["valid", HOSTILE[1], HOSTILE[1]] * 100)
    visitor = Visitor().bring(table).go("threshold").keep("prevalence_open", True).run().set("prevalence_box", 3.0)
    for mode in (*CHOICES, MANUAL):
        visitor.set(MODE, mode)
        assert not [text for kind, text in visitor.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]
    visitor.set(MODE, SENSITIVITY).set(REACHED, 1).set(TARGET, 100.0)
    assert visitor.finding.startswith("No threshold has a lower CI bound")
    visitor.go("clinical_risk")
    assert not [text for kind, text in visitor.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]


def test_of_normal_the_typed_cost_is_that_of_disease_classified_as_normal() -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    visitor.opened.review = replace(visitor.opened.review, interest=visitor.study.normal)
    visitor.run().set(MODE, COST)
    assert "with one patient with disease classified as Normal valued like 10" in as_read(visitor.text)
    rows = example_table("heart-rhythm").query("model == 'Model A' and split == 'valid' and y_true != ''")
    valid = ThresholdTable.from_scores(rows.score_Normal.to_numpy(float), (rows.y_true == "Normal").to_numpy())
    at = short_threshold(valid, lowest_cost(valid, 0.1, 1))
    assert visitor.finding.startswith(f"At threshold {threshold(at)}, ")
    assert valid.at(at).fp < valid.at(short_threshold(valid, lowest_cost(valid, 10, 1))).fp
