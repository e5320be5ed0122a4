"""A weighted file whose rows are not held has the numbers of the same file read whole, to the last digit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from metrics import Estimate, Evaluation, MetricChoice, youden
from metrics.calibration.calibration import Calibration
from metrics.paired.paired_proportions import PairedProportion
from metrics.prevalence.at_prevalence import predictive_values_at_prevalence
from metrics.thresholding.optimism import choice_optimism, scores_drawn
from metrics.utility.decision_curve import decision_curve
from predictions.groups.by import By, groups
from predictions.groups.lens import offered, within
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.slices.at_threshold import at_threshold, obstacle
from predictions.slices.folds import read_folds
from predictions.sources.counted import weights
from predictions.study import Capability, Study
from reviews.groups.members import members
from reviews.groups.over_time import over_time
from reviews.groups.subgroups import Subgroups, subgroups
from reviews.models.comparison import Comparison
from reviews.review import Marker, Review
from reviews.risks.calibration import can_be_recalibrated, recalibrated
from reviews.view import View
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.pairs.test_matched import answers
from tests.predictions.sources.counted.test_study import assert_same_evaluation
from tests.predictions.sources.engines.tables import assert_counted_as_held, labels
from words.notices import worded

pytestmark = pytest.mark.thorough

ROWS = 600
SMALL = Guard(limits=Limits(rows=1))
Saved = Callable[..., Path]


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    """A file of made predictions with one more column, as Parquet or as text."""

    def save(name: str, values: Any, kind: str = "parquet", **further: Any) -> Path:
        table = labels(ROWS).append_column(name, pa.array(values))
        for column, cells in further.items():
            table = table.append_column(column, pa.array(cells))
        path = tmp_path / f"a.{kind}"
        (parquet.write_table if kind == "parquet" else csv.write_csv)(table, path)
        return path

    return save


def both(path: Path, name: str, **mapping: Any) -> tuple[Study, Study]:
    """The same file read whole, and counted where it lies."""
    held, counted = (open_files([(path.name, path)], Mapping(weight=name, **mapping), guard) for guard in (None, SMALL))
    assert Capability.CASES in held.capabilities
    assert counted.predictions_of(0) is None
    return held, counted


def refused(path: Path, name: str, guard: Guard) -> str:
    with pytest.raises(Problem) as problem:
        open_files([(path.name, path)], Mapping(weight=name), guard)
    return str(problem.value)


def drawn(seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).choice([0.1, 0.5, 1.0, 2.0, 7.5], ROWS)


def assert_same_points(held: Evaluation, counted: Evaluation) -> None:
    """Every number of the matrix to the last digit, and how much the rows tell."""
    assert counted.effective_n == held.effective_n
    assert counted.matrix.cells.tolist() == held.matrix.cells.tolist()
    assert counted.in_population.matrix.cells.tolist() == held.in_population.matrix.cells.tolist()
    for own, other in zip((counted.overall, *counted.classes), (held.overall, *held.classes), strict=True):
        assert set(other) == set(own)
        for key in own:
            assert repr(own[key].value) == repr(other[key].value), key
            assert (own[key].successes, own[key].trials) == (other[key].successes, other[key].trials), key
    assert_same_evaluation(held, counted)
    for one, two in zip(held.in_population.tables, counted.in_population.tables, strict=True):
        for name in ("scores", "positives", "negatives"):
            assert getattr(one, name).tolist() == getattr(two, name).tolist()


def assert_alike(held: Evaluation, counted: Evaluation) -> None:
    """With intervals as wide, but for how much 2,000 resamples vary: a width by 1.6 %, of which 8 % is five of both."""
    assert_same_points(held, counted)
    for own, other in zip((counted.overall, *counted.classes), (held.overall, *held.classes), strict=True):
        for key in ("auc", "average_precision"):
            if key in own and other[key].low is not None:
                assert_as_wide(own[key], other[key])
        for key in ("accuracy", "mcc", "sensitivity", "ppv", "f1"):
            assert own.get(key) == other.get(key)


def assert_as_wide(own: Estimate, other: Estimate, apart: float = 0.08) -> None:
    assert own.value == other.value
    assert None not in (own.low, own.high, other.low, other.high)
    assert (own.high - own.low) / (other.high - other.low) == pytest.approx(1, abs=apart)


NUMBERS: dict[str, Callable[[np.ndarray], Any]] = {
    "double": lambda found: found,
    "float32": lambda found: found.astype(np.float32),
    "integer": lambda found: np.ceil(found).astype(np.int16),
    "decimal": lambda found: [Decimal(f"{each:.2f}") for each in found],
    "text": lambda found: [f" {each:.1f}" for each in found],
    "decimal comma": lambda found: [f"{each:.1f}".replace(".", ",") for each in found],
    "all different": lambda found: found + np.arange(ROWS) / 7,
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_are_those_of_a_file_read_whole(saved: Saved, kind: str) -> None:
    held, counted = both(saved("sample_weight", NUMBERS[kind](drawn())), "sample_weight")
    assert counted.evaluate().is_weighted
    assert_counted_as_held(held, counted)
    assert_alike(held.evaluate(), counted.evaluate())


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_sampling_fractions_splits_and_notices_are_those_of_a_file_read_whole(saved: Saved, kind: str) -> None:
    fractions, splits = drawn() / 8, np.array(["test", "valid"])[np.arange(ROWS) % 2]
    held, counted = both(saved("sampling_fraction", fractions, kind, split=splits), "sampling_fraction")
    said = [[worded(each) for each in study.notices if "fraction" in each.code] for study in (held, counted)]
    assert said[0] == said[1] != []
    assert held.slices == counted.slices
    for place in held.slices:
        assert_alike(held.evaluate(*place), counted.evaluate(*place))


def test_thresholds_zones_and_net_benefit_are_those_of_a_file_read_whole(saved: Saved) -> None:
    held, counted = (each.evaluate() for each in both(saved("weight", drawn()), "weight"))
    for label in range(3):
        for threshold in (0.25, 0.5, float("inf")):
            own, other = counted.at(label, threshold), held.at(label, threshold)
            for key in ("sensitivity", "specificity", "ppv"):
                assert repr(own[key].value) == repr(other[key].value)
            assert own["sensitivity"] == other["sensitivity"]
        assert_as_wide(counted.in_zone(label, 0.2, 0.6)["inside"], held.in_zone(label, 0.2, 0.6)["inside"])
        gains = [decision_curve(each, label, [0.1, 0.4]) for each in (counted, held)]
        assert gains[0].freedom == gains[1].freedom
        assert_as_wide(*(each.estimate(each.model, 1) for each in gains))
        values = [predictive_values_at_prevalence(each, label, 0.02, 0.5)[0] for each in (counted, held)]
        assert_as_wide(*values)
        own_band, band = (each.bands(label) for each in (counted, held))
        assert np.abs(own_band.tpr_low - band.tpr_low).max() < 0.05
    assert counted.overall["macro_auc"].low is None


def test_a_threshold_is_corrected_for_its_choice_as_in_a_file_read_whole(saved: Saved) -> None:
    found = [each.evaluate().in_population for each in both(saved("weight", drawn()), "weight")]
    expected = []
    for each in found:
        table = each.table(1)
        units = each.units_of(1, scores_drawn(table))
        corrected = choice_optimism(table, youden, ("sensitivity",), 400, units=(units, 1))
        expected.append(corrected["sensitivity"])
    assert expected[0].apparent == expected[1].apparent
    assert expected[0].optimism == pytest.approx(expected[1].optimism, abs=0.01)


@pytest.mark.parametrize("positive", ["VT", "Normal"])
def test_a_lone_score_and_predictions_made_again_are_weighted(saved: Saved, positive: str) -> None:
    two = np.where(np.array(labels(ROWS)["y_true"]) == positive, positive, "other")
    path = saved("weight", drawn(), truth=two, score=labels(ROWS)[f"score_{positive}"])
    held, counted = both(path, "weight", truth="truth", predicted=(), score="score", scores={}, positive=positive)
    assert_alike(held.evaluate(), counted.evaluate())
    label = held.labels.index(positive)
    for study in (held, counted):
        assert obstacle(study, 0, label) is None
    again = [at_threshold(study, 0, label, 0.7).evaluate() for study in (held, counted)]
    assert again[0].matrix.cells.tolist() != held.evaluate().matrix.cells.tolist()
    assert_alike(*again)


def test_scores_in_steps_are_weighted(saved: Saved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("predictions.sources.counted.steps.MOST_HELD", 450)
    held, counted = both(saved("weight", drawn()), "weight")
    assert counted.steps is not None
    for label in range(3):
        own, other = counted.evaluate().classes[label]["auc"], held.evaluate().classes[label]["auc"]
        assert own.value == pytest.approx(other.value, abs=counted.steps.fields["error"])
        assert own.low < own.value < own.high


def test_scores_of_too_many_weights_are_not_read_and_said_not_to_be(
    saved: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor of a split with few of them: all splits have scores, or none has."""
    monkeypatch.setattr("predictions.sources.counted.steps.MOST_HELD", 900)
    weights, splits = NUMBERS["all different"](drawn()), np.array(["test", "valid"])[np.arange(ROWS) % 2]
    held, counted = both(saved("weight", np.where(splits == "test", 1.0, weights), split=splits), "weight")
    assert not any(counted.evaluate(*place).has_scores for place in counted.slices)
    assert "large_weights_without_scores" in {each.code for each in counted.notices}
    own, other = counted.evaluate(0, "valid"), held.evaluate(0, "valid")
    assert own.overall["accuracy"].value == other.overall["accuracy"].value
    assert own.effective_n == other.effective_n


def assert_same_calibration(own: Calibration, other: Calibration) -> None:
    """Numbers to the last digit, and intervals of the same rows in another order."""
    assert (own.prevalence, own.mean_risk, own.at_ends) == (other.prevalence, other.mean_risk, other.at_ends)
    assert own.expected_calibration_error == other.expected_calibration_error
    assert own.cases.independent == other.cases.independent
    both = [(*one.line, one.citl, one.oe_ratio, one.brier, one.scaled_brier) for one in (own, other)]
    both = [[*each, *one.distances.values()] for each, one in zip(both, (own, other), strict=True)]
    for number, expected in zip(*both, strict=True):
        assert repr(number.value) == repr(expected.value)
        assert (number.method, number.note) == (expected.method, expected.note)
        if expected.low:
            assert_as_wide(number, expected)
    risks = np.array([0.1, 0.3, 0.7])
    assert own.curve.at(risks).tolist() == other.curve.at(risks).tolist()
    for bound, expected in zip(own.curve.band(risks), other.curve.band(risks), strict=True):
        np.testing.assert_allclose(bound, expected, atol=0.01)
    for one, two in zip(own.groups(5), other.groups(5), strict=True):
        assert (one.positives, one.cases, one.low, one.mean_risk) == (two.positives, two.cases, two.low, two.mean_risk)
        assert one.observed.value == two.observed.value
        assert_as_wide(one.observed, two.observed)


def in_risks(rows: int = ROWS, seed: int = 3) -> dict[str, np.ndarray]:
    """Two classes and the risk of one, some of them alike, with weights."""
    generator = np.random.default_rng(seed)
    x = generator.normal(-0.5, 1.2, rows)
    truth = np.where(generator.random(rows) < 1 / (1 + np.exp(-x)), "ill", "well")
    risk = np.round(1 / (1 + np.exp(-0.5 - 1.6 * x)), 3)
    weight = generator.choice([0.0, 0.1, 0.5, 1.0, 2.0], rows)
    return {"y_true": truth, "prob_ill": risk, "prob_well": np.round(1 - risk, 3), "weight": weight}


@pytest.mark.parametrize("rows", [ROWS, 5_000])
def test_calibration_is_that_of_a_file_read_whole(opened: Opened, rows: int) -> None:
    """Of more than 2,000 rows random groups are drawn."""
    held, counted = (each.evaluate() for each in opened(Mapping(weight="weight"), **in_risks(rows)))
    for label in range(2):
        assert_same_calibration(counted.calibration(label), held.calibration(label))


def test_calibration_of_few_rows_is_that_of_a_file_read_whole(opened: Opened) -> None:
    both = [each.evaluate().calibration(0) for each in opened(Mapping(weight="weight"), **in_risks(30))]
    assert both[0].too_few == both[1].too_few
    assert both[0].oe_ratio.note == both[1].oe_ratio.note


def test_weighted_rows_are_recalibrated_on_a_validation_split(opened: Opened) -> None:
    split = np.array(["test", "val"])[np.arange(2 * ROWS) % 2]
    held, counted = opened(Mapping(weight="weight"), **in_risks(2 * ROWS), split=split)
    views = [View(study, Review.begin(study), split="test") for study in (counted, held)]
    assert all(can_be_recalibrated(view, 0) for view in views)
    assert not can_be_recalibrated(replace(views[0], split="valid"), 0)
    own, other = (recalibrated(view, 0) for view in views)
    assert own.line == other.line
    assert own.calibration.line[1].value == pytest.approx(other.calibration.line[1].value, rel=1e-12)
    assert own.calibration.brier.value == pytest.approx(other.calibration.brier.value, rel=1e-12)
    assert own.calibration.oe_ratio.low < own.calibration.oe_ratio.value < own.calibration.oe_ratio.high


def test_blank_weights_and_weights_of_0_are_treated_alike(saved: Saved) -> None:
    found = drawn().tolist()
    found[:3], found[5:9] = [None, float("nan"), None], [0.0] * 4
    held, counted = both(saved("weight", found), "weight")
    assert held.excluded == counted.excluded != ()
    assert (held.rows, held.used) == (counted.rows, counted.used)
    assert_alike(held.evaluate(), counted.evaluate())


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("weight", -1.0), ("weight", float("inf")), ("freq", 1.5), ("sampling_fraction", 0.0), ("weight", "heavy"),
        ("sampling_fraction", 1.5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_a_cell_that_is_no_weight_is_refused_in_the_same_words(
    saved: Saved, name: str, cell: float | str, kind: str
) -> None:
    """The rows of a text have no order where they lie."""
    found: list[Any] = [1.0] * ROWS
    found[40], found[7], found[90] = cell, cell, cell
    path = saved(name, list(map(str, found)) if isinstance(cell, str) else found, kind)
    where = ", in row 8 of the data"
    wanted = refused(path, name, Guard(apart=False))
    assert where in wanted
    assert refused(path, name, SMALL) == (wanted if kind == "parquet" else wanted.replace(where, ""))


def test_weights_that_are_all_0_are_refused_in_the_same_words(saved: Saved) -> None:
    path = saved("weight", np.zeros(ROWS))
    assert refused(path, "weight", SMALL) == refused(path, "weight", Guard(apart=False))


def test_too_many_different_weights_are_refused(saved: Saved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("predictions.sources.counted.source.MOST_WEIGHED", 50)
    monkeypatch.setattr(weights, "MOST_WEIGHED", 50)
    assert "too many different weights" in refused(saved("weight", np.arange(1.0, ROWS + 1)), "weight", SMALL)


def test_frequencies_are_cases_at_every_threshold(saved: Saved) -> None:
    times = np.random.default_rng(1).integers(0, 4, ROWS).astype(np.float64)
    times[3] = np.nan
    held, counted = both(saved("freq", times), "freq")
    assert_counted_as_held(held, counted)
    assert_same_evaluation(held.evaluate(), counted.evaluate())
    assert counted.evaluate().n == int(np.nansum(times))


def test_frequencies_of_scores_in_steps_are_those_of_repeated_rows(
    saved: Saved, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("predictions.sources.counted.steps.MOST_HELD", 90)
    times = np.random.default_rng(1).integers(1, 4, ROWS)
    again = labels(ROWS).take(np.repeat(np.arange(ROWS), times))
    parquet.write_table(again, tmp_path / "again.parquet")
    counted = both(saved("freq", times), "freq")[1]
    repeated = open_files([("again.parquet", tmp_path / "again.parquet")], None, SMALL)
    assert counted.steps is not None
    assert counted.steps == repeated.steps
    assert_same_evaluation(repeated.evaluate(), counted.evaluate())


@pytest.mark.parametrize("repeats", [False, True])
def test_frequencies_are_no_rows_of_a_patient(saved: Saved, repeats: bool) -> None:
    times, ids = np.random.default_rng(1).integers(1, 4, ROWS), np.arange(ROWS) // (2 if repeats else 1)
    held, counted = both(saved("freq", times, patient_id=ids), "freq")
    own, other = counted.evaluate(), held.evaluate()
    assert (own.is_clustered, own.clusters) == (other.is_clustered, other.clusters)
    assert own.is_clustered is repeats
    assert "large_patients_not_drawn" not in {each.code for each in counted.notices}
    if repeats:
        widths = [each.overall["accuracy"].high - each.overall["accuracy"].low for each in (own, other)]
        assert widths[0] / widths[1] == pytest.approx(1, abs=0.06)


def test_weighted_rows_of_one_patient_are_independent_and_said_to_be(saved: Saved) -> None:
    counted = both(saved("weight", drawn(), patient_id=np.arange(ROWS) // 2), "weight")[1]
    assert "large_weights_by_rows" in {each.code for each in counted.notices}
    assert counted.evaluate().clusters is None


def test_groups_and_folds_of_frequencies_are_those_of_a_file_read_whole(saved: Saved) -> None:
    times = np.random.default_rng(1).integers(0, 4, ROWS)
    held, counted = both(saved("freq", times, fold=np.arange(ROWS) % 3), "freq")
    for lens in offered(groups(held)):
        assert_same_evaluation(within(held, lens).evaluate(), within(counted, lens).evaluate())
    own, other = (read_folds(study, study.evaluate()) for study in (counted, held))
    assert own is not None
    assert other is not None
    assert own.each.cells.tolist() == other.each.cells.tolist()
    held_by, own_by = (members(View(study, Review.begin(study)), [groups(study)[0][0]]) for study in (held, counted))
    for group in range(len(held_by.groups)):
        assert_same_evaluation(held_by.group(group, 1), own_by.group(group, 1))


def test_a_lens_and_folds_are_weighted(saved: Saved) -> None:
    held, counted = both(saved("weight", drawn()), "weight")
    lenses = offered(groups(held))
    assert lenses
    assert offered(groups(counted)) == lenses
    for lens in lenses:
        assert_same_points(within(held, lens).evaluate(), within(counted, lens).evaluate())
    held, counted = both(saved("weight", drawn(), fold=[*(np.arange(ROWS - 9) % 3).tolist(), *[None] * 9]), "weight")
    assert "large_folds_pooled" in {each.code for each in counted.notices}
    own, other = (read_folds(study, study.evaluate()) for study in (counted, held))
    assert own is not None
    assert other is not None
    of_scores = (
        MetricChoice(key, average) for key in ("auc", "average_precision") for average in ("macro", "weighted", 2)
    )
    for choice in (MetricChoice("sensitivity", "macro"), MetricChoice("mcc"), MetricChoice("ppv", 1), *of_scores):
        assert repr(own.spread(choice).values) == repr(other.spread(choice).values)
        assert own.spread(choice).pooled == other.spread(choice).pooled


def in_groups(opened: Opened, rows: int) -> tuple[View, View]:
    """The same weighted rows held and counted, with groups, dates and a strong difference between the sites."""
    generator, given = np.random.default_rng(5), in_risks(rows)
    site = np.array(["Ghent", "Lille", "Bern"])[generator.integers(0, 3, rows)]
    is_low = (site == "Bern") & (given["y_true"] == "ill")
    given["prob_ill"] = np.where(is_low, 0.8, 1) * given["prob_ill"]
    given["prob_well"] = 1 - given["prob_ill"]
    day = np.datetime64("2025-01-01") + generator.integers(0, 250, rows)
    age = generator.integers(20, 90, rows)
    both = opened(Mapping(weight="weight"), **given, site=site, age=age, date=day.astype(str))
    first, second = (View(study, Review.begin(study)) for study in both)
    return first, second


def assert_same_number(own: Estimate, other: Estimate) -> None:
    """Bounds of a simultaneous level are from some ten draws, which vary more; random groups give other degrees of
    freedom."""
    assert repr(own.value) == repr(other.value)
    assert (own.successes, own.trials, own.note) == (other.successes, other.trials, other.note)
    assert own.scope == other.scope
    names = [(each.method or "").partition(", t(")[0] for each in (own, other)]
    assert names[0] == names[1]
    if other.low is not None:
        assert_as_wide(own, other, 0.2 if own.scope else 0.1)


@pytest.mark.parametrize(("rows", "columns"), [(ROWS, 2), (5_000, 1)])
def test_groups_are_those_of_a_file_read_whole(opened: Opened, rows: int, columns: int) -> None:
    """Of more than 2,000 rows random groups are drawn."""
    held, counted = in_groups(opened, rows)
    assert held.groups == counted.groups
    for by, *_ in held.groups[:columns]:
        other, own = (subgroups(view, [by], 0) for view in (held, counted))
        assert (own.groups, own.keys, own.threshold) == (other.groups, other.keys, other.threshold)
        assert own.members.without_group == other.members.without_group
        for group in range(len(own.groups)):
            assert [*map(int, own.counts(group))] == [*map(int, other.counts(group))]
            assert own.members.group(group, 0).effective_n == other.members.group(group, 0).effective_n
            assert_same_group(own, other, group)
        for key in ("sensitivity", "fpr"):
            assert own.interaction(key) == pytest.approx(other.interaction(key), rel=0.5, abs=1e-4)


def assert_same_group(own: Subgroups, other: Subgroups, group: int) -> None:
    mix = (By("age", (50.0,)),) if own.column != "age" else (By("site"),)
    for key, rate in other.figures(group).items():
        assert_same_number(own.figures(group)[key], rate)
        assert_same_number(own.difference(group, key), other.difference(group, key))
    for key in ("sensitivity", "fpr"):
        assert_same_number(own.rates_of_rest(group)[key], other.rates_of_rest(group)[key])
        mixed, expected = (each.at_case_mix(mix, group, key) for each in (own, other))
        assert (mixed.rest, mixed.absent, mixed.of) == (expected.rest, expected.absent, expected.of)
        assert mixed.own.low == pytest.approx(expected.own.low, rel=1e-9)
        assert mixed.own.value == expected.own.value
    assert_same_number(own.net_benefit(group), other.net_benefit(group))


def test_two_columns_crossed_are_weighted(opened: Opened) -> None:
    held, counted = in_groups(opened, ROWS)
    both = [subgroups(view, (By("site"), By("age", (50.0,))), 0) for view in (counted, held)]
    assert both[0].groups == both[1].groups
    for group in range(len(both[0].groups)):
        assert_same_group(*both, group)


def test_weighted_rows_over_time_are_those_of_a_file_read_whole(opened: Opened) -> None:
    held, counted = in_groups(opened, 2_400)
    marker = Marker(date(2025, 5, 1))
    views = [replace(view, review=replace(view.review, marker=marker)) for view in (counted, held)]
    own, other = (over_time(view, 0, "date") for view in views)
    for key in ("sensitivity", "fpr", "alarm_rate"):
        assert own.are_judged(key).tolist() == other.are_judged(key).tolist()
        for number, expected in zip(own.estimates(key), other.estimates(key), strict=True):
            assert_same_number(number, expected)
        np.testing.assert_array_equal(own.limits(key).high, other.limits(key).high)
        marked, expected_marked = own.marked(key), other.marked(key)
        assert_same_number(marked.since, expected_marked.since)
        assert_same_number(marked.apart, expected_marked.apart)


def test_a_lone_score_is_weighted_in_groups(opened: Opened) -> None:
    given = in_risks()
    del given["prob_well"]
    site = np.array(["Ghent", "Lille"])[np.arange(ROWS) % 2]
    held, counted = opened(Mapping(weight="weight", positive="ill"), **given, site=site)
    views = [View(study, Review.begin(study)) for study in (counted, held)]
    for label in range(2):
        own, other = (subgroups(view, (By("site"),), label) for view in views)
        assert_same_number(own.figures(1)["auc"], other.figures(1)["auc"])
        assert_same_number(own.difference(1, "auc"), other.difference(1, "auc"))


def test_folds_of_a_lone_score_are_weighted(opened: Opened) -> None:
    given = in_risks()
    del given["prob_well"]
    held, counted = opened(Mapping(weight="weight", positive="ill"), **given, fold=np.arange(ROWS) % 4)
    own, other = (read_folds(study, study.evaluate()) for study in (counted, held))
    for label in range(2):
        choice = MetricChoice("auc", label)
        assert own.spread(choice).values.tolist() == other.spread(choice).values.tolist()
        assert own.spread(choice).pooled == other.spread(choice).pooled


def test_folds_without_scores_have_the_numbers_of_the_matrix(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where weights are too many to tell scores apart."""
    monkeypatch.setattr("predictions.sources.counted.steps.MOST_HELD", 900)
    given = in_risks() | {"weight": NUMBERS["all different"](drawn())}
    held, counted = opened(Mapping(weight="weight"), **given, fold=np.arange(ROWS) % 4)
    own, other = (read_folds(study, study.evaluate()) for study in (counted, held))
    assert own.spread(MetricChoice("mcc")).values.tolist() == other.spread(MetricChoice("mcc")).values.tolist()
    assert np.isnan(own.spread(MetricChoice("auc", 0)).values).all()


def assert_same_comparison(held: Study, counted: Study) -> None:
    (own,), (other,) = (Comparison(View(each, Review.begin(each))).rivals for each in (counted, held))
    assert len(own.pair) == len(other.pair)
    assert (own.pair.only_first, own.pair.only_second, own.pair.blank) == (
        other.pair.only_first, other.pair.only_second, other.pair.blank
    )  # fmt: skip
    assert_same_pair(own.accuracy(), other.accuracy())
    for label in range(3):
        found, expected = own.compared(label), other.compared(label)
        assert_same_pair(found.sensitivity, expected.sensitivity)
        assert_same_pair(found.specificity, expected.specificity)
        for one, two in ((found.ppv, expected.ppv), (own.npv(label), other.npv(label))):
            assert (one.first, one.second, one.values) == (two.first, two.second, two.values)
            assert_same_number(one.difference, two.difference)
            assert_same_number(one.ratio, two.ratio)


def assert_same_pair(own: PairedProportion, other: PairedProportion) -> None:
    assert (own.values, own.p, own.differing, own.cases) == (other.values, other.p, other.differing, other.cases)
    assert_same_number(own.difference, other.difference)


def in_other_rows(columns: dict[str, Any], seed: int) -> dict[str, Any]:
    order = np.random.default_rng(seed).permutation(len(columns["y_true"]))
    return {name: np.asarray(each)[order] for name, each in columns.items()}


def every_number(study: Study) -> list[Any]:
    view = View(study, Review.begin(study))
    groups_of = subgroups(view, (By("site"),), 0)
    found: list[Any] = [groups_of.interaction("fpr")]
    for group in range(len(groups_of.groups)):
        mixed = groups_of.at_case_mix((By("age", (50.0,)),), group, "fpr")
        found += [groups_of.figures(group), groups_of.difference(group, "fpr"), mixed]
    seen = study.evaluate().calibration(0)
    return [*found, seen.oe_ratio, seen.brier, seen.line, seen.distances, seen.groups(5)]


@pytest.mark.parametrize("rows", [ROWS, 5_000])
def test_the_order_of_the_rows_changes_no_digit(opened: Opened, rows: int) -> None:
    """Nor that in which an engine tells its counts: bounds, too."""
    generator, found = np.random.default_rng(6), []
    given = in_risks(rows) | {"site": np.array(["Ghent", "Lille", "Bern"])[generator.integers(0, 3, rows)]}
    given |= {"age": generator.integers(20, 90, rows)}
    two = {"pred": given["y_true"][generator.permutation(rows)], "pred_b": given["y_true"][::-1]}
    for seed in range(2):
        found.append(every_number(opened(Mapping(weight="weight"), **in_other_rows(given, seed))[1]))
        pair = opened(Mapping(weight="weight", predicted=("pred", "pred_b")), **in_other_rows(given | two, seed))[1]
        (rival,) = Comparison(View(pair, Review.begin(pair))).rivals
        found[-1] += [rival.accuracy(), rival.compared(0), rival.npv(1)]
    assert repr(found[0]) == repr(found[1])


@pytest.mark.parametrize("kind", ["double", "text", "decimal comma", "all different"])
def test_models_in_columns_are_compared(saved: Saved, kind: str) -> None:
    path = saved("weight", NUMBERS[kind](drawn()), prediction_b=labels(ROWS, 1)["y_pred"])
    held, counted = both(path, "weight", predicted=("y_pred", "prediction_b"))
    assert_same_comparison(held, counted)


@pytest.mark.parametrize("kind", ["double", "text", "decimal"])
def test_models_in_rows_are_compared(opened: Opened, kind: str) -> None:
    columns = weighted_answers(kind)
    assert_same_comparison(*opened(Mapping(weight="weight"), **columns))


def weighted_answers(kind: str) -> dict[str, Any]:
    """Two models in rows of their own, each case with one weight; 0 of some, none of others."""
    columns = answers()
    case = np.array([int(each[1:]) for each in columns["case_id"]])
    weights = list(NUMBERS[kind](np.where(np.arange(ROWS) % 7, drawn(), 0.0)))
    return columns | {"weight": [None if each % 11 == 0 else weights[each] for each in case]}


def test_cases_that_weigh_differently_are_refused_in_the_same_words(opened: Opened) -> None:
    columns = weighted_answers("double")
    columns["weight"] = 1.0 + np.arange(len(columns["case_id"])) % 3
    told = []
    for study in opened(Mapping(weight="weight"), **columns):
        ((_, problem),) = Comparison(View(study, Review.begin(study))).unmatched
        told.append(str(problem))
    assert told[0] == told[1]
    assert "weigh differently" in told[0]
