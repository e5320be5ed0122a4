"""The simulation of coverage: it simulates what it says is true, and counts correctly."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import special

from benchmarks.coverage import areas, auc_methods, many_classes, ratio_methods, risks, simulation, two_classes
from benchmarks.coverage.__main__ import main
from benchmarks.coverage.counting import ABOVE, BELOW, HELD, NOT_SHOWN, TOO_FEW, nothing, outcome
from benchmarks.coverage.parts import merged
from benchmarks.coverage.table import Cell, document
from benchmarks.coverage.two_classes import ILL, Setting, draw, true_values
from metrics import ConfusionMatrix, Estimate, Evaluation, ThresholdTable, auc
from metrics.intervals.analytic import auc_interval
from metrics.notes import Code, Note

LARGE = 200_000


@pytest.mark.thorough
@pytest.mark.parametrize("in_patients", [False, True])
def test_a_large_data_set_has_the_numbers_that_are_taken_as_true(in_patients: bool) -> None:
    cases = draw(Setting(LARGE, 0.1, in_patients), np.random.default_rng(1))
    evaluation = two_classes.evaluated(cases)
    found = {**evaluation.naive.overall, **evaluation.naive.classes[ILL], **two_classes.compared(cases)}
    for key, truth in true_values(0.1).items():
        assert found[key].value == pytest.approx(truth, rel=0.03, abs=0.005), key


def test_rows_of_one_patient_resemble_each_other_and_patients_differ_in_size() -> None:
    cases = draw(Setting(LARGE, 0.5, True), np.random.default_rng(2))
    sizes = np.bincount(cases.patients)
    assert (sizes.mean(), sizes.min()) == (5, 1)
    assert sizes.max() > 12
    assert two_classes.evaluated(cases).is_clustered
    same = cases.patients[1:] == cases.patients[:-1]
    healthy = same & ~cases.is_ill[1:] & ~cases.is_ill[:-1]
    for shared, which in ((0.3, healthy), (0.0, ~same & ~cases.is_ill[1:] & ~cases.is_ill[:-1])):
        rows = np.flatnonzero(which)
        assert np.corrcoef(cases.scores[0][rows], cases.scores[0][rows + 1])[0, 1] == pytest.approx(shared, abs=0.02)


@pytest.mark.parametrize("kind", list(areas.KINDS))
@pytest.mark.parametrize("area", [0.75, 0.95])
def test_scores_of_every_kind_have_the_area_they_are_drawn_for(area: float, kind: str) -> None:
    setting = areas.Setting(area, kind, 40_000, 60_000)
    scores = areas.draw(setting, np.random.default_rng(3), 1)[0]
    assert auc(ThresholdTable.from_scores(scores, np.arange(100_000) < 40_000)) == pytest.approx(area, abs=0.004)


def test_scores_of_patients_have_their_area_and_prevalence() -> None:
    is_ill, scores, patients = areas.draw_patients(
        areas.PatientSetting(0.9, 2.0, 30_000, 0.1), np.random.default_rng(4)
    )
    assert is_ill.mean() == pytest.approx(0.1, abs=0.005)
    assert auc(ThresholdTable.from_scores(scores, is_ill)) == pytest.approx(0.9, abs=0.01)
    assert len(np.unique(patients)) == 30_000


def test_many_cases_of_many_classes_have_the_numbers_that_are_taken_as_true() -> None:
    setting = many_classes.Setting((1_000_000,) * 5, 0.8)
    cells = many_classes.proportions(setting)
    drawn = np.random.default_rng(5).multinomial(sum(setting.cases), cells.ravel()).reshape(5, 5)
    found = Evaluation(ConfusionMatrix(tuple("abcde"), drawn))
    numbers = dict(found.overall) | {f"macro_{key}": each for key, each in found.macro.items()}
    for key, truth in many_classes.true_values(cells).items():
        assert numbers[key].value == pytest.approx(truth, abs=0.002), key


@pytest.mark.thorough
@pytest.mark.parametrize("in_patients", [False, True])
@pytest.mark.parametrize("kind", list(risks.KINDS))
def test_many_risks_have_the_calibration_that_is_taken_as_true(kind: str, in_patients: bool) -> None:
    setting = risks.Setting(LARGE, 0.1, kind, in_patients)
    found, truth = risks.found_in(risks.draw(setting, np.random.default_rng(6))), risks.true_values(setting)
    assert set(found) == set(truth) == set(risks.NAMES)
    for key, expected in truth.items():
        assert found[key].value == pytest.approx(
            expected, rel=0.03, abs=0.04 if key in ("intercept", "citl") else 0.005
        ), key


def test_a_ratio_of_the_experiment_has_the_error_of_the_product() -> None:
    cases = draw(Setting(400, 0.3, True), np.random.default_rng(8))
    found = two_classes.evaluated(cases).classes[ILL]
    both = ratio_methods._ratios(cases)
    assert both is not None
    for parts, key in zip(both, ("lr_positive", "lr_negative"), strict=True):
        linear, spread, middle = ratio_methods._errors(parts, 0)
        reach = math.log(found[key].high / found[key].value)
        assert reach == pytest.approx(spread * special.stdtrit(np.count_nonzero(parts[1]) - 1, 0.975), rel=0.05)
        assert (spread, middle) == pytest.approx((linear, linear), rel=0.2)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (Estimate(0.8, 0.6, 0.9), HELD),
        (Estimate(0.5, 0.4, 0.65), BELOW),
        (Estimate(0.9, 0.75, 0.95), ABOVE),
        (Estimate(0.8, 0.5, 0.95, successes=4, trials=5), TOO_FEW),
        (Estimate(0.8, 0.5, 0.95, successes=8, trials=10), HELD),
        (Estimate(0.8, note=Note(Code.NO_INTERVAL)), NOT_SHOWN),
        (Estimate(float("nan"), note=Note(Code.NO_CASES)), NOT_SHOWN),
        (None, NOT_SHOWN),
    ],
)
def test_each_interval_is_counted_once_by_what_becomes_of_it(found: Estimate | None, expected: int) -> None:
    assert outcome(found, 0.7) == expected


@pytest.mark.parametrize(
    ("held", "below", "above", "verdict"), [(475, 10, 15, 0), (465, 5, 30, 0), (460, 5, 35, -1), (495, 5, 0, 1)]
)
def test_a_cell_is_nominal_where_its_own_interval_contains_95(held: int, below: int, above: int, verdict: int) -> None:
    """465 of 500 is 93.0 %, with an interval of 90.4 to 95.1; 460 is 92.0 %, up to 94.2."""
    cell = Cell("AUC", "any", np.array([held, below, above, 0, 0]))
    assert cell.verdict == verdict
    assert str(cell).startswith(f"{held / 5:.1f}")


def test_the_document_names_what_is_too_narrow_and_on_which_side() -> None:
    family = replace(areas.FAMILIES[0], settings=("first", "second", "few"))
    counted = [nothing(family.names) for _ in range(3)]
    for each, outcomes in zip(counted, ((475, 10, 15, 0, 0), (400, 2, 98, 0, 0), (50, 0, 0, 0, 450)), strict=True):
        each["auc"][:] = outcomes
    text = document([(family, list(zip(family.settings, counted, strict=True)))], 2, 60)
    assert "| first | 95.0 |" in text
    assert "| second | 80.0 − (0.4, 19.6) |" in text
    assert "| few | – (50) |" in text
    misses = text.partition("| coverage | below, above | why |")[2].strip().splitlines()[1:]
    assert misses == ["| AUC (AUC, single cases), second | 80.0 % of 500 | 2, 98 | mostly above the true number |"]
    assert "| AUC (AUC, single cases) | 2 | 1 | 1 | 0 | 1 | 80.0 | 95.0 | 1.2, 11.3 |" in text


def text_of(*families: tuple[str, int], compared: str = "") -> str:
    """A document of families of one setting, with so many of 500 intervals that contain the true number."""
    found = []
    for title, held in families:
        family = replace(areas.FAMILIES[0], title=title, settings=("any",))
        counted = nothing(family.names)
        counted["auc"][:] = held, 0, 500 - held, 0, 0
        found.append((family, [("any", counted)]))
    return document(found, 2, 60, [compared] if compared else [], is_part=True)


def test_a_part_that_is_simulated_anew_takes_the_place_of_its_own_tables_only() -> None:
    old = text_of(("A, single", 400), ("B", 475), compared="## Other intervals of an AUC\n\nold")
    again = merged(old, text_of(("B", 410), ("C", 476)))
    both = text_of(("A, single", 400), ("B", 410), ("C", 476), compared="## Other intervals of an AUC\n\nold")
    without_runs = [[line for line in text.splitlines() if not line.startswith("* ")] for text in (again, both)]
    assert without_runs[0] == without_runs[1]
    assert [line.split("(")[1][:10] for line in again.splitlines() if line.startswith("* ")] == [
        "A, single;",
        "B; C), 1 m",
    ]
    assert merged(again, text_of(compared="## Other intervals of an AUC\n\nnew")).endswith("an AUC\n\nnew\n")
    assert "There is none." in merged(text_of(("B", 410)), text_of(("B", 475)))


def test_the_chosen_interval_of_the_experiment_is_that_of_the_product() -> None:
    setting = areas.Setting(0.95, "ill spread twice as far", 15, 90)
    scores = areas.draw(setting, np.random.default_rng(9), 20)
    chosen = list(auc_methods.METHODS.values())[-1]
    low, high = chosen(auc_methods.placements(scores, 15))
    found = [auc_interval(ThresholdTable.from_scores(row, np.arange(105) < 15)) for row in scores]
    np.testing.assert_allclose([low, high], np.array([(each.low, each.high) for each in found]).T, atol=1e-8)


@pytest.mark.thorough
def test_it_runs_and_writes_every_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tuple(replace(each, settings=each.settings[:1]) for each in simulation.FAMILIES)
    monkeypatch.setattr(simulation, "FAMILIES", few)
    monkeypatch.setattr(simulation, "ROUNDS", 1)
    monkeypatch.setattr(auc_methods, "AREAS", (0.9,))
    monkeypatch.setattr(auc_methods, "SIZES", ((20, 80),))
    monkeypatch.setattr(ratio_methods, "PATIENTS", (60,))
    monkeypatch.setattr(ratio_methods, "PREVALENCES", (0.3,))
    output = tmp_path / "coverage.md"
    main(["--datasets", "2", "--jobs", "1", "--output", str(output)])
    text = output.read_text()
    for family in few:
        assert f"## {family.title}" in text
        assert all(name in text for name in family.names.values())
    others = *auc_methods.METHODS, ratio_methods.LINEAR, ratio_methods.SPREAD, ratio_methods.MIDDLE
    assert all(f"| {name} |" in text for name in others)
    assert str(output) in capsys.readouterr().out
    main(["--datasets", "3", "--jobs", "1", "--only", "cases, s", "--output", str(output)])
    assert output.read_text().count("## ") == text.count("## ")


def test_the_same_data_sets_are_drawn_however_they_are_parted() -> None:
    first, second = (simulation.part((2, 0, 0, 4, math.inf))[2]["auc"] for _ in range(2))
    assert (first == second).all()
    assert first.sum() == 4
    assert simulation.part((2, 0, 0, 4, 0.0))[2]["auc"].sum() == 0  # time is up
