"""A threshold for every class at once: the rule in words, and what it leaves uncalled."""

from __future__ import annotations

from collections.abc import Sequence

from metrics import Estimate
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from words.text.notes import why
from words.text.numbers import FEW, NBSP, bounds, counted, of, percent_of
from words.text.phrases import enumeration
from words.text.voice import Voice

PLAIN = "highest score wins"
MEASURES = {
    "risk_score": "called {normal} that are not",
    "missed_as_normal": "with a disease, called {normal}",
    "overall_accuracy": "correct of all, called or not",
    "no_call": "of all",
}
ROWS_APART = "Some patients stand behind several rows here. These intervals take rows as independent: too narrow."


def safety_rule(normal: int, at: str, voice: Voice) -> str:
    """The rule of one line for the all-clear class."""
    return (
        f"Call {voice.name(normal)} only when its score is at least {at}; else the class with the highest score among "
        "the others."
    )


def own_rule() -> str:
    """The rule of a line for every class."""
    return (
        "Of the classes whose score reaches their own line, call the one with the highest score; where none reaches "
        "its line, there is no call."
    )


def difference(found: ThresholdedMatrix, plain: ThresholdedMatrix, normal: int | None, voice: Voice) -> str:
    """What the lines change against the plain rule, in whole cases."""
    total = plain.matrix.total + int(plain.no_call.sum())
    uncalled = int(found.no_call.sum())
    correct = f"{of(int(found.matrix.cells.trace()), total)} {voice.unit[1]} are called correctly"
    said = [f"{correct} (highest score wins: {int(plain.matrix.cells.trace()):,})"]
    if normal is not None:
        missed = [int(each.matrix.called[normal] - each.matrix.cells[normal, normal]) for each in (found, plain)]
        called = f"with a disease {'is' if missed[0] == 1 else 'are'} called {voice.name(normal)}"
        said.append(f"{counted(missed[0], voice.unit)} {called} ({missed[1]:,})")
    said.append(
        f"{uncalled:,} {'gets' if uncalled == 1 else 'get'} no call" if uncalled else "nobody is without a call"
    )
    return f"With these lines {enumeration(said)}."


def no_calls(found: ThresholdedMatrix, voice: Voice) -> str:
    """How many of each class got no call; "" where every case got one."""
    if not found.no_call.any():
        return ""
    support = found.matrix.support + found.no_call
    pairs = enumerate(zip(found.no_call.tolist(), support.tolist(), strict=True))
    parts = [f"{voice.name(i)} {of(n, total)}" for i, (n, total) in pairs if total]
    return f"No call, by true class: {enumeration(parts)}."


def cell(value: Estimate) -> str:
    """A share with its counts and interval, in two lines of Markdown."""
    if not value.is_defined:
        return f":gray[not estimable]  \n:small[{why(value)}]"
    counts = of(value.successes or 0, value.trials or 0)
    if (value.trials or 0) < FEW:
        return f"**{counts}**  \n:small[{bounds(value)}{NBSP}%]"
    return f"**{percent_of(value)}**  \n:small[{counts} · {bounds(value)}]"


def left_out(number: int, unit: Sequence[str]) -> str:
    """Rows that lack a score of some class; "" where none does."""
    return f"{counted(number, (unit[0], unit[1]))} without a score of every class left out here." if number else ""
