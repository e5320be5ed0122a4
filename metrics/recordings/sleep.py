"""What a night amounts to: sleep efficiency, REM latency and wake after sleep onset (AASM)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class SleepMeasures:
    """One night by one scorer, in the unit of the edges.

    efficiency: time asleep / time scored, 0 to 1; nan where nothing is scored. rem_latency: from the onset of sleep to
    the first REM; nan without sleep or REM. wake_after_onset: time awake after the onset of sleep; nan without sleep.
    """

    efficiency: float
    rem_latency: float
    wake_after_onset: float


def sleep_measures(
    codes: ArrayLike, edges: ArrayLike, wake: int, rem: int, not_scored: Collection[int]
) -> SleepMeasures:
    """codes: (n,) stages in order of time. edges: (n + 1,) where each row begins and the last one ends."""
    stages, times = np.asarray(codes, np.intp), np.asarray(edges, np.float64)
    lasts, scored = np.diff(times), ~np.isin(stages, list(not_scored))
    awake = stages == wake
    asleep = np.flatnonzero(scored & ~awake)
    total = float(lasts[scored].sum())
    efficiency = float(lasts[asleep].sum()) / total if total else np.nan
    if not len(asleep):
        return SleepMeasures(efficiency, np.nan, np.nan)
    onset, dreams = asleep[0], np.flatnonzero(stages == rem)
    latency = float(times[dreams[0]] - times[onset]) if len(dreams) else np.nan
    return SleepMeasures(efficiency, latency, float(lasts[onset:][awake[onset:]].sum()))
