"""Every number of one recording, and of many: its accuracy, its segments, its phases."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.catalog import METRICS
from metrics.counts import Counts
from metrics.definition import Values
from metrics.kernels.cached import cached_property
from metrics.kernels.encoding import joint_counts
from metrics.measures.agreement import accuracy, kappa, one_vs_rest
from metrics.measures.averages import macro
from metrics.measures.segments import edit_score, overlap_score, segment_counts
from metrics.recordings.phase_timing import PhaseTiming, order_violations, phase_timing

IOUS = (0.10, 0.25, 0.50)
SEQUENCE_METRICS = ("frame_accuracy", "overlap_score", "edit_score", *(f"segmental_f1_{iou * 100:.0f}" for iou in IOUS))


@dataclass(frozen=True, eq=False)
class RecordingScores:
    """One recording. cells: (K, K) rows of the recording, background too. overlap_any ignores the names.

    found: per threshold of IOUS the segments found, spurious and missed. violations: steps of the model against the
    order of the true phases. Scores are nan where the recording has no segment.
    """

    cells: NDArray[np.int64]
    overlap: float
    overlap_any: float
    edit: float
    found: tuple[Counts, ...]
    phases: tuple[PhaseTiming, ...]
    violations: int

    @cached_property
    def values(self) -> dict[str, float]:
        """SEQUENCE_METRICS of this recording alone."""
        f1 = [float(METRICS["f1"](counts)) for counts in self.found]
        return dict(zip(SEQUENCE_METRICS, (float(accuracy(self.cells)), self.overlap, self.edit, *f1), strict=True))

    @property
    def rows(self) -> int:
        return int(self.cells.sum())

    @cached_property
    def kappa(self) -> float:
        """Cohen's kappa of this recording alone; nan where chance alone already agrees everywhere."""
        return float(kappa(self.cells))

    @property
    def true_segments(self) -> int:
        return sum(phase.true_pieces for phase in self.phases)

    @property
    def segments(self) -> int:
        return sum(phase.pieces for phase in self.phases)

    @property
    def missed(self) -> tuple[int, ...]:
        """The phases that occur and of which no row is recognised."""
        return tuple(phase.label for phase in self.phases if phase.missed)

    @property
    def occurring(self) -> tuple[int, ...]:
        """The phases with a true segment."""
        return tuple(phase.label for phase in self.phases if phase.occurs)

    def phase(self, label: int) -> PhaseTiming | None:
        """One phase, or None where it neither occurs nor is predicted."""
        return next((phase for phase in self.phases if phase.label == label), None)


def score_recording(
    truth: ArrayLike,
    predicted: ArrayLike,
    classes: int,
    edges: ArrayLike | None = None,
    background: Collection[int] = (),
) -> RecordingScores:
    """truth, predicted: (n,) codes below `classes` in the order of time; edges, background: as in `phase_timing`."""
    pair = np.asarray(truth), np.asarray(predicted)
    return RecordingScores(
        cells=joint_counts(*pair, classes),
        overlap=overlap_score(*pair, background),
        overlap_any=overlap_score(*pair, background, same_class=False),
        edit=edit_score(*pair, background),
        found=tuple(segment_counts(*pair, iou, background) for iou in IOUS),
        phases=phase_timing(*pair, edges, background),
        violations=order_violations(*pair, background),
    )


def phase_jaccard(recordings: Sequence[RecordingScores]) -> Values:
    """(recordings, K) correct rows of a phase / rows of its true or predicted class, per recording and phase.

    nan where a phase neither occurs nor is predicted. The number of the literature is the mean over the recordings
    where it is defined, then over the phases: see `macro`.
    """
    return METRICS["jaccard"](one_vs_rest(np.stack([each.cells for each in recordings])))


def mean_over_recordings(values: Values) -> Values:
    """(K,) of (recordings, K): the mean of each phase over the recordings where it is defined."""
    return np.asarray(macro(values.T))


def recurring(recordings: Sequence[RecordingScores]) -> frozenset[int]:
    """Classes whose true segments come again in most of the recordings where they occur, as stages of sleep are."""
    occurs: dict[int, int] = {}
    again: dict[int, int] = {}
    for phase in (phase for each in recordings for phase in each.phases if phase.occurs):
        occurs[phase.label] = occurs.get(phase.label, 0) + 1
        again[phase.label] = again.get(phase.label, 0) + (phase.true_pieces > 1)
    return frozenset(label for label, number in occurs.items() if 2 * again[label] > number)


def are_stages(recordings: Sequence[RecordingScores]) -> bool:
    """Whether most classes that occur recur: then a course is a staircase, and no class has one start."""
    occurring = {label for each in recordings for label in each.occurring}
    return 2 * len(recurring(recordings)) > len(occurring)
