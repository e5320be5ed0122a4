"""The level of all intervals is chosen once; where ids repeat, patients are resampled and the naive stands beside."""

import re

import pytest

from metrics import wilson
from tests.support.studies import first_view, scored, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.tables.class_frame import class_frame

EVERYWHERE = ("overview", "clinical_risk", "curves", "threshold", "cross_validation", "definitions")
NINETY, NINETY_NINE = 0, 2


def ci_of(metric: str) -> tuple[float, float]:
    """The bounds in the chip of a key figure."""
    low, high = re.search(r"CI ([\d.]+)–([\d.]+)", metric).groups()
    return float(low), float(high)


def test_the_level_changes_intervals_and_words_and_stays_over_pages() -> None:
    visitor = Visitor(study="heart-rhythm").go("overview")
    assert "90 % CI" not in visitor.label_of_choices()
    usual = ci_of(visitor.metrics["MCC"])
    visitor.set("pick_level", NINETY)
    narrow = ci_of(visitor.metrics["MCC"])
    assert usual[0] < narrow[0] < narrow[1] < usual[1]
    assert visitor.query["level"] == "0"
    table = first_view("heart-rhythm")
    exact = wilson(int((table.y_true == table.y_pred).sum()), len(table), 0.9)
    assert ci_of(visitor.metrics["Accuracy"]) == pytest.approx((100 * exact.low, 100 * exact.high), abs=0.051)
    for page in EVERYWHERE:
        visitor.go(page)
        assert "90 % CI" in visitor.text


@pytest.mark.parametrize("page", ["overview", "clinical_risk", "curves", "threshold", "definitions"])
def test_no_text_of_a_page_speaks_of_another_level(page: str) -> None:
    said = Visitor(study="heart-rhythm", level="2").go(page).text
    assert "99 % CI" in said
    assert "95 % CI" not in said
    assert "Intervals: 95 %" not in said


def test_the_mean_of_folds_follows_the_level() -> None:
    table = scored(["Normal", "VT"], 200)
    visitor = Visitor().bring(table.assign(fold=table.index % 5)).set("pick_level", NINETY_NINE)
    assert "approximate 99 % CI of the mean" in visitor.go("cross_validation").text


def test_where_patients_repeat_the_naive_interval_stands_beside_with_its_factor() -> None:
    visitor = Visitor(study="heart-sounds").go("overview").keep("naive_intervals", True).run()
    table = first_view("heart-sounds")
    line = next(as_read(each.value) for each in visitor.app.caption if "Ignoring clustering" in each.value)
    naive = wilson(int((table.y_true == table.y_pred).sum()), len(table))
    assert f"Accuracy {100 * naive.low:.1f}–{100 * naive.high:.1f} % (patient-level CI" in line
    low, high = ci_of(visitor.metrics["Accuracy"])
    factor = float(re.search(r"Accuracy \S+ % \(patient-level CI ([\d.]+)× as wide", line)[1])
    assert factor == pytest.approx((high - low) / 100 / (naive.high - naive.low), abs=0.08)
    apart = visitor.table(1).set_index("Class")
    assert re.fullmatch(r"[\d.]+–[\d.]+ \| [\d.]+ times (wider|as wide)|.*as wide", apart.loc["Normal", "Sensitivity"])
    drawn = "patient-level (cluster) bootstrap (bootstrap SE, logit scale, t; 2,000 resamples, seed 0)"
    assert drawn in visitor.text


def test_too_few_patients_have_no_interval_and_a_reason() -> None:
    table = scored(["Normal", "VT"], 200)
    visitor = Visitor().bring(table.assign(case_id=table.index % 12)).go("overview").keep("naive_intervals", True).run()
    right = (table.y_true == table.y_pred).sum()
    assert visitor.metrics["Accuracy"].endswith(f"| {right} of 200")
    assert "12 patients, too few for a CI" in visitor.text  # once, in the title line
    line = next(as_read(each.value) for each in visitor.app.caption if "Ignoring clustering" in each.value)
    assert "(too narrow)" in line


def test_the_download_has_both_intervals_where_patients_repeat() -> None:
    visitor = Visitor(study="heart-sounds").go("overview").set("pick_level", NINETY)
    evaluation, voice = visitor.evaluation, visitor.opened.view.plain_voice
    frame = class_frame(evaluation, voice).set_index("class")
    assert set(frame["level"]) == {0.9}
    assert set(frame["resampled"]) == {"patients"}
    normal = frame.loc["Normal"]
    ratio = (normal.sensitivity_high - normal.sensitivity_low) / (
        normal.sensitivity_naive_high - normal.sensitivity_naive_low
    )
    assert normal.sensitivity_times_wider == pytest.approx(ratio)
    assert "sensitivity_naive_low" not in class_frame(evaluation.naive, voice)


def filled(visitor: Visitor, key: str) -> int:
    return sum("fill" in trace for trace in visitor.chart(key)["data"])


def test_the_curve_that_the_finding_speaks_of_has_a_band() -> None:
    visitor = seen("heart-sounds", "curves")
    assert (filled(visitor, "ROC"), filled(visitor, "Precision–recall")) == (1, 1)
    assert re.search(r"shaded: pointwise 95.%.CI of Extra heart sound", visitor.text)


def test_without_an_interval_there_is_no_band() -> None:
    few = scored(["Normal", "VT"], 60).assign(case_id=[f"p{i % 10}" for i in range(60)])
    visitor = Visitor().bring(few).go("curves")
    assert filled(visitor, "ROC") == 0
    assert "10 patients: " in visitor.finding
    assert "shaded" not in visitor.text
