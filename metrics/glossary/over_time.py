"""Over time: the limits outside of which a month differs from those before."""

from __future__ import annotations

import math

import numpy as np

from metrics.definition import Definition, Formula
from metrics.notes import Code
from metrics.subgroups.control_limits import longest_expected, reach_of, sigma_z_of

BASELINE = "$c$: proportion of the baseline; $n$: cases of the month"
OVER_TIME = (
    Definition(
        key="control_limit", name="Control limit", level="groups", aliases=("p-chart", "Laney's p′"),
        where=f"{BASELINE}; $s$: 1 (p-chart), or sigma-z where that is above 1.1 (Laney's p′)",
        meaning="Highest proportion within three standard errors of the baseline (the lowest: three below), at most "
        "100 %. Each month has its own number of cases, so the limits step. A month outside differs from the baseline "
        "by more than months usually do.",
        rule=Formula(r"c + 3 s \sqrt{\frac{c (1 - c)}{n}}", lambda c, n, s: c + reach_of(c, n, s)),
        undefined=Code.BASELINE_ALIKE, better="neither", highest=np.inf,
    ),
    Definition(
        key="sigma_z", name="Sigma-z", level="groups", aliases=("overdispersion of months",),
        where="$z_i$: proportion of month $i$ less that of the baseline, in standard errors; $m$: months of it",
        meaning="Number of times as far as binomial proportions that the months of the baseline vary. Above 1.1 the "
        "limits are that much wider (Laney 2002): of many cases a month even small changes would lie outside a "
        "p-chart.",
        rule=Formula(r"\frac{\sum_{i>1} |z_i - z_{i-1}|}{1.128 (m - 1)}", sigma_z_of),
        undefined=Code.BASELINE_ALIKE, better="neither", highest=math.inf,
    ),
    Definition(
        key="longest_run", name="Longest expected run", level="groups", aliases=("shift", "run test", "Anhøj’s limit"),
        where="$n$: months that are not exactly on the usual proportion, that of all months within the limits",
        meaning="Number of months in a row on one side of the usual proportion that is rarely exceeded without a "
        "change; a longer run is a shift (Anhøj and Olesen 2014).",
        rule=Formula(r"\mathrm{round}(\log_2 n) + 3", longest_expected),
        undefined=Code.NO_CASES, better="neither", highest=math.inf,
    ),
)  # fmt: skip
