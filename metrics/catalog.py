"""Every metric of one class against the rest, declared once: name, rule, question, when it is undefined.

A rate is "so many of so many": `Proportion("tp", "tp fn")` alone fixes its number, its formula, the counts
that are shown beside it, its Wilson interval and its 0/0 rule. Anything else is a function with its LaTeX.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from metrics.counts import Counts

__all__ = ["METRICS", "Formula", "Metric", "Proportion"]

Values = NDArray[np.float64]


def divided(top: Any, bottom: Any) -> Values:
    """top / bottom as float64, nan where the bottom is 0."""
    above, below = np.asarray(top, np.float64), np.asarray(bottom, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below == 0, np.nan, above / below)


@dataclass(frozen=True)
class Proportion:
    """Cells of the 2 x 2 that are counted, among the cells that could have been."""

    top: str
    bottom: str

    def __call__(self, counts: Counts) -> Values:
        return divided(*self.parts(counts))

    def parts(self, counts: Counts) -> tuple[Any, Any]:
        """(successes, trials), in the shape of the counts."""
        return _added(counts, self.top), _added(counts, self.bottom)

    @property
    def latex(self) -> str:
        return rf"\frac{{{_in_words(self.top)}}}{{{_in_words(self.bottom)}}}"


@dataclass(frozen=True)
class Formula:
    """A metric that is not a share of cases: a function of the counts, and the same in LaTeX."""

    latex: str
    compute: Callable[[Counts], Values]

    def __call__(self, counts: Counts) -> Values:
        return self.compute(counts)


@dataclass(frozen=True)
class Metric:
    """One entry of the catalog. Calling it on Counts gives values of their shape, nan where undefined."""

    key: str
    name: str
    means: str  # a column header's second line
    question: str
    rule: Proportion | Formula
    undefined: str  # said in place of a number when it is 0/0
    aliases: tuple[str, ...] = ()
    better: Literal["higher", "lower", "neither"] = "higher"
    highest: float = 1.0
    by_prevalence: bool = False  # the same model shows another value where the class is rarer

    def __call__(self, counts: Counts) -> Values:
        return self.rule(counts)


def _added(counts: Counts, names: str) -> Any:
    first, *others = (getattr(counts, name) for name in names.split())
    for other in others:
        first = first + other
    return first


def _in_words(names: str) -> str:
    return " + ".join(rf"\mathrm{{{name.upper()}}}" for name in names.split())


def _f1(counts: Counts) -> Values:
    twice = 2.0 * np.asarray(counts.tp)  # in floats: twice a large count need not fit into 64 bits
    return divided(twice, twice + counts.fp + counts.fn)


def _lr_positive(counts: Counts) -> Values:
    return divided(SENSITIVITY(counts), FPR(counts))


def _lr_negative(counts: Counts) -> Values:
    return divided(FNR(counts), SPECIFICITY(counts))


SENSITIVITY, SPECIFICITY = Proportion("tp", "tp fn"), Proportion("tn", "tn fp")
FPR, FNR = Proportion("fp", "fp tn"), Proportion("fn", "tp fn")

_CATALOG = (
    Metric(
        "sensitivity", "Sensitivity", "found, of those who have it",
        "Of the cases that have it, what share does the model find?",
        SENSITIVITY, "no case truly has it", ("recall", "true positive rate", "TPR", "hit rate"),
    ),
    Metric(
        "specificity", "Specificity", "cleared, of those who do not",
        "Of the cases that do not have it, what share is not called it?",
        SPECIFICITY, "every case truly has it", ("true negative rate", "TNR", "selectivity"),
    ),
    Metric(
        "ppv", "PPV", "calls that are right",
        "When the model calls it, how often is that right?",
        Proportion("tp", "tp fp"), "no case was called it",
        ("precision", "positive predictive value"), by_prevalence=True,
    ),
    Metric(
        "npv", "NPV", "not called it, and rightly so",
        "When the model does not call it, how often is that right?",
        Proportion("tn", "tn fn"), "every case was called it",
        ("negative predictive value",), by_prevalence=True,
    ),
    Metric(
        "fpr", "False alarm rate", "called it, of those who do not have it",
        "Of the cases that do not have it, what share is called it all the same?",
        FPR, "every case truly has it",
        ("false positive rate", "FPR", "fall-out", "1 − specificity"), "lower",
    ),
    Metric(
        "fnr", "Missed share", "not found, of those who have it",
        "Of the cases that have it, what share does the model miss?",
        FNR, "no case truly has it", ("false negative rate", "FNR", "1 − sensitivity"), "lower",
    ),
    Metric(
        "accuracy", "Accuracy, one against the rest", "right about this class, yes or no",
        "How often is the model right about having it or not? Flattering for a rare class.",
        Proportion("tp tn", "tp fp fn tn"), "there are no cases",
        ("one-vs-rest accuracy",), by_prevalence=True,
    ),
    Metric(
        "f1", "F1", "balance of finding and being right",
        "The harmonic mean of sensitivity and PPV; true negatives do not count.",
        Formula(r"\frac{2\,\mathrm{TP}}{2\,\mathrm{TP} + \mathrm{FP} + \mathrm{FN}}", _f1),
        "no case has it or was called it", ("F-measure", "Dice"), by_prevalence=True,
    ),
    Metric(
        "jaccard", "Jaccard", "found, of all that have it or were called it",
        "Of the cases that have it or were called it, what share is both?",
        Proportion("tp", "tp fp fn"), "no case has it or was called it",
        ("intersection over union", "IoU"), by_prevalence=True,
    ),
    Metric(
        "prevalence", "Prevalence", "cases that truly have it",
        "What share of these cases truly has it?",
        Proportion("tp fn", "tp fp fn tn"), "there are no cases",
        ("base rate",), "neither", by_prevalence=True,
    ),
    Metric(
        "lr_positive", "LR+", "how much a call raises the odds",
        "By what factor does a call raise the odds of having it?",
        Formula(
            r"\frac{\mathrm{TP} / (\mathrm{TP} + \mathrm{FN})}{\mathrm{FP} / (\mathrm{FP} + \mathrm{TN})}",
            _lr_positive,
        ),
        "no false alarms, or no case with or without it", ("positive likelihood ratio",), highest=np.inf,
    ),
    Metric(
        "lr_negative", "LR−", "how much an all-clear lowers the odds",
        "By what factor does an all-clear lower the odds of having it?",
        Formula(
            r"\frac{\mathrm{FN} / (\mathrm{TP} + \mathrm{FN})}{\mathrm{TN} / (\mathrm{FP} + \mathrm{TN})}",
            _lr_negative,
        ),
        "nobody was cleared rightly, or no case with or without it",
        ("negative likelihood ratio",), "lower", np.inf,
    ),
)  # fmt: skip

METRICS = MappingProxyType({metric.key: metric for metric in _CATALOG})
