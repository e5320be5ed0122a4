"""Which definitions the page shows: the rates of one class, the other groups, and what a search finds."""

from __future__ import annotations

from dataclasses import dataclass

from metrics.definition import LEVELS, Definition
from metrics.glossary import GLOSSARY
from words import sentence_case
from words.findings.definitions import GROUPS, found_by

ONE_CLASS = ("sensitivity", "specificity", "ppv", "npv", "fnr", "class_missed_as_normal", "fpr", "f1")
OF_NORMAL = "Disease classified as Normal"
MOST_NAMED = 6


@dataclass(frozen=True)
class Group:
    """A closed list of definitions under one title."""

    title: str
    definitions: tuple[Definition, ...]

    @property
    def label(self) -> str:
        """The title with the names of the first entries, as plain text."""
        names = [each.name for each in self.definitions]
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED + 1 else ""
        shown = names[:MOST_NAMED] if more else names
        return f"{self.title}: {', '.join(shown)}{more}"

    def found(self, searched: str) -> Group:
        """The same with those alone that match every searched word."""
        return Group(self.title, tuple(each for each in self.definitions if found_by(each, searched)))


def one_class() -> Group:
    """The rates of one class, in the order in which the page opens."""
    return Group("One class", tuple(GLOSSARY[key] for key in ONE_CLASS))


def other_groups() -> tuple[Group, ...]:
    """Every other definition, each in one group."""
    rest = [each for each in GLOSSARY.values() if each.key not in ONE_CLASS]
    titles = {level: f"{GROUPS[level]}, further" if level == "class" else GROUPS[level] for level in LEVELS}
    groups = [
        Group(titles[level], tuple(e for e in rest if e.level == level and not _of_normal(e))) for level in LEVELS
    ]
    groups.insert(4, Group(OF_NORMAL, tuple(each for each in rest if _of_normal(each))))
    return tuple(Group(sentence_case(each.title), each.definitions) for each in groups if each.definitions)


def _of_normal(definition: Definition) -> bool:
    return definition.needs_normal or definition.key == "risk_score_elsewhere"
