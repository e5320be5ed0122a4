"""Every number of one class, one-vs-rest, declared once: name, formula, meaning, where it is shown, its interval.

`Proportion("tp", "tp fn")` alone fixes the number, the formula, the counts that are shown beside it, the Wilson
interval and when it is undefined; `Ratio` of two proportions has the interval of its logarithm; what follows from a
proportion says so with `Through`. Anything else is a function with its LaTeX, and gets its interval from resamples.
METRICS are numbers of counts, RANKED those of a threshold table, which `metrics.ranking` declares.
The numbers of whole matrices, scores, sequences and folds are declared in the same way in `metrics.glossary`.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from metrics.counts import Counts
from metrics.definition import (
    ALL_DOCUMENTS,
    EQUATIONS,
    NOTE,
    PHASES,
    RHYTHM,
    SOUNDS,
    AlternativeDefinition,
    Formula,
    Metric,
    Place,
    Proportion,
    Ratio,
    Through,
    Values,
    divided,
)  # fmt: skip
from metrics.interval_methods import LOG, WILSON, via
from metrics.notes import Code
from metrics.ranking import AREAS


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
        "Returns 0 for 0/0; Rounds reports “not estimable”.",
        lambda counts: np.nan_to_num(rule(counts)),
    )


SENSITIVITY, SPECIFICITY = Proportion("tp", "tp fn"), Proportion("tn", "tn fp")
FPR, FNR = Proportion("fp", "fp tn"), Proportion("fn", "tp fn")
PPV, NPV = Proportion("tp", "tp fp"), Proportion("tn", "tn fn")
JACCARD = Proportion("tp", "tp fp fn")
F1 = Formula(r"\frac{2\,\mathrm{TP}}{2\,\mathrm{TP} + \mathrm{FP} + \mathrm{FN}}", _f1)

_CATALOG = (
    Metric(
        key="sensitivity", name="Sensitivity",
        meaning="Proportion of true cases detected.",
        rule=SENSITIVITY, undefined=Code.NO_TRUE_CASES,
        aliases=("recall", "true positive rate", "TPR", "hit rate"),
        averaged=True, places={"rates": 1, "threshold": 1},
        interval=WILSON, documents=ALL_DOCUMENTS, readings=(_or_zero(SENSITIVITY),),
    ),
    Metric(
        key="specificity", name="Specificity",
        meaning="Proportion of cases without the class that have a negative prediction. With several other classes it "
        "depends on their mix.",
        rule=SPECIFICITY, undefined=Code.ONLY_TRUE_CASES,
        aliases=("true negative rate", "TNR", "selectivity"),
        averaged=True, places={"rates": 2},
        interval=WILSON, documents=(PHASES, RHYTHM, EQUATIONS),
    ),
    Metric(
        key="ppv", name="PPV",
        meaning="Proportion of positive predictions that are correct. Depends on prevalence.",
        rule=PPV, undefined=Code.NO_PREDICTIONS,
        aliases=("precision", "positive predictive value"), by_prevalence=True,
        averaged=True, places={"rates": 3, "threshold": 3},
        interval=WILSON, documents=ALL_DOCUMENTS, readings=(_or_zero(PPV),),
    ),
    Metric(
        key="npv", name="NPV",
        meaning="Proportion of negative predictions that are correct. Depends on prevalence.",
        rule=NPV, undefined=Code.ONLY_PREDICTIONS,
        aliases=("negative predictive value",), by_prevalence=True,
        averaged=True, places={"rates": 4, "threshold": 4},
        interval=WILSON,
    ),
    Metric(
        key="fpr", name="False positive rate",
        meaning="Proportion of cases without the class that have a positive prediction (1 − specificity).",
        rule=FPR, undefined=Code.ONLY_TRUE_CASES,
        aliases=("FPR", "fall-out", "1 − specificity"), better="lower",
        places={"threshold": 2},
        interval=WILSON, documents=(NOTE, EQUATIONS),
        readings=(
            AlternativeDefinition(
                NOTE,
                "Its words ask for the negatives that are correctly identified, which is the specificity; its "
                "formula is the one used here.",
                SPECIFICITY,
            ),
        ),
    ),
    Metric(
        key="fnr", name="Miss rate",
        meaning="Proportion of true cases not detected (1 − sensitivity).",
        rule=FNR, undefined=Code.NO_TRUE_CASES,
        aliases=("false negative rate", "FNR", "1 − sensitivity"), better="lower", interval=WILSON,
    ),
    Metric(
        key="accuracy", name="One-vs-rest accuracy",
        meaning="Proportion of cases correctly classified as having the class or not. Inflated for a rare class.",
        rule=Proportion("tp tn", "tp fp fn tn"), undefined=Code.NO_CASES,
        aliases=("per-class accuracy", "accuracy_class_k"), by_prevalence=True,
        averaged=True, flatters=True,
        interval=WILSON, documents=(PHASES, RHYTHM, NOTE),
        readings=(
            AlternativeDefinition(
                "torchmetrics",
                "Its multi-class accuracy without averaging is the sensitivity of the class; a log may carry that "
                "number under this name.",
                SENSITIVITY,
            ),
        ),
    ),
    Metric(
        key="f1", name="F1",
        meaning="Harmonic mean of sensitivity and PPV; true negatives do not count.",
        rule=F1, undefined=Code.NO_CASES_NOR_PREDICTIONS,
        aliases=("F1 score", "F-measure", "Dice"), by_prevalence=True,
        averaged=True, places={"numbers": 1, "balance": 1},
        through=Through("jaccard", lambda jaccard: 2 * jaccard / (1 + jaccard)), interval=via(WILSON, "Jaccard"),
        documents=ALL_DOCUMENTS,
        readings=(
            AlternativeDefinition(
                f"{SOUNDS}; {PHASES}; {NOTE}; {EQUATIONS}",
                "Computed from PPV and sensitivity, F1 is not estimable when no case is classified as the class; "
                "from the counts it is 0. Otherwise the two agree.",
                _f1_of_rates,
            ),
            AlternativeDefinition(
                PHASES,
                "Described as a weighted average of precision and recall. An average would be this; F1 is the "
                "harmonic mean.",
                _mean_of_rates,
            ),
            _or_zero(F1),
        ),
    ),
    Metric(
        key="jaccard", name="Jaccard",
        meaning="True positives as a proportion of all cases that have the class or are classified as it.",
        rule=JACCARD, undefined=Code.NO_CASES_NOR_PREDICTIONS,
        aliases=("Jaccard index", "intersection over union", "IoU"), by_prevalence=True,
        averaged=True, places={"balance": 2},
        interval=WILSON, documents=(PHASES,), readings=(_or_zero(JACCARD),),
    ),
    Metric(
        key="prevalence", name="Prevalence",
        meaning="Proportion of all cases that have the class.",
        rule=Proportion("tp fn", "tp fp fn tn"), undefined=Code.NO_CASES,
        aliases=("base rate", "class frequency"), better="neither", by_prevalence=True, interval=WILSON,
    ),
    Metric(
        key="lr_positive", name="LR+",
        meaning="Factor by which a positive prediction multiplies the odds of the class.",
        rule=Ratio(SENSITIVITY, FPR), undefined=Code.NO_FALSE_POSITIVES,
        aliases=("positive likelihood ratio",), highest=np.inf, interval=LOG,
    ),
    Metric(
        key="lr_negative", name="LR−",
        meaning="Factor by which a negative prediction multiplies the odds of the class.",
        rule=Ratio(FNR, SPECIFICITY), undefined=Code.NO_TRUE_NEGATIVES,
        aliases=("negative likelihood ratio",), better="lower", highest=np.inf, interval=LOG,
    ),
)  # fmt: skip

METRICS = MappingProxyType({each.key: replace(each, path=f"classes.{each.key}") for each in _CATALOG})
RANKED = MappingProxyType({each.key: each for each in AREAS})
CATALOG = MappingProxyType({**METRICS, **RANKED})
OFFERED = tuple(key for key, each in CATALOG.items() if each.averaged and not each.flatters)  # to pick and to require
FLATTERING = tuple(key for key, each in METRICS.items() if each.averaged and each.flatters)
AVERAGED = (*(key for key in OFFERED if key in METRICS), *FLATTERING)


def shown_in(place: Place) -> tuple[str, ...]:
    """The keys of the catalog that a table shows, in its order."""
    keys = (key for key, each in CATALOG.items() if place in each.places)
    return tuple(sorted(keys, key=lambda key: CATALOG[key].places[place]))


def metric_of(name: str, key: object) -> Metric:
    """The metric of this key. name: of the argument, for the ValueError."""
    if not isinstance(key, str) or key not in METRICS:
        raise ValueError(f"`{name}` must be one of {', '.join(METRICS)}")
    return METRICS[key]
