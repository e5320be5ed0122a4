"""Calibration of patients whose rows an engine holds, from sums over them by ranges of the risk."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, PatientCounts, ThresholdTable
from metrics.calibration.calibration import Calibration, calibration
from metrics.calibration.patients_in_ranges import RisksOfPatients, ranges_to_ask
from metrics.intervals.areas.linearised import SumsOverRows
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.observed_to_expected import expected_ratio
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.kernels.once import Once
from metrics.measures.placements import PlacedSums
from metrics.notes import Code

PATIENTS, ROWS = 300, 6000


def drawn(
    decimals: int = 6, middle: float = -1.0, patients: int = PATIENTS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Whether each row is of the class, its risk, and its patient, whose rows resemble each other."""
    generator = np.random.default_rng(5)
    who = generator.integers(0, patients, ROWS)
    log_odds = middle + generator.normal(0, 1, patients)[who] + generator.normal(0, 1.3, ROWS)
    own = generator.random(ROWS) < 1 / (1 + np.exp(-log_odds - generator.normal(0, 0.7, patients)[who]))
    return own, (1 / (1 + np.exp(-1.2 * log_odds))).round(decimals), who


def units_of(own: np.ndarray, risks: np.ndarray, who: np.ndarray) -> ResamplingUnits:
    truth, nobody = np.where(own, 0, 1).astype(np.int16), np.zeros(len(own), np.int16)
    return ResamplingUnits(truth, nobody, 2, int(who.max()) + 1, patients=who, scores=(risks, 1 - risks))


def sums_over(own: np.ndarray, risks: np.ndarray, who: np.ndarray, known: np.ndarray) -> SumsOverRows:
    """As an engine adds up. known: (n,) the rows with an id."""

    def in_ranges(label: int, table: ThresholdTable) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        lowest = ranges_to_ask(table)
        place = len(lowest) - np.searchsorted(lowest[::-1], risks[known], side="right")
        counted = np.zeros((int(who.max()) + 1, 2 * len(lowest)), np.int64)
        np.add.at(counted, (who[known], place + len(lowest) * ~own[known]), 1)
        return lowest, counted.T @ counted, counted.sum(0)

    return SumsOverRows(0, lambda *_: None, in_ranges)


def told_of(own: np.ndarray, risks: np.ndarray, who: np.ndarray, known: np.ndarray | None = None) -> RisksOfPatients:
    """As an engine tells. known: (n,) the rows with an id."""
    known = np.ones(len(own), bool) if known is None else known
    lone = ~known
    of_all = (len(np.unique(who[known & which])) + int((lone & which).sum()) for which in (own, ~own, own | ~own))
    sums = sums_over(own, risks, who, known)
    placed = PlacedSums((0,) * 4, ((0,) * 4,) * 4, *of_all)
    return RisksOfPatients.of(ThresholdTable.from_scores(risks, own), 0, placed, sums, Once())


def both(**how: float) -> tuple[Calibration, Calibration]:
    """Held and told."""
    rows = drawn(**how)  # type: ignore[arg-type]
    held = calibration(ScoredCases(ThresholdTable.from_scores(rows[1], rows[0]), 0, units_of(*rows)))
    told = calibration(told_of(*rows))
    assert held is not None
    assert told is not None
    return held, told


def pulls(risks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What a row adds to three sums."""
    return np.stack([1 - risks, (1 - risks) ** 2, 0 * risks + 1]), np.stack([-risks, risks**2, 0 * risks])


def test_of_few_different_risks_sums_are_those_of_held_rows() -> None:
    rows = drawn(decimals=1)
    held = ScoredCases(ThresholdTable.from_scores(rows[1], rows[0]), 0, units_of(*rows))
    assert told_of(*rows).products(pulls) == pytest.approx(held.products(pulls), rel=1e-12)


@pytest.mark.parametrize("middle", [-1.0, 0.0, -3.0])
def test_of_many_their_errors_are_within_two_percent(middle: float) -> None:
    rows = drawn(middle=middle)
    held = ScoredCases(ThresholdTable.from_scores(rows[1], rows[0]), 0, units_of(*rows))
    assert len(ranges_to_ask(held.table)) < 50 < len(held.table.scores)
    found, exact = (np.sqrt(np.diag(each.products(pulls))) for each in (told_of(*rows), held))
    assert found == pytest.approx(exact, rel=0.02)


def test_rows_without_an_id_are_patients_of_their_own() -> None:
    own, risks, who = drawn(decimals=1)
    known = np.random.default_rng(1).random(ROWS) < 0.8
    apart = np.where(known, who, PATIENTS + np.arange(ROWS))
    _, who_of_all = np.unique(apart, return_inverse=True)
    held = ScoredCases(ThresholdTable.from_scores(risks, own), 0, units_of(own, risks, who_of_all))
    assert told_of(own, risks, who, known).products(pulls) == pytest.approx(held.products(pulls), rel=1e-12)
    assert told_of(own, risks, who, known).independent == held.independent


@pytest.mark.thorough
def test_every_number_has_about_the_interval_of_patients_drawn_again() -> None:
    held, told = both()
    numbers = [(held.oe_ratio, told.oe_ratio), (held.citl, told.citl), (held.brier, told.brier)]
    numbers += [(held.scaled_brier, told.scaled_brier), *zip(held.line, told.line, strict=True)]
    numbers += [(held.distances[key], told.distances[key]) for key in ("ici", "e50", "e90")]
    for one, other in numbers:
        assert other.value == one.value
        assert (other.high - other.low) / (one.high - one.low) == pytest.approx(1, abs=0.06)  # type: ignore[operator]
    assert {str(each.method).split(" SE")[0] for _, each in numbers[:-3]} == {"cluster-robust"}
    risks = np.array([0.05, 0.3, 0.8])
    assert held.curve is not None
    assert told.curve is not None
    for one, other in zip(held.curve.band(risks), told.curve.band(risks), strict=True):
        assert other == pytest.approx(one, rel=0.05)


def test_it_is_wider_than_that_of_independent_rows() -> None:
    _, told = both()
    alone = calibration(ScoredCases(told.cases.table))
    assert alone is not None
    for one, other in ((alone.citl, told.citl), (alone.oe_ratio, told.oe_ratio), (alone.line[0], told.line[0])):
        assert other.high - other.low > 1.5 * (one.high - one.low)  # type: ignore[operator]


@pytest.mark.parametrize("count", [20, 10])
def test_groups_have_intervals_of_patients(count: int) -> None:
    held, told = both()
    for one, other in zip(held.groups(count), told.groups(count), strict=True):
        assert replace(other, observed=one.observed) == one
        width, of_told = ((of.high or 0) - (of.low or 0) for of in (one.observed, other.observed))
        assert of_told / width == pytest.approx(1, abs=0.1)
    (lowest,) = told.ranges((0.0,))
    assert lowest.observed.low is not None


def test_a_range_without_cases_has_no_proportion() -> None:
    own, risks, who = drawn()
    found = calibration(told_of(own, risks / 3, who))
    assert found is not None
    empty, full = found.ranges((0.5, 0.0))
    assert (empty.cases, empty.observed.is_defined) == (0, False)
    assert full.observed.low is not None


def test_ranges_that_nobody_asked_for_have_no_interval() -> None:
    _, told = both()
    found = told.ranges((0.2, 0.0))
    assert all(each.observed.low is not None for each in found)
    found = told.ranges((0.4321, 0.0))
    assert [each.observed.note and each.observed.note.code for each in found] == [Code.NO_INTERVAL] * 2


@pytest.mark.parametrize("slope", [0.7, -0.7])
def test_recalibrated_risks_have_the_sums_of_the_same_rows(slope: float) -> None:
    own, risks, who = drawn(decimals=1)

    def changed(given: np.ndarray) -> np.ndarray:
        return np.asarray(1 / (1 + np.exp(-0.2 - slope * (given - 0.5))))

    held = ScoredCases(ThresholdTable.from_scores(changed(risks), own), 0, units_of(own, changed(risks), who))
    told = told_of(own, risks, who).with_risks(changed)
    assert told.table.scores == pytest.approx(held.table.scores)
    assert told.products(pulls) == pytest.approx(held.products(pulls), rel=1e-12)
    assert (told.in_groups(told.table.scores) is None) == (slope < 0)
    assert expected_ratio(told).high == pytest.approx(expected_ratio(held).high, rel=0.03)


def test_where_nobody_tells_nothing_has_an_interval() -> None:
    own, risks, who = drawn()
    of = told_of(own, risks, who)
    for lacking in (replace(of, told=lambda: None), RisksOfPatients.of(of.table, 0, None, None, Once())):
        found = calibration(lacking)
        assert found is not None
        numbers = [found.oe_ratio, found.citl, found.brier, found.scaled_brier, *found.line, *found.distances.values()]
        assert [(each.low, each.note and each.note.code) for each in numbers] == [(None, Code.NO_INTERVAL)] * len(
            numbers
        )
        assert found.curve is not None
        assert np.isnan(found.curve.band([0.3])).all()
        assert {each.observed.low for each in found.groups(10)} == {None}


def test_few_patients_give_no_interval() -> None:
    found = calibration(told_of(*drawn(patients=12)))
    assert found is not None
    for each in (found.oe_ratio, found.citl, found.brier, found.scaled_brier, *found.line, found.distances["ici"]):
        assert each.note is not None
        assert each.note.code == Code.FEW_PATIENTS
    assert found.curve is not None
    assert math.isnan(found.curve.freedom)


def test_an_evaluation_asks_for_the_patients_of_a_class() -> None:
    own, risks, who = drawn(decimals=1)
    truth, table = np.where(own, 0, 1), ThresholdTable.from_scores(risks, own)
    matrix = ConfusionMatrix.from_codes(truth, truth, ("VT", "Normal"))
    of_rows = Evaluation(matrix, (table, None), PATIENTS, units=units_of(own, risks, who))
    assert of_rows.scored_cases(0).units is of_rows.units
    told = told_of(own, risks, who)
    nobody = PatientCounts(2, *(np.zeros(shape, np.int64) for shape in (1, (1, 1), 1)), areas={0: told.placed})
    of_sums = replace(of_rows, units=None, patients=nobody, sums=sums_over(own, risks, who, np.ones(ROWS, bool)))
    assert of_sums.scored_cases(0).products(pulls) == pytest.approx(told.products(pulls), rel=1e-12)
