"""What a reader must know about ids, splits, folds and sequences before trusting a number: notices, no changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from metrics.kernels.codes import unlike_others
from metrics.measures.case_weights import effective_n
from predictions.build.checks.groups import check_groups
from predictions.build.checks.labels import check_labels
from predictions.build.checks.models import check_models
from predictions.build.checks.repeated_cases import say_cases_of_several_models, say_repeated_cases
from predictions.build.units import unit_of
from predictions.columns.aliases import PATIENT_ID, key_of
from predictions.columns.cells import distinct_rows
from predictions.columns.identifiers import identifying
from predictions.columns.weight_kinds import FREQUENCY, kind_of
from predictions.mapping import Mapping
from predictions.problems import Notes
from predictions.roles.understood import Understood
from predictions.rows import Predictions
from predictions.slices.folds import about_folds, ids_in_several

WIDEST_GAP = 1000
MOST_ROWS = 50_000  # 0.1 s for 5 columns


class Positions(NamedTuple):
    """Of all rows that name a model, also of those that no number uses: (n,) place in their sequence, and its code."""

    order: np.ndarray | None
    sequence: np.ndarray | None


def check_study(models: Sequence[Predictions], table: Understood, everywhere: Positions, notes: Notes) -> None:
    """All checks that need the finished rows; splits and labels are those of the first model, ids of one that repeats
    them.

    everywhere: the rows of that model before any was excluded.
    """
    first = models[0]
    check_identifiers(table, notes)
    _check_ids(next(filter(ids_repeat, models), first), table, notes)
    if len(table.plain) == len(first):
        _say_identical(first, table.plain.table, notes)
    _check_splits(first, notes)
    notes.extend(about_folds(first))
    _check_sequences(first, table, everywhere, notes)
    check_groups(first, notes)
    check_models(models, notes)
    _check_weights(first, table, notes)
    check_labels(first.labels, [(model.model, _cells(model)) for model in models], notes)


def _cells(model: Predictions) -> np.ndarray:
    """(K, K) cases over all splits."""
    size = len(model.labels)
    places = model.truth.astype(np.int64) * size + model.predicted
    return np.bincount(places, model.copies, size * size).astype(np.int64).reshape(size, size)


def _check_weights(first: Predictions, table: Understood, notes: Notes) -> None:
    """Say that rows are weighted, and how much they tell."""
    if first.weights is not None:
        told = effective_n(first.weights) if first.copies is None else first.copies.sum()
        say_weights(table.mapping, len(first), float(told), notes)


def say_weights(mapping: Mapping, rows: int, told: float, notes: Notes) -> None:
    """Say that rows are weighted. told: their effective number, or how many cases they are."""
    kind = kind_of(str(mapping.weight))
    notes.fact(
        kind.notice,
        column=mapping.weight,
        rows=rows,
        **{"cases" if kind is FREQUENCY else "effective": round(told)},
    )


def check_identifiers(table: Understood, notes: Notes) -> None:
    """Say which columns may name a patient."""
    found = identifying(table.plain.table)
    if found:
        notes.warn("identifying_columns", columns=[*found])


def _repeat_counts(codes: np.ndarray, *groups: np.ndarray | None) -> np.ndarray:
    """How often each combination of non-negative codes occurs."""
    combined = codes.astype(np.int64)
    for group in groups:
        if group is not None:
            combined = combined * (int(group.max(initial=0)) + 2) + group + 1
    if int(combined.max(initial=0)) > 50_000_000:
        return np.unique(combined, return_counts=True)[1]
    return np.bincount(combined)


def ids_repeat(model: Predictions) -> bool:
    """Whether an id stands on several rows of one split."""
    if model.clusters is None:
        return False
    return bool((_repeat_counts(model.clusters, model.split) > 1).any())


def _check_ids(model: Predictions, table: Understood, notes: Notes) -> None:
    if model.case_ids is None:
        _say_no_ids(model, table, notes)
        return
    if model.clusters is None or not ids_repeat(model):
        return
    ids = int((np.bincount(model.clusters) > 1).sum())
    if model.sequence is None:
        notes.warn("repeated_ids", ids=ids, column=table.mapping.case_id)
    else:
        notes.fact("ids_of_recordings", ids=ids, column=table.mapping.case_id, units=_units(table)[1])
    if model.sequence is None:
        say_cases_of_several_models(model, notes)
    if model.sequence is None and has_cases_as_ids(table.mapping):
        for codes, code in ((model.truth, "conflicting_truth"), (model.predicted, "conflicting_predictions")):
            differing = np.flatnonzero(unlike_others(model.clusters, codes))
            if len(differing):
                example = model.case_ids[int(differing[0])].as_py()
                say_conflicts(code, len(np.unique(model.clusters[differing])), example, notes)


def has_cases_as_ids(mapping: Mapping) -> bool:
    """Whether an id has one true class, as a case, record or study has; a patient may well have several recordings."""
    return key_of(str(mapping.case_id)) not in PATIENT_ID


def say_conflicts(code: str, ids: int, example: str, notes: Notes) -> None:
    """Say that some ids have several classes. example: of such an id; "" where no id is brought from an engine."""
    if ids:
        notes.warn(code, ids=ids, example=example)


def _say_identical(model: Predictions, rows: pa.Table, notes: Notes) -> None:
    """Rows that stand again in full; not looked for among many rows of few ids, nor where a column holds lists."""
    if model.clusters is None or model.case_ids is None or not ids_repeat(model):
        return
    likely = pa.array(_repeats(model.clusters, model.truth, model.predicted))
    found = rows.filter(likely).unify_dictionaries()
    if len(found) > MOST_ROWS or any(pa.types.is_nested(kind) for kind in rows.schema.types):
        return
    if again := len(found) - distinct_rows(found, found.column_names):
        notes.warn("identical_rows", rows=again)


def _repeats(*codes: np.ndarray) -> np.ndarray:
    """(n,) whether another row has the same codes."""
    together = np.zeros(len(codes[0]), np.int64)
    for each in codes:
        together = together * (int(each.max(initial=0)) + 1) + each
    _, places, counts = np.unique(together, return_inverse=True, return_counts=True)
    found: np.ndarray = counts[places] > 1
    return found


def _say_no_ids(model: Predictions, table: Understood, notes: Notes) -> None:
    if model.sequence is not None:
        notes.fact("sequences_as_units", column=table.mapping.sequence)
    else:
        notes.warn("no_id_column")
        say_repeated_cases(model, notes)


def _check_splits(model: Predictions, notes: Notes) -> None:
    if model.split is None:
        return
    say_splits(model.splits, notes)
    if model.clusters is None or model.case_ids is None or len(model.splits) < 2:
        return
    ids = ids_in_several(model.clusters, model.split)
    if ids:
        notes.warn("ids_in_several_splits", ids=ids, splits=[*model.splits])


def say_splits(splits: Sequence[str], notes: Notes) -> None:
    """Say that there is no test split, or that there are several."""
    if set(splits) <= {"train", "valid"}:
        notes.warn("no_test_split", splits=[*splits])
    elif len(splits) > 1:
        notes.warn("several_splits", splits=[*splits])


def _units(table: Understood) -> tuple[str, str]:
    """What a row of a recording is, as one and as several."""
    return unit_of(table.mapping, repeated=True)


def _check_sequences(model: Predictions, table: Understood, everywhere: Positions, notes: Notes) -> None:
    if model.order is None:
        if model.sequence is not None and len(np.unique(model.sequence)) < len(model):
            notes.warn("recording_without_order")
        return
    column = str(table.mapping.order)
    if model.sequence is None:
        if model.case_ids is None or ids_repeat(model):
            notes.warn("order_without_sequence", column=column)
        return
    if (np.nan_to_num(model.order) % 1 != 0).any() and column.casefold() == "frame":
        notes.warn("frames_in_fractions", column=column)
    units, steps = _units(table), _steps(model.order, model.sequence)
    repeated = int((steps == 0).sum())
    if repeated:
        notes.warn("repeated_frames", rows=repeated, column=column, unit=units[0])
    _say_unsorted(model.order, model.sequence, column, notes)
    if everywhere.order is not None and everywhere.sequence is not None and len(everywhere.order) > len(model):
        steps = _steps(everywhere.order, everywhere.sequence)
    _say_missing_frames(steps, column, units, notes)


def _steps(order: np.ndarray, sequence: np.ndarray) -> np.ndarray:
    """From each row to the next one of its sequence."""
    sorting = np.lexsort((order, sequence))
    found: np.ndarray = np.diff(order[sorting])[np.diff(sequence[sorting]) == 0]
    return found


def _say_missing_frames(steps: np.ndarray, column: str, units: tuple[str, str], notes: Notes) -> None:
    """Say where the file lacks rows; a row that is excluded is none that is missing."""
    inside = steps[steps > 0]
    usual = np.median(inside) if len(inside) else np.nan
    gaps = inside[inside > 1.5 * usual]
    if not len(gaps):
        return
    if gaps.max() > WIDEST_GAP * usual:
        notes.warn("gap_in_order", column=column, jump=float(gaps.max()), units=units[1])
    else:
        missing = int((np.rint(gaps / usual) - 1).sum())
        notes.warn("missing_frames", frames=missing, units=units, column=column, gaps=len(gaps))


def _say_unsorted(order: np.ndarray, sequence: np.ndarray, column: str, notes: Notes) -> None:
    """Rows that follow a later one of their sequence; others may be between the two."""
    by_sequence = np.argsort(sequence, kind="stable")
    falls = (np.diff(order[by_sequence]) < 0) & (np.diff(sequence[by_sequence]) == 0)
    if falls.any():
        notes.warn("unsorted_rows", column=column, steps=int(falls.sum()))
