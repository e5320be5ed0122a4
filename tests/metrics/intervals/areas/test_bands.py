"""The curve that a band is moved to is read at a hundred points, and is the whole curve at these."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics import ThresholdTable
from metrics.intervals.areas.bands import (
    STEPS,
    _exact_precision,
    _exact_sensitivity,
    _precision_at,
    _sensitivity_at,
)

CASES = st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=2, max_size=60)


@given(CASES)
def test_reading_around_each_point_is_reading_the_whole_curve(cases: list[tuple[int, bool]]) -> None:
    scores, truth = np.array(cases + [(3, True), (3, False)]).T
    table = ThresholdTable.from_scores(scores.astype(float), truth.astype(bool))
    grid = np.linspace(0, 1, STEPS + 1)
    whole = [part[None, 1:].astype(float) for part in (table.counts.tp, table.counts.fp)]
    np.testing.assert_allclose(_exact_sensitivity(table, grid), _sensitivity_at(*whole, grid)[0], atol=1e-12)
    np.testing.assert_allclose(_exact_precision(table, grid), _precision_at(*whole, grid)[0], atol=1e-12)
