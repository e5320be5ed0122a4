"""Several comparisons in one view: the interval and the p value are adjusted alike, and agree with each other."""

import math

from hypothesis import given
from hypothesis import strategies as st

from metrics.intervals.quantiles import normal_quantile
from metrics.paired.multiplicity import adjusted, simultaneous_level


@given(st.floats(-6, 6), st.integers(1, 40), st.sampled_from([0.9, 0.95, 0.99]))
def test_an_interval_excludes_0_where_the_adjusted_p_is_below_alpha(z: float, comparisons: int, level: float) -> None:
    p = math.erfc(abs(z) / math.sqrt(2))
    excludes = abs(z) > normal_quantile(simultaneous_level(level, comparisons))
    alpha = 1 - level
    assert excludes == (adjusted(p, comparisons) < alpha) or math.isclose(p * comparisons, alpha, rel_tol=1e-6)


@given(st.floats(0.5, 0.999))
def test_with_one_comparison_nothing_changes(level: float) -> None:
    assert math.isclose(simultaneous_level(level, 1), level)
    assert adjusted(1 - level, 1) == 1 - level
    assert math.isnan(adjusted(math.nan, 3))
