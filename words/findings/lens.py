"""What is said where every page shows one group of the cases only."""

from __future__ import annotations

from words.findings.finding import Finding
from words.text.escape import markdown
from words.text.numbers import counted, whole
from words.text.phrases import sentence_case

Unit = tuple[str, str]
LONGEST = 600  # characters of a reason


def label(unit: Unit) -> str:
    """Of the list of groups: "Patients"."""
    return sentence_case(unit[1])


def everybody(unit: Unit) -> str:
    """ "All patients"."""
    return f"All {unit[1]}"


def look_at(group: str) -> str:
    """The label of a button."""
    return f"Show only {group}"


def within(group: str, found: Finding) -> Finding:
    """ "Women: The model missed 8 of 21 patients with VT …". group: safe for Markdown."""
    return found._replace(headline=f"{sentence_case(group)}: {found.headline}")


def part_of(number: int, every: int, unit: Unit) -> str:
    """ "546 of 1,150 patients"."""
    return f"{whole(number)} of {counted(every, unit)}"


def nobody(group: str, unit: Unit) -> Finding:
    """Where a group has no case on a model and split."""
    why = f"{sentence_case(group)}: no row of this model and split has both a true and a predicted class."
    return Finding(f"No {unit[1]} of this group in this selection.", f"{why} Choose another split, model or group.")


def no_longer(group: str, unit: Unit, why: str) -> str:
    """Of a group whose file cannot be asked any more. group: safe for Markdown; why: plain text. Markdown."""
    return f"All {unit[1]} are shown, not the group {group}: {markdown(why, LONGEST)}"


def not_there(group: str, unit: Unit) -> str:
    """Of a review file whose group the study does not have. Markdown."""
    return f"No {unit[1]} of the group {group} are in this study: all {unit[1]} are shown."
