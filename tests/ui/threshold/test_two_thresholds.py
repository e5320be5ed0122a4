"""Rule-out and rule-in thresholds: what is said of the three zones is what metrics says of them."""

import numpy as np
import pandas as pd
import pytest

from metrics import ThresholdTable, target_sensitivity, target_specificity
from metrics.thresholding.short import short_threshold
from metrics.thresholding.two_thresholds import zones
from tests.support.studies import HOSTILE, opened, two_scales
from tests.support.visitor import Visitor
from ui.threshold.two_thresholds import HIGH, LOW, OPEN, REACHED, frame

pytestmark = pytest.mark.thorough

FOUND = "two_thresholds_found"


def rhythm() -> Visitor:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    visitor.keep(OPEN, True)
    return visitor.run()


def table_of(visitor: Visitor) -> ThresholdTable:
    return visitor.evaluation.table(visitor.study.labels.index("VT"))


def shown(visitor: Visitor) -> pd.DataFrame:
    tables = [visitor.table(place) for place in range(len(visitor.tables))]
    return next(each for each in tables if "Zone" in each.columns)


def test_the_three_zones_are_those_of_the_two_thresholds() -> None:
    visitor = rhythm().set(LOW, 0.1).set(HIGH, 0.6)
    found = zones(table_of(visitor), 0.1, 0.6)
    out, between, into = found.ruled_out, found.between, found.ruled_in
    text = visitor.text
    assert f"Ruled out (< 0.100): {out.cases} patients, {out.positives} have VT (" in text
    assert f"upper bound {found.missed.high * 100:.1f} %)." in text
    assert f"Indeterminate: {between.cases} patients ({found.indeterminate.value * 100:.1f} %)." in text
    assert f"(≥ 0.600): {into.cases} patients, {into.positives} have VT ({found.detected.value * 100:.0f} %" in text
    assert f"misses {out.positives} of 50 patients with VT" in text
    table = shown(visitor)
    assert [int(each) for each in table["Patients"]] == [out.cases, between.cases, into.cases]
    assert f"{between.likelihood_ratio.value:.2f} | CI " in table["Likelihood ratio"][1]
    rows = frame("VT", found, 0.95)
    assert rows["cases"].sum() == sum((out.cases, between.cases, into.cases))
    assert rows["missed_high"][0] == found.missed.high


def test_thresholds_begin_and_are_set_at_their_targets() -> None:
    visitor = rhythm()
    table = table_of(visitor)
    upper = target_specificity(table, 0.95)
    lower = min(target_sensitivity(table, 0.95), upper)
    assert [visitor.widget(key).value for key in (LOW, HIGH)] == [short_threshold(table, at) for at in (lower, upper)]
    visitor.set(FOUND, 80.0).set(REACHED, 1).press("Set thresholds")
    assert visitor.widget(LOW).value == short_threshold(table, target_sensitivity(table, 0.8, 0.95))
    visitor.set(FOUND, 99.5).press("Set thresholds")
    assert "No score for VT has a lower CI bound of the sensitivity ≥ 99.5 %" in visitor.text


def test_thresholds_that_were_found_among_the_same_patients_say_that_others_fare_worse() -> None:
    said = "Thresholds set on the same patients: misses and false positives are underestimated."
    visitor = rhythm()
    assert said in visitor.text
    assert said not in visitor.set(LOW, 0.1).text
    assert said in visitor.press("Set thresholds").text


def test_a_threshold_that_passes_the_other_takes_it_along_and_both_stay_over_pages() -> None:
    visitor = rhythm().set(LOW, 0.1).set(HIGH, 0.6).set(LOW, 0.7)
    assert visitor.widget(HIGH).value == 0.7
    assert "Indeterminate: none." in visitor.text
    visitor.set(HIGH, 0.3).go("overview").go("threshold")
    visitor.keep(OPEN, True)
    assert [visitor.run().widget(key).value for key in (LOW, HIGH)] == [0.3, 0.3]


def test_each_model_has_thresholds_of_its_own_and_one_that_nobody_typed_is_computed() -> None:
    visitor = Visitor().bring(two_scales()).go("threshold")
    first = [visitor.keep(OPEN, True).run().widget(key).value for key in (LOW, HIGH)]
    other = [visitor.choose("Model", "B").widget(key).value for key in (LOW, HIGH)]
    assert other == pytest.approx(3 * np.log(first) - 2, abs=0.02)
    visitor.set(LOW, -9.0).choose("Model", "A")
    assert [visitor.widget(key).value for key in (LOW, HIGH)] == first
    assert visitor.choose("Model", "B").widget(LOW).value == -9.0


def test_a_zone_without_anybody_says_so() -> None:
    visitor = rhythm().set(LOW, -1.0).set(HIGH, 2.0)
    assert "Ruled out (< −1.000): none." in visitor.text
    assert "Ruled in (≥ 2): none." in visitor.text
    assert list(shown(visitor)["Likelihood ratio"].str.startswith("not estimable")) == [True, False, True]


@pytest.mark.parametrize(
    ("name", "said"), [("one true class", "with and without the class"), ("one score", "indeterminate")]
)
def test_two_classes_have_two_thresholds_and_none_per_class(name: str, said: str) -> None:
    visitor = opened(name).go("threshold")
    visitor.keep(OPEN, True)
    assert said in visitor.run().text
    assert "One threshold per class" not in visitor.text


def test_rows_of_one_patient_and_hostile_names_are_treated_with_care() -> None:
    visitor = Visitor(study="heart-sounds").go("threshold")
    visitor.keep(OPEN, True)
    assert "Intervals: 95 % CI. Patient-level bootstrap; Clopper–Pearson over patients" in visitor.run().text
    assert "ignore clustering" not in visitor.text
    hostile = opened("hostile names").go("threshold")
    hostile.keep(OPEN, True)
    hostile.run()
    assert "Indeterminate: " in hostile.text
    assert not [text for kind, text in hostile.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]
