"""What the Data page says: how a file was read, and the questions about what is not known."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from words.findings.finding import Finding
from words.text.escape import markdown
from words.text.names import at_most
from words.text.numbers import NBSP, counted, whole
from words.text.phrases import enumeration

INVITATION = Finding(
    "Drop a predictions file to see what the model gets wrong.",
    "One row per case: the true class, and what the model predicted (a class, scores, or both). "
    "An AI model, a score or a reader all count as a model.",
)
WHERE_FILES_STAY = (
    "Files stay on the computer that runs Rounds. Nothing is sent to another host or written to disk; "
    "an unsaved study ends 15 minutes after its tab is closed."
)
WHAT_TRAVELS = (
    "The cluster counts. Rounds receives counts, the values of labels and groups, the first {rows} rows to recognise "
    "the columns, and the cases that are opened on the Cases page, 50 at a time."
)
MOST_NAMED = 3
COMPUTED = re.compile(r"-?(\d+)\.\d{6,}(e[+-]\d+)?")  # a number with more decimals than a person would type
ACTIONS = {
    "label_minus_one": "Exclude class -1",
    "label_of_missing_values": "Treat as missing",
    "weights_unused": "Use as weights",
}  # by code of a notice


def read_as(unit: str, truth: str | None, scored: int, models: int) -> str:
    """One line: what a row of the file is, and what it contains. truth: the column, None for a matrix.

    scored: number of classes with scores.
    """
    if truth is None:
        return "Read as a confusion matrix: rows are the true class, columns the predicted class"
    each = f"{unit} and model ({whole(models)}{NBSP}models)" if models > 1 else unit
    scores = f", scores of {counted(scored, ('class', 'classes'))}" if scored else ", no scores"
    return f"Read as one prediction per {each}, true class in {markdown(truth, 40)}{scores}"


def not_listed(lacking: Mapping[str, list[str]]) -> str:
    """Pages that the study cannot fill, by what they need."""
    parts = [
        f"{enumeration(titles)} ({'needs' if len(titles) == 1 else 'need'} {what})" for what, titles in lacking.items()
    ]
    return f"Not listed: {', '.join(parts)}."


def notices_counted(number: int) -> str:
    """The label of what opens the notices."""
    return counted(number, ("notice", "notices")) if number else "Columns"


def columns_read(
    columns: Iterable[tuple[str, str, tuple[str, ...]]], scores: Collection[str], details: Collection[str]
) -> list[tuple[str, str, str]]:
    """(column, meaning, examples) in Markdown; columns of scores, and those without a role, stand in one row each."""
    given = list(columns)
    rows = [_row(*each) for each in given if each[0] not in scores and each[0] not in details]
    found = [each for each in given if each[0] in scores]
    if len(found) == 1:
        rows.append(_row(*found[0]))
    elif found:
        rows.append((f"**{_some([each[0] for each in found], 1)}**", "scores", markdown(examples(found[0][2]), 60)))
    others = [name for name, _, _ in given if name in details]
    if others:
        rows.append((_some(others, MOST_NAMED), "additional columns", ""))
    return rows


def examples(values: Iterable[str]) -> str:
    """Values of a column, those with many decimals in four significant digits."""
    return ", ".join(map(_shortened, values))


def _shortened(value: str) -> str:
    found = COMPUTED.fullmatch(value)
    return f"{float(value):#.{max(4, len(found[1]))}g}".removesuffix(".") if found else value


def _row(name: str, meaning: str, values: tuple[str, ...]) -> tuple[str, str, str]:
    return f"**{markdown(name, 40)}**", markdown(meaning, 80), markdown(examples(values), 60)


def _some(names: list[str], most: int) -> str:
    """ "a, b, c and 4 more", in Markdown."""
    return at_most([markdown(name, 40) for name in names], most)
