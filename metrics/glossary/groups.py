"""Groups of cases: how far they lie from the rest, at the same case mix, and among many."""

from __future__ import annotations

from metrics.definition import Definition, Formula
from metrics.interval_methods import DELTA, NEWCOMBE
from metrics.notes import Code
from metrics.paired.hypothesis_tests import difference
from metrics.subgroups.search import posterior_mean
from metrics.subgroups.standardised import standardised_rate

GROUPS = (
    Definition(
        key="shrunken_rate", name="Shrunken rate", level="groups",
        where=r"$e$: errors among the $n$ cases of a group, $\pi$: the overall rate; $m$: the more, the less the rates "
        "of groups differ beyond random variation (empirical Bayes, beta-binomial)",
        meaning="Error rate of a group as if it had m further cases with the overall rate. The highest of many "
        "observed rates is too high by selection; shrunken rates are so much less.",
        rule=Formula(r"\frac{e + m \pi}{n + m}", posterior_mean),
        undefined=Code.NO_CASES, aliases=("empirical Bayes rate",), better="lower",
    ),
    Definition(
        key="difference_to_rest", name="Difference to the rest", level="groups",
        where="$k$ of $n$ cases: of the group; $l$ of $m$: of all other groups of the column",
        meaning="A rate of a group minus that of all other groups. The CIs of the groups of a column are simultaneous "
        "(Bonferroni); two groups are one comparison.",
        rule=Formula(r"\frac{k}{n} - \frac{l}{m}", lambda *counts: difference(*counts).value),
        undefined=Code.EMPTY_GROUP, aliases=("missed-disease gap", "false-alarm gap"), better="neither", lowest=-1.0,
        interval=NEWCOMBE,
    ),
    Definition(
        key="standardised_rate", name="Rate at the case mix of the rest", level="groups",
        where="$k_s$ of $n_s$ cases: of the group in stratum $s$ (such as an age band); $m_s$: cases of the rest there",
        meaning="Rate of a group if its cases were distributed over the strata as those of the rest (direct "
        "standardisation). Strata without a case of the group are excluded.",
        rule=Formula(r"\frac{\sum_s m_s \frac{k_s}{n_s}}{\sum_s m_s}", standardised_rate),
        undefined=Code.EMPTY_GROUP, aliases=("direct standardisation", "case mix"), better="neither", interval=DELTA,
    ),
)  # fmt: skip
