"""The numbers of scores: how well they order the cases, and whether they are probabilities that hold."""

from __future__ import annotations

import numpy as np

from metrics.definition import AlternativeDefinition, Definition, Formula
from metrics.measures.calibration import multiclass_brier, recalibration
from metrics.notes import Code
from metrics.ranking import hand_till
from metrics.thresholding.operating_points import youden
from metrics.thresholding.optimism import choice_optimism
from metrics.thresholds import ThresholdTable


def _optimism_of_youden(table: ThresholdTable) -> float:
    """By how much sensitivity and specificity together promise too much at Youden's cut."""
    found = choice_optimism(table, youden, ("sensitivity", "specificity"))
    return sum(each.optimism for each in found.values())


CHANCES = r"$p_c$: probability given to case $c$; $y_c$: 1 if it has the class, else 0"
SCORES = (
    Definition(
        key="auc_hand_till", name="AUC of pairs of classes", level="scores", path="overall.auc_hand_till",
        symbol="M",
        where=r"$A_{ij}$: how often a case of class $i$ is scored higher for $i$ than a case of class $j$; "
        "$K$: classes that have cases",
        question="Given two cases of two different classes, how well do the scores tell which is which? "
        "It does not depend on how common the classes are.",
        rule=Formula(r"\frac{2}{K (K - 1)} \sum_{i < j} \frac{A_{ij} + A_{ji}}{2}", hand_till),
        undefined=Code.FEW_CLASSES,
        aliases=("Hand-Till AUC", "M measure", "one-vs-one AUC"),
    ),
    Definition(
        key="brier", name="Brier score", level="scores", path="overall.brier", symbol=r"\mathrm{BS}",
        where=r"$p_{ak}$: probability given to class $k$ for case $a$; $y_{ak}$: 1 if that is its class, else 0; "
        "$N$: cases. Of two classes one is enough: the other would double it",
        question="How far are the probabilities of all classes from what happened, squared? 0 is perfect.",
        rule=Formula(r"\frac{1}{N} \sum_a \sum_k (p_{ak} - y_{ak})^2", multiclass_brier),
        undefined=Code.NO_CASES_OR_NO_PROBABILITIES,
        aliases=("mean squared error of probabilities",), better="lower", highest=2.0, by_prevalence=True,
        readings=(
            AlternativeDefinition(
                "Brier's paper of 1950",
                "Sums both of two classes as well: twice the number that is usual for two classes, and shown here.",
            ),
        ),
    ),
    Definition(
        key="calibration_slope", name="Calibration slope", level="scores", where=rf"$b$: the slope; {CHANCES}",
        question="Are the probabilities too extreme (below 1) or too timid (above 1)? 1 is right.",
        rule=Formula(
            r"\mathrm{logit}\, P(y_c = 1) = a + b \, \mathrm{logit}\, p_c",
            lambda table: recalibration(table).slope,
        ),
        undefined=Code.SEPARATED_OR_CONSTANT, better="neither", lowest=-np.inf, highest=np.inf,
    ),
    Definition(
        key="calibration_intercept", name="Calibration intercept", level="scores",
        where=rf"$a$: the intercept; {CHANCES}",
        question="Once the slope is set right, are the probabilities too high (below 0) or too low (above 0)?",
        rule=Formula(
            r"\mathrm{logit}\, P(y_c = 1) = a + b \, \mathrm{logit}\, p_c",
            lambda table: recalibration(table).intercept,
        ),
        undefined=Code.SEPARATED_OR_CONSTANT, better="neither", lowest=-np.inf, highest=np.inf,
    ),
    Definition(
        key="calibration_in_the_large", name="Calibration in the large", level="scores",
        where=rf"$a$: the number; {CHANCES}",
        question="Are the probabilities as they are, on the whole, too high (below 0) or too low (above 0)?",
        rule=Formula(
            r"\mathrm{logit}\, P(y_c = 1) = a + \mathrm{logit}\, p_c", lambda table: recalibration(table).citl
        ),
        undefined=Code.ONE_KIND_OF_CASES, aliases=("CITL", "mean calibration"),
        better="neither", lowest=-np.inf, highest=np.inf,
    ),
    Definition(
        key="oe_ratio", name="Observed to expected", level="scores", symbol="O:E", where=CHANCES,
        question="How many cases have it for each one that the probabilities promise? 1 is right.",
        rule=Formula(r"\frac{\sum_c y_c}{\sum_c p_c}", lambda table: recalibration(table).oe_ratio),
        undefined=Code.NOTHING_EXPECTED, aliases=("O:E ratio",), better="neither", highest=np.inf,
    ),
    Definition(
        key="optimism", name="Optimism", level="scores",
        where=r"$B$: resamples of the cases; $t_b$, $t$: cuts chosen on resample $b$ and on all cases; $M_b$, $M$: the "
        "rate on resample $b$ and on all cases",
        question="How much too good does a rate look, because the threshold was chosen on the same cases? It is taken "
        "off to say what to expect of new cases. Shown here: sensitivity and specificity together, at Youden's cut.",
        rule=Formula(
            r"\frac{1}{B} \sum_b (M_b(t_b) - M(t_b)) - (M_b(t) - M(t))", _optimism_of_youden
        ),
        undefined=Code.FEW_CASES_OR_ONE_KIND,
        aliases=("overoptimism of a chosen cut",), better="lower", lowest=-1.0,
    ),
)  # fmt: skip
