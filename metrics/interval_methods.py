"""The name of every interval, in one place: its estimator, its scale, and the distribution of its quantiles.

Plain functions (`delong`, `kappa_interval`, `bootstrap`) carry the plain name of their method. An evaluation often
shows another interval of the same estimator, and then the name says so: "DeLong, logit scale, t(40)". The number in
brackets is the degrees of freedom: one less than the cases, or patients, that the interval rests on; of DeLong's
variance Satterthwaite's.
"""

from __future__ import annotations

import functools
import math
from typing import Literal

# default: as in docs/statistics.md; conventional: plain DeLong, percentile bootstrap and Fleiss on the plain scale, as
# pROC, scikit-learn's users and most protocols have them.
Style = Literal["default", "conventional"]
STYLES: tuple[Style, ...] = ("default", "conventional")
WILSON, CLOPPER_PEARSON = "Wilson", "Clopper–Pearson"
CLOPPER_PEARSON_OF_PATIENTS = "Clopper–Pearson over patients"  # each patient is one trial
DELTA, MOVER = "delta method, logit scale", "MOVER over the classes"  # t by Satterthwaite; Zou and Donner 2008
MOVER_OF_PAIR, MOVER_OF_GROUPS = "MOVER of Wilson bounds, paired", "MOVER of both intervals"  # Zou and Donner 2008
NEWCOMBE, MOSKOWITZ_PEPE = "Newcombe", "Moskowitz-Pepe"
DELONG, OBUCHOWSKI = "DeLong", "Obuchowski"
OBUCHOWSKI_ROCKETTE = "Obuchowski-Rockette"  # over readers and cases
FLEISS, FLEISS_LOGIT = "Fleiss", "Fleiss, logit scale, t"  # t of all cases
RATIO_ESTIMATOR = "ratio estimator"  # linearised
CASE_ADDED = "one case added"  # to the variance, of each kind that was not seen
EXACT_POISSON = "exact Poisson"  # of few observed cases, for each that is expected
WALD = "Wald"  # of a logistic regression: its own information
WALD_LOGIT = f"{WALD}, logit scale, t"
DRAWS_OF_CURVE = "draws of the curve, t"
DRAWS_FROM_ZERO = f"{DRAWS_OF_CURVE}, from 0 by the Wald test"  # which does not tell the curve from the diagonal
LOG, LOGIT, ADJUSTED_LOGIT = "log", "logit", "adjusted logit"  # normal quantiles
BOOTSTRAP, PATIENT_BOOTSTRAP = "bootstrap", "patient bootstrap"  # plain percentiles (Efron 1979)
LINEARISED = "linearised"  # from how far each case moves a number, without drawing
CLUSTER_ROBUST = "cluster-robust"  # the same of patients with several rows
# Without their degrees of freedom, as definitions and footnotes name them:
BOOTSTRAP_PLAIN, PATIENT_BOOTSTRAP_PLAIN = (f"{each} SE, t" for each in (BOOTSTRAP, PATIENT_BOOTSTRAP))
BOOTSTRAP_LOGIT, PATIENT_BOOTSTRAP_LOGIT = (f"{each} SE, logit scale, t" for each in (BOOTSTRAP, PATIENT_BOOTSTRAP))
LINEARISED_LOGIT, CLUSTER_ROBUST_LOGIT = (f"{each} SE, logit scale, t" for each in (LINEARISED, CLUSTER_ROBUST))
NEWCOMBE_SCORE = "Newcombe score"  # Newcombe 2006, method 5: for an area of 0 or 1; else its variance is named, too
DELONG_SCORE, PATIENT_SCORE = (f"{NEWCOMBE_SCORE}, {each} variance, t" for each in (DELONG, PATIENT_BOOTSTRAP))
OBUCHOWSKI_SCORE = f"{NEWCOMBE_SCORE}, {OBUCHOWSKI} variance, t"

# What the conventional style gives in place of these, where rows are independent:
CONVENTIONAL = {
    DELONG_SCORE: DELONG, BOOTSTRAP_LOGIT: BOOTSTRAP, LINEARISED_LOGIT: BOOTSTRAP, FLEISS_LOGIT: FLEISS,
    DELTA: BOOTSTRAP, f"{WILSON}, via Jaccard": BOOTSTRAP,
}  # fmt: skip


def on_odds_scale(estimator: str, units: int, highest: float = 1.0) -> str:
    """The name of bounds of `bounds_of`: log odds, or the logarithm of a number without an upper end."""
    return f"{estimator}, {'log' if math.isinf(highest) else 'logit'} scale, t({units - 1})"


def score_of_area(estimator: str, value: float, freedom: float) -> str:
    """The name of bounds of `auc_bounds`. estimator: of the variance, which an area of 0 or 1 does not have."""
    name = f"{NEWCOMBE_SCORE}, {estimator} variance, t({f'{freedom:.1f}'.removesuffix('.0')})"
    return NEWCOMBE_SCORE if value in (0, 1) else name


def expanded_percentiles(units: int) -> str:
    """The name of patient-level percentiles that reach as far as Student's t; see `expanded`."""
    return f"{PATIENT_BOOTSTRAP}, expanded percentiles, t({units - 1})"


def bootstrap_error(units: int) -> str:
    """The name of bounds from the spread of patient-level replicates, on the plain scale."""
    return of_linear(f"{PATIENT_BOOTSTRAP} SE", units)


def of_linear(estimator: str, units: int) -> str:
    """The name of bounds from the standard error of a sum over cases or patients, on the plain scale."""
    return f"{estimator}, t({units - 1})"


def obuchowski_rockette(freedom: float, scale: str = "") -> str:
    """The name of bounds of a mean over readers; freedom: inf where readers do not differ. scale: "" for the plain."""
    name = f"{OBUCHOWSKI_ROCKETTE}, {scale} scale" if scale else OBUCHOWSKI_ROCKETTE
    return f"{name}, t({freedom:.1f})" if math.isfinite(freedom) else name


def of_single_cases(method: str) -> str:
    """The name of a patient-level interval where each patient is one case."""
    if method == CLOPPER_PEARSON_OF_PATIENTS:
        return CLOPPER_PEARSON
    each = {PATIENT_BOOTSTRAP: BOOTSTRAP, OBUCHOWSKI: DELONG, CLUSTER_ROBUST: LINEARISED}
    return functools.reduce(lambda name, of: name.replace(*of), each.items(), method)


def via(method: str, other: str) -> str:
    """The name of bounds that the bounds of another number give through a formula."""
    return f"{method}, via {other}"
