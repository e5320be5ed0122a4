"""One number for all classes: macro, weighted and micro, derived for each metric from its own formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from metrics.catalog import AVERAGED, METRICS
from metrics.definition import EQUATIONS, PHASES, RHYTHM, SOUNDS, AlternativeDefinition, Definition, Formula, Metric
from metrics.folds.slices import f1_of_means
from metrics.glossary.matrix import explained
from metrics.interval_methods import BOOTSTRAP_LOGIT, DELTA, LINEARISED_LOGIT, WILSON, via
from metrics.measures.agreement import one_vs_rest
from metrics.measures.averages import macro, micro, weighted
from metrics.notes import Code

Rule = Callable[[Any], Any]
MACRO, WEIGHTED = "Unweighted mean over the classes", "Mean over the classes, weighted by their number of cases"
PROPER = ("Jaccard", "Cohen", "Youden")
ACCURACIES = (("micro", "sensitivity"), ("micro", "ppv"), ("micro", "f1"), ("weighted", "sensitivity"))
LETTERS = {
    r"\mathrm{TP}_i": "true positives of class $i$",
    r"\mathrm{FP}_i": "its false positives",
    r"\mathrm{FN}_i": "its false negatives",
    r"\mathrm{TN}_i": "its true negatives",
    "n_i": "cases of class $i$",
    "A_i": "AUC of class $i$",
    "P_i": "average precision of class $i$",
    "D": "the classes where it is defined",
}


def _macro(key: str) -> Rule:
    return lambda cells: macro(METRICS[key](one_vs_rest(cells)))


def _weighted(key: str) -> Rule:
    return lambda cells: weighted(METRICS[key](one_vs_rest(cells)), np.asarray(cells).sum(-1))


def _micro(key: str) -> Rule:
    return lambda cells: micro(key, one_vs_rest(cells))


def _zero_filled(key: str) -> Rule:
    return lambda cells: np.nan_to_num(METRICS[key](one_vs_rest(cells))).mean(-1)


def _of_class(latex: str) -> str:
    """The formula of one class as that of class i."""
    return latex.replace("P}", "P}_i").replace("N}", "N}_i")


def _summed(latex: str) -> str:
    """The formula of one class with the counts of all classes added up."""
    return _of_class(latex).replace(r"\mathrm{", r"\sum_i \mathrm{").replace(r"2\,\sum_i", r"2 \sum_i")


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _in_a_name(name: str) -> str:
    """As it follows "Macro": abbreviations and names of people keep their capitals."""
    return name if name.isupper() or name.startswith(PROPER) else _lowered(name)


def _interval(kind: str, key: str) -> str:
    """With one label per case every micro average follows from the accuracy, or is it, as are two other averages."""
    if (kind, key) in ACCURACIES:
        return WILSON
    if kind == "micro" or (kind, key) == ("macro", "accuracy"):
        return via(WILSON, "accuracy")
    return DELTA if (kind, key) == ("macro", "sensitivity") else BOOTSTRAP_LOGIT


def _documents(kind: str, key: str) -> tuple[str, ...]:
    """Which documents average this metric in this way."""
    if kind == "weighted":
        found: tuple[str, ...] = (PHASES, EQUATIONS) if key == "f1" else (EQUATIONS,)
    else:
        found = (*((SOUNDS, PHASES) if key in ("sensitivity", "ppv", "f1") else ()), RHYTHM, EQUATIONS)
    return tuple(document for document in found if document in METRICS[key].documents)


def _readings(kind: str, key: str) -> tuple[AlternativeDefinition, ...]:
    zero = AlternativeDefinition(
        "scikit-learn",
        "Counts a class where the metric is 0/0 as 0. Rounds averages over the classes where it is defined and gives "
        "their number.",
        _zero_filled(key),
    )
    if kind == "macro" and key == "f1":
        of_means = AlternativeDefinition(
            PHASES,
            "Defined twice: as the mean of the F1 of the classes, as here, and as the F1 of macro PPV and macro "
            "sensitivity, which can hide a class that fails.",
            f1_of_means,
        )
        return of_means, zero
    if kind == "macro" and key == "accuracy":
        return (AlternativeDefinition(RHYTHM, "Named overall accuracy."),)
    if kind == "micro" and key == "specificity":
        return (
            AlternativeDefinition(
                EQUATIONS, "Mixes conventions in one row: macro sensitivity and AUC, micro specificity, weighted F1."
            ),
        )
    if kind == "micro" and key in ("sensitivity", "ppv", "f1"):
        return (
            AlternativeDefinition(
                PHASES,
                "Described as favouring large classes and as suited to imbalanced classes, which contradict each "
                "other. With one label per case it is the accuracy.",
            ),
        )
    return (zero,) if kind == "macro" else ()


def _averages(metric: Metric) -> tuple[Definition, ...]:
    """Macro, micro and weighted average of one metric."""
    key, term = metric.key, _of_class(metric.latex)
    if not term.startswith(r"\frac"):  # a sum
        term = f"({term})"
    kinds = {
        "macro": (
            MACRO,
            Formula(rf"\frac{{1}}{{|D|}} \sum_{{i \in D}} {term}", _macro(key)),
            Code.NO_CLASS_DEFINED,
        ),
        "micro": (
            "From the counts of all classes added up",
            Formula(_summed(metric.latex), _micro(key)),
            metric.undefined,
        ),
        "weighted": (
            WEIGHTED,
            Formula(rf"\frac{{\sum_{{i \in D}} n_i \, {term}}}{{\sum_{{i \in D}} n_i}}", _weighted(key)),
            Code.NO_CLASS_DEFINED,
        ),
    }
    name = _in_a_name(metric.name)
    return tuple(
        Definition(
            key=f"{kind}_{key}", name=f"{kind.capitalize()} {name}", level="average", path=f"{kind}.{key}",
            meaning=f"{said}. {metric.name}: {_lowered(metric.meaning)}", rule=rule, undefined=undefined,
            aliases=tuple(f"{kind} {alias}" for alias in metric.aliases[:2]), better=metric.better,
            by_prevalence=metric.by_prevalence or kind != "macro", interval=_interval(kind, key),
            documents=_documents(kind, key), readings=_readings(kind, key),
        )
        for kind, (said, rule, undefined) in kinds.items()
    )  # fmt: skip


def _of_scores(
    kind: str, key: str, name: str, term: str, meaning: str, readings: tuple[AlternativeDefinition, ...]
) -> Definition:
    """Macro or weighted average of a number that comes from scores: a function of (K,) values and supports."""
    plain = kind == "macro"
    sums = rf"\sum_{{i \in D}} {term}", rf"\frac{{\sum_{{i \in D}} n_i {term}}}{{\sum_{{i \in D}} n_i}}"
    return Definition(
        key=f"{kind}_{key}", name=f"{kind.capitalize()} {name}", level="average", path=f"{kind}.{key}",
        meaning=meaning,
        rule=Formula(
            rf"\frac{{1}}{{|D|}} {sums[0]}" if plain else sums[1],
            (lambda values, support: macro(values)) if plain else weighted,
        ),
        undefined=Code.NO_CLASS_WITH_SCORES, by_prevalence=key != "auc" or not plain,
        interval=LINEARISED_LOGIT,
        documents=((RHYTHM, EQUATIONS) if plain else (EQUATIONS,)) if key == "auc" else (), readings=readings,
    )  # fmt: skip


OF_SCORES = (
    _of_scores(
        "macro", "auc", "AUC", "A_i", f"{MACRO} of the one-vs-rest AUC.",
        (
            AlternativeDefinition(
                "scikit-learn",
                "Raises an error, or gives nan, where a class has no case. Rounds excludes that class and says so.",
            ),
        ),
    ),
    _of_scores("weighted", "auc", "AUC", "A_i", f"{WEIGHTED}, of the one-vs-rest AUC.", ()),
    _of_scores(
        "macro", "average_precision", "average precision", "P_i", f"{MACRO} of the average precision.", ()
    ),
    _of_scores(
        "weighted", "average_precision", "average precision", "P_i",
        f"{WEIGHTED}, of the average precision.", (),
    ),
)  # fmt: skip

AVERAGES = tuple(
    explained(each, LETTERS) for each in (*(each for key in AVERAGED for each in _averages(METRICS[key])), *OF_SCORES)
)
