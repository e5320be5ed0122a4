"""What the rows of a study are, as the names of its columns tell."""

from __future__ import annotations

import re

from predictions.columns.aliases import key_of
from predictions.mapping import Mapping

UNITS = {
    "patient": ("patient", "patients"),
    "subject": ("patient", "patients"),
    "record": ("recording", "recordings"),
    "study": ("study", "studies"),
}


def unit_of(mapping: Mapping, repeated: bool) -> tuple[str, str]:
    """One and many. Rows are patients only when the id column says so and no id is repeated."""
    if mapping.sequence and mapping.order:
        return ("epoch", "epochs") if "epoch" in key_of(mapping.order) else ("frame", "frames")
    if mapping.case_id and not repeated:
        return UNITS.get(re.sub("_?id$", "", key_of(mapping.case_id)), ("case", "cases"))
    return "case", "cases"
