"""All notices in one table, and the one function that words them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from words.notices import answers, cases, columns, files, matrices
from words.notices.template import Wording, filled

WORDINGS: dict[str, Wording] = {
    **files.WORDINGS,
    **matrices.WORDINGS,
    **columns.WORDINGS,
    **answers.WORDINGS,
    **cases.WORDINGS,
}


class Coded(Protocol):
    """A notice: a code of `WORDINGS`, and what its sentence names."""

    @property
    def code(self) -> str: ...

    @property
    def fields(self) -> Mapping[str, Any]: ...


def worded(notice: Coded) -> str:
    """The sentence of a notice, not escaped. Raises KeyError for a code or a field that has no words."""
    return filled(WORDINGS[notice.code], notice.fields)
