"""What a result means in use: at another prevalence, per 1,000 patients, at a threshold probability."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Definition, Formula
from metrics.interval_methods import BOOTSTRAP_PLAIN
from metrics.measures.risk import risk_scores
from metrics.notes import Code
from metrics.prevalence.predictive_values import natural_frequencies, predictive_values, reweighted
from metrics.thresholding.selective import risk_coverage_area
from metrics.utility.net_benefit import actions_avoided, net_benefit, standardised_net_benefit

AT = r"$\pi$: prevalence; $\mathrm{Se}$, $\mathrm{Sp}$: sensitivity and specificity"


def _risk_elsewhere(
    cells: ArrayLike, normal: int, label: int, prevalence: float, not_diseases: Sequence[int] = ()
) -> float:
    return float(risk_scores(reweighted(cells, label, prevalence), normal, not_diseases)[label])


LOGIT = "logit (Mercaldo, Lau and Zhou)"
PRACTICE = (
    Definition(
        key="ppv_elsewhere", name="PPV at another prevalence", level="practice", where=AT,
        meaning="PPV at the prevalence that you enter. Assumes the same sensitivity and specificity.",
        rule=Formula(
            r"\frac{\mathrm{Se}\,\pi}{\mathrm{Se}\,\pi + (1 - \mathrm{Sp}) (1 - \pi)}",
            lambda se, sp, pi: predictive_values(se, sp, pi)[0],
        ),
        undefined=Code.NOBODY_WOULD_BE_PREDICTED, by_prevalence=True, interval=LOGIT,
    ),
    Definition(
        key="npv_elsewhere", name="NPV at another prevalence", level="practice", where=AT,
        meaning="NPV at the prevalence that you enter. Assumes the same sensitivity and specificity.",
        rule=Formula(
            r"\frac{\mathrm{Sp} (1 - \pi)}{\mathrm{Sp} (1 - \pi) + (1 - \mathrm{Se}) \pi}",
            lambda se, sp, pi: predictive_values(se, sp, pi)[1],
        ),
        undefined=Code.EVERYBODY_WOULD_BE_PREDICTED, by_prevalence=True, interval=LOGIT,
    ),
    Definition(
        key="risk_score_elsewhere", name="False reassurance, by disease, at another prevalence", level="practice",
        where=r"$\pi_j$: prevalence of class $j$, where all classes but $i$ keep their relative proportions; $s_j$: "
        r"proportion of class $j$ classified as Normal",
        meaning="Proportion of cases classified as Normal that have this disease, at the prevalence that you "
        "enter. Assumes that cases of each class are classified as in this study.",
        rule=Formula(r"\frac{\pi_i s_i}{\sum_j \pi_j s_j}", _risk_elsewhere),
        undefined=Code.NOBODY_WOULD_BE_NORMAL, better="lower", by_prevalence=True, interval=LOGIT,
    ),
    Definition(
        key="natural_frequencies", name="Patients per 1,000", level="practice", where=AT,
        meaning="Expected true positives, false negatives, false positives and true negatives per 1,000 patients "
        "(rounded to add up). The formula gives the true positives.",
        rule=Formula(
            r"1000\,\pi\,\mathrm{Se}",
            lambda se, sp, pi: natural_frequencies(se, sp, pi, whole=True).tp,
        ),
        undefined=Code.ONE_KIND_OF_CASES, aliases=("natural frequencies",), better="neither", highest=1000.0,
        by_prevalence=True,
    ),
    Definition(
        key="net_benefit", name="Net benefit", level="practice",
        where="$t$: the risk at which one would act; $N$: all cases",
        meaning="True positives minus weighted false positives, per patient, at threshold probability t. The "
        "weight is the odds of t.",
        rule=Formula(
            r"\frac{\mathrm{TP}}{N} - \frac{\mathrm{FP}}{N} \frac{t}{1 - t}", net_benefit
        ),
        undefined=Code.NO_CASES, aliases=("decision curve",), lowest=-np.inf, by_prevalence=True,
        interval=BOOTSTRAP_PLAIN,
    ),
    Definition(
        key="standardised_net_benefit", name="Standardised net benefit", level="practice",
        where="$t$: the risk at which one would act; $P$: cases of the class",
        meaning="Net benefit divided by prevalence, the highest net benefit there can be.",
        rule=Formula(
            r"\frac{\mathrm{TP}}{P} - \frac{\mathrm{FP}}{P} \frac{t}{1 - t}", standardised_net_benefit
        ),
        undefined=Code.NO_TRUE_CASES, lowest=-np.inf, by_prevalence=True, interval=BOOTSTRAP_PLAIN,
    ),
    Definition(
        key="actions_avoided", name="Work-ups avoided", level="practice",
        where="$t$: the risk at which one would act; $N$: all cases",
        meaning="Unnecessary work-ups that the model avoids per 100 cases, at as many true positives as working up "
        "everyone. Below 0 the model is worse.",
        rule=Formula(
            r"100 (\frac{\mathrm{TN}}{N} - \frac{\mathrm{FN}}{N} \frac{1 - t}{t})", actions_avoided
        ),
        undefined=Code.NO_CASES, aliases=("net interventions avoided",), lowest=-np.inf, highest=100.0,
        by_prevalence=True, interval=BOOTSTRAP_PLAIN,
    ),
    Definition(
        key="risk_coverage", name="Area under the risk–coverage curve", level="practice",
        where="$D_c$: cases with at least the confidence (highest score) of case $c$; $E_c$: those of them that are "
        "misclassified; $N$: cases",
        meaning="Mean error rate when the model decides only the cases it is most confident in, over all proportions "
        "(coverages) that it may decide. A confidence that tells nothing gives the error rate of all cases.",
        rule=Formula(r"\frac{1}{N} \sum_c \frac{E_c}{D_c}", risk_coverage_area),
        undefined=Code.NO_CASES, aliases=("AURC", "risk–coverage curve", "selective prediction"), better="lower",
        by_prevalence=True,
    ),
)  # fmt: skip
