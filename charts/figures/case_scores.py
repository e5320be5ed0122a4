"""The scores of one case by class: predicted class, true class, and how far apart they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from charts.style.names import fits_on_two_lines, full, on_two_lines
from charts.style.theme import TRUE_NEGATIVE, Meaning, figure, fill, font, meaning_of
from words import decimal

MOST_SCORES = 8
_ROW_HEIGHT, _LINE, _AXIS_HEIGHT = 40, 18, 24  # px; two lines of a name fit in a row, its role is a third
_AIR = 1.22  # room for the number behind the longest bar
_NAME_LIMITS = (18, 24)  # characters of a line: the second where a name of the case does not fit on two of the first

Scores = Sequence[float]


def scores_shown(scores: Scores, truth: int, predicted: int) -> list[int]:
    """The classes that are drawn: the predicted, the true, and the highest others; highest first, nan excluded."""
    known = [label for label in range(len(scores)) if not np.isnan(scores[label])]
    ranked = sorted(known, key=lambda label: (label not in (truth, predicted), -scores[label]))[:MOST_SCORES]
    return sorted(ranked, key=lambda label: -scores[label])


def case_scores(
    labels: Sequence[str],
    scores: Scores,
    truth: int,
    predicted: int,
    normal: int | None,
    are_probabilities: bool,
) -> go.Figure:
    """One bar per class, the highest first. scores: per class, nan without one.

    The predicted class has the colour of its outcome; the true class is marked by its name. are_probabilities: whether
    every score of the study is one, so that a bar of the same length is the same score in every case.
    """
    shown = scores_shown(scores, truth, predicted)
    values = np.array([scores[label] for label in shown])
    named = _names([labels[label] for label in shown])
    names = [f"{name}{_role(label, truth, predicted)}" for name, label in zip(named, shown, strict=True)]
    has_third = any(name.count("<br>") > 1 for name in names)
    low, high = min(0.0, float(values.min(initial=0))), max(float(values.max(initial=0)), 0.0) or 1.0
    high = max(high, 1.0) if are_probabilities else high
    answer = meaning_of(truth, predicted, normal)
    return figure(
        [
            _bars(labels, [label for label in shown if label != predicted], shown, scores, TRUE_NEGATIVE),
            _bars(labels, [label for label in shown if label == predicted], shown, scores, answer),
        ],
        _AXIS_HEIGHT + (_ROW_HEIGHT + _LINE * has_third) * len(shown),
        xaxis={"range": [low * _AIR, high * _AIR], "visible": False},
        yaxis={
            "tickvals": list(range(len(shown))), "ticktext": names, "range": [len(shown) - 0.5, -0.5],
            "showgrid": False,
        },
    )  # fmt: skip


def _names(labels: Sequence[str]) -> list[str]:
    """On two lines, whole where they fit."""
    limits = (each for each in _NAME_LIMITS if all(fits_on_two_lines(label, each) for label in labels))
    return on_two_lines(labels, next(limits, _NAME_LIMITS[-1]))


def _role(label: int, truth: int, predicted: int) -> str:
    said = [name for name, code in (("true class", truth), ("predicted", predicted)) if code == label]
    return f"<br><b>{' and '.join(said)}</b>" if said else ""


def _bars(
    labels: Sequence[str], drawn: list[int], shown: list[int], scores: Scores, meaning: Meaning
) -> dict[str, Any]:
    """Bars of one meaning, each in its row of those that are shown."""
    values = [scores[label] for label in drawn]
    return {
        "type": "bar",
        "orientation": "h",
        "x": np.array(values),
        "y": np.array([shown.index(label) for label in drawn]),
        "width": 0.62,
        "marker": fill(meaning),
        "text": np.array([decimal(value) for value in values]),
        "textposition": "outside",
        "textfont": font(),
        "cliponaxis": False,
        "hovertext": np.array([f"{full(labels[label])}: {decimal(scores[label])}" for label in drawn]),
        "hoverinfo": "text",
    }


def case_scores_alt(labels: Sequence[str], scores: Scores, truth: int, predicted: int) -> str:
    """The picture in words."""
    shown = scores_shown(scores, truth, predicted)
    said = ", ".join(f"{labels[label]} {decimal(scores[label])}" for label in shown)
    return f"Scores of one case: {said}. True class {labels[truth]}, predicted {labels[predicted]}."
