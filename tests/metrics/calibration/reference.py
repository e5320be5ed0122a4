"""300 simulated cases of 100 patients, and what R says of them: rms 6.5-0, Hmisc 4.8-0, R 4.2.2, recorded once.

x <- qlogis(p); k <- quantile(x, c(.05, .35, .65, .95))
val.prob(p, y); glm(y ~ x, binomial); glm(y ~ offset(x), binomial); lowess(p, y, iter = 0)
l <- lrm(y ~ rcs(x, k)); predict(l, se.fit = TRUE); predict(robcov(l, cluster = g), se.fit = TRUE)
"""

from pathlib import Path

import numpy as np

from metrics import ThresholdTable
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import ResamplingUnits

RISKS, OUTCOME, PATIENTS = np.genfromtxt(
    Path(__file__).with_name("simulated.csv"), delimiter=",", skip_header=1, unpack=True
)
TRUE = OUTCOME.astype(bool)
AT = np.array([0.05, 0.1, 0.2, 0.3, 0.5, 0.7])

LINE = (-0.170329547211, 0.508234140996)  # of val.prob: intercept and slope, fitted together
LINE_ERRORS = (0.146723184996, 0.098250502082)
LINE_ROBUST_ERRORS = (0.152701400336, 0.107925611211)
IN_THE_LARGE, IN_THE_LARGE_ERROR = 0.158620434114, 0.141140528813
BRIER = 0.2047466385
KNOTS = (-3.22379838692, -1.49078713932, -0.310491421182, 1.18636897758)
COEFFICIENTS = (-2.86424690861, -0.492418415294, 2.55071722735, -8.67365447576)
LOG_ODDS = (-1.41149174874, -1.64041256312, -1.36846988571, -0.805633243947, 0.0644798912956, 0.505583981276)
ERRORS = (0.252488223806, 0.238469558427, 0.210681179176, 0.170129855409, 0.202026555403, 0.217975144512)
ROBUST_ERRORS = (0.237504473974, 0.235099617563, 0.217674454097, 0.185893043659, 0.21244470241, 0.21260596324)
ICI, E50, E90 = 0.0553286036807, 0.0245785925289, 0.164981698125  # of the spline; quantile(abs(c - p), c(.5, .9))
LOWESS = (0.167613371295, 0.188559246024, 0.250536853645, 0.383920815894, 0.494073203299, 0.61197944366)
LOWESS_MEAN, LOWESS_E90, LOWESS_MOST = 0.0679418924608, 0.122992274961, 0.172391342135  # Eavg, E90, Emax of val.prob


def independent(risks: np.ndarray = RISKS, truth: np.ndarray = TRUE) -> ScoredCases:
    return ScoredCases(ThresholdTable.from_scores(risks, truth))


def of_patients(
    risks: np.ndarray = RISKS, truth: np.ndarray = TRUE, patients: np.ndarray = PATIENTS,
    weights: np.ndarray | None = None,
) -> ScoredCases:  # fmt: skip
    """With each patient's rows together. weights: (n,) how often each row counts."""
    codes = truth.astype(np.int8)
    unique, place = np.unique(patients, return_inverse=True)
    units = ResamplingUnits(codes, codes, 2, len(unique), (None, risks), place, weights)
    copies = np.ones(len(risks), int) if weights is None else weights
    return ScoredCases(ThresholdTable.from_scores(np.repeat(risks, copies), np.repeat(truth, copies)), 1, units)
