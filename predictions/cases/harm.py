"""How harmful an error is for the patient, by the true and the predicted class."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

AS_NORMAL, LESS_DANGEROUS, MORE_DANGEROUS, FALSE_POSITIVE, OTHER, CORRECT = range(6)


def harm(order: Sequence[int], normal: int | None, not_diseases: Collection[int] = ()) -> np.ndarray:
    """(K, K) the rank of each error, true class by predicted class: 0 is the most harmful.

    Disease classified as Normal, then as a less dangerous disease, then as a more dangerous one (over-triage), then
    false positives, then errors with a class that is no disease; in each of them the most dangerous true class first.
    Without a Normal class all errors are alike, and correct predictions stand last. order: the most dangerous first.
    """
    size = len(order)
    place = np.empty(size, int)
    place[list(order)] = np.arange(size)
    kind = np.full((size, size), OTHER)
    if normal is not None:
        diseases = [i for i in order if i != normal and i not in not_diseases]
        lower = place[:, None] < place[None, :]
        kind[np.ix_(diseases, diseases)] = np.where(lower, LESS_DANGEROUS, MORE_DANGEROUS)[np.ix_(diseases, diseases)]
        kind[diseases, normal], kind[normal, diseases] = AS_NORMAL, FALSE_POSITIVE
    np.fill_diagonal(kind, CORRECT)
    return kind * size + (place[:, None] if normal is not None else 0)
