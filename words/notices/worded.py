"""All notices in one table, and the one function that words them."""

from __future__ import annotations

from words.notices import answers, cases, columns, files, matrices
from words.notices.template import Coded, Wording, filled

WORDINGS: dict[str, Wording] = {
    **files.WORDINGS,
    **matrices.WORDINGS,
    **columns.WORDINGS,
    **answers.WORDINGS,
    **cases.WORDINGS,
}
# Whose example is a value of a patient, which their words can do without.
OF_PATIENTS = frozenset(
    {"rounded_ids", "conflicting_truth", "conflicting_predictions", "json_keys_as_ids", "without_group", "without_date"}
)


def shared(notice: Coded) -> str:
    """The same for what is handed on, without the ids and other values of patients that it would give as examples."""
    hidden = {"example": ""} if notice.code in OF_PATIENTS else {}
    return filled(WORDINGS[notice.code], {**notice.fields, **hidden})


def worded(notice: Coded) -> str:
    """The sentence of a notice, not escaped. Raises KeyError for a code or a field that has no words."""
    return filled(WORDINGS[notice.code], notice.fields)
