"""Which cases a list shows: conditions on codes and scores that must all hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.cases.case_list import CaseList
from predictions.cases.kinds import CaseKind
from predictions.columns.labels import BLANK


@dataclass(frozen=True)
class CaseFilter:
    """What is asked for; None, nothing or an empty text: any.

    truth, called, normal: classes; not_diseases: those that are neither Normal nor a disease.
    group, value: positions in the list's groups and in the values of that group.
    least: the score of the called class at which an error counts as confident. case_id: the whole id of a
    case, or how ids begin where none is the same. against, about: of cases on which models disagree only those on
    which exactly one of this model and the model `against` predicts the class `about`.
    """

    kinds: frozenset[CaseKind] = frozenset()
    truth: int | None = None
    called: int | None = None
    group: int | None = None
    value: int | None = None
    least: float = 0.9
    case_id: str = ""
    normal: int | None = None
    not_diseases: frozenset[int] = frozenset()
    against: int | None = None
    about: int | None = None


def matching(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    """(n,) True for the rows of the model on its split that meet every condition."""
    mask = np.ones(len(cases.predictions), bool) if cases.rows is None else cases.rows.copy()
    if wanted.truth is not None:
        mask &= cases.predictions.truth == wanted.truth
    if wanted.called is not None:
        mask &= cases.predictions.predicted == wanted.called
    if wanted.group is not None and wanted.value is not None:
        mask &= cases.groups[wanted.group].codes == wanted.value
    for kind in wanted.kinds:
        mask &= _KINDS[kind](cases, wanted)
    if wanted.case_id:
        mask &= _has_id(cases, wanted.case_id)
    return mask


def among(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    """(n,) True for the cases of which the wanted ones are a part: calls that may be wrong, or patients to be missed.

    The group stays as it is; the id is left out.
    """
    base, normal = replace(wanted, kinds=frozenset(), case_id=""), wanted.normal
    if wanted.kinds == {CaseKind.FALSE_ALARM} and wanted.truth is None:
        return _both(matching(cases, base), _not_called(cases, normal) if wanted.called is None else True)
    mask = matching(cases, replace(base, called=None))
    if wanted.truth is None and wanted.kinds & {CaseKind.MISSED, CaseKind.REASSURED} and normal is not None:
        mask &= _with_disease(cases, wanted)
    return mask


def _both(first: np.ndarray, second: np.ndarray | bool) -> np.ndarray:
    mask: np.ndarray = first & second
    return mask


def _not_called(cases: CaseList, normal: int | None) -> np.ndarray | bool:
    return True if normal is None else cases.predictions.predicted != normal


def _missed(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    return _both(cases.wrong, True if wanted.normal is None else _with_disease(cases, wanted))


def _with_disease(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    apart = [*wanted.not_diseases, wanted.normal]
    return ~np.isin(cases.predictions.truth, [each for each in apart if each is not None])


def _reassured(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    if wanted.normal is None:
        return np.zeros(len(cases.predictions), bool)
    return _both(cases.wrong, cases.predictions.predicted == wanted.normal)


def _false_alarm(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    return _both(cases.wrong, _not_called(cases, wanted.normal))


def _sure(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    if cases.sure is None:
        return np.zeros(len(cases.predictions), bool)
    return _both(cases.wrong, cases.sure >= wanted.least)


def _rescued(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    mask = np.zeros(len(cases.predictions), bool)
    for other in cases.elsewhere:
        mask |= other.predicted == cases.predictions.truth
    return _both(mask, cases.wrong)


def _different(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    mask, own = np.zeros(len(cases.predictions), bool), cases.predictions.predicted
    if wanted.against is not None:
        others = [other.predicted for other in cases.elsewhere if other.model == wanted.against]
        return _both((others[0] != BLANK), (own == wanted.about) != (others[0] == wanted.about)) if others else mask
    for other in cases.elsewhere:
        mask |= (other.predicted != BLANK) & (other.predicted != cases.predictions.predicted)
    return mask


_KINDS: dict[CaseKind, Callable[[CaseList, CaseFilter], np.ndarray]] = {
    CaseKind.MISSED: _missed,
    CaseKind.REASSURED: _reassured,
    CaseKind.FALSE_ALARM: _false_alarm,
    CaseKind.SURE: _sure,
    CaseKind.RESCUED: _rescued,
    CaseKind.DIFFERENT: _different,
}


def _has_id(cases: CaseList, text: str) -> np.ndarray:
    """Cases of this id; where no id is the same, those whose id begins so."""
    ids = cases.predictions.case_ids
    if ids is None:
        return np.zeros(len(cases.predictions), bool)
    found = _as_mask(pc.equal(ids, pa.scalar(text, ids.type)))
    return found if found.any() else _as_mask(pc.starts_with(ids, text))


def _as_mask(found: pa.ChunkedArray) -> np.ndarray:
    return np.asarray(pc.fill_null(found, False).to_numpy())
