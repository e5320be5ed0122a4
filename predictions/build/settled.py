"""All outputs of all files together: the labels of the study, and the fields that every kind of study has."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import pyarrow as pa

from predictions.build.outputs import ModelOutput
from predictions.columns.labels import BLANK, held
from predictions.mapping import Mapping
from predictions.problems import Notes, Problem
from predictions.roles.normal_class import find_normal
from predictions.roles.understood import Understood
from predictions.study import Excluded, SourceFile
from words.text.names import listed, quoted

PREVIEW_ROWS = 20
Score = TypeVar("Score")


@dataclass(frozen=True, eq=False)
class Settled(Generic[Score]):
    """The outputs that have a used row, and the labels that one of their rows holds. first: the first table.

    kept: (K,) vocabulary code of each label. final: label code by vocabulary code, -1 for others and for blank.
    positive: the class of the lone scores of all outputs, None where they differ or there are none.
    excluded: rows that no model uses, by reason; a row that only one model left blank is in its `unanswered`.
    """

    first: Understood
    outputs: tuple[ModelOutput[Score], ...]
    labels: tuple[str, ...]
    kept: np.ndarray
    final: np.ndarray
    positive: int | None
    excluded: tuple[Excluded, ...]

    def code(self, label: int) -> int:
        """Of a label in the vocabulary."""
        return int(self.kept[label])

    def is_unanswered(self, output: ModelOutput[Score]) -> np.ndarray:
        """(n,) True for rows with a true class and without a prediction."""
        found: np.ndarray = output.allowed & ~output.used & (self.final[output.table.codes] != BLANK)
        return found

    def unanswered(self, output: ModelOutput[Score]) -> np.ndarray:
        """(S, K) rows of each split and true class without a prediction; one row where there are no splits."""
        table, size = output.table, len(self.labels)
        splits = len(table.rows.splits) or 1
        split = np.zeros(len(table.codes), np.int64) if table.rows.split is None else table.rows.split
        counted = self.is_unanswered(output) & (split != BLANK)
        weights = None if table.weights is None else table.weights[counted]
        tallied = np.bincount(split[counted] * size + self.final[table.codes[counted]], weights, splits * size)
        return tallied.astype(np.int64).reshape(splits, size)


def settle(outputs: Sequence[ModelOutput[Score]]) -> Settled[Score]:
    """Raises Problem where nothing is used, or where true and predicted classes have no label in common."""
    used = tuple(output for output in outputs if output.used.any())
    if not used:
        raise Problem("No row has both a true and a predicted class. Check these two columns.")
    every = used[0].table.vocabulary.labels
    size = len(every)
    for output in used:
        _check_overlap(output, every)
    kept = np.flatnonzero(held(size, *(codes[each.used] for each in used for codes in _codes(each)))[:-1])
    final = np.full(size + 1, BLANK, np.int16)
    final[kept] = np.arange(len(kept))
    labels = tuple(every[code] for code in kept)
    understood = outputs[0].table.understood
    return Settled(understood, used, labels, kept, final, _common_positive(used, final), _excluded(outputs))


def _codes(output: ModelOutput[Score]) -> tuple[np.ndarray, np.ndarray]:
    return output.table.codes, output.predicted


def _check_overlap(output: ModelOutput[Score], labels: Sequence[str]) -> None:
    """Refuse labels that have nothing in common: an accuracy of 0 would be nonsense."""
    truth, predicted = (held(len(labels), codes[output.used]) for codes in _codes(output))
    if (truth & predicted).any() or (truth | predicted).sum() == 2:
        return
    columns = [column.name for column in output.table.predicted]
    other = f"in {listed(columns)}" if columns else "those of the highest scores"
    names = f"The labels in {quoted(output.table.truth.name)} and {other}"
    spelled = _same_but_for_case(labels, truth, predicted)
    if spelled:
        what = f"{names} do not match: they differ in case, {spelled[0]} and {spelled[1]}"
        raise Problem(f"{what}. Write both with the same class names.")
    raise Problem(f"{names} do not match: they have none in common. Write both with the same class names.")


def _same_but_for_case(labels: Sequence[str], truth: np.ndarray, predicted: np.ndarray) -> tuple[str, str] | None:
    """A true and a predicted label that differ in case only, such as Excel's True and the text TRUE."""
    true, other = ([labels[code] for code in np.flatnonzero(each[:-1]).tolist()] for each in (truth, predicted))
    found = {label.casefold(): label for label in true}
    pairs = ((found.get(label.casefold()), label) for label in other)
    return next(((quoted(own), quoted(label)) for own, label in pairs if own), None)


def _common_positive(outputs: Sequence[ModelOutput[Score]], final: np.ndarray) -> int | None:
    positives = {int(final[output.positive]) for output in outputs if output.positive is not None}
    return positives.pop() if len(positives) == 1 and BLANK not in positives else None


def _excluded(outputs: Sequence[ModelOutput[Score]]) -> tuple[Excluded, ...]:
    rows: dict[str, int] = {}
    for table in {id(output.table.understood): output.table for output in outputs}.values():
        for part in table.exclusions.reasons:
            rows[part.reason] = rows.get(part.reason, 0) + part.rows
        answered = np.any([output.used for output in outputs if output.table is table], axis=0)
        answered = answered if table.elsewhere is None else answered | table.elsewhere
        silent = table.count(table.exclusions.used & ~answered)
        if silent:
            rows["no answer"] = rows.get("no answer", 0) + silent
    return tuple(Excluded(reason, number) for reason, number in rows.items())


def study_fields(
    settled: Settled[Score], files: tuple[SourceFile, ...], wanted: Mapping, notes: Notes
) -> dict[str, Any]:
    """The fields of `Study`; mapping, columns and preview are of the first table. wanted: the mapping asked for."""
    understood = settled.first
    normal, reason = find_normal(settled.labels, understood.mapping.normal)
    return {
        "key": _key(files, wanted),
        "name": ", ".join(file.name for file in files),
        "labels": settled.labels,
        "normal": normal,
        "normal_reason": reason,
        "positive": settled.positive,
        "files": files,
        "excluded": settled.excluded,
        "notices": tuple(sorted(notes.notices, key=lambda notice: notice.level != "warning")),
        "mapping": understood.mapping,
        "columns": understood.columns(),
        "preview": _first_rows(understood.plain.table),
    }


def _key(files: Sequence[SourceFile], wanted: Mapping) -> str:
    parts = [f"{file.name}\0{file.sha256}" for file in files]
    return hashlib.sha256("\0".join([*parts, repr(asdict(wanted))]).encode("utf-8", "replace")).hexdigest()


def _first_rows(table: pa.Table) -> pa.Table:
    """Copied: a slice would keep the memory of the whole table."""
    first = table.slice(0, PREVIEW_ROWS)
    return first.take(pa.array(range(len(first)), pa.int64()))
