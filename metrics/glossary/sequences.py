"""The numbers of sequences in time: their frames and their segments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from metrics.definition import PHASES, AlternativeDefinition, Definition, Formula
from metrics.interval_methods import PATIENT_BOOTSTRAP_LOGIT
from metrics.measures.averages import macro
from metrics.measures.segments import Background, edit_score, overlap_score, segmental_f1
from metrics.notes import Code

Pair = tuple[ArrayLike, ArrayLike]
SEGMENT = "A segment is a maximal run of frames with one label"


def _mean(score: Callable[..., float], **more: Any) -> Callable[..., float]:
    """The mean over the sequences where it is defined."""

    def mean(sequences: Sequence[Pair], background: Background = ()) -> float:
        return float(macro([score(*pair, background, **more) for pair in sequences]))

    return mean


def _right(truth: ArrayLike, predicted: ArrayLike, background: Background = ()) -> float:
    """background: counts, too, as every row is classified."""
    correct = np.asarray(truth) == np.asarray(predicted)
    return float(correct.mean()) if len(correct) else math.nan


def _pooled_right(sequences: Sequence[Pair], background: Background = ()) -> float:
    """All frames of all sequences together."""
    truth, predicted = (np.concatenate([np.asarray(pair[side]) for pair in sequences]) for side in (0, 1))
    return _right(truth, predicted)


def _segmental(percent: int) -> Definition:
    iou = percent / 100
    return Definition(
        key=f"segmental_f1_{percent}", name=f"Segmental F1 at {percent} %", level="sequence",
        path=f"overall.segmental_f1_{percent}",
        where=rf"$\mathrm{{TP}}$: predicted segments with an IoU of at least {percent} % with an unused true segment "
        r"of their class; $\mathrm{FP}$: the other predicted ones; $\mathrm{FN}$: true segments that stay unused. "
        + SEGMENT,
        meaning=f"F1 of segments matched at IoU ≥ {percent / 100:.2f}.",
        rule=Formula(
            r"\frac{2\,\mathrm{TP}}{2\,\mathrm{TP} + \mathrm{FP} + \mathrm{FN}}",
            lambda sequences, background=(): segmental_f1(sequences, iou, background),
        ),
        undefined=Code.NO_SEGMENT, interval=PATIENT_BOOTSTRAP_LOGIT, aliases=(f"F1@{percent}",),
        readings=(
            AlternativeDefinition(
                "published code for action segmentation",
                "Some of it takes the mean over the sequences. Rounds pools the segments of all sequences, as most of "
                "it does.",
                lambda sequences, background=(): macro([segmental_f1([each], iou, background) for each in sequences]),
            ),
        ),
    )  # fmt: skip


SEQUENCES = (
    Definition(
        key="frame_accuracy", name="Frame accuracy", level="sequence",
        where="$S$: sequences; $c_s$: correct frames of sequence $s$; $N_s$: its frames",
        meaning="Proportion of the frames of a sequence classified correctly. Mean over the sequences.",
        rule=Formula(r"\frac{1}{S} \sum_s \frac{c_s}{N_s}", _mean(_right)), undefined=Code.NO_FRAMES,
        aliases=("accuracy per video", "epoch accuracy", "row accuracy"), by_prevalence=True, documents=(PHASES,),
        readings=(
            AlternativeDefinition(
                PHASES,
                "All frames together, so that a long sequence has more weight: the accuracy of the whole matrix.",
                _pooled_right,
            ),
        ),
    ),
    Definition(
        key="overlap_score", name="Overlap score", level="sequence", path="overall.overlap_score",
        where=r"$G$: true segments of a sequence; $P_g$: predicted segments of the same class as $g$. " + SEGMENT
        + "; the mean of a sequence, then over the sequences",
        meaning="Mean best IoU of each true segment with a same-class predicted segment. Spurious segments are not "
        "penalised.",
        rule=Formula(
            r"\frac{1}{|G|} \sum_{g \in G} \max_{p \in P_g} \frac{|g \cap p|}{|g \cup p|}", _mean(overlap_score)
        ),
        undefined=Code.NO_SEGMENT, interval=PATIENT_BOOTSTRAP_LOGIT,
        aliases=("segmental overlap", "mean best IoU of segments"), documents=(PHASES,),
        readings=(
            AlternativeDefinition(
                PHASES,
                "The formula as printed lets a segment of any class match: a model that swaps two phases "
                "everywhere scores 1. The authors' published code requires the same class, as here.",
                _mean(overlap_score, same_class=False),
            ),
            AlternativeDefinition(
                PHASES, "The words speak of the longest segment; the formula takes the one with the best IoU."
            ),
        ),
    ),
    Definition(
        key="edit_score", name="Edit score", level="sequence", path="overall.edit_score",
        where=r"$g$, $p$: the classes of the true and the predicted segments in order; $L$: the fewest insertions, "
        "deletions and replacements that turn one into the other. " + SEGMENT,
        meaning="Agreement of the order of predicted and true segments, whatever their duration (1 − normalised "
        "edit distance).",
        rule=Formula(r"1 - \frac{L(g, p)}{\max(|g|, |p|)}", _mean(edit_score)),
        undefined=Code.NO_SEGMENT, interval=PATIENT_BOOTSTRAP_LOGIT,
        aliases=("segmental edit score", "normalised Levenshtein similarity"),
    ),
    *(_segmental(percent) for percent in (10, 25, 50)),
)  # fmt: skip
