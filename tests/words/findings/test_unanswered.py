"""Rows without a prediction are told per true class, with the sensitivity that they leave at worst."""

from dataclasses import replace

import numpy as np

from metrics import ResamplingUnits, wilson
from tests.support.text import plain
from tests.words.findings.heart import said, study
from words.findings.unanswered import unanswered


def told(counts: tuple[int, ...], cells: object = None) -> str:
    evaluation, voice = study() if cells is None else study(cells)
    found = unanswered(replace(evaluation, unanswered=counts), voice)
    return "" if found is None else " ".join(said(found)).strip()


def test_each_class_has_its_worst_case_the_most_rows_first() -> None:
    low, high = wilson(40, 53).low, wilson(40, 53).high
    assert low is not None
    assert high is not None
    text = told((0, 2, 3))
    assert text.startswith(
        "No prediction for 3 of 53 patients with VT: sensitivity 80 %, 75 % "
        f"(40 of 53, 95 % CI {100 * low:.0f}–{100 * high:.0f}) if all were incorrect. No prediction for 2 of 102 "
    )


def test_without_such_rows_nothing_is_said() -> None:
    assert told(()) == told((0, 0, 0)) == ""


def test_few_and_no_cases_are_told_as_counts() -> None:
    cells = [[90, 5, 5], [1, 3, 1], [0, 0, 0]]
    assert told((0, 2, 0), cells) == (
        "No prediction for 2 of 7 patients with Ectopic: sensitivity 3 of 5, 3 of 7 if all were incorrect."
    )
    assert told((0, 0, 4), cells) == (
        "No prediction for 4 of 4 patients with VT: sensitivity not estimable, 0 of 4 at worst."
    )


def test_patients_with_several_rows_have_the_value_alone() -> None:
    evaluation, voice = study([[30, 0, 0], [0, 30, 0], [5, 5, 20]])
    truth = np.repeat([0, 1, 2], 30)
    units = ResamplingUnits(truth, truth, 3, 45, (), np.arange(90) // 2)
    found = unanswered(replace(evaluation, unanswered=(0, 0, 10), units=units), voice)
    assert found is not None
    assert plain(found.headline).endswith(", 50 % (20 of 40) if all were incorrect.")
