"""What stands in the table of all numbers of groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from metrics import Estimate
from words.findings.prevalence import common
from words.text.differences import never_0
from words.text.numbers import NBSP, ci

NAMES: Mapping[str, str] = {
    "sensitivity": "Sensitivity", "fpr": "False positive rate", "ppv": "PPV", "alarm_rate": "Predicted", "auc": "AUC",
    "oe_ratio": "O:E",
}  # fmt: skip
OF_RATIOS = ("auc", "oe_ratio")
GAIN_MEANS = (
    "Net benefit: per 100 of the group, over the better default there, with a CI where it has 20 cases of the class "
    "and 20 others; it depends on the prevalence of the group."
)


def head(key: str, name: str) -> str:
    """Of a column. name: of the class."""
    return f"Predicted {name}" if key == "alarm_rate" else NAMES[key]


def head_of_gain(threshold: float) -> str:
    """Of the column of net benefit."""
    return f"Net benefit at {common(threshold)}"


def points_or_value(key: str, found: Estimate) -> str:
    """A difference to the rest: "−31 points (−53 to −8)", of an AUC "−0.04 (−0.09 to +0.01)"."""
    assert found.low is not None
    assert found.high is not None
    factor, unit = (1, "") if key in OF_RATIOS else (100, f"{NBSP}points")
    places = 2 if key in OF_RATIOS else 1 if abs(found.value) < 0.1 else 0
    value, low, high = (never_0(each * factor, places, 5) for each in (found.value, found.low, found.high))
    return f"{value}{unit}{NBSP}({low}{NBSP}to{NBSP}{high})"


def marks(
    level: float, are_several: bool, are_all: bool = True, has_gain: bool = False, keys: Collection[str] = OF_RATIOS,
    least: float = 0.5,
) -> str:  # fmt: skip
    """How to read the marks, below the table. are_several: whether there are more than two groups.

    are_all: whether differences in AUC and O:E are shown. has_gain: whether net benefit is.
    keys: the numbers of the table. least: where the scale of AUC begins.
    """
    scales = [said for key, said in (("auc", f"AUC {least:g}–1"), ("oe_ratio", "O:E 0–2")) if key in keys]
    together = ", CI simultaneous for the groups (Bonferroni)" if are_several else ""
    elsewhere = "" if are_all else " Differences in AUC and O:E are in the download."
    return (
        f"Square: the group with its {ci(level)}. Circle around the dotted zero: difference to the rest{together}; "
        f"filled where its CI excludes 0. Scales: {', '.join(['0–100 %', *scales])}."
        + elsewhere
        + (f" {GAIN_MEANS}" if has_gain else "")
    )
