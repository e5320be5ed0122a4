"""The numbers over the folds of a cross-validation."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import EQUATIONS, AlternativeDefinition, Definition, Formula
from metrics.folds.fold_summary import FoldSummary, fold_summary
from metrics.notes import Code


def _of_folds(part: Callable[[FoldSummary], float]) -> Callable[[ArrayLike], float]:
    return lambda values: part(fold_summary(values))


def _population_sd(values: ArrayLike) -> float:
    given = np.asarray(values, np.float64)
    used = given[~np.isnan(given)]
    return float(used.std()) if len(used) else math.nan


FOLD_LETTERS = r"$m_f$: the number in fold $f$; $F$: folds where it is defined"
FOLDS = (
    Definition(
        key="fold_mean", name="Mean over folds", level="folds", where=FOLD_LETTERS,
        path="fold_summary.mean",
        meaning="Mean over the folds of a cross-validation.",
        rule=Formula(r"\frac{1}{F} \sum_f m_f", _of_folds(lambda summary: summary.mean)),
        undefined=Code.NO_FOLD_DEFINED, better="neither", lowest=-np.inf, highest=np.inf,
        interval="Nadeau and Bengio, approximate", documents=(EQUATIONS,),
        readings=(
            AlternativeDefinition(
                "pooled out-of-fold",
                "The counts of all folds together (pooled out-of-fold) give another number than the mean of the "
                "folds, above all for F1 and PPV with few cases. Both are shown.",
            ),
        ),
    ),
    Definition(
        key="fold_sd", name="SD over folds", level="folds", where=FOLD_LETTERS,
        path="fold_summary.sd",
        meaning="SD between folds. Not a confidence interval.",
        rule=Formula(r"\sqrt{\frac{1}{F - 1} \sum_f (m_f - \bar{m})^2}", _of_folds(lambda summary: summary.sd)),
        undefined=Code.FEW_FOLDS_DEFINED, better="lower", highest=np.inf,
        aliases=("standard deviation", "sample standard deviation", "std"), documents=(EQUATIONS,),
        readings=(
            AlternativeDefinition(
                "NumPy by default, some published code",
                "Divides by F in place of F − 1, which makes it smaller.",
                _population_sd,
            ),
        ),
    ),
)  # fmt: skip
