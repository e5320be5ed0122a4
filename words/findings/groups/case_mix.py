"""What is said of a group at the case mix of the rest."""

from __future__ import annotations

from collections.abc import Sequence

from metrics import Estimate
from words.findings.finding import sentences
from words.findings.groups.named import columns_said
from words.text.numbers import NBSP, decimals, of, percent, span_of

TITLE = "Case mix: each group as if it had that of the rest"
ADJUST = "Adjusted for (one or two columns)"
MOST = 2
TAKES = "Choose one or two columns."
NOT_ASSESSABLE = ":gray[not assessable]"
HEADS = {  # the three columns of a number
    "sensitivity": ("Sensitivity", "Sensitivity at the case mix of the rest", "Sensitivity of the rest"),
    "fpr": (
        "False positive rate",
        "False positive rate at the case mix of the rest",
        "False positive rate of the rest",
    ),
}


def rate(found: Estimate, trials: int) -> str:
    """ "64 % (42–81)", without an interval "64 %"."""
    value = percent(found.value, trials)
    if found.low is None or found.high is None:
        return value
    places = decimals(found.value, trials)
    return f"{value}{NBSP}({span_of(found.low * 100, found.high * 100, places)})"


def absent(absent: int, total: int) -> str:
    """How much of the rest has no counterpart in the group; "" where all has."""
    return f"without {of(absent, total)}" if absent else ""


def by_rows(columns: Sequence[str]) -> str:
    """Of the groups of which columns CIs treat rows as independent, although an engine counts patients; "" for none."""
    return f"CIs in the groups of {columns_said(columns)} treat rows as independent." if columns else ""


def means(columns: Sequence[str], are_absent: bool) -> str:
    """How it is made. are_absent: whether a group lacks strata of the rest."""
    lacking = "“Without 3 of 29”: cases of the rest whose stratum the group lacks." if are_absent else ""
    return sentences(
        f"Direct standardisation: each group keeps its own rates within {columns_said(columns)}, and these strata "
        "count as often as in all other groups.",
        lacking,
    )
