"""What calls and all-clears mean where the class is as common as somewhere else, in whole people."""

from __future__ import annotations

from dataclasses import replace

from metrics import Estimate, NaturalFrequencies
from words.text.numbers import NBSP, counted, of, percent, whole
from words.text.voice import Voice

__all__ = ["ASSUMED", "alarms", "as_share", "common", "heading", "here", "people"]

ASSUMED = (
    "Assumes that sensitivity and specificity are the same there as here: they often are not where people are less "
    "ill, older, or sent for another reason."
)


def common(share: float) -> str:
    """A prevalence as it was typed: "0.01 %", "4.3 %", "30 %"."""
    return f"{share * 100:.3g}{NBSP}%"


def here(cases: int, total: int, label: int, voice: Voice) -> str:
    """The prevalence of the sample, which always stands beside the reader's own."""
    of_all = f"{of(cases, total)} {voice.unit[1]} {_are(cases, label, voice)}"
    return f"In this study {of_all} ({percent(cases / total, total)})."


def _are(number: int, label: int, voice: Voice) -> str:
    return voice.belong(number, label).split(" ", 1)[1]


def heading(per: int, share: float | None, label: int, voice: Voice) -> str:
    """ "Per 1,000 patients like these", "Per 1,000 patients where 1 % have VT"."""
    start = f"Per {whole(per)} {voice.unit[1]}"
    return f"{start} like these" if share is None else f"{start} where {common(share)} {_are(2, label, voice)}"


def people(tree: NaturalFrequencies, share: float, label: int, voice: Voice) -> str:
    """The whole tree in two sentences, which add up."""
    total = tree.diseased + tree.healthy
    found, missed = f"{_number(tree.tp)} flagged", f"{_number(tree.fn)} missed"
    wrongly = f"{_number(tree.fp, f' of the {whole(tree.healthy)} others')} flagged too"
    return (
        f"Of {counted(total, voice.unit)} where {common(share)} {_are(2, label, voice)}: "
        f"{voice.belong(tree.diseased, label)}, {found} and {missed}; {wrongly}. {alarms(tree)}"
    )


def alarms(tree: NaturalFrequencies) -> str:
    """How many alarms are real, and how often an all-clear is right."""
    flagged, cleared = tree.tp + tree.fp, tree.tn + tree.fn
    first = "Nobody is flagged" if not flagged else f"So of {counted(flagged, ('alarm', 'alarms'))} {_real(tree.tp)}"
    if 0 < tree.tp < flagged:
        first += f" (about 1 in {whole(round(flagged / tree.tp))})" if flagged >= 2 * tree.tp else ""
    second = f"an all-clear is right {whole(tree.tn)} times out of {whole(cleared)}"
    return f"{first}; {second if cleared else 'nobody is cleared'}."


def _real(number: int) -> str:
    return f"{_number(number)} real"


def _number(number: int, group: str = "") -> str:
    """ "9 are", "1 is", "none is"."""
    return f"{whole(number) if number else 'none'}{group} {'is' if number <= 1 else 'are'}"


def as_share(estimate: Estimate, cases: int) -> Estimate:
    """A share at another prevalence has no counts of its own; it is written with the decimals of so many cases."""
    return replace(estimate, trials=cases, successes=cases if estimate.value == 1 else 0)
