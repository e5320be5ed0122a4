"""The threshold page: score >= t everywhere; the delivered predictions beside it; whole people."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_curve

from tests.predictions.build.test_weights import table as rows
from tests.support.studies import TABLES, first_view, opened, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.threshold.operating_point import by_drawn_bound
from words import percent_of

BOX = "threshold_box"


@pytest.fixture
def rhythm() -> Visitor:
    return Visitor(study="heart-rhythm").go("threshold")


def cells(table: pd.DataFrame, label: str, at: float) -> tuple[int, int, int, int]:
    has, predicted = table.y_true == label, table[f"score_{label}"] >= at
    return tuple(int(part.sum()) for part in (has & predicted, ~has & predicted, has & ~predicted, ~has & ~predicted))


@pytest.mark.parametrize("at", ["0.029", "0.137", "0.290", "0.580", "0.905"])
def test_every_number_on_the_page_follows_the_same_threshold(rhythm: Visitor, at: str) -> None:
    rhythm.set(BOX, float(at))
    tp, fp, fn, tn = cells(first_view("heart-rhythm"), "VT", float(at))
    verb = "is" if fp == 1 else "are"
    assert rhythm.finding == (
        f"At threshold {at} the model detects {tp:,} of {tp + fn:,} patients with VT; {fp:,} of {tp + fp:,} VT "
        f"predictions {verb} incorrect."
    )
    metrics = rhythm.metrics
    assert f"{tp:,} of {tp + fn:,} | CI" in metrics["Sensitivity"]
    assert f"{tp:,} of {tp + fp:,} | CI" in metrics["PPV"]
    assert f"{tn:,} of {tn + fn:,} | CI" in metrics["NPV"]


@pytest.mark.thorough
def test_it_starts_at_the_delivered_operating_point_and_leads_back_to_it(rhythm: Visitor) -> None:
    table = first_view("heart-rhythm")
    detected = ((table.y_true == "VT") & (table.y_pred == "VT")).sum()
    incorrect, predicted = ((table.y_true != "VT") & (table.y_pred == "VT")).sum(), (table.y_pred == "VT").sum()
    delivered = f"{detected} of 50 detected, {incorrect} of {predicted} predictions incorrect."
    assert f"detects {detected} of 50" in rhythm.finding
    assert rhythm.detail == f"As delivered (highest score), about this threshold: {delivered}"
    start = rhythm.finding
    rhythm.set(BOX, 0.1)
    assert rhythm.detail.startswith(f"As delivered (highest score): {delivered} The lower threshold also moves Ectopic")
    assert rhythm.press("As delivered").finding == start


@pytest.mark.parametrize(
    ("study", "said"),
    [("breast-cancer", "As delivered: malignant is predicted at a score of 0.500 or above."),
     ("heart-sounds", "As delivered: Extra heart sound is never predicted.")],
)  # fmt: skip
def test_a_delivered_threshold_is_inferred_from_the_predicted_labels(study: str, said: str) -> None:
    visitor = seen(study, "threshold")
    assert visitor.detail == said
    assert set(visitor.table()["Change"]) == {"0"}


@pytest.mark.parametrize("at", [0.29, 0.57, 0.58, 0.001, 0.999, 0.0, 1.0])
def test_the_box_keeps_a_threshold_to_the_last_digit(rhythm: Visitor, at: float) -> None:
    rhythm.set(BOX, at)
    assert rhythm.widget(BOX).value == at
    assert rhythm.finding.startswith(f"At threshold {at:.3f}")


def test_a_score_exactly_at_the_threshold_is_predicted() -> None:
    table = pd.DataFrame({"y_true": ["sick"] * 3 + ["well"] * 3, "score": [0.29, 0.7, 0.1, 0.29, 0.2, 0.8]})
    visitor = Visitor().bring(table).go("threshold").set(BOX, 0.29)
    assert visitor.finding.endswith("detects 2 of 3 sick cases; 2 of 4 sick predictions are incorrect.")


@pytest.mark.thorough
def test_an_assumed_threshold_is_never_said_to_be_delivered() -> None:
    visitor = opened("one score").go("threshold")
    assert visitor.detail == "Assumed: sick is predicted at a score of 0.500 or above."
    assert "Assumed" in visitor.table()
    assert "sick · threshold 0.5 (assumed)" in visitor.label_of_choices()
    start = visitor.finding
    assert visitor.set(BOX, 0.3).press("Assumed").finding == start
    visitor.press("Keep this threshold")
    assert visitor.widget("kept_threshold_used_here").options == ["assumed", "at the kept threshold"]
    assert "delivered" not in visitor.text


def points() -> pd.DataFrame:
    """An early-warning score: whole numbers, no predicted class."""
    return TABLES["one score"]().assign(score=lambda rows: (rows.score * 10).round())


@pytest.mark.thorough
def test_a_score_that_is_no_probability_has_no_threshold_until_one_is_kept() -> None:
    visitor = Visitor().bring(points()).go("threshold")
    rows = points()
    middle = rows.score.sort_values().iloc[len(rows) // 2]
    assert visitor.finding == "No threshold is chosen for sick."
    assert f"has no threshold of its own. The median score is shown. At threshold {middle:g} " in visitor.detail
    assert "threshold" not in visitor.label_of_choices()
    assert not re.search("assumed|delivered", visitor.text, re.IGNORECASE)
    assert "What changes for every class" not in visitor.text
    assert visitor.set(BOX, 4.0).finding.startswith("At threshold 4 ")
    visitor.press("Keep this threshold")
    assert visitor.widget("kept_threshold_used_here").options == ["none", "at the kept threshold"]
    assert "threshold 4" in visitor.label_of_choices()


def test_a_median_that_is_kept_is_a_chosen_threshold() -> None:
    visitor = Visitor().bring(points()).go("threshold").press("Keep this threshold")
    assert visitor.finding.startswith("At threshold ")


@pytest.mark.thorough
def test_the_page_of_another_class_names_the_threshold_in_use(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.1).press("Keep this threshold").set("kept_threshold_used_here", 1)
    said = "VT predicted at a score of 0.100 or above"
    assert "Kept: " not in rhythm.text
    other = rhythm.study.labels.index("Ectopic")
    rhythm.opened.review = replace(rhythm.opened.review, interest=other)
    assert f"Kept: {said}." in rhythm.run().text
    rhythm.set("kept_threshold_used_here", 0)
    assert "threshold" not in rhythm.label_of_choices()


def test_the_people_of_a_thousand_add_up(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.137)
    text = next(text for _, text in rhythm.texts() if "true negatives" in text and ":blue" in text)
    people = [int(number) for number in re.findall(r"\*\*(\d+)\*\*", text)]
    assert sum(people) == 1000
    tp, fp, fn, tn = cells(first_view("heart-rhythm"), "VT", 0.137)
    assert np.allclose(people, np.array([tp, fn, fp, tn]) * 1000 / (tp + fp + fn + tn), atol=1)


def test_the_table_says_what_changes_for_every_class(rhythm: Visitor) -> None:
    table = first_view("heart-rhythm")
    rhythm.set(BOX, 0.137)
    others = np.where(table.score_Normal >= table.score_Ectopic, "Normal", "Ectopic")
    predicted = pd.Series(np.where(table.score_VT >= 0.137, "VT", others), index=table.index)
    shown = rhythm.table().to_numpy()
    for row, name in zip(shown, ["VT", "Ectopic", "Normal"], strict=False):
        before, after = (((table.y_true == name) & (each == name)).sum() for each in (table.y_pred, predicted))
        assert row[0].startswith(name)
        assert row[1] == f"{before:,} of {(table.y_true == name).sum():,}"
        assert [row[2], row[3].replace("−", "-")] == [f"{after:,}", f"{after - before:+,}"]
    hidden = ((table.y_true != "Normal") & (predicted == "Normal")).sum()
    assert shown[-1][2] == f"{hidden} of {(predicted == 'Normal').sum():,}"


@pytest.mark.thorough
def test_the_class_is_the_one_of_the_title_line_and_each_keeps_its_own_threshold(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.137).choose("Class of interest", "Ectopic")
    assert "patients with Ectopic" in rhythm.finding
    rhythm.set(BOX, 0.29).choose("Class of interest", "VT")
    assert rhythm.finding.startswith("At threshold 0.137 ")


@pytest.mark.thorough
def test_normal_is_classified_never_detected(rhythm: Visitor) -> None:
    rhythm.choose("Class of interest", "Normal").set(BOX, 0.5)
    tp, fp, _, _ = cells(first_view("heart-rhythm"), "Normal", 0.5)
    assert rhythm.finding == (
        f"At threshold 0.500, {tp + fp:,} patients are classified as Normal; {fp} of them have disease."
    )
    assert "Disease classified as Normal" in rhythm.metrics


@pytest.mark.thorough
def test_the_threshold_stays_over_pages_and_reruns(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.29).go("overview").go("curves").go("threshold").run()
    assert rhythm.widget(BOX).value == 0.29
    assert rhythm.finding.startswith("At threshold 0.290 ")


@pytest.mark.thorough
def test_a_kept_threshold_changes_the_other_pages_and_this_one_still_shows_the_delivered_point(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.1).press("Keep this threshold")
    assert "threshold" not in rhythm.label_of_choices()
    detail = rhythm.set("kept_threshold_used_here", 1).detail
    assert detail.startswith("As delivered (highest score): 40 of 50 detected")
    assert rhythm.label_of_choices().endswith("threshold 0.100")
    assert int(rhythm.go("overview").evaluation.counts(2).tp) == 45
    assert int(rhythm.go("threshold").press("Forget").evaluation.counts(2).tp) == 40


@pytest.mark.thorough
def test_another_study_has_no_kept_threshold(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.1).press("Keep this threshold").open_example("heart-sounds")
    assert "threshold" not in rhythm.label_of_choices()


def test_a_class_that_is_never_predicted_has_no_ppv() -> None:
    visitor = opened("30 cases").go("threshold").set(BOX, 1.0)
    assert re.fullmatch(r"At threshold 1.000, (\w+) is never predicted: all 10 missed.", visitor.finding)
    assert visitor.metrics["PPV"].startswith("– | ")


def test_a_single_score_may_have_any_range() -> None:
    table = TABLES["one score"]().assign(score=lambda rows: rows.score * 400 - 120)
    visitor = Visitor().bring(table).go("threshold")
    at = 40.5
    visitor.set(BOX, at)
    has, predicted = table.y_true == "sick", table.score >= at
    assert f"detects {(has & predicted).sum()} of 100 sick cases;" in visitor.finding


def test_without_cases_there_is_nothing_per_thousand() -> None:
    assert "of this study" not in seen("one true class", "threshold").text


def test_frames_of_phases_are_timed_and_are_no_people() -> None:
    visitor = Visitor(study="surgical-phases").go("threshold").choose("Class of interest", "Clipping and cutting")
    assert re.search(r"detects \d+:\d\d of 12:03 min of Clipping and cutting; \d+:\d\d of .* min of", visitor.finding)
    assert "of this study" not in visitor.text
    assert list(visitor.table()["As delivered"].str.endswith(" min")) == [True] * 7


@pytest.mark.thorough
def test_rates_of_weighted_cases_are_weighted_and_counts_are_not() -> None:
    given = np.where(rows().y_true == "Normal", 0.05, 1.0)
    visitor = Visitor().bring(rows(sampling_fraction=given)).go("overview").press("Use as weights").go("threshold")
    visitor.set(BOX, 0.4)
    found = visitor.evaluation.at(visitor.opened.view.interest, 0.4)
    for name, key in (("Sensitivity", "sensitivity"), ("PPV", "ppv"), ("NPV", "npv")):
        assert visitor.metrics[name].startswith(as_read(percent_of(found[key]))), key
        assert f"{found[key].successes:,} of {found[key].trials:,} | CI" in visitor.metrics[name]
    seen = visitor.evaluation.unweighted.at(visitor.opened.view.interest, 0.4)
    assert seen["ppv"].value > 2 * found["ppv"].value
    visitor.set("rule_mode", 3)
    assert "Corrected for optimism" in visitor.table(1).columns
    observed, corrected = visitor.table(1).iloc[0, 1:]
    assert observed != corrected.replace("*", "")


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["Youden", "Sensitivity ≥ 95 %"])
def test_a_threshold_is_chosen_by_weighted_rates(way: str) -> None:
    weights = np.random.default_rng(1).exponential(1.0, 300) + 0.05
    visitor = Visitor().bring(rows(weight=weights)).go("overview").press("Use as weights").go("threshold")
    visitor.set("rule_mode", 3 if way == "Youden" else 1)
    label, table = visitor.opened.view.interest, rows()
    is_class, score = table.y_true == visitor.study.labels[label], table[f"score_{visitor.study.labels[label]}"]
    fpr, tpr, at = roc_curve(is_class, score, sample_weight=weights, drop_intermediate=False)
    best = at[np.argmax(tpr - fpr)] if way == "Youden" else at[np.argmax(tpr >= 0.95)]
    found = visitor.evaluation.at(label, best)["sensitivity"]
    assert visitor.metrics["Sensitivity"].startswith(as_read(percent_of(found)))
    assert f"detects {found.successes} of {found.trials}" in as_read(visitor.finding)


@pytest.mark.thorough
def test_a_lower_bound_of_weighted_cases_is_the_one_that_is_shown() -> None:
    weights = np.random.default_rng(1).exponential(1.0, 300) + 0.05
    visitor = Visitor().bring(rows(weight=weights)).go("overview").press("Use as weights").go("threshold")
    visitor.set("rule_mode", 1).set("rule_reached", 1).set("rule_target", 90.0)
    label = visitor.opened.view.interest
    low = float(re.search(r"CI (\d+)", visitor.metrics["Sensitivity"]).group(1))
    assert 90 <= low < 96
    at = by_drawn_bound(visitor.evaluation, label, "sensitivity", 0.9)
    assert visitor.evaluation.at(label, at)["sensitivity"].low >= 0.9
    assert "a lower CI bound of the sensitivity ≥ 90" in visitor.text
    assert "is not corrected for optimism" in visitor.text
    visitor.set("rule_target", 99.9)
    assert visitor.finding.startswith("No threshold has a lower CI bound of 99.9 % sensitivity")


@pytest.mark.thorough
def test_zones_and_thresholds_per_class_of_weighted_cases_are_weighted() -> None:
    weights = np.random.default_rng(2).exponential(1.0, 300) + 0.05
    visitor = Visitor().bring(rows(weight=weights)).go("overview").press("Use as weights").go("threshold")
    visitor.keep("two_thresholds_open", True).keep("several_lines_open", True).run()
    table, label = rows(), visitor.study.labels[visitor.opened.view.interest]
    low, high = (float(visitor.kept(key)) for key in ("two_thresholds_low", "two_thresholds_high"))
    into = table[f"score_{label}"] >= high
    detected = np.average((table.y_true == label)[into], weights=weights[into])
    assert f"(weighted {100 * detected:.0f} %, CI" in visitor.text
    between = np.average((table[f"score_{label}"] >= low) & ~into, weights=weights)
    assert f"(weighted {100 * between:.1f} %)" in visitor.text
    assert "Bootstrap of the cases, or of the patients where IDs repeat." in visitor.text
    assert "Wilson" not in visitor.text
    cells = visitor.table(len(visitor.tables) - 1)["As delivered"]
    correct = table.y_true == table.y_pred
    delivered = next(as_read(cell) for cell in cells if f"{correct.sum()} of 300" in as_read(cell))
    assert f"{100 * np.average(correct, weights=weights):.1f} %" in delivered


def test_scores_near_the_largest_number_there_is_have_a_threshold_box() -> None:
    table = pd.DataFrame(
        {"y_true": ["sick"] * 12 + ["well"] * 12, "y_pred": "well", "score_sick": np.arange(24) * 4e306}
    )
    visitor = Visitor().bring(table).go("threshold")
    assert visitor.errors == []
    assert visitor.widget(BOX).value > 1e300
