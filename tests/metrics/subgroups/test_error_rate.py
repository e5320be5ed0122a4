import numpy as np
import pytest

from metrics import wilson
from metrics.interval_methods import PATIENT_BOOTSTRAP
from metrics.notes import Code
from metrics.subgroups.error_rate import error_rate


def test_of_independent_cases_it_has_the_interval_of_wilson() -> None:
    expected = wilson(9, 14)
    for patients in (None, np.arange(14) * 3):
        found = error_rate([True] * 9 + [False] * 5, patients)
        assert (found.value, found.low, found.high) == (9 / 14, expected.low, expected.high)
        assert (found.successes, found.trials) == (9, 14)


def test_rows_of_one_patient_widen_it() -> None:
    error = np.random.default_rng(1).random(40) < 0.3
    once, often = error_rate(error), error_rate(np.repeat(error, 5), np.repeat(np.arange(40), 5))
    assert once.low is not None
    assert once.high is not None
    assert often.low == pytest.approx(once.low, abs=0.04)
    assert often.high == pytest.approx(once.high, abs=0.04)
    assert str(often.method).startswith(PATIENT_BOOTSTRAP)


def test_without_cases_it_is_undefined_and_of_few_patients_without_an_interval() -> None:
    assert not error_rate([]).is_defined
    few = error_rate(np.arange(40) < 10, np.arange(40) % 12)
    assert few.value == 0.25
    assert few.low is None
    assert few.note is not None
    assert few.note.code is Code.FEW_PATIENTS
