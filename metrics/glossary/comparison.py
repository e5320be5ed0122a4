"""The numbers about two models on the same cases. Their functions take what is said beside each."""

from __future__ import annotations

import numpy as np

from metrics.definition import AlternativeDefinition, Definition, Formula, divided
from metrics.interval_methods import DELONG, MOSKOWITZ_PEPE, NEWCOMBE, OBUCHOWSKI
from metrics.notes import Code
from metrics.paired.hypothesis_tests import mcnemar, paired_difference
from metrics.paired.multiplicity import adjusted

PAIRS = r"$b$: cases that only the model has right, $c$: those that only the reference has right, $n$: all of them"
VALUES = r"$M$: that of the model, $R$: that of the reference"
PER_PATIENT = f"{NEWCOMBE}, paired; where patients have several rows, draws of whole patients"

# Two shares: (both right, only the model right, only the reference right, both wrong). McNemar: the middle two.
# Areas and PPV: (of the model, of the reference). Adjusted: (p, number of comparisons).
COMPARISON = (
    Definition(
        key="sensitivity_difference", name="Difference of sensitivity", level="comparison", where=PAIRS,
        question="Among the cases with the class: how many more of 100 does the model find than the reference?",
        rule=Formula(r"\frac{b - c}{n}", lambda *cells: paired_difference(*cells).value),
        undefined=Code.NO_COMMON_TRUE_CASES, lowest=-1.0, interval=PER_PATIENT,
        readings=(
            AlternativeDefinition(
                "two separate intervals that overlap",
                "Says nothing about the difference: the cases are the same, and only those on which the two differ "
                "tell anything.",
            ),
        ),
    ),
    Definition(
        key="specificity_difference", name="Difference of specificity", level="comparison", where=PAIRS,
        question="Among the cases without the class: how many more of 100 does the model rightly not call it?",
        rule=Formula(r"\frac{b - c}{n}", lambda *cells: paired_difference(*cells).value),
        undefined=Code.ONLY_COMMON_TRUE_CASES, lowest=-1.0, interval=PER_PATIENT,
    ),
    Definition(
        key="mcnemar_p", name="Exact McNemar p", level="comparison", symbol="p",
        where=r"$b$ and $c$: cases that only one of the two has right, $d$: both together, $k$: from 0 to the smaller "
        r"of the two; $B_k$: ways to choose $k$ of $d$; never above 1",
        question="If both were right equally often, how probable would it be to differ at least this much? Where "
        "patients have several rows, the two models are swapped within whole patients instead.",
        rule=Formula(r"2 \sum_k \frac{B_k}{2^{d}}", lambda first, second: mcnemar(first, second).exact),
        undefined=Code.NO_CASES, aliases=("McNemar's test",), better="neither",
        readings=(
            AlternativeDefinition(
                "the chi-squared form, also with a continuity correction",
                "An approximation that needs some 25 cases on which the two differ.",
                lambda first, second: mcnemar(first, second).p,
            ),
        ),
    ),
    Definition(
        key="adjusted_p", name="Adjusted p", level="comparison",
        where=r"$m$: comparisons in one view, such as the models beyond the reference; never above 1",
        question="p value adjusted for the number of comparisons (Bonferroni). The intervals are adjusted alike: each "
        r"of level 1 − α/m.",
        rule=Formula(r"m\, p", adjusted),
        undefined=Code.NO_TEST, aliases=("Bonferroni", "adjusted p value"), better="neither",
    ),
    Definition(
        key="auc_difference", name="Difference of AUC", level="comparison", symbol=r"\Delta", where=VALUES,
        question="How much more often does the model place a case with the class above one without it than the "
        "reference does, on the same cases?",
        rule=Formula("M - R", lambda model, reference: model - reference),
        undefined=Code.ONE_KIND_OF_CASES, lowest=-1.0,
        interval=f"{DELONG}, paired; where patients have several rows, {OBUCHOWSKI}",
    ),
    Definition(
        key="relative_ppv", name="Relative PPV", level="comparison", where=VALUES,
        question="How many times as often is a call of the model right as one of the reference? 1: equally often.",
        rule=Formula(r"\frac{M}{R}", divided),
        undefined=Code.NO_PPV_TO_COMPARE,
        aliases=("rPPV", "ratio of PPV"), highest=np.inf, by_prevalence=True,
        interval=f"{MOSKOWITZ_PEPE}; where patients have several rows, draws of whole patients",
    ),
    Definition(
        key="relative_npv", name="Relative NPV", level="comparison", where=VALUES,
        question="How many times as often is an all-clear of the model right as one of the reference? An all-clear is "
        "any answer but this class.",
        rule=Formula(r"\frac{M}{R}", divided),
        undefined=Code.NO_NPV_TO_COMPARE,
        aliases=("rNPV", "ratio of NPV"), highest=np.inf, by_prevalence=True,
        interval=f"{MOSKOWITZ_PEPE}; where patients have several rows, draws of whole patients",
    ),
)  # fmt: skip
