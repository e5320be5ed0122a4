"""How well the scores order the cases: area under the ROC curve and average precision, as functions and declared."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.definition import (
    EQUATIONS,
    NOTE,
    RHYTHM,
    SOUNDS,
    AlternativeDefinition,
    Definition,
    Formula,
    Values,
    divided,
)
from metrics.interval_methods import DELONG_SCORE, LINEARISED_LOGIT
from metrics.kernels.given import expect, floats, numbers
from metrics.kernels.threads import in_blocks
from metrics.notes import Code
from metrics.thresholds import ThresholdTable

EXACT = 1 << 31  # below this many cases twice the pairs fit into 64 bits


def _once_a_table(work: Callable[[ThresholdTable], float]) -> Callable[[ThresholdTable], float]:
    """Kept by the table, because interval and band ask again: 1.3 times as fast from the draws to all intervals."""

    @wraps(work)
    def found(table: ThresholdTable) -> float:
        expect("table", table, ThresholdTable)
        return table.kept(work.__name__, lambda: work(table))

    return found


@_once_a_table
def auc(table: ThresholdTable) -> float:
    """Area under the ROC curve: how often a case of the class scores higher than another one, ties half.

    0 to 1, higher is better, 0.5 at chance level. nan without cases of the class, or without others.
    Hanley and McNeil 1982; equal to the trapezoid with tied scores grouped.
    """
    pairs = table.n_positive * table.n_negative
    if not pairs:
        return math.nan
    kind = np.int64 if table.n < EXACT else np.float64

    def twice_the_area(part: slice) -> int | float:
        tp, fp = table.flagged(part.start, part.stop + 1)
        added = (fp[1:] - fp[:-1]).astype(kind, copy=False)
        return cast("int | float", np.vdot(added, tp[:-1] + tp[1:]).item())

    return sum(in_blocks(len(table.scores), twice_the_area)) / (2 * pairs)


@_once_a_table
def average_precision(table: ThresholdTable) -> float:
    """Precision averaged over the true positives, one step per distinct score (no interpolation).

    0 to 1, higher is better, the prevalence at chance level. nan without cases of the class. Σ (R_k − R_{k−1}) P_k with
    tied scores grouped, as in scikit-learn, which gives 0 without cases.
    """
    if not table.n_positive:
        return math.nan

    def precision_over_found(part: slice) -> float:
        tp, fp = table.flagged(part.start, part.stop + 1)
        precision = tp[1:].astype(np.float64)
        precision /= precision + fp[1:]
        precision *= tp[1:] - tp[:-1]
        return float(precision.sum())  # a BLAS product would wake its threads

    return sum(in_blocks(len(table.scores), precision_over_found)) / table.n_positive


def hand_till(truth: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Multiclass area under the ROC curve, one-vs-one (Hand–Till): the mean over all pairs.

    truth: (n,) codes 0..K-1; scores: (n, K), column k higher meaning more likely class k. For classes i and j the
    score of i ranks their cases, then the score of j; ties count half. 0 to 1, higher is better, 0.5 at chance
    level, whatever the prevalence. nan with fewer than two classes that have cases; others are excluded.
    weights: (n,) how often each case counts, above 0; None: once. Hand and Till 2001.
    Raises ValueError for codes outside, scores that are not finite, or shapes that do not fit.

    >>> hand_till([0, 0, 1, 2], [[0.8, 0.1, 0.1], [0.4, 0.5, 0.1], [0.5, 0.4, 0.1], [0.2, 0.2, 0.6]])
    0.8333333333333334
    """
    codes, columns = coded_scores(truth, scores)
    counts = None if weights is None else np.asarray(weights, np.float64)
    sizes = np.bincount(codes, counts, minlength=columns.shape[1])
    present = np.flatnonzero(sizes)
    pairs = len(present) * (len(present) - 1)
    areas = (
        _against_each(codes, columns[:, i], i, sizes, counts)[present[present != i]].sum() for i in present.tolist()
    )
    return float(sum(areas)) / pairs if pairs else math.nan


def hand_till_of_tables(by_class: Sequence[Sequence[ThresholdTable]]) -> float:
    """As `hand_till`, of rows that are not held: by_class[i][j] is the score of class i in the rows of class j."""
    sizes = [each[own].n for own, each in enumerate(by_class)]
    present = [label for label, size in enumerate(sizes) if size]
    pairs = len(present) * (len(present) - 1)
    areas = (np.array([_against(by_class[i][i], by_class[i][j]) for j in present if j != i]).sum() for i in present)
    return float(sum(areas)) / pairs if pairs else math.nan


def _against(own: ThresholdTable, others: ThresholdTable) -> float:
    """How often a case of one table scores higher than one of the other, ties half."""
    rising, cases = own.scores[::-1], np.append(0.0, own.cases[::-1].cumsum())
    not_won = sum(cases[np.searchsorted(rising, others.scores, side)] for side in ("left", "right"))
    return 1 - float(others.cases @ not_won) / (2.0 * float(cases[-1] * others.cases.sum()))


def _against_each(
    codes: NDArray[np.intp], scores: Values, own: int, sizes: NDArray[Any], counts: Values | None
) -> Values:
    """(K,) how often a case of the class `own` scores higher than one of each class, ties half; nan where none."""
    order = scores.argsort()
    rising, classes = scores[order], codes[order]
    of_own = rising[classes == own]
    not_won = of_own.searchsorted(rising, "left"), of_own.searchsorted(rising, "right")
    if counts is None:
        below: NDArray[Any] = not_won[0] + not_won[1]  # twice the pairs not won
    else:
        before = np.append(0.0, counts[order][classes == own].cumsum())
        below = (before[not_won[0]] + before[not_won[1]]) * counts[order]
    return 1 - divided(np.bincount(classes, below, len(sizes)), 2.0 * sizes[own] * sizes)


def coded_scores(truth: ArrayLike, scores: ArrayLike) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    codes, columns = numbers("truth", truth), floats("scores", scores)
    if columns.ndim != 2 or codes.shape != columns.shape[:1]:
        shapes = f"{columns.shape} for {codes.shape}"
        raise ValueError(f"`scores` are one row per case of `truth` and one column per class, not {shapes}")
    if codes.size and (codes.dtype.kind not in "iub" or codes.min() < 0 or codes.max() >= columns.shape[1]):
        raise ValueError(f"`truth` must be whole numbers between 0 and {columns.shape[1] - 1}")
    if not np.isfinite(columns).all():
        raise ValueError("`scores` must be finite numbers")
    return codes.astype(np.intp), columns


def _case_by_case(table: ThresholdTable) -> tuple[float, float]:
    """The area with ties broken: cases without the class first, and cases with the class first."""
    pairs = table.n_positive * table.n_negative
    if not pairs:
        return math.nan, math.nan
    tied = float(np.vdot(table.positives.astype(np.float64), table.negatives.astype(np.float64))) / pairs
    return auc(table) - tied / 2, auc(table) + tied / 2


def _trapezoid(table: ThresholdTable) -> float:
    """Area under straight lines between the points of the precision-recall curve, which starts at (0, 1)."""
    if not table.n_positive:
        return math.nan
    tp, fp = (part.astype(np.float64) for part in table.flagged(1, len(table.scores) + 1))
    recall, precision = np.append(0.0, tp / table.n_positive), np.append(1.0, tp / (tp + fp))
    return float(np.trapezoid(precision, recall))


AREAS = (
    Definition(
        key="auc", name="AUC", level="scores", path="classes.auc",
        where="$s_{+}$, $s_{-}$: scores of a case with the class and of one without; $P$: proportion of all such "
        "pairs",
        meaning="Probability that a case with the class has a higher score than a case without; ties count half. "
        "0.5 is chance level, 1 is perfect. Needs no threshold; with several other classes it depends on their mix.",
        rule=Formula(r"P(s_{+} > s_{-}) + \frac{1}{2} P(s_{+} = s_{-})", auc),
        undefined=Code.ONE_KIND_OF_CASES,
        aliases=("area under the ROC curve", "AUROC", "AUC-ROC", "C statistic"), interval=DELONG_SCORE, averaged=True,
        places={"numbers": 2, "balance": 3},
        documents=(SOUNDS, RHYTHM, NOTE, EQUATIONS),
        readings=(
            AlternativeDefinition(
                NOTE,
                "Its loop steps case by case, so that with tied scores the area depends on the order of the rows, "
                "between the two numbers here. Grouping ties gives the middle.",
                _case_by_case,
            ),
            AlternativeDefinition(
                "pooled out-of-fold",
                "Of a cross-validated file the AUC is the mean of the folds. Ranking the cases of all folds together "
                "mixes the score scales of the models.",
                auc,
            ),
            AlternativeDefinition(
                "PyCM", "AUC from labels alone: one point, the mean of sensitivity and specificity."
            ),
            AlternativeDefinition(
                RHYTHM,
                "Values above 0.7 are acceptable, above 0.9 excellent. What is sufficient depends on the use.",
            ),
        ),
    ),
    Definition(
        key="average_precision", name="Average precision", level="scores", path="classes.average_precision",
        where="$t$: the scores in falling order; $R_t$, $P_t$: sensitivity and PPV of the "
        "positive: score ≥ $t$; $R_{0} = 0$",
        meaning="Precision averaged over recall. Chance level = prevalence, so not comparable across populations.",
        rule=Formula(r"\sum_t (R_t - R_{t-1}) P_t", average_precision), undefined=Code.NO_TRUE_CASES,
        aliases=("AP", "area under the precision-recall curve", "AUPRC", "PR AUC"), by_prevalence=True,
        interval=LINEARISED_LOGIT, averaged=True, places={"balance": 4}, documents=(NOTE,),
        readings=(
            AlternativeDefinition(
                "trapezoid rule",
                "Joins the points of the curve by straight lines, which no threshold reaches.",
                _trapezoid,
            ),
            AlternativeDefinition(
                NOTE,
                "Prefers the precision–recall curve for imbalanced classes. That curve depends on prevalence; the "
                "ROC curve depends at most on the mix of the other classes. They answer different questions.",
            ),
            AlternativeDefinition(
                "scikit-learn",
                "0 without a case of the class.",
                lambda table: np.nan_to_num(average_precision(table)),
            ),
        ),
    ),
)  # fmt: skip
