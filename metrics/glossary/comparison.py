"""The numbers about two models on the same cases. Their functions take what is said beside each."""

from __future__ import annotations

import numpy as np

from metrics.definition import AlternativeDefinition, Definition, Formula, divided
from metrics.interval_methods import DELONG, MOSKOWITZ_PEPE, NEWCOMBE, OBUCHOWSKI
from metrics.notes import Code
from metrics.paired.hypothesis_tests import mcnemar, paired_difference
from metrics.paired.multiplicity import adjusted

PAIRS = r"$b$: cases that only the model classifies correctly, $c$: only the reference, $n$: all of them"
VALUES = r"$M$: that of the model, $R$: that of the reference"
PER_PATIENT = f"{NEWCOMBE}, paired; clustered data: patient-level bootstrap"

# Two proportions: (both correct, only the model, only the reference, both incorrect). McNemar: the middle two.
# Areas and PPV: (of the model, of the reference). Adjusted: (p, number of comparisons).
COMPARISON = (
    Definition(
        key="sensitivity_difference", name="Difference of sensitivity", level="comparison", where=PAIRS,
        meaning="Sensitivity of the model minus that of the reference, in percentage points.",
        rule=Formula(r"\frac{b - c}{n}", lambda *cells: paired_difference(*cells).value),
        undefined=Code.NO_COMMON_TRUE_CASES, lowest=-1.0, interval=PER_PATIENT,
        readings=(
            AlternativeDefinition(
                "overlap of two separate intervals",
                "Overlapping intervals can hide a clear difference: the cases are the same, and only the "
                "discordant cases are informative.",
            ),
        ),
    ),
    Definition(
        key="specificity_difference", name="Difference of specificity", level="comparison", where=PAIRS,
        meaning="Specificity of the model minus that of the reference, in percentage points.",
        rule=Formula(r"\frac{b - c}{n}", lambda *cells: paired_difference(*cells).value),
        undefined=Code.ONLY_COMMON_TRUE_CASES, lowest=-1.0, interval=PER_PATIENT,
    ),
    Definition(
        key="mcnemar_p", name="Exact McNemar p", level="comparison",
        where="$b$ and $c$: cases that only one of the two classifies correctly, $d$: both together, $k$: from 0 "
        "to the smaller of the two; $B_k$: ways to choose $k$ of $d$; never above 1",
        meaning="p value for equal sensitivity (or specificity), exact McNemar test. Clustered data: patient-level "
        "permutation test.",
        rule=Formula(r"2 \sum_k \frac{B_k}{2^{d}}", lambda first, second: mcnemar(first, second).exact),
        undefined=Code.NO_CASES, aliases=("McNemar's test",), better="neither",
        readings=(
            AlternativeDefinition(
                "the chi-squared form, also with a continuity correction",
                "An approximation that needs about 25 discordant cases.",
                lambda first, second: mcnemar(first, second).p,
            ),
        ),
    ),
    Definition(
        key="adjusted_p", name="Adjusted p", level="comparison",
        where=r"$m$: comparisons in one view, such as the models beyond the reference; never above 1",
        meaning="p value adjusted for the number of comparisons (Bonferroni). The intervals are adjusted alike: each "
        r"of level 1 − α/m.",
        rule=Formula(r"m\, p", adjusted),
        undefined=Code.NO_TEST, aliases=("Bonferroni", "adjusted p value"), better="neither",
    ),
    Definition(
        key="auc_difference", name="Difference of AUC", level="comparison", where=VALUES,
        meaning="AUC of the model minus that of the reference, on the same cases.",
        rule=Formula("M - R", lambda model, reference: model - reference),
        undefined=Code.ONE_KIND_OF_CASES, lowest=-1.0,
        interval=f"{DELONG}, paired; clustered data: {OBUCHOWSKI}",
    ),
    Definition(
        key="relative_ppv", name="Relative PPV", level="comparison", where=VALUES,
        meaning="Ratio of PPVs, model ÷ reference. 1: equal.",
        rule=Formula(r"\frac{M}{R}", divided),
        undefined=Code.NO_PPV_TO_COMPARE,
        aliases=("rPPV", "ratio of PPV"), highest=np.inf, by_prevalence=True,
        interval=f"{MOSKOWITZ_PEPE}; clustered data: patient-level bootstrap",
    ),
    Definition(
        key="relative_npv", name="Relative NPV", level="comparison", where=VALUES,
        meaning="Ratio of NPVs, model ÷ reference. 1: equal.",
        rule=Formula(r"\frac{M}{R}", divided),
        undefined=Code.NO_NPV_TO_COMPARE,
        aliases=("rNPV", "ratio of NPV"), highest=np.inf, by_prevalence=True,
        interval=f"{MOSKOWITZ_PEPE}; clustered data: patient-level bootstrap",
    ),
)  # fmt: skip
