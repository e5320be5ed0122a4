"""Which of two classes a lone score is for: chosen, told by the class names, or by the predictions it goes with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from predictions.problems import Notes, Problem, listed, quoted
from predictions.roles.normal_class import guess_normal, guess_positive
from predictions.roles.recognise import Roles, needs_mapping

__all__ = ["positive_class"]


def positive_class(
    roles: Roles, labels: Sequence[str], score: np.ndarray, called: Sequence[np.ndarray] | None, notes: Notes
) -> str:
    """One of `labels`. called: per label the rows that were called so, None without predictions.

    Raises NeedsMapping when nothing tells, Problem for a chosen class that no row uses.
    """
    chosen, column = roles.mapping.positive, roles.mapping.score or "the score"
    if chosen:
        if chosen not in labels:
            raise Problem(f"No row uses the positive class {quoted(chosen)}. Choose one of {listed(labels)}.")
        return chosen
    guess = _guess(roles, labels)
    if guess is not None:
        notes.warn("positive_by_class_names", column=column, label=labels[guess])
    elif called is not None:
        guess = int(_mean(score, called[1]) > _mean(score, called[0]))
        notes.warn("positive_by_called_rows", column=column, label=labels[guess])
    else:
        raise needs_mapping(roles, f"Which class is {quoted(column)} a score for?", "Choose the positive class.")
    if called is not None and _mean(score, called[guess]) < _mean(score, called[1 - guess]):
        notes.warn("positive_score_lower", column=column, label=labels[guess], other=labels[1 - guess])
    return labels[guess]


def _guess(roles: Roles, labels: Sequence[str]) -> int | None:
    chosen = roles.mapping.normal
    normal = list(labels).index(chosen) if chosen in labels else guess_normal(labels)[0]
    return 1 - normal if chosen in labels and normal is not None else guess_positive(labels, normal)


def _mean(score: np.ndarray, rows: np.ndarray) -> float:
    present = score[rows & ~np.isnan(score)]
    return float(present.mean()) if len(present) else -np.inf
