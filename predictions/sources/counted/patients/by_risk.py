"""Patients with several rows at many thresholds at once: an engine tells sums over them of products of their counts."""

from __future__ import annotations

import narwhals as nw
import numpy as np
import pyarrow as pa

from metrics.utility.patient_variances import PatientsByRisk
from predictions.counted import Risks
from predictions.problems import TooManyGroups
from predictions.sources.counted.cases.columns import TIMES, CaseColumns, at_once_or_by_ids
from predictions.sources.counted.patients.areas import OTHER, OWN, SCORE
from predictions.sources.counted.patients.evaluations import known_rows_of_class
from predictions.sources.counted.patients.ids import PATIENT
from predictions.sources.counted.patients.in_ranges import reached
from predictions.sources.counted.table import CountedTable
from predictions.sources.engines.engine import Frame, added_up, number_of, whole

REACHED, FALLING = "reached", "falling"  # how many of the risks a score reaches, and the same as order_by rises
OWN_AT, OTHER_AT, OWN_ALL, OTHER_ALL = "own at", "other at", "own of all", "other of all"
PAIRS = ((0, 0), (0, 1), (1, 1), (0, 2), (0, 3), (1, 2), (1, 3))  # of what a patient has, in the order of `_gained`
FIXED = ((2, 2), (2, 3), (3, 3))  # those that no risk changes


def patients_by_risk(columns: CaseColumns, label: int, risks: Risks, cells: np.ndarray) -> PatientsByRisk | None:
    """Those with scores of a class; None where it has none, nothing tells patients apart, or they do not fit.

    cells: (g, 4) of all rows with such scores, as `Counter.patients_by_risk` has them.
    """
    known = known_rows_of_class(columns, label)
    if known is None:
        return None
    own, other = nw.col(OWN) * nw.col(TIMES), (1 - nw.col(OWN)) * nw.col(TIMES)
    rows = known.select(PATIENT, reached(nw.col(SCORE), risks).alias(REACHED), own.alias(OWN), other.alias(OTHER))
    try:
        told = at_once_or_by_ids(rows, nw.col(PATIENT), lambda rows: _asked(columns.file, rows, len(risks)))
    except TooManyGroups:
        return None
    products, sums, patients = (np.asarray(np.sum(each, axis=0), np.int64) for each in zip(*told, strict=True))
    alone = cells - sums  # rows without an id, each a patient of its own
    products += np.apply_along_axis(np.diag, 1, alone)
    products[:, [0, 2, 1, 3], [2, 0, 3, 1]] += alone[:, [0, 0, 1, 1]]
    with_it, without = alone[0, 2:].tolist()
    count, *both = patients.tolist()
    return PatientsByRisk(products, count + with_it + without, both[0] + with_it, both[1] + without)


def _asked(file: CountedTable, rows: Frame, risks: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(g, 4, 4) products, (g, 4) sums; how many patients there are, with a case of the class, and with another."""
    each = [added_up(nw.col(name)) for name in (OWN, OTHER)]
    in_steps = rows.group_by(PATIENT, REACHED).agg(*each)
    own, other = nw.col(OWN), nw.col(OTHER)
    asked = [nw.len(), number_of(own > 0), number_of(other > 0)]
    asked += map(added_up, (own, other, own * own, own * other, other * other))
    numbers = [int(one or 0) for one in file.numbers(in_steps.group_by(PATIENT).agg(*each), asked)]
    products, sums = np.zeros((risks, 4, 4), np.int64), np.zeros((risks, 4), np.int64)
    sums[:, 2:] = numbers[3:5]
    for (one, two), found in zip(FIXED, numbers[5:], strict=True):
        products[:, one, two] = products[:, two, one] = found
    answer = file.answer(_gained(in_steps))
    for (one, two), name in zip(PAIRS, map(str, PAIRS), strict=True):
        products[:, one, two] = products[:, two, one] = _reaching(answer, name, risks)
    for place, name in enumerate((OWN, OTHER)):
        sums[:, place] = _reaching(answer, name, risks)
    return products, sums, np.array(numbers[:3], np.int64)


def _gained(rows: Frame) -> Frame:
    """What sums and products gain at each step of falling risks, over all patients.

    A patient's product at a risk is what it gained at the steps that reach it, so that a patient is looked at once for
    each of its own steps. Bought: 4 times the whole question of 5,000,000 rows from 200,000 patients, beside all pairs.
    """
    rows = rows.with_columns((-nw.col(REACHED)).alias(FALLING))
    own, other = nw.col(OWN), nw.col(OTHER)
    at = {name: each.cum_sum().over(PATIENT, order_by=FALLING) for name, each in ((OWN_AT, own), (OTHER_AT, other))}
    of_all = {name: each.sum().over(PATIENT) for name, each in ((OWN_ALL, own), (OTHER_ALL, other))}
    own_at, other_at, own_all, other_all = (nw.col(name) for name in (OWN_AT, OTHER_AT, OWN_ALL, OTHER_ALL))
    both = own_at * other_at - (own_at - own) * (other_at - other)
    squares = own * (2 * own_at - own), both, other * (2 * other_at - other)
    each = (*squares, own * own_all, own * other_all, other * own_all, other * other_all)
    sums = dict(zip((*map(str, PAIRS), OWN, OTHER), (*each, own, other), strict=True))
    found = rows.with_columns(**at, **of_all).select(REACHED, **sums)
    return found.group_by(REACHED).agg(*(added_up(nw.col(name)) for name in sums))


def _reaching(answer: pa.Table, name: str, risks: int) -> np.ndarray:
    """(g,) the sum at each risk, from what is gained at each step."""
    gained = np.zeros(risks + 1, np.int64)
    gained[whole(answer[REACHED])] = whole(answer[name])
    found: np.ndarray = gained[::-1].cumsum()[::-1][1:]
    return found
