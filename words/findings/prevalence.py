"""What calls and all-clears mean where the class is as common as somewhere else, in whole people."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from metrics import Estimate, NaturalFrequencies
from words.text.marks import MARKS
from words.text.numbers import NBSP, counted, of, percent, whole
from words.text.voice import Voice

ASSUMED = (
    "Assumes that sensitivity and specificity are the same there as here: they often are not where people are less "
    "ill, older, or sent for another reason."
)


def common(share: float) -> str:
    """A prevalence as it was typed: "0.01 %", "4.3 %", "30 %"."""
    return f"{share * 100:.3g}{NBSP}%"


def here(cases: int, total: int, label: int, voice: Voice) -> str:
    """The prevalence of the sample, which always stands beside the reader's own."""
    of_all = f"{of(cases, total)} {voice.unit[1]} {voice.verb_phrase(cases, label)}"
    return f"In this study {of_all} ({percent(cases / total, total)})."


def heading(per: int, share: float | None, label: int, voice: Voice) -> str:
    """ "Per 1,000 patients like these", "Per 1,000 patients where 1 % have VT"."""
    start = f"Per {whole(per)} {voice.unit[1]}"
    return f"{start} like these" if share is None else f"{start} where {common(share)} {voice.verb_phrase(2, label)}"


def people(tree: NaturalFrequencies, share: float, label: int, voice: Voice) -> str:
    """The whole tree in two sentences, which add up."""
    total = tree.diseased + tree.healthy
    found, missed = f"{_number(tree.tp)} flagged", f"{_number(tree.fn)} missed"
    wrongly = f"{_number(tree.fp, f' of the {whole(tree.healthy)} others')} flagged too"
    return (
        f"Of {counted(total, voice.unit)} where {common(share)} {voice.verb_phrase(2, label)}: "
        f"{voice.count_phrase(tree.diseased, label)}, {found} and {missed}; {wrongly}. {alarms(tree)}"
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
        """A line each in Markdown: who has it, then found and missed; who has it not, then alarmed and cleared."""
        tp, fn, fp, tn = (
            f"{MARKS[cell]} **{number}** {what}" for cell, (number, what) in zip(MARKS, self[2:], strict=True)
        )
        return [self.has, tp, fn, self.has_not, fp, tn]


def per_thousand(tree: NaturalFrequencies, label: int, voice: Voice) -> PerThousand:
    """The people of the picture, counted."""
    one, many = ("does not", "do not") if voice.preposition(label) == "with" else ("is not", "are not")
    return PerThousand(
        has=voice.count_phrase(tree.diseased, label),
        has_not=f"{whole(tree.healthy)} {one if tree.healthy == 1 else many}",
        tp=(whole(tree.tp), "found"),
        fn=(whole(tree.fn), "missed"),
        fp=(whole(tree.fp), f"false alarm{'s' if tree.fp != 1 else ''}"),
        tn=(whole(tree.tn), f"correctly not called {voice.name(label)}"),
    )


def alarms(tree: NaturalFrequencies) -> str:
    """How many alarms are real, and how often an all-clear is right."""
    flagged, cleared = tree.tp + tree.fp, tree.tn + tree.fn
    first = (
        "Nobody is flagged" if not flagged else f"So of {counted(flagged, ('alarm', 'alarms'))} {_number(tree.tp)} real"
    )
    if 0 < tree.tp < flagged:
        first += f" (about 1 in {whole(round(flagged / tree.tp))})" if flagged >= 2 * tree.tp else ""
    second = f"an all-clear is right {whole(tree.tn)} times out of {whole(cleared)}"
    return f"{first}; {second if cleared else 'nobody is cleared'}."


def _number(number: int, group: str = "") -> str:
    """ "9 are", "1 is", "none is"."""
    return f"{whole(number) if number else 'none'}{group} {'is' if number <= 1 else 'are'}"


def as_share(estimate: Estimate, cases: int) -> Estimate:
    """A share at another prevalence has no counts of its own; it is written with the decimals of `cases`."""
    return replace(estimate, trials=cases, successes=cases if estimate.value == 1 else 0)
