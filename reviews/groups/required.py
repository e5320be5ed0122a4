"""What a reader requires of a class, for the two numbers that groups are judged by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from metrics.requirements import Requirement

OTHERWISE = {"sensitivity": "fnr", "fpr": "specificity"}


def required(requirements: Iterable[Requirement], label: str, key: str) -> Requirement | None:
    """The first requirement on sensitivity or false positive rate of a class, or on its complement; None without."""
    for each in requirements:
        if each.label == label and each.key == key:
            return each
        if each.label == label and each.key == OTHERWISE[key]:
            return replace(each, key=key, bound=round(1 - each.bound, 12), at_most=not each.at_most)
    return None
