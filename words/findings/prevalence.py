"""What predictions mean at another prevalence, in whole people."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from metrics import Estimate, Evaluation, NaturalFrequencies
from words.text.marks import MARKS, outcome
from words.text.numbers import NBSP, counted, in_brackets, of, whole
from words.text.voice import Voice

ASSUMED = "Your setting: same sensitivity and specificity assumed; both can change with case mix (spectrum effect)."


def proportion_with_disease(evaluation: Evaluation, voice: Voice) -> float:
    """Of the cases with a disease or Normal, weighted where cases are; nan without any."""
    support = evaluation.in_population.matrix.support
    ill = int(support[list(voice.diseases)].sum())
    total = ill + (0 if voice.normal is None else int(support[voice.normal]))
    return ill / total if total else math.nan


def common(pi: float) -> str:
    """A prevalence as it was typed: "0.01 %", "4.3 %", "30 %"."""
    return f"{pi * 100:.3g}{NBSP}%"


def here(cases: int, total: int, proportion: float | None = None) -> str:
    """The prevalence of the study, which always stands beside the reader's own."""
    return f"In this study: {of(cases, total)}{in_brackets(cases, total, proportion)}."


def too_many_marks(voice: Voice) -> str:
    """In place of the picture of people, where the rarest outcome is less than one in a thousand."""
    return f"10,000 {voice.unit[1]} are needed to show the rarest of them: too many marks to count."


def sentence(tree: NaturalFrequencies, pi: float, label: int, voice: Voice) -> str:
    """The whole tree in words, which adds up: "Per 1,000 patients at 8.7 % prevalence: 87 have Ectopic (66 ..."."""
    total, name = tree.diseased + tree.healthy, voice.name(label)
    return (
        f"Per {counted(total, voice.unit)} at {common(pi)} prevalence: {voice.count_phrase(tree.diseased, label)} "
        f"({whole(tree.tp)} detected, {whole(tree.fn)} missed); {whole(tree.fp)} of the other {whole(tree.healthy)} "
        f"{'is' if tree.fp == 1 else 'are'} classified as {name}. {predictive_values(tree)}"
    )


class PerThousand(NamedTuple):
    """What stands beside the picture of a thousand people; each of the four outcomes as (number, what it counts)."""

    has: str
    has_not: str
    tp: tuple[str, str]
    fn: tuple[str, str]
    fp: tuple[str, str]
    tn: tuple[str, str]

    def lines(self) -> list[str]:
        """A line each in Markdown: cases of the class, then the others."""
        tp, fn, fp, tn = (
            f"{MARKS[cell]} **{number}** {what}" for cell, (number, what) in zip(MARKS, self[2:], strict=True)
        )
        return [self.has, tp, fn, self.has_not, fp, tn]


def per_thousand(tree: NaturalFrequencies, label: int, voice: Voice) -> PerThousand:
    """The people of the picture, counted."""
    one, many = ("does not", "do not") if voice.preposition(label) == "with" else ("is not", "are not")
    others = f"{whole(tree.healthy)} {one if tree.healthy == 1 else many}"
    numbers = {cell: getattr(tree, cell) for cell in MARKS}
    each = {cell: (whole(number), outcome(cell, number)) for cell, number in numbers.items()}
    return PerThousand(voice.count_phrase(tree.diseased, label), others, **each)


def predictive_values(tree: NaturalFrequencies) -> str:
    """ "PPV 66 of 109; NPV 870 of 891."; no one flagged or no one left has no value."""
    positive, negative = tree.tp + tree.fp, tree.tn + tree.fn
    ppv = f"PPV {of(tree.tp, positive)}" if positive else "No one is flagged"
    return f"{ppv}; {f'NPV {of(tree.tn, negative)}' if negative else 'no negative predictions'}."


def as_proportion(estimate: Estimate, cases: int) -> Estimate:
    """A proportion at another prevalence has no counts of its own; it is written with the decimals of `cases`."""
    return replace(estimate, trials=cases, successes=cases if estimate.value == 1 else 0)
