"""What an engine does not answer any more is known: nothing is missing, or of independent rows, without a word."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from predictions.counted_study import CountedStudy, asking, not_answered
from predictions.groups.by import ways
from predictions.problems import Problem, TooManyGroups
from predictions.slices.paired_models import join
from predictions.sources.counted.groups import GroupCounter
from tests.predictions.sources.counted.conftest import held_and_counted

pytestmark = pytest.mark.thorough

ROWS, ILL = 240, 1
WHOLE = (0, None)


def two_models() -> dict[str, Any]:
    """Patients with four rows each, and two models with scores."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, ROWS)
    columns: dict[str, Any] = {"patient_id": [f"p{row // 4}" for row in range(ROWS)], "y_true": truth.astype(str)}
    for model in "AB":
        score = np.clip(truth * 0.3 + rng.random(ROWS) * 0.7, 0, 1).round(2)
        columns |= {f"pred_{model}": (score >= 0.5).astype(int).astype(str), f"score_{model}": score}
    return columns


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> CountedStudy:
    found = held_and_counted(tmp_path_factory.mktemp("two"), None, two_models())[1]
    assert isinstance(found, CountedStudy)
    return found


@pytest.fixture
def study(counted: CountedStudy) -> CountedStudy:
    """As if it had just been opened: nothing was asked of it."""
    counter = replace(counted.counter)
    return replace(counted, counter=counter, evaluations=asking(counter, counted.evaluations))


def squares(study: CountedStudy) -> object:
    seen = study.evaluate()
    assert seen.sums is not None
    return seen.macro["average_precision"].low


def ranges(study: CountedStudy) -> object:
    found = study.evaluate().calibration(ILL)
    assert found is not None
    return found.line[1].low


QUESTIONS: dict[str, Callable[[CountedStudy], object]] = {
    "means over classes": squares,
    "calibration": ranges,
    "a threshold": lambda study: study.patients_of_class(WHOLE, ILL, (0.3, math.inf)),
    "net benefit": lambda study: study.patients_by_risk(WHOLE, ILL, [0.1, 0.2]),
    "patients of two models": lambda study: join(study, 0, 1).counted_patients(ILL, 0),
    "AUCs of two models": lambda study: join(study, 0, 1).counted_areas(ILL, (study.evaluate(0), study.evaluate(1))),
    "the scores of two models": lambda study: join(study, 0, 1).counted_table(ILL, study.evaluate(0)),
    "what two models decide": lambda study: join(study, 0, 1).decided(ILL, (0.5, None)),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_of_what_is_answered_nothing_is_said(study: CountedStudy, name: str) -> None:
    assert QUESTIONS[name](study) is not None
    assert not_answered(study) == ()


@pytest.mark.parametrize("name", QUESTIONS)
def test_why_it_was_not_answered_is_said_once(study: CountedStudy, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    join(study, 0, 1)

    def over(*_: Any) -> None:
        raise Problem("“a.parquet” did not answer within 180 s.")

    monkeypatch.setattr(GroupCounter, "_open", over)
    for _ in range(2):
        assert QUESTIONS[name](study) is None
        (said,) = not_answered(study)
        assert said.fields == {"why": "“a.parquet” did not answer within 180 s."}
    assert not_answered(study.by_rows) == (said,)


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_an_engine_never_tells_at_this_size_is_said_elsewhere(
    study: CountedStudy, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    join(study, 0, 1)

    def too_many(*_: Any) -> None:
        raise TooManyGroups("too many")

    monkeypatch.setattr(GroupCounter, "_open", too_many)
    assert QUESTIONS[name](study) is None
    assert not_answered(study) == ()


def test_a_column_whose_groups_are_not_told_is_not_missing_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = {"ward": [f"w{row % 3}" for row in range(ROWS)], "remark": [f"r{row}" for row in range(ROWS)]}
    study = held_and_counted(tmp_path, None, two_models() | beside)[1]
    assert [way.column for way in ways(study)] == ["ward"]
    assert not_answered(study) == ()

    def over(*_: Any) -> None:
        raise Problem("“a.parquet” did not answer within 180 s.")

    monkeypatch.setattr(GroupCounter, "rows_of", over)
    assert ways(study) == ()
    assert [each.fields["why"] for each in not_answered(study)] == ["“a.parquet” did not answer within 180 s."]
