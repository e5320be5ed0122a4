"""Every number of one class against the rest, declared once: name, rule, question, where it is shown, its interval.

A rate is "so many of so many": `Proportion("tp", "tp fn")` alone fixes its number, its formula, the counts
that are shown beside it, its Wilson interval and its 0/0 rule; `Ratio` of two shares has the interval of its logarithm;
what follows from a share says so with `Through`. Anything else is a function with its LaTeX, and gets its interval from
resamples. METRICS are numbers of counts, RANKED those of a threshold table.
The numbers of whole matrices, scores, sequences and folds are declared in the same way in `metrics.glossary`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from metrics.counts import Counts
from metrics.definition import (
    AlternativeDefinition,
    Definition,
    Formula,
    Metric,
    Place,
    Proportion,
    Ratio,
    Through,
    Values,
    divided,
)  # fmt: skip
from metrics.interval_methods import BOOTSTRAP_LOGIT, DELONG_LOGIT, LOG, WILSON, via
from metrics.notes import Code
from metrics.ranking import auc, average_precision
from metrics.thresholds import ThresholdTable

SOUNDS, PHASES, RHYTHM = "heartbeat sounds", "surgical phases", "heart rhythm"
NOTE, EQUATIONS = "ROC and PR note", "equations"
ALL_DOCUMENTS = (SOUNDS, PHASES, RHYTHM, NOTE, EQUATIONS)


def _f1(counts: Counts) -> Values:
    twice = 2.0 * np.asarray(counts.tp)  # in floats: twice a large count need not fit into 64 bits
    return divided(twice, twice + counts.fp + counts.fn)


def _f1_of_rates(counts: Counts) -> Values:
    ppv, found = PPV(counts), SENSITIVITY(counts)
    return divided(2 * ppv * found, ppv + found)


def _mean_of_rates(counts: Counts) -> Values:
    return np.asarray((PPV(counts) + SENSITIVITY(counts)) / 2)


def _or_zero(rule: Proportion | Formula) -> AlternativeDefinition:
    """What scikit-learn and torchmetrics show for 0/0."""
    return AlternativeDefinition(
        "scikit-learn, torchmetrics",
        "0 where it is 0/0. These pages call it not estimable, because nothing was tried that could have failed.",
        lambda counts: np.nan_to_num(rule(counts)),
    )


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


SENSITIVITY, SPECIFICITY = Proportion("tp", "tp fn"), Proportion("tn", "tn fp")
FPR, FNR = Proportion("fp", "fp tn"), Proportion("fn", "tp fn")
PPV, NPV = Proportion("tp", "tp fp"), Proportion("tn", "tn fn")
JACCARD = Proportion("tp", "tp fp fn")
F1 = Formula(r"\frac{2\,\mathrm{TP}}{2\,\mathrm{TP} + \mathrm{FP} + \mathrm{FN}}", _f1)

_CATALOG = (
    Metric(
        key="sensitivity", name="Sensitivity", symbol=r"\mathrm{Se}", means="found, of those who have it",
        question="Of the cases that have it, what share does the model find?",
        rule=SENSITIVITY, undefined=Code.NO_TRUE_CASES,
        aliases=("recall", "true positive rate", "TPR", "hit rate"),
        averaged=True, places={"rates": 1, "threshold": 1},
        interval=WILSON, documents=ALL_DOCUMENTS, readings=(_or_zero(SENSITIVITY),),
    ),
    Metric(
        key="specificity", name="Specificity", symbol=r"\mathrm{Sp}", means="cleared, of those who do not",
        question="Of the cases that do not have it, what share is not called it?",
        rule=SPECIFICITY, undefined=Code.ONLY_TRUE_CASES,
        aliases=("true negative rate", "TNR", "selectivity"),
        averaged=True, places={"rates": 2},
        interval=WILSON, documents=(PHASES, RHYTHM, EQUATIONS),
    ),
    Metric(
        key="ppv", name="PPV", symbol=r"\mathrm{PPV}", means="calls that are right",
        question="When the model calls it, how often is that right?",
        rule=PPV, undefined=Code.NO_PREDICTIONS,
        aliases=("precision", "positive predictive value"), by_prevalence=True,
        averaged=True, places={"rates": 3, "threshold": 3},
        interval=WILSON, documents=ALL_DOCUMENTS, readings=(_or_zero(PPV),),
    ),
    Metric(
        key="npv", name="NPV", symbol=r"\mathrm{NPV}", means="not called it, and rightly so",
        question="When the model does not call it, how often is that right?",
        rule=NPV, undefined=Code.ONLY_PREDICTIONS,
        aliases=("negative predictive value",), by_prevalence=True,
        averaged=True, places={"rates": 4, "threshold": 4},
        interval=WILSON,
    ),
    Metric(
        key="fpr", name="False alarm rate", symbol=r"\mathrm{FPR}", means="called it, of those who do not have it",
        question="Of the cases that do not have it, what share is called it all the same?",
        rule=FPR, undefined=Code.ONLY_TRUE_CASES,
        aliases=("false positive rate", "FPR", "fall-out", "1 − specificity"), better="lower",
        places={"threshold": 2},
        interval=WILSON, documents=(NOTE, EQUATIONS),
        readings=(
            AlternativeDefinition(
                NOTE,
                "Its words ask for the negatives that are correctly identified, which is the specificity; "
                "its formula is the one used here.",
                SPECIFICITY,
            ),
        ),
    ),
    Metric(
        key="fnr", name="Missed share", symbol=r"\mathrm{FNR}", means="not found, of those who have it",
        question="Of the cases that have it, what share does the model miss?",
        rule=FNR, undefined=Code.NO_TRUE_CASES,
        aliases=("false negative rate", "FNR", "1 − sensitivity"), better="lower", interval=WILSON,
    ),
    Metric(
        key="accuracy", name="Accuracy, one against the rest", symbol=r"\mathrm{Acc}_i",
        means="right about this class, yes or no",
        question="How often is the model right about having it or not? Flattering for a rare class.",
        rule=Proportion("tp tn", "tp fp fn tn"), undefined=Code.NO_CASES,
        aliases=("one-vs-rest accuracy", "per-class accuracy", "accuracy_class_k"), by_prevalence=True,
        averaged=True, flatters=True,
        interval=WILSON, documents=(PHASES, RHYTHM, NOTE),
        readings=(
            AlternativeDefinition(
                "torchmetrics",
                "Its multi-class accuracy without averaging is the sensitivity of the class, "
                "so a log may carry that number under this name.",
                SENSITIVITY,
            ),
        ),
    ),
    Metric(
        key="f1", name="F1", symbol="F_1", means="balance of finding and being right",
        question="The harmonic mean of sensitivity and PPV; true negatives do not count.",
        rule=F1, undefined=Code.NO_CASES_NOR_PREDICTIONS,
        aliases=("F1 score", "F-measure", "Dice"), by_prevalence=True,
        averaged=True, places={"numbers": 1, "balance": 1},
        through=Through("jaccard", lambda jaccard: 2 * jaccard / (1 + jaccard)), interval=via(WILSON, "Jaccard"),
        documents=ALL_DOCUMENTS,
        readings=(
            AlternativeDefinition(
                f"{SOUNDS}, {PHASES}, {NOTE}, {EQUATIONS}",
                "Computed from PPV and sensitivity it is not estimable as soon as no case was called it; "
                "the counts then give 0. Elsewhere the two agree.",
                _f1_of_rates,
            ),
            AlternativeDefinition(
                PHASES,
                "Called a weighted average of precision and recall. An average would be this; F1 is the harmonic mean.",
                _mean_of_rates,
            ),
            _or_zero(F1),
        ),
    ),
    Metric(
        key="jaccard", name="Jaccard", symbol="J", means="found, of all that have it or were called it",
        question="Of the cases that have it or were called it, what share is both?",
        rule=JACCARD, undefined=Code.NO_CASES_NOR_PREDICTIONS,
        aliases=("Jaccard index", "intersection over union", "IoU"), by_prevalence=True,
        averaged=True, places={"balance": 2},
        interval=WILSON, documents=(PHASES,), readings=(_or_zero(JACCARD),),
    ),
    Metric(
        key="prevalence", name="Prevalence", symbol=r"\pi", means="cases that truly have it",
        question="What share of these cases truly has it?",
        rule=Proportion("tp fn", "tp fp fn tn"), undefined=Code.NO_CASES,
        aliases=("base rate", "class frequency"), better="neither", by_prevalence=True, interval=WILSON,
    ),
    Metric(
        key="lr_positive", name="LR+", symbol=r"\mathrm{LR}^{+}", means="how much a call raises the odds",
        question="By what factor does a call raise the odds of having it?",
        rule=Ratio(SENSITIVITY, FPR), undefined=Code.NO_FALSE_ALARMS,
        aliases=("positive likelihood ratio",), highest=np.inf, interval=LOG,
    ),
    Metric(
        key="lr_negative", name="LR−", symbol=r"\mathrm{LR}^{-}", means="how much an all-clear lowers the odds",
        question="By what factor does an all-clear lower the odds of having it?",
        rule=Ratio(FNR, SPECIFICITY), undefined=Code.NO_TRUE_NEGATIVES,
        aliases=("negative likelihood ratio",), better="lower", highest=np.inf, interval=LOG,
    ),
)  # fmt: skip

_RANKED = (
    Definition(
        key="auc", name="AUC", level="scores", path="classes.auc", symbol=r"\mathrm{AUC}",
        where=r"$s_{+}$, $s_{-}$: scores of a case with the class and of one without; $P$: share of all such pairs",
        question="Given one case with it and one without, how often is the first scored higher? Equal scores count "
        "half. 0.5 is what guessing gives, 1 is perfect order; it says nothing about where to draw the line.",
        rule=Formula(r"P(s_{+} > s_{-}) + \frac{1}{2} P(s_{+} = s_{-})", auc),
        undefined=Code.ONE_KIND_OF_CASES,
        aliases=("area under the ROC curve", "AUROC", "AUC-ROC", "C statistic"), interval=DELONG_LOGIT, averaged=True,
        places={"numbers": 2, "balance": 3},
        documents=(SOUNDS, RHYTHM, NOTE, EQUATIONS),
        readings=(
            AlternativeDefinition(
                NOTE,
                "Its loop steps case by case. Where scores are equal the area then depends on the order of the rows, "
                "between the two numbers here; grouping equal scores gives the middle.",
                _case_by_case,
            ),
            AlternativeDefinition(
                "PyCM", "Its AUC comes from labels alone: one point, the mean of sensitivity and specificity."
            ),
            AlternativeDefinition(
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
        interval=BOOTSTRAP_LOGIT, averaged=True, places={"balance": 4}, documents=(NOTE,),
        readings=(
            AlternativeDefinition(
                "trapezoid rule",
                "Joins the points of the curve by straight lines, which no threshold reaches.",
                _trapezoid,
            ),
            AlternativeDefinition(
                NOTE,
                "Prefers the precision-recall curve where classes are unequal. It depends on how common the class is, "
                "the ROC curve does not; they answer different questions.",
            ),
            AlternativeDefinition(
                "scikit-learn",
                "0 without a case of the class.",
                lambda table: np.nan_to_num(average_precision(table)),
            ),
        ),
    ),
)  # fmt: skip

METRICS = MappingProxyType({each.key: replace(each, path=f"classes.{each.key}") for each in _CATALOG})
RANKED = MappingProxyType({each.key: each for each in _RANKED})
CATALOG = MappingProxyType({**METRICS, **RANKED})
OFFERED = tuple(key for key, each in CATALOG.items() if each.averaged and not each.flatters)  # to pick and to require
FLATTERING = tuple(key for key, each in METRICS.items() if each.averaged and each.flatters)
AVERAGED = (*(key for key in OFFERED if key in METRICS), *FLATTERING)


def shown_in(place: Place) -> tuple[str, ...]:
    """The keys of the catalog that a table shows, in its order."""
    keys = (key for key, each in CATALOG.items() if place in each.places)
    return tuple(sorted(keys, key=lambda key: CATALOG[key].places[place]))
