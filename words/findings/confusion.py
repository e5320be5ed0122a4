"""The finding of the Confusion page: the most frequent error, and the disease that is most often called Normal."""

from __future__ import annotations

import numpy as np

from metrics import Evaluation
from words.findings.finding import Finding
from words.text.numbers import FEW, bounds, counted, of, percent, percent_of, share
from words.text.voice import Voice


def confusion(evaluation: Evaluation, voice: Voice) -> Finding:
    """The most frequent error; then the class of which the largest share is certainly called Normal."""
    cells = evaluation.matrix.cells
    errors = cells - np.diag(cells.diagonal())
    if not errors.any():
        return Finding(f"The model made no error in {counted(evaluation.n, voice.unit)}.", "")
    truth, called = (int(i) for i in np.unravel_index(errors.argmax(), errors.shape))
    part, support = int(cells[truth, called]), int(evaluation.matrix.support[truth])
    brackets = f" ({percent(part / support, support)})" if support >= FEW else ""
    headline = f"The most frequent error is {voice.name(truth)} called {voice.name(called)}: "
    return Finding(f"{headline}{of(part, support)}{brackets}.", _most_reassured(evaluation, (truth, called), voice))


def _most_reassured(evaluation: Evaluation, frequent: tuple[int, int], voice: Voice) -> str:
    if voice.normal is None:
        return ""
    matrix, level, normal = evaluation.matrix, evaluation.level, voice.name(voice.normal)
    shares = {
        label: evaluation.classes[label]["missed_as_normal"]
        for label in voice.diseases
        if matrix.cells[label, voice.normal]
    }
    if not shares:
        return f"No other class is called {normal}."
    label = max(shares, key=lambda i: shares[i].low or 0.0)
    most = shares[label]
    if (label, voice.normal) == frequent:
        return f"No other class is called {normal} more often: {share(most, True, level)}."
    brackets = "" if (most.trials or 0) < FEW else f" ({percent_of(most)}, {bounds(most, level)})"
    counts = of(most.successes or 0, most.trials or 0)
    return f"The class most often called {normal} is {voice.name(label)}: {counts}{brackets}."
