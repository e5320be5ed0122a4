import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics import ThresholdTable
from metrics.calibration.splines import QUANTILES, knots_of, quantiles_of

values = st.sampled_from([0.0, 0.1, 0.25]) | st.floats(-1e6, 1e6)
repeated = st.lists(st.tuples(values, st.integers(1, 4)), min_size=1, max_size=40)


@given(repeated, st.lists(st.floats(0, 1), min_size=1))
def test_quantiles_are_those_of_each_value_repeated(given_: list[tuple[float, int]], parts: list[float]) -> None:
    each, cases = np.array([value for value, _ in given_]), np.array([float(many) for _, many in given_])
    rows = np.repeat(each, cases.astype(int))
    near = 1e-12 * len(rows) * np.abs(each).max()
    assert_allclose(quantiles_of(each, cases, parts), np.quantile(rows, parts), rtol=1e-9, atol=near)


def test_long_values_need_no_order() -> None:
    drawn = np.random.default_rng(0).normal(size=50_000)
    found = quantiles_of(drawn, np.ones(len(drawn)), (0.0, 0.5, 0.9, 1.0))
    assert_allclose(found, np.quantile(drawn, (0.0, 0.5, 0.9, 1.0)), rtol=1e-12)


@given(repeated)
def test_knots_are_quantiles_of_the_cases_and_lie_between_the_values_of_the_function(
    given_: list[tuple[float, int]],
) -> None:
    rows = np.repeat([value for value, _ in given_], [many for _, many in given_])
    *found, none = knots_of(ThresholdTable.from_scores(rows, np.arange(len(rows)) % 3 == 0), np.cbrt)
    assert not len(none)
    for knots, parts in zip(found, QUANTILES, strict=True):
        expected = np.unique(np.quantile(np.cbrt(rows), parts))
        assert_allclose([knots.min(), knots.max()], [expected.min(), expected.max()], rtol=1e-9, atol=1e-9)
        assert len(knots) <= len(parts)
        apart = np.abs(knots[:, None] - expected)
        assert max(apart.min(0).max(), apart.min(1).max()) < 1e-7
