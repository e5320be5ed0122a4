"""What other pages found, in a few words each: a page ends in findings, not in links."""

from __future__ import annotations

import numpy as np

from metrics import Evaluation
from words.text.escape import short
from words.text.numbers import NBSP, decimal, percent
from words.text.voice import Voice

LONGEST_NAME = 24


def most_frequent_error(evaluation: Evaluation, voice: Voice) -> str:
    """ "most frequent error Normal → Ectopic"; "" without any error."""
    cells = evaluation.matrix.cells
    errors = cells - np.diag(cells.diagonal())
    if not errors.any():
        return ""
    truth, predicted = (int(i) for i in np.unravel_index(errors.argmax(), errors.shape))
    share = percent(errors[truth, predicted] / errors.sum(), int(errors.sum()))
    named = " → ".join(short(voice.brief(label), LONGEST_NAME) for label in (truth, predicted))
    return f"{share} of errors are {named}" if len(cells) > 2 else ""


def area(evaluation: Evaluation, voice: Voice) -> str:
    """ "AUC for VT 0.956"; "" without scores of the class of interest."""
    found = evaluation.classes[voice.interest].get("auc")
    if found is None or not found.is_defined:
        return ""
    return f"AUC for {_short(voice, voice.interest)}{NBSP}{decimal(found.value)}"


def misclassified(evaluation: Evaluation, voice: Voice) -> str:
    """ "34 of 150 patients with disease misclassified"; "" where no class is a disease beside others."""
    diseases = list(voice.diseases)
    total = int(evaluation.matrix.support[diseases].sum())
    wrong = total - int(evaluation.matrix.cells[diseases, diseases].sum())
    if voice.normal is None or not total or len(diseases) < 2:
        return ""
    return f"{wrong:,} of {total:,} {voice.unit[1]} with disease misclassified"


def over_folds(values: np.ndarray, voice: Voice) -> str:
    """ "sensitivity 94.8 ± 3.9 % over 5 folds"; "" where fewer than two folds have the class. values: (F,), 0 to 1."""
    used = values[~np.isnan(values)]
    if len(used) < 2:
        return ""
    return f"sensitivity {used.mean() * 100:.1f}{NBSP}±{NBSP}{used.std(ddof=1) * 100:.1f}{NBSP}% over {len(used)} folds"


def phase_changes(model: int, true: int, phase: str) -> str:
    """ "183 phase changes, 72 of the true class"."""
    return f"{model:,} {phase} changes, {true:,} of the true class"


def _short(voice: Voice, label: int) -> str:
    return short(voice.names[label], LONGEST_NAME)
