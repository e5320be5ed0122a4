import numpy as np
from numpy.testing import assert_allclose

from metrics import ThresholdTable
from metrics.calibration.lowess import lowess
from tests.metrics.calibration.reference import AT, LOWESS, LOWESS_E90, LOWESS_MEAN, LOWESS_MOST, RISKS, TRUE

TABLE = ThresholdTable.from_scores(RISKS, TRUE)


def test_the_curve_and_its_distances_are_those_of_val_prob() -> None:
    assert_allclose(lowess(TABLE, AT), LOWESS, rtol=1e-10)
    apart = np.abs(lowess(TABLE, RISKS) - RISKS)
    assert_allclose([apart.mean(), np.quantile(apart, 0.9), apart.max()], [LOWESS_MEAN, LOWESS_E90, LOWESS_MOST])


def test_there_is_no_curve_beyond_the_cases() -> None:
    assert np.isnan(lowess(TABLE, [0.0001, 0.99])).all()
    assert np.isnan(lowess(ThresholdTable([], [], []), [0.5])).all()


def test_few_and_equal_risks_have_their_mean() -> None:
    assert_allclose(lowess(ThresholdTable([0.4], [3], [1]), [0.4]), [0.75])
    assert_allclose(lowess(ThresholdTable([0.6, 0.4], [3, 1], [1, 3]), [0.4, 0.5, 0.6]), [0.25, 0.5, 0.75])
