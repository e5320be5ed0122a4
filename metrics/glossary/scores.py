"""The numbers of scores: how well they order the cases, and whether they are probabilities that hold."""

from __future__ import annotations

import math

import numpy as np

from metrics.catalog import EQUATIONS, NOTE, RHYTHM, SOUNDS
from metrics.definition import Definition, Formula, OtherReading
from metrics.intervals.methods import BOOTSTRAP_LOGIT, DELONG_LOGIT
from metrics.measures.calibration import multiclass_brier, recalibration
from metrics.measures.ranking import auc, average_precision, hand_till
from metrics.notes import Code
from metrics.thresholding.operating_points import youden
from metrics.thresholding.optimism import choice_optimism
from metrics.thresholds import ThresholdTable

__all__ = ["SCORES"]


def _case_by_case(table: ThresholdTable) -> tuple[float, float]:
    """The area if tied cases came one after another: those without it first, those with it first."""
    pairs = table.n_positive * table.n_negative
    if not pairs:
        return math.nan, math.nan
    tied = float(np.vdot(table.positives.astype(np.float64), table.negatives.astype(np.float64))) / pairs
    return auc(table) - tied / 2, auc(table) + tied / 2


def _trapezoid(table: ThresholdTable) -> float:
    """Area under straight lines between the points of the precision-recall curve, which starts at (0, 1)."""
    if not table.n_positive:
        return math.nan
    tp, fp = (np.asarray(part[1:], np.float64) for part in (table.counts.tp, table.counts.fp))
    recall, precision = np.append(0.0, tp / table.n_positive), np.append(1.0, tp / (tp + fp))
    return float(np.trapezoid(precision, recall))


def _optimism_of_youden(table: ThresholdTable) -> float:
    """By how much sensitivity and specificity together promise too much at Youden's cut."""
    found = choice_optimism(table, youden, ("sensitivity", "specificity"))
    return sum(each.optimism for each in found.values())


CHANCES = r"$p_c$: probability given to case $c$; $y_c$: 1 if it has the class, else 0"
SCORES = (
    Definition(
        key="auc", name="AUC", level="scores", path="classes.auc", symbol=r"\mathrm{AUC}",
        where=r"$s_{+}$, $s_{-}$: scores of a case with the class and of one without; $P$: share of all such pairs",
        question="Given one case with it and one without, how often is the first scored higher? Equal scores count "
        "half. 0.5 is what guessing gives, 1 is perfect order; it says nothing about where to draw the line.",
        rule=Formula(r"P(s_{+} > s_{-}) + \frac{1}{2} P(s_{+} = s_{-})", auc),
        undefined=Code.ONE_KIND_OF_CASES,
        aliases=("area under the ROC curve", "AUROC", "AUC-ROC", "C statistic"), interval=DELONG_LOGIT,
        documents=(SOUNDS, RHYTHM, NOTE, EQUATIONS),
        readings=(
            OtherReading(
                NOTE,
                "Its loop steps case by case. Where scores are equal the area then depends on the order of the rows, "
                "between the two numbers here; grouping equal scores gives the middle.",
                _case_by_case,
            ),
            OtherReading(
                "PyCM", "Its AUC comes from labels alone: one point, the mean of sensitivity and specificity."
            ),
            OtherReading(
                RHYTHM,
                "Names values above 0.7 acceptable and above 0.9 excellent. Whether it is enough depends on the use.",
            ),
        ),
    ),
    Definition(
        key="average_precision", name="Average precision", level="scores", path="classes.average_precision",
        symbol=r"\mathrm{AP}", where=r"$t$: the scores from the highest down; $R_t$, $P_t$: sensitivity and PPV of the "
        r"rule score ≥ $t$; $R_{0} = 0$",
        question="The share of calls that are right, averaged over the cases found one after another from the highest "
        "score. By chance it is the share of the class, so it cannot be compared between places where that differs.",
        rule=Formula(r"\sum_t (R_t - R_{t-1}) P_t", average_precision), undefined=Code.NO_TRUE_CASES,
        aliases=("AP", "area under the precision-recall curve", "AUPRC", "PR AUC"), by_prevalence=True,
        interval=BOOTSTRAP_LOGIT, documents=(NOTE,),
        readings=(
            OtherReading(
                "trapezoid rule",
                "Joins the points of the curve by straight lines, which no threshold reaches.",
                _trapezoid,
            ),
            OtherReading(
                NOTE,
                "Prefers the precision-recall curve where classes are unequal. It depends on how common the class is, "
                "the ROC curve does not; they answer different questions.",
            ),
            OtherReading(
                "scikit-learn",
                "0 without a case of the class.",
                lambda table: np.nan_to_num(average_precision(table)),
            ),
        ),
    ),
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
            OtherReading(
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
