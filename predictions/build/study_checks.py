"""What a reader must know about ids, splits, folds and sequences before trusting a number: notices, no changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from predictions.build.label_checks import check_labels
from predictions.columns.aliases import PATIENT_ID, key_of
from predictions.columns.cells import is_text
from predictions.columns.identifiers import identifying
from predictions.problems import Notes, count_rows, listed, quoted
from predictions.roles.recognise import Roles
from predictions.rows import Predictions
from predictions.slices.folds import about_folds, ids_in_several
from words.text.numbers import counted

__all__ = ["check_identifiers", "check_study", "ids_repeat"]

WIDEST_GAP = 1000
FEW, MOST_VALUES, MOST_GROUPINGS = 5, 20, 20


def check_study(models: Sequence[Predictions], roles: Roles, notes: Notes) -> None:
    """All checks that need the finished rows; ids, splits and labels are those of the first model."""
    first = models[0]
    check_identifiers(roles, notes)
    _check_ids(first, roles, notes)
    _check_splits(first, notes)
    _check_folds(first, notes)
    _check_sequences(first, roles, notes)
    _check_groups(first, notes)
    _check_models(models, notes)
    check_labels(first.labels, np.bincount(first.truth, minlength=len(first.labels)), notes)


def check_identifiers(roles: Roles, notes: Notes) -> None:
    """Say which columns may name a patient."""
    found = identifying(roles.plain.table)
    if found:
        text = f"{listed(found)} may identify patients directly (name, birth date, record number, address)"
        notes.warn(f"{text}: remove such columns before sharing anything.")


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


def _check_ids(model: Predictions, roles: Roles, notes: Notes) -> None:
    if model.case_ids is None:
        _say_no_ids(model, roles, notes)
        return
    if not ids_repeat(model):
        return
    ids = int((np.bincount(model.clusters) > 1).sum())
    name = quoted(roles.mapping.case_id)
    notes.warn(
        f"{_ids(ids)} in {name} on more than one row: the same patients or cases appear more than once, "
        "and their rows are not independent."
    )
    # Patients may well have several recordings; a case, record or study has one truth.
    if model.sequence is None and key_of(str(roles.mapping.case_id)) not in PATIENT_ID:
        _check_conflict(model, model.truth, "true classes", notes)
        _check_conflict(model, model.predicted, "predictions", notes)


def _say_no_ids(model: Predictions, roles: Roles, notes: Notes) -> None:
    if model.sequence is not None:
        name = quoted(roles.mapping.sequence)
        notes.fact(f"There is no case id: each sequence in {name} counts as one independent unit.")
        return
    notes.warn(
        "There is no case id column (such as case_id): rows are treated as independent cases, and duplicates "
        "cannot be detected."
    )


def _ids(number: int) -> str:
    return counted(number, ("id", "ids"))


def _check_conflict(model: Predictions, codes: np.ndarray, what: str, notes: Notes) -> None:
    """Repeated ids whose rows disagree: the last row of each id is compared with all others."""
    assert model.clusters is not None
    assert model.case_ids is not None
    last = np.zeros(int(model.clusters.max()) + 1, codes.dtype)
    last[model.clusters] = codes
    differing = np.flatnonzero(codes != last[model.clusters])
    if len(differing):
        ids = len(np.unique(model.clusters[differing]))
        example = quoted(model.case_ids[int(differing[0])].as_py())
        notes.warn(
            f"{_ids(ids)} with duplicate rows of conflicting {what}, for example {example}: all rows are counted."
        )


def _check_splits(model: Predictions, notes: Notes) -> None:
    if model.split is None:
        return
    if set(model.splits) <= {"train", "valid"}:
        notes.warn(f"There are only {' and '.join(model.splits)} rows and no test rows: the results are optimistic.")
    elif len(model.splits) > 1:
        notes.warn(f"The rows belong to the splits {', '.join(model.splits)}: each is shown apart, never pooled.")
    if model.clusters is None or model.case_ids is None or len(model.splits) < 2:
        return
    ids = ids_in_several(model.clusters, model.split)
    if ids:
        names = " and ".join(model.splits)
        notes.warn(f"{_ids(ids)} in more than one split ({names}): cases leak from one to the other.")


def _check_folds(model: Predictions, notes: Notes) -> None:
    for text in about_folds(model):
        notes.warn(text)


def _check_sequences(model: Predictions, roles: Roles, notes: Notes) -> None:
    if model.order is None:
        return
    name = quoted(roles.mapping.order)
    if model.sequence is None:
        if model.case_ids is None or ids_repeat(model):
            text = f"Column {name} gives an order, but no column names the sequence (such as video_id)"
            notes.warn(f"{text}: rows are not treated as sequences, and duplicates cannot be told.")
        return
    if (np.nan_to_num(model.order) % 1 != 0).any() and (roles.mapping.order or "").casefold() == "frame":
        notes.warn(f"Column {name} holds fractions: frame numbers are whole, so these may be seconds.")
    _check_steps(model, name, notes)


def _check_steps(model: Predictions, name: str, notes: Notes) -> None:
    assert model.order is not None
    assert model.sequence is not None
    sorting = np.lexsort((model.order, model.sequence))
    steps, same = np.diff(model.order[sorting]), np.diff(model.sequence[sorting]) == 0
    repeated = int((same & (steps == 0)).sum())
    if repeated:
        notes.warn(f"{count_rows(repeated)} with a duplicate frame: the value of {name} repeats in the same sequence.")
    _say_unsorted(model, name, notes)
    inside = steps[same & (steps > 0)]
    usual = np.median(inside) if len(inside) else np.nan
    gaps = inside[inside > 1.5 * usual]
    if not len(gaps):
        return
    if gaps.max() > WIDEST_GAP * usual:
        notes.warn(f"Column {name} jumps by up to {gaps.max():,.0f} between neighbouring frames: there is a gap.")
    else:
        missing = counted(int((np.rint(gaps / usual) - 1).sum()), ("frame is", "frames are"))
        holes = counted(len(gaps), ("gap", "gaps"))
        notes.warn(f"{missing} missing between the values of {name} ({holes}): nothing was filled in.")


def _say_unsorted(model: Predictions, name: str, notes: Notes) -> None:
    """Rows that stand behind a later one of their sequence; others may stand between the two."""
    assert model.order is not None
    assert model.sequence is not None
    by_sequence = np.argsort(model.sequence, kind="stable")
    falls = (np.diff(model.order[by_sequence]) < 0) & (np.diff(model.sequence[by_sequence]) == 0)
    if falls.any():
        back = counted(int(falls.sum()), ("step back", "steps back"))
        notes.warn(f"The rows are not in the order of {name} ({back}): they were sorted by it.")


def _check_groups(model: Predictions, notes: Notes) -> None:
    """Small subgroups: their rates say little, and their patients can be recognised."""
    for name in model.details.column_names[:MOST_GROUPINGS]:
        small = _small_groups(model.details[name], len(model))
        if small:
            shown = ", ".join(f"{quoted(group)} {rows}" for group, rows in small[:3])
            text = f"Column {quoted(name)} has small groups ({shown})"
            notes.warn(f"{text}: their rates say little, and it may show who is in them.")


def _small_groups(column: pa.ChunkedArray, rows: int) -> list[tuple[str, int]]:
    """(group, rows) below five, for a column of few different texts."""
    if rows < FEW * FEW or not is_text(column.type) or len(column.slice(0, 1000).unique()) > MOST_VALUES:
        return []
    counts = [(str(part["values"]), part["counts"]) for part in column.value_counts().to_pylist() if part["values"]]
    if not 2 <= len(counts) <= MOST_VALUES or FEW * len(counts) > rows:
        return []
    return sorted((part for part in counts if part[1] < FEW), key=lambda part: part[1])


def _check_models(models: Sequence[Predictions], notes: Notes) -> None:
    sizes = {len(model) for model in models}
    if len(sizes) > 1:
        text = ", ".join(f"{quoted(model.model)} {len(model):,}" for model in models[:5])
        notes.warn(f"The models have answers for different numbers of rows ({text}): their cases are not all common.")
