"""Several readers of the same cases: whose predictions they are, and in which rows of each the common cases stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from predictions.problems import Problem
from predictions.slices.paired_models import join
from predictions.study import Study


@dataclass(frozen=True)
class Modality:
    """What was read with: a model of its own for every reader, in the order of the readers. name: None for the only."""

    name: str | None
    models: tuple[int, ...]


def modalities(study: Study, split: str | None) -> tuple[tuple[str, ...], tuple[Modality, ...]]:
    """The readers, and the modalities that each of them read with on this split; ((), ()) without several readers."""
    found: dict[str | None, dict[str, int]] = {}
    for model, own in study.slices:
        predictions = study.predictions_of(model) if own == split else None
        if predictions is not None and predictions.reader is not None:
            found.setdefault(predictions.modality, {})[predictions.reader] = model
    everywhere = set[str].intersection(*(set(each) for each in found.values())) if found else set()
    readers = tuple(name for name in next(iter(found.values()), {}) if name in everywhere)
    if len(readers) < 2:
        return (), ()
    return readers, tuple(Modality(name, tuple(each[reader] for reader in readers)) for name, each in found.items())


def common_rows(study: Study, models: Sequence[int], split: str | None) -> list[np.ndarray]:
    """Per model the (n,) row numbers of the cases that all of them have, in one order.

    Raises Problem where nothing tells the cases, or none is common.
    """
    base, *others = models
    pairs = [join(study, model, base, split).rows for model in others]
    kept = np.unique(pairs[0][1])
    for _, rows in pairs[1:]:
        kept = np.intersect1d(kept, rows)
    if not len(kept):
        raise Problem("These readers have no case in common.")
    return [kept, *(_sorted_as(kept, own, rows) for own, rows in pairs)]


def _sorted_as(kept: np.ndarray, own: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Of `own` those whose `rows`, which stand beside them, are kept."""
    order = np.argsort(rows)
    found: np.ndarray = own[order][np.searchsorted(rows[order], kept)]
    return found
