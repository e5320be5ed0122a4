"""What the Overview says first, on matrices where every number in it can be counted by hand."""

import numpy as np
import pytest

from metrics import Evaluation
from metrics.intervals.resampling_units import ResamplingUnits
from tests.words.findings.heart import CELLS, said, study
from words.findings.overview import overview


def test_the_overview_leads_with_the_class_whose_misses_are_most_certain() -> None:
    headline, detail = said(overview(*study()))
    assert headline == "Of 100 patients with Ectopic, the model missed 27 (27 %): 17 were called Normal and 10 VT."
    assert detail.startswith("95 % CI 19–36 %: of every 100 patients like these, expect 19 to 36 to be missed.")
    assert detail.endswith("When the model says Normal, 22 of 930 are not (2.4 %, CI 1.6–3.6).")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([0, 5], "Of 5 patients with VT, the model missed none."),
        ([2, 3], "Of 5 patients with VT, the model missed 2."),
        ([5, 0], "Of 5 patients with VT, the model missed all 5."),
        ([1, 0], "Of 1 patient with VT, the model missed it."),
        ([30, 10], "Of 40 patients with VT, the model missed 30 (75 %)."),
    ],
)
def test_few_cases_get_counts_and_no_percentage(row: list[int], expected: str) -> None:
    assert said(overview(*study([[50, 1], row], ("Normal", "VT"))))[0] == expected


def test_a_model_that_never_says_normal_has_no_false_reassurance() -> None:
    evaluation, voice = study([[0, 10, 0], [0, 10, 0], [0, 5, 5]])
    assert "The model never says Normal." in said(overview(evaluation, voice))[1]


def test_one_class_alone_cannot_be_missed() -> None:
    alone = study([[10, 0], [0, 0]], ("Normal", "VT"))
    assert "nothing could be missed" in said(overview(*alone))[0]


def test_rows_of_one_patient_are_not_taken_for_as_many_patients() -> None:
    evaluation, voice = study()
    alone = said(overview(evaluation, voice))[1]
    assert alone.startswith("95 % CI 19–36 %: of every 100 patients like these, expect 19 to 36")
    assert said(overview(repeated(40), voice))[1].split(" %: ")[0] != alone.split(" %: ")[0]
    few = said(overview(repeated(12), voice))[1]
    assert few.startswith("No interval from 12 patients: at least 15 are needed. When the model says Normal")


def test_the_level_is_said_with_the_interval() -> None:
    evaluation, voice = study()
    assert said(overview(evaluation.at_level(0.99), voice))[1].startswith("99 % CI 17–40 %: of every 100")


def repeated(patients: int) -> Evaluation:
    """The same rows, each patient with many of them."""
    matrix, _ = study()
    pairs = [(i, j) for i, row in enumerate(CELLS) for j, count in enumerate(row) for _ in range(count)]
    truth, called = np.array(pairs, np.int16).T
    units = ResamplingUnits(truth, called, 3, patients, patients=np.arange(len(truth)) % patients)
    return Evaluation(matrix.matrix, clusters=patients, units=units)
