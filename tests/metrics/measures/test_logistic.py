"""Logistic regression: where no coefficients are the most likely ones, the search is soon given up."""

import numpy as np
import pytest
from scipy import special

from metrics.calibration.splines import basis
from metrics.measures.logistic import Groups, _Cases, logistic_fit


@pytest.mark.parametrize(("cases", "seed"), [(30, 58), (60, 104), (100, 20)])
def test_a_curve_that_no_step_improves_is_not_tried_thousands_of_times(
    cases: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(seed)
    x = np.sort(generator.normal(0, 2, cases))
    ill = (generator.random(cases) < special.expit(4 * x)).astype(int)
    steps: list[float] = []
    loss = _Cases._loss
    monkeypatch.setattr(_Cases, "_loss", lambda self, found: steps.append(found[0]) or loss(self, found))
    assert logistic_fit(basis(x, np.quantile(x, [0.05, 0.35, 0.65, 0.95])), Groups(ill, 1 - ill)) is None
    assert len(steps) < 200, "5,000 to 9,000 before"
