"""What a list of single cases may be asked for; the values are the codes by which `words` speaks of them."""

from __future__ import annotations

from enum import StrEnum


class CaseKind(StrEnum):
    """What may have become of a case; a list can ask for several at once."""

    MISSED = "missed"
    REASSURED = "reassured"
    FALSE_POSITIVE = "false positive"
    CONFIDENT = "confident"
    RESCUED = "rescued"
    DIFFERENT = "different"


# What a prediction did to the patient. The other kinds narrow whatever is asked for.
OUTCOMES = frozenset({CaseKind.MISSED, CaseKind.REASSURED, CaseKind.FALSE_POSITIVE})


class CaseOrder(StrEnum):
    """How a list of cases is sorted."""

    WORST = "worst"
    CONFIDENT = "confident"
    FILE = "file"
