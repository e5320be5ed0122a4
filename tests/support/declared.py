"""The names that intervals may have; every number of every example is asked for one."""

import re

from metrics.interval_methods import (
    ADJUSTED_LOGIT,
    BOOTSTRAP,
    CASE_ADDED,
    CLOPPER_PEARSON,
    CLOPPER_PEARSON_OF_PATIENTS,
    CLUSTER_ROBUST,
    DELONG,
    DELTA,
    DRAWS_FROM_ZERO,
    DRAWS_OF_CURVE,
    EXACT_POISSON,
    FLEISS,
    FLEISS_LOGIT,
    LINEARISED,
    LOG,
    LOGIT,
    MOSKOWITZ_PEPE,
    MOVER,
    MOVER_OF_GROUPS,
    MOVER_OF_PAIR,
    NEWCOMBE,
    NEWCOMBE_SCORE,
    OBUCHOWSKI,
    OBUCHOWSKI_ROCKETTE,
    PATIENT_BOOTSTRAP,
    RATIO_ESTIMATOR,
    WALD,
    WALD_LOGIT,
    WILSON,
)

PLAIN = (
    WILSON, CLOPPER_PEARSON, CLOPPER_PEARSON_OF_PATIENTS, DELTA, MOVER, MOVER_OF_PAIR, MOVER_OF_GROUPS, NEWCOMBE,
    MOSKOWITZ_PEPE, DELONG, OBUCHOWSKI, WALD, DRAWS_OF_CURVE, DRAWS_FROM_ZERO, NEWCOMBE_SCORE, FLEISS, FLEISS_LOGIT,
    LOG, LOGIT, ADJUSTED_LOGIT, BOOTSTRAP, PATIENT_BOOTSTRAP, EXACT_POISSON,
)  # fmt: skip
_DERIVED = (
    rf"{NEWCOMBE_SCORE}, ({DELONG}|{OBUCHOWSKI}|{PATIENT_BOOTSTRAP}|{BOOTSTRAP}) variance, t(\(\d+(\.\d)?\))?",
    rf"({DELONG}|{OBUCHOWSKI}|{RATIO_ESTIMATOR}|({PATIENT_BOOTSTRAP}|{BOOTSTRAP}) SE), (logit|log) scale, t\(\d+\)",
    rf"({LINEARISED}|{CLUSTER_ROBUST}) SE(, (logit|log) scale)?, t\(\d+\)",
    rf"{WALD_LOGIT}\(\d+\)",
    rf"({PATIENT_BOOTSTRAP}|{BOOTSTRAP}), expanded percentiles, t\(\d+\)",
    rf"({PATIENT_BOOTSTRAP} SE|{BOOTSTRAP} SE|{RATIO_ESTIMATOR}|{OBUCHOWSKI}), t\(\d+\)",
    rf"({PATIENT_BOOTSTRAP}|{BOOTSTRAP}) SE, {CASE_ADDED}, t\(\d+\)",
    rf"{OBUCHOWSKI_ROCKETTE}(, logit scale)?(, t\(\d+(\.\d)?\))?",
)
_ANY = "|".join((*map(re.escape, PLAIN), *_DERIVED))
_NAMES = re.compile(rf"({_ANY})(, \d[\d,]* resamples)?(, via (Jaccard|accuracy))?")


def is_declared(method: str) -> bool:
    """Whether this is the name of an interval of this house."""
    return _NAMES.fullmatch(method) is not None
