"""What a result means where it is used: at another prevalence, for a thousand people, at a price."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import Definition, Formula
from metrics.measures.risk import risk_scores
from metrics.measures.utility import net_benefit
from metrics.notes import Code
from metrics.prevalence.predictive_values import natural_frequencies, predictive_values, reweighted

AT = r"$\pi$: share of the people who have it; $\mathrm{Se}$, $\mathrm{Sp}$: sensitivity and specificity"


def _risk_elsewhere(cells: ArrayLike, normal: int, label: int, prevalence: float) -> float:
    return float(risk_scores(reweighted(cells, label, prevalence), normal)[label])


LOGIT = "logit (Mercaldo, Lau and Zhou)"
PRACTICE = (
    Definition(
        key="ppv_elsewhere", name="PPV at another prevalence", level="practice", symbol=r"\mathrm{PPV}_{\pi}", where=AT,
        question="Where the class is as common as you say: when the model calls it, how often is that right? "
        "Assumes that sensitivity and specificity stay what they are.",
        rule=Formula(
            r"\frac{\mathrm{Se}\,\pi}{\mathrm{Se}\,\pi + (1 - \mathrm{Sp}) (1 - \pi)}",
            lambda found, cleared, share: predictive_values(found, cleared, share)[0],
        ),
        undefined=Code.NOBODY_WOULD_BE_PREDICTED, by_prevalence=True, interval=LOGIT,
    ),
    Definition(
        key="npv_elsewhere", name="NPV at another prevalence", level="practice", symbol=r"\mathrm{NPV}_{\pi}", where=AT,
        question="Where the class is as common as you say: when the model does not call it, how often is that right?",
        rule=Formula(
            r"\frac{\mathrm{Sp} (1 - \pi)}{\mathrm{Sp} (1 - \pi) + (1 - \mathrm{Se}) \pi}",
            lambda found, cleared, share: predictive_values(found, cleared, share)[1],
        ),
        undefined=Code.EVERYBODY_WOULD_BE_PREDICTED, by_prevalence=True, interval=LOGIT,
    ),
    Definition(
        key="risk_score_elsewhere", name="Risk score at another prevalence", level="practice",
        where=r"$\pi_j$: share of the people who are of class $j$, those other than $i$ as to each other here; "
        r"$s_j$: share of class $j$ that is called all clear",
        question="Where the class is as common as you say: of all that are called all clear, what share has it? "
        "Assumes that every class is called as it is here.",
        rule=Formula(r"\frac{\pi_i s_i}{\sum_j \pi_j s_j}", _risk_elsewhere),
        undefined=Code.NOBODY_WOULD_BE_NORMAL, better="lower", by_prevalence=True, interval=LOGIT,
    ),
    Definition(
        key="natural_frequencies", name="People per 1,000", level="practice", where=AT,
        question="Of 1,000 people like these, how many are found, missed, falsely alarmed and rightly left alone? "
        "The formula is that of those found; the four are rounded so that they add up.",
        rule=Formula(
            r"1000\,\pi\,\mathrm{Se}",
            lambda found, cleared, share: natural_frequencies(found, cleared, share, whole=True).tp,
        ),
        undefined=Code.ONE_KIND_OF_CASES, aliases=("natural frequencies",), better="neither", highest=1000.0,
        by_prevalence=True,
    ),
    Definition(
        key="net_benefit", name="Net benefit", level="practice", symbol=r"\mathrm{NB}_t",
        where=r"$t$: the risk at which one would act; $N$: all cases",
        question="If you act from this risk on: how many true cases are found per patient, after paying for the false "
        "alarms at the price that the risk implies?",
        rule=Formula(
            r"\frac{\mathrm{TP}}{N} - \frac{\mathrm{FP}}{N} \frac{t}{1 - t}", net_benefit
        ),
        undefined=Code.NO_CASES, aliases=("decision curve",), lowest=-np.inf, by_prevalence=True,
    ),
)  # fmt: skip
