"""The threshold that made the predicted classes where a file gives lone scores and no predicted class."""

from __future__ import annotations

from dataclasses import dataclass

from metrics import ThresholdTable
from predictions.mapping import Mapping
from reviews.view import View
from words import Voice
from words.findings.curves import ASSUMED, DELIVERED, curves
from words.findings.finding import Finding
from words.findings.overview import overview

SHOWN = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9)  # thresholds beside the assumed one; of other scores these quantiles


@dataclass(frozen=True, eq=False)
class Assumed:
    """label: the class of the score. table: of its scores. threshold: None for scores that are no probabilities.

    is_given: whether whoever opened the file gave the threshold, of any score.
    """

    label: int
    table: ThresholdTable
    threshold: float | None
    is_given: bool

    @property
    def others(self) -> tuple[float, ...]:
        """Six thresholds or so to compare, rising, the assumed one among them."""
        if self.threshold is not None:
            return tuple(sorted({*SHOWN, self.threshold}))
        scores, counts = self.table.scores[::-1], (self.table.positives + self.table.negatives)[::-1]
        cumulated = counts.cumsum() / counts.sum()
        rows = (int((cumulated < quantile).sum()) for quantile in SHOWN)
        return tuple(sorted({float(scores[row]) for row in rows}))


def assumed(view: View) -> Assumed | None:
    """What is assumed; None where predicted classes were delivered, or a kept threshold makes them."""
    label = view.study.positive
    table = None if label is None or not _is_by_threshold(view) else view.evaluation.table(label)
    if label is None or table is None or not len(table.scores):
        return None
    is_given = _is_given(view)
    has_threshold = is_given or table.holds_probabilities
    return Assumed(label, table, view.study.mapping.threshold if has_threshold else None, is_given)


def predictions_named(view: View) -> str:
    """The name of the predictions of the file: "as delivered", or "assumed" where an assumed threshold makes them; ""
    where no class is predicted until a threshold is kept."""
    found = assumed(view.delivered)
    if found is None:
        return DELIVERED
    return "" if found.threshold is None else ASSUMED


def waits_for_threshold(view: View) -> bool:
    """Whether the only predictions are lone scores that are no probabilities: no class is predicted until a threshold
    is kept. Of rows it looks at the scores alone, so that the menu need not wait for the counts."""
    if not _is_by_threshold(view) or _is_given(view):
        return False
    return view.cached(("waits for a threshold",), lambda: _is_beyond_probability(view))


def _is_beyond_probability(view: View) -> bool:
    label, rows = view.study.positive, view.study.predictions_of(view.model)
    if label is None or rows is None or rows.scores is None:
        found = assumed(view)
        return found is not None and found.threshold is None
    scores = rows.scores[label]
    return scores is not None and bool((scores < 0).any() or (scores > 1).any())


def _is_by_threshold(view: View) -> bool:
    notices = view.study.notices
    return view.before is None and any(notice.code == "predictions_by_threshold" for notice in notices)


def _is_given(view: View) -> bool:
    return view.study.mapping.threshold != Mapping.threshold


def first_finding(view: View, voice: Voice | None = None) -> Finding:
    """What Overview says first of cases; of a score that is no probability, how well it orders them.

    voice: None for that of the view, for Markdown.
    """
    found, voice = assumed(view), voice or view.voice
    if found and found.threshold is None:
        return curves(view.evaluation, found.label, voice)
    if found is None or found.label != view.interest:
        return overview(view.evaluation, voice)
    return overview(view.evaluation, voice, found.threshold, found.is_given)
