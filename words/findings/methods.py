"""How much of a file is used, what its rows are taken for, and how the intervals were made."""

from __future__ import annotations

from collections.abc import Iterable

from metrics.interval_methods import BOOTSTRAP, BOOTSTRAP_LOGIT, CLOPPER_PEARSON, DELONG_LOGIT, FLEISS_LOGIT, WILSON
from metrics.intervals.resampling_units import FEWEST_UNITS, REPLICATES, SEED
from words.findings.finding import Finding
from words.text.numbers import NBSP, percent, whole

DRAWS = f"{REPLICATES:,} resamples, seed {SEED}"
SHARES = f"{WILSON} for shares ({CLOPPER_PEARSON} for none or all)"
AREAS, KAPPA = f"{DELONG_LOGIT} for AUC", f"{FLEISS_LOGIT} for kappa"
OTHERS = f"{BOOTSTRAP_LOGIT} otherwise ({DRAWS})"
BANDS = f"{BOOTSTRAP}, expanded percentiles; {DRAWS}"


def rows_used(rows: int, used: int, excluded: Iterable[tuple[str, int]]) -> Finding:
    """How many rows are used, and why the others are not. excluded: (reason, rows)."""
    left_out = [_left_out(reason, number) for reason, number in excluded]
    if not left_out:
        return Finding(f"All {whole(rows)} rows are used.", "")
    first, *others = left_out
    headline = f"{whole(used)} of {whole(rows)} rows are used; {first}."
    return Finding(headline, " ".join(f"{other.capitalize()}." for other in others))


def _left_out(reason: str, rows: int) -> str:
    if reason == "no truth":
        return f"{whole(rows)} {'has' if rows == 1 else 'have'} no true class"
    return f"{whole(rows)} {'is' if rows == 1 else 'are'} left out: {reason}"


def intervals_made(level: float, clustered: bool, otherwise: Iterable[str]) -> str:
    """The level and the method of the intervals of a page. otherwise: the methods where rows are independent."""
    start = f"Intervals: {percent(level, 0)}"
    if clustered:
        return f"{start}, drawing whole patients with all their rows ({BOOTSTRAP_LOGIT}; {DRAWS})."
    return f"{start}; {'; '.join(otherwise)}."


def independence(n: int, clusters: int | None, unit: tuple[str, str], column: str) -> str:
    """What the intervals assume about rows of one patient. column: the name of what tells patients apart."""
    if clusters is None:
        return "Rows are treated as independent: if several belong to one patient, intervals are too narrow."
    if clusters == n:
        return f"One row per {unit[0]}."
    said = f"{whole(clusters)} different values of {column}, taken as patients, stand behind these {whole(n)} rows"
    if clusters < FEWEST_UNITS:
        return f"{said}: too few for an interval, which needs {FEWEST_UNITS}{NBSP}patients."
    return f"{said}."
