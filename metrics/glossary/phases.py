"""The numbers of phases in time: how much of them is detected, when, in which order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import METRICS
from metrics.definition import PHASES, AlternativeDefinition, Definition, Formula, Values, divided
from metrics.glossary.sequences import SEGMENT, Pair
from metrics.kernels.encoding import joint_counts
from metrics.measures.agreement import one_vs_rest
from metrics.measures.averages import macro
from metrics.measures.segments import Background, segments
from metrics.notes import Code
from metrics.recordings.phase_timing import PhaseTiming, order_violations, phase_timing
from metrics.recordings.recording_scores import mean_over_recordings


def _cells(sequences: Sequence[Pair]) -> NDArray[np.int64]:
    """(sequences, K, K) frames by true and predicted class."""
    pairs = [(np.asarray(truth), np.asarray(predicted)) for truth, predicted in sequences]
    classes = 1 + max(int(part.max()) for pair in pairs for part in pair)
    return np.stack([joint_counts(*pair, classes) for pair in pairs])


def _phase_jaccard(sequences: Sequence[Pair], background: Background = ()) -> float:
    """The mean of each phase over the sequences where it is defined, then over the phases."""
    return _over_phases(mean_over_recordings(METRICS["jaccard"](one_vs_rest(_cells(sequences)))), background)


def _pooled_jaccard(sequences: Sequence[Pair], background: Background = ()) -> float:
    return _over_phases(METRICS["jaccard"](one_vs_rest(_cells(sequences).sum(0))), background)


def _over_phases(values: Values, background: Background) -> float:
    """The mean of (K,), without the classes that are no phases."""
    return float(macro(values[~np.isin(np.arange(len(values)), list(background))]))


def _segments_ratio(sequences: Sequence[Pair], background: Background = ()) -> float:
    true, output = (sum(len(segments(pair[side], background)) for pair in sequences) for side in (0, 1))
    return float(divided(output, true))


def _missed(sequences: Sequence[Pair], background: Background = ()) -> int:
    return sum(phase.missed for pair in sequences for phase in phase_timing(*pair, background=background))


def _violations(sequences: Sequence[Pair], background: Background = ()) -> int:
    return sum(order_violations(*pair, background) for pair in sequences)


def _start(phase: PhaseTiming) -> float:
    return phase.start_error


def _stop(phase: PhaseTiming) -> float:
    return phase.stop_error


def _length(phase: PhaseTiming) -> float:
    return phase.length_error


TIMING = (
    Definition(
        key="phase_jaccard", name="Phase Jaccard", level="sequence",
        where="$J_{sk}$: the Jaccard index of phase $k$ in sequence $s$; $S_k$: the sequences where it occurs or "
        "is predicted; $K$: phases that do so anywhere",
        meaning="True positive frames as a proportion of the frames that are of a phase or classified as it. Mean "
        "over the sequences, then over the phases.",
        rule=Formula(r"\frac{1}{K} \sum_k \frac{\sum_{s \in S_k} J_{sk}}{|S_k|}", _phase_jaccard),
        undefined=Code.NO_FRAMES, aliases=("Jaccard per phase and video",), by_prevalence=True,
        documents=(PHASES,),
        readings=(
            AlternativeDefinition(
                PHASES,
                "Does not say how sequences are averaged. The other number pools the frames of all sequences.",
                _pooled_jaccard,
            ),
        ),
    ),
    Definition(
        key="segments_ratio", name="Segments ratio", level="sequence",
        where="$G$: true segments; $P$: predicted ones. " + SEGMENT,
        meaning="Predicted ÷ true segments. Above 1: fragmentation.",
        rule=Formula(r"\frac{|P|}{|G|}", _segments_ratio), undefined=Code.NO_SEGMENT,
        aliases=("predicted to true segments",), better="neither", highest=np.inf,
    ),
    Definition(
        key="missed_phases", name="Missed phases", level="sequence",
        where="$M$: phases that occur in a sequence and of which no frame is classified as the phase",
        meaning="Phases that the model does not recognise at all.",
        rule=Formula("|M|", _missed), undefined=None, better="lower", highest=np.inf,
    ),
    Definition(
        key="order_violations", name="Order violations", level="sequence",
        where="$V$: steps from one predicted segment to the next, whose true phase only ever comes before. " + SEGMENT,
        meaning="Returns to a phase that is over. A phase that is omitted is not a violation.",
        rule=Formula("|V|", _violations), undefined=None, better="lower", highest=np.inf,
    ),
    Definition(
        key="start_error", name="Start error", level="sequence",
        where="$s$: start of the phase as predicted, from its first segment that lies at least partly on a true "
        "one, so that a stray prediction far away has no effect; $t$: true start",
        meaning="Predicted minus true start of the phase. Below 0: too early.",
        rule=Formula("s - t", _start), undefined=Code.PHASE_NOT_RECOGNISED,
        better="neither", lowest=-np.inf, highest=np.inf,
    ),
    Definition(
        key="stop_error", name="End error", level="sequence",
        where="$s$: end of the phase as predicted, from its last segment that lies at least partly on a true one; "
        "$t$: true end",
        meaning="Predicted minus true end of the phase. Below 0: too early.",
        rule=Formula("s - t", _stop), undefined=Code.PHASE_NOT_RECOGNISED,
        better="neither", lowest=-np.inf, highest=np.inf,
    ),
    Definition(
        key="length_error", name="Duration error", level="sequence",
        where="$s$: predicted duration of the phase; $t$: true duration",
        meaning="Predicted minus true duration of the phase, relative to the true duration.",
        rule=Formula(r"\frac{s - t}{t}", _length), undefined=Code.NO_PHASE, better="neither",
        lowest=-1.0, highest=np.inf, aliases=("relative duration error",),
    ),
)  # fmt: skip
