"""Every metric of one class against the rest, declared once: name, rule, question, when it is undefined.

A rate is "so many of so many": `Proportion("tp", "tp fn")` alone fixes its number, its formula, the counts
that are shown beside it, its Wilson interval and its 0/0 rule. Anything else is a function with its LaTeX.
The numbers of whole matrices, scores, sequences and folds are declared in the same way in `metrics.glossary`.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from metrics.counts import Counts
from metrics.definition import Formula, Metric, OtherReading, Proportion, Values, divided
from metrics.intervals.methods import LOG, WILSON, via
from metrics.notes import Code

__all__ = ["METRICS", "Formula", "Metric", "Proportion", "Values", "divided"]

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


def _lr_positive(counts: Counts) -> Values:
    return divided(SENSITIVITY(counts), FPR(counts))


def _lr_negative(counts: Counts) -> Values:
    return divided(FNR(counts), SPECIFICITY(counts))


def _or_zero(rule: Proportion | Formula) -> OtherReading:
    """What scikit-learn and torchmetrics show for 0/0."""
    return OtherReading(
        "scikit-learn, torchmetrics",
        "0 where it is 0/0. These pages call it not estimable, because nothing was tried that could have failed.",
        lambda counts: np.nan_to_num(rule(counts)),
    )


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
        interval=WILSON, documents=ALL_DOCUMENTS, readings=(_or_zero(SENSITIVITY),),
    ),
    Metric(
        key="specificity", name="Specificity", symbol=r"\mathrm{Sp}", means="cleared, of those who do not",
        question="Of the cases that do not have it, what share is not called it?",
        rule=SPECIFICITY, undefined=Code.ONLY_TRUE_CASES,
        aliases=("true negative rate", "TNR", "selectivity"),
        interval=WILSON, documents=(PHASES, RHYTHM, EQUATIONS),
    ),
    Metric(
        key="ppv", name="PPV", symbol=r"\mathrm{PPV}", means="calls that are right",
        question="When the model calls it, how often is that right?",
        rule=PPV, undefined=Code.NO_PREDICTIONS,
        aliases=("precision", "positive predictive value"), by_prevalence=True,
        interval=WILSON, documents=ALL_DOCUMENTS, readings=(_or_zero(PPV),),
    ),
    Metric(
        key="npv", name="NPV", symbol=r"\mathrm{NPV}", means="not called it, and rightly so",
        question="When the model does not call it, how often is that right?",
        rule=NPV, undefined=Code.ONLY_PREDICTIONS,
        aliases=("negative predictive value",), by_prevalence=True,
        interval=WILSON,
    ),
    Metric(
        key="fpr", name="False alarm rate", symbol=r"\mathrm{FPR}", means="called it, of those who do not have it",
        question="Of the cases that do not have it, what share is called it all the same?",
        rule=FPR, undefined=Code.ONLY_TRUE_CASES,
        aliases=("false positive rate", "FPR", "fall-out", "1 − specificity"), better="lower",
        interval=WILSON, documents=(NOTE, EQUATIONS),
        readings=(
            OtherReading(
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
        interval=WILSON, documents=(PHASES, RHYTHM, NOTE),
        readings=(
            OtherReading(
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
        aliases=("F1 score", "F-measure", "Dice"), by_prevalence=True, interval=via(WILSON, "Jaccard"),
        documents=ALL_DOCUMENTS,
        readings=(
            OtherReading(
                f"{SOUNDS}, {PHASES}, {NOTE}, {EQUATIONS}",
                "Computed from PPV and sensitivity it is not estimable as soon as no case was called it; "
                "the counts then give 0. Elsewhere the two agree.",
                _f1_of_rates,
            ),
            OtherReading(
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
        rule=Formula(
            r"\frac{\mathrm{TP} / (\mathrm{TP} + \mathrm{FN})}{\mathrm{FP} / (\mathrm{FP} + \mathrm{TN})}",
            _lr_positive,
        ),
        undefined=Code.NO_FALSE_ALARMS,
        aliases=("positive likelihood ratio",), highest=np.inf, interval=LOG,
    ),
    Metric(
        key="lr_negative", name="LR−", symbol=r"\mathrm{LR}^{-}", means="how much an all-clear lowers the odds",
        question="By what factor does an all-clear lower the odds of having it?",
        rule=Formula(
            r"\frac{\mathrm{FN} / (\mathrm{TP} + \mathrm{FN})}{\mathrm{TN} / (\mathrm{FP} + \mathrm{TN})}",
            _lr_negative,
        ),
        undefined=Code.NO_TRUE_NEGATIVES,
        aliases=("negative likelihood ratio",), better="lower", highest=np.inf, interval=LOG,
    ),
)  # fmt: skip

METRICS = MappingProxyType({each.key: replace(each, path=f"classes.{each.key}") for each in _CATALOG})
