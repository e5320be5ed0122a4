"""Made-up predicted risks with a known slope and intercept of their log odds."""

import numpy as np
from scipy import special

from metrics import ThresholdTable
from metrics.calibration.calibration import Calibration, calibration
from metrics.intervals.linearised import ScoredCases
from metrics.intervals.resampling_units import ResamplingUnits


def risks(shift: float = 0.0, stretch: float = 1.0, size: int = 2000, patients: int = 0) -> Calibration:
    generator = np.random.default_rng(0)
    x = generator.normal(-1, 1.2, size)
    truth = generator.random(size) < special.expit(x)
    given = special.expit(shift + stretch * x)
    codes, ids = truth.astype(np.int8), np.arange(size) % max(1, patients)
    units = ResamplingUnits(codes, codes, 2, patients, (None, given), ids) if patients else None
    return calibration(ScoredCases(ThresholdTable.from_scores(given, truth), 1, units))
