"""Which cases a list shows: those with one of the outcomes that are asked for, which meet every other condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from predictions.cases.case_list import CaseList
from predictions.cases.kinds import OUTCOMES, CaseKind
from predictions.columns.labels import BLANK


@dataclass(frozen=True)
class CaseFilter:
    """What is asked for; None, nothing or an empty text: any.

    kinds: a case has one of the `OUTCOMES` among them, and is of every other kind.
    truth, predicted, normal: classes; not_diseases: those that are neither Normal nor a disease.
    group, value: the name of one of the list's groups, and one of its values.
    least: the score of the predicted class at which an error counts as confident. case_id: the whole id of a
    case, or how ids begin where none is the same. against, about: of cases on which models disagree only those on
    which exactly one of this model and the model `against` predicts the class `about`.
    """

    kinds: frozenset[CaseKind] = frozenset()
    truth: int | None = None
    predicted: int | None = None
    group: str | None = None
    value: str | None = None
    least: float = 0.9
    case_id: str = ""
    normal: int | None = None
    not_diseases: frozenset[int] = frozenset()
    against: int | None = None
    about: int | None = None


def matching(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    """(n,) True for the rows of the model on its split that have one of the outcomes and meet every other condition."""
    mask = np.ones(len(cases.predictions), bool) if cases.rows is None else cases.rows.copy()
    if wanted.truth is not None:
        mask &= cases.predictions.truth == wanted.truth
    if wanted.predicted is not None:
        mask &= cases.predictions.predicted == wanted.predicted
    if wanted.group is not None and wanted.value is not None:
        mask &= cases.group(wanted.group).of(wanted.value)
    if outcomes := wanted.kinds & OUTCOMES:
        mask &= np.logical_or.reduce([_KINDS[kind](cases, wanted) for kind in outcomes])
    for kind in wanted.kinds - OUTCOMES:
        mask &= _KINDS[kind](cases, wanted)
    if wanted.case_id:
        mask &= _has_id(cases, wanted.case_id)
    return mask


def among(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    """(n,) True for the cases of which the wanted ones are a part: all predictions of a class, or all its patients.

    The group and the id stay as they are.
    """
    base, normal, outcomes = replace(wanted, kinds=frozenset()), wanted.normal, wanted.kinds & OUTCOMES
    if wanted.kinds == {CaseKind.FALSE_POSITIVE} and wanted.truth is None:
        return _both(matching(cases, base), _not_predicted(cases, normal) if wanted.predicted is None else True)
    mask = matching(cases, replace(base, predicted=None))
    of_disease = bool(outcomes) and outcomes <= {CaseKind.MISSED, CaseKind.REASSURED}
    if wanted.truth is None and of_disease and normal is not None:
        mask &= _with_disease(cases, wanted)
    return mask


def _both(first: np.ndarray, second: np.ndarray | bool) -> np.ndarray:
    mask: np.ndarray = first & second
    return mask


def _not_predicted(cases: CaseList, normal: int | None) -> np.ndarray | bool:
    return True if normal is None else cases.predictions.predicted != normal


def _missed(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    return _both(cases.incorrect, True if wanted.normal is None else _with_disease(cases, wanted))


def _with_disease(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    is_disease = np.ones(len(cases.predictions.labels), bool)
    is_disease[[each for each in (*wanted.not_diseases, wanted.normal) if each is not None]] = False
    found: np.ndarray = is_disease[cases.predictions.truth]
    return found


def _reassured(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    if wanted.normal is None:
        return np.zeros(len(cases.predictions), bool)
    return _both(_missed(cases, wanted), cases.predictions.predicted == wanted.normal)


def _false_positive(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    return _both(cases.incorrect, _not_predicted(cases, wanted.normal))


def _confident(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    if not cases.has_confidence:
        return np.zeros(len(cases.predictions), bool)
    return _both(cases.incorrect, cases.confidence() >= wanted.least)


def _rescued(cases: CaseList, wanted: CaseFilter) -> np.ndarray:
    mask = np.zeros(len(cases.predictions), bool)
    for other in cases.elsewhere:
        mask |= other.predicted == cases.predictions.truth
    return _both(mask, cases.incorrect)


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
    CaseKind.FALSE_POSITIVE: _false_positive,
    CaseKind.CONFIDENT: _confident,
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
