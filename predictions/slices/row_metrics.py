"""Numbers that counts alone cannot give: they need every row's scores, or the order of the rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from metrics import Counts, Estimate, edit_score, overlap_score
from metrics.interval_methods import Style
from metrics.measures.averages import defined
from metrics.measures.segments import segment_counts
from metrics.notes import Code, Note, note
from metrics.recordings.recording_intervals import mean_of_recordings, pooled_segmental_f1
from predictions.counted_study import CountedStudy
from predictions.problems import Problem, TooManyGroups
from predictions.rows import cases_of, rows_of_split
from predictions.slices.sequences import Recording, patients_of, recordings
from predictions.slices.whole_scores import have_numbers, of_counted_scores, of_scores, undefined
from predictions.study import Study

IOUS = {"segmental_f1_10": 0.10, "segmental_f1_25": 0.25, "segmental_f1_50": 0.50}


def row_metrics(
    study: Study,
    model: int = 0,
    split: str | None = None,
    level: float = 0.95,
    style: Style = "default",
    background: Collection[int] = (),
) -> dict[str, Estimate]:
    """With scores `auc_hand_till` and `brier`; with sequences the overlap, edit and segmental F1 scores.

    Of a cross-validated file `auc_hand_till` is the mean of the folds, and `auc_hand_till_pooled` that of all rows; of
    weighted rows both are the pooled one.

    background: classes whose segments are excluded on both sides, as on the Timeline those that are no disease.
    `overlap_score_any_class` is the literal formula that ignores the class of a segment. The overlap and edit scores
    are means over the sequences, the F1 scores count the segments of all of them together; their intervals resample
    the sequences, or the patients of them. Of weighted rows, which are no sequences, both numbers of the scores have an
    interval, too. {} for a matrix, and for weighted rows that an engine counts; where it cannot count others, both
    are undefined, with the reason. Raises Problem for a split that does not exist.
    """
    if isinstance(study, CountedStudy):
        return _counted(study, model, split)
    predictions = study.predictions_of(model)
    if predictions is None:
        return {}
    found: dict[str, Estimate] = {}
    if predictions.scores is not None:
        rows = cases_of(predictions, rows_of_split(predictions, split))
        found |= of_scores(predictions, rows, study.positive, (level, style))
    if predictions.sequence is not None:
        sequences = recordings(study, model, split)
        found |= _of_sequences(sequences, patients_of(study, model, sequences), (level, style), background)
    return found


def _counted(study: CountedStudy, model: int, split: str | None) -> dict[str, Estimate]:
    evaluation = study.evaluate(model, split)
    if not have_numbers(evaluation):
        return {}
    try:
        return of_counted_scores(evaluation, study.counter.fully_scored((model, split)))
    except TooManyGroups:
        return undefined(Code.TOO_MANY_SCORES)
    except Problem:  # the time is over, or the table has changed
        return undefined(Code.NOT_COUNTED)


def _of_sequences(
    sequences: Sequence[Recording],
    patients: np.ndarray | None,
    of_intervals: tuple[float, Style],
    background: Collection[int],
) -> dict[str, Estimate]:
    pairs = [(each.truth, each.predicted) for each in sequences]
    of_each = {
        "overlap_score": [overlap_score(*pair, background) for pair in pairs],
        "overlap_score_any_class": [overlap_score(*pair, background, same_class=False) for pair in pairs],
        "edit_score": [edit_score(*pair, background) for pair in pairs],
    }
    found = {}
    for key, values in of_each.items():
        scope = note(Code.MEAN_OF_SEQUENCES, used=defined(values), total=len(values))
        found[key] = _over(mean_of_recordings(values, patients, *of_intervals), scope)
    pooled = note(Code.POOLED_SEGMENTS, sequences=len(pairs))
    for key, iou in IOUS.items():
        counts = Counts(
            *np.array([tuple(segment_counts(*pair, iou, background)) for pair in pairs], np.int64).reshape(-1, 4).T
        )
        found[key] = _over(pooled_segmental_f1(counts, patients, *of_intervals), pooled)
    return found


def _over(given: Estimate, scope: Note) -> Estimate:
    return replace(given, scope=scope) if given.is_defined else given
