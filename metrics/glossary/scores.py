"""The numbers of scores: how well they order the cases, and whether they are calibrated probabilities."""

from __future__ import annotations

import math

import numpy as np

from metrics.calibration.curve import fitted_curve
from metrics.definition import AlternativeDefinition, Definition, Formula
from metrics.interval_methods import WALD, WALD_LOGIT
from metrics.intervals.linearised import ScoredCases
from metrics.measures.calibration import log_loss, multiclass_brier, recalibration
from metrics.notes import Code
from metrics.ranking import hand_till
from metrics.thresholding.operating_points import youden
from metrics.thresholding.optimism import choice_optimism
from metrics.thresholds import ThresholdTable


def _ici(table: ThresholdTable) -> float:
    curve = fitted_curve(ScoredCases(table)) if table.holds_probabilities else None
    return math.nan if curve is None else curve.distances()["ici"].value


def _optimism_of_youden(table: ThresholdTable) -> float:
    """Optimism of sensitivity and specificity together at the Youden threshold."""
    found = choice_optimism(table, youden, ("sensitivity", "specificity"))
    return sum(each.optimism for each in found.values())


CHANCES = r"$p_c$: probability of the class for case $c$; $y_c$: 1 if case $c$ has the class, else 0"
SCORES = (
    Definition(
        key="auc_hand_till", name="Hand–Till AUC", level="scores", path="overall.auc_hand_till",
        where="$A_{ij}$: probability that a case of class $i$ is scored higher for $i$ than a case of class $j$; "
        "$K$: classes that have cases",
        meaning="Mean of the one-vs-one AUCs (Hand–Till). Does not depend on how frequent each class is.",
        rule=Formula(r"\frac{2}{K (K - 1)} \sum_{i < j} \frac{A_{ij} + A_{ji}}{2}", hand_till),
        undefined=Code.FEW_CLASSES,
        aliases=("M measure", "one-vs-one AUC", "Hand-Till AUC"),
    ),
    Definition(
        key="brier", name="Brier score", level="scores", path="overall.brier",
        where="$p_{ak}$: probability of class $k$ for case $a$; $y_{ak}$: 1 if that is its class, else 0; $N$: "
        "cases. With two classes the sum runs over one of them",
        meaning="Mean squared error of the predicted probabilities (0 is perfect).",
        rule=Formula(r"\frac{1}{N} \sum_a \sum_k (p_{ak} - y_{ak})^2", multiclass_brier),
        undefined=Code.NO_CASES_OR_NO_PROBABILITIES,
        aliases=("mean squared error of probabilities",), better="lower", highest=2.0, by_prevalence=True,
        readings=(
            AlternativeDefinition(
                "Brier's paper of 1950",
                "Sums over both of two classes as well, which doubles the number that is usual for two classes and "
                "shown here.",
            ),
        ),
    ),
    Definition(
        key="log_loss", name="Log loss", level="scores", where="$p_a$: probability of the true class of case $a$; "
        "$N$: cases",
        meaning="Mean negative logarithm of the probability of the true class (0 is perfect). Judges the probabilities "
        "of all classes together. A probability below 1e-8 counts as 1e-8.",
        rule=Formula(r"-\frac{1}{N} \sum_a \ln p_a", log_loss),
        undefined=Code.NO_CASES_OR_NO_PROBABILITIES, aliases=("cross-entropy", "logarithmic score"), better="lower",
        highest=math.inf, by_prevalence=True,
    ),
    Definition(
        key="calibration_slope", name="Calibration slope", level="scores", where=rf"$b$: the slope; {CHANCES}",
        meaning="Slope of the logistic recalibration. Ideal 1; below 1: probabilities too extreme; above 1: too "
        "moderate.",
        rule=Formula(
            r"\mathrm{logit}\, P(y_c = 1) = a + b \, \mathrm{logit}\, p_c",
            lambda table: recalibration(table).slope,
        ),
        undefined=Code.SEPARATED_OR_CONSTANT, better="neither", lowest=-np.inf, highest=np.inf, interval=WALD,
    ),
    Definition(
        key="calibration_intercept", name="Calibration intercept", level="scores",
        where=rf"$a$: the intercept; {CHANCES}",
        meaning="Intercept of the logistic recalibration, fitted with the slope. Ideal 0; below 0: probabilities "
        "too high; above 0: too low.",
        rule=Formula(
            r"\mathrm{logit}\, P(y_c = 1) = a + b \, \mathrm{logit}\, p_c",
            lambda table: recalibration(table).intercept,
        ),
        undefined=Code.SEPARATED_OR_CONSTANT, better="neither", lowest=-np.inf, highest=np.inf, interval=WALD,
    ),
    Definition(
        key="calibration_in_the_large", name="Calibration in the large", level="scores",
        where=rf"$a$: the number; {CHANCES}",
        meaning="Intercept of the recalibration with the slope fixed at 1. Ideal 0; below 0: probabilities too "
        "high on average; above 0: too low.",
        rule=Formula(
            r"\mathrm{logit}\, P(y_c = 1) = a + \mathrm{logit}\, p_c", lambda table: recalibration(table).citl
        ),
        undefined=Code.ONE_KIND_OF_CASES, aliases=("CITL", "mean calibration"),
        better="neither", lowest=-np.inf, highest=np.inf, interval=WALD,
    ),
    Definition(
        key="oe_ratio", name="Observed to expected", level="scores", where=CHANCES,
        meaning="Observed ÷ expected number of cases (ideal 1).",
        rule=Formula(r"\frac{\sum_c y_c}{\sum_c p_c}", lambda table: recalibration(table).oe_ratio),
        undefined=Code.NOTHING_EXPECTED, aliases=("O:E ratio",), better="neither", highest=np.inf,
        interval=WALD_LOGIT,
    ),
    Definition(
        key="ici", name="Integrated calibration index", level="scores",
        where=rf"$o$: the flexible calibration curve; $N$: cases; {CHANCES}",
        meaning="Mean distance of the calibration curve from the predicted probabilities of the cases (ideal 0); "
        "E50 and E90 are the median and the 90th percentile. That of another kind of curve differs.",
        rule=Formula(r"\frac{1}{N} \sum_c |o(p_c) - p_c|", _ici),
        undefined=Code.SEPARATED_OR_CONSTANT, aliases=("ICI",), better="lower",
    ),
    Definition(
        key="optimism", name="Optimism", level="scores",
        where="$B$: resamples of the cases; $t_b$, $t$: thresholds chosen on resample $b$ and on all cases; $M_b$, "
        "$M$: the rate on resample $b$ and on all cases",
        meaning="Overestimation from choosing and evaluating the threshold on the same cases (bootstrap). Shown "
        "here: sensitivity and specificity together, at the Youden threshold.",
        rule=Formula(
            r"\frac{1}{B} \sum_b (M_b(t_b) - M(t_b)) - (M_b(t) - M(t))", _optimism_of_youden
        ),
        undefined=Code.FEW_CASES_OR_ONE_KIND,
        aliases=("overoptimism of a data-driven threshold",), better="lower", lowest=-1.0,
    ),
)  # fmt: skip
