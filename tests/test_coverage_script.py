"""The simulation of coverage: it simulates what it says is true, and counts correctly."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks import coverage
from benchmarks.coverage_model import (
    ABOVE,
    BELOW,
    HELD,
    ILL,
    NOT_SHOWN,
    NUMBERS,
    TOO_FEW,
    Setting,
    Tally,
    draw,
    true_values,
)
from benchmarks.coverage_table import document
from metrics import Estimate
from metrics.notes import Code, Note

LARGE = 200_000


@pytest.mark.parametrize("in_patients", [False, True])
def test_a_large_data_set_has_the_numbers_that_are_taken_as_true(in_patients: bool) -> None:
    cases = draw(Setting(LARGE, 0.1, in_patients), np.random.default_rng(1))
    evaluation = coverage.evaluated(cases)
    found = {**evaluation.naive.overall, **evaluation.naive.classes[ILL], **coverage.compared(cases)}
    for key, truth in true_values(0.1).items():
        assert found[key].value == pytest.approx(truth, rel=0.03, abs=0.005), key


def test_rows_of_one_patient_resemble_each_other_and_patients_differ_in_size() -> None:
    cases = draw(Setting(LARGE, 0.5, True), np.random.default_rng(2))
    sizes = np.bincount(cases.patients)
    assert (sizes.mean(), sizes.min()) == (5, 1)
    assert sizes.max() > 12
    assert coverage.evaluated(cases).is_clustered
    same = cases.patients[1:] == cases.patients[:-1]
    healthy = same & ~cases.is_ill[1:] & ~cases.is_ill[:-1]
    for shared, which in ((0.3, healthy), (0.0, ~same & ~cases.is_ill[1:] & ~cases.is_ill[:-1])):
        rows = np.flatnonzero(which)
        assert np.corrcoef(cases.scores[0][rows], cases.scores[0][rows + 1])[0, 1] == pytest.approx(shared, abs=0.02)


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
    assert coverage.outcome(found, 0.7) == expected


def test_the_table_names_what_is_outside_and_why() -> None:
    tallies = {Setting(200, 0.02, False): Tally(), Setting(200, 0.5, False): Tally()}
    for tally in tallies.values():
        tally.shown[:] = 475, 10, 15, 0, 0
    few = next(iter(tallies.values()))
    few.shown[list(NUMBERS).index("auc")] = 400, 2, 98, 0, 0
    few.shown[list(NUMBERS).index("sensitivity")] = 50, 0, 0, 450, 0
    text = document(tallies, 500, 2, 60)
    exceptions = text.partition("## Exceptions")[2].strip().splitlines()
    assert [line.split(" | ")[0] for line in exceptions[4:]] == ["| AUC, 200 rows of single cases, 2 % ill"]
    assert "80.0 % of 500" in exceptions[4]
    assert "too narrow from 4 ill cases; where it misses, it lies above the true value" in exceptions[4]
    assert "| Sensitivity | – (50) | 95.0 | 95.0 to 95.0 |" in text
    assert "| Sensitivity | 450 + 0 |  |" in text


def test_it_runs_and_writes_every_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output, few = tmp_path / "coverage.md", [each for each in coverage.SETTINGS if each.rows in (50, 200)]
    monkeypatch.setattr(coverage, "SETTINGS", few)
    coverage.main(["--datasets", "3", "--jobs", "1", "--output", str(output)])
    text = output.read_text()
    assert "3 data sets for each of 12 settings" in text
    assert all(text.count(f"\n| {name} |") >= 3 for name in NUMBERS.values())
    assert str(output) in capsys.readouterr().out


def test_the_same_data_sets_are_drawn_however_they_are_parted() -> None:
    first, second = (coverage.part((1, 0, 2))[1].shown for _ in range(2))
    assert (first == second).all()
    assert (first != coverage.part((1, 25, 2))[1].shown).any() or first.sum() == 2 * len(NUMBERS)
