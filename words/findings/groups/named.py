"""How a group is named, in a sentence and alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from words.text.apart import distinct, distinct_by_name
from words.text.escape import markdown, short, visible
from words.text.groups import known_group, plain_group
from words.text.phrases import enumeration, sentence_case

PLACES = {"site", "centre", "center", "hospital", "clinic", "ward", "department", "institution", "lab", "location"}
PEOPLE = ("women", "men")
LONGEST = 90
FEWEST = 7  # characters of the name of a column that are worth to stand before the value


Escape = Callable[[str], str]


def in_markdown(text: str) -> str:
    """User text that Markdown shows as it is."""
    return markdown(text, LONGEST)


def as_it_is(text: str) -> str:
    """For plain text, which is made harmless where it is printed."""
    return short(text, LONGEST)


@dataclass(frozen=True)
class Member:
    """A group, by the column and the value of each way in which its cases are told apart."""

    parts: tuple[tuple[str, str], ...]

    @property
    def column(self) -> str:
        """ "sex", "sex × age"; as in the file."""
        return " × ".join(column for column, _ in self.parts)

    @property
    def value(self) -> str:
        """ "F", "F × 65–79"; as in the file."""
        return " × ".join(value for _, value in self.parts)

    @property
    def plain(self) -> str:
        """ "women", "site North", "women, 65–79 years"; plain text."""
        return ", ".join(plain_group(*part) for part in self.parts)

    @property
    def said(self) -> str:
        """The same, safe for Markdown."""
        return in_markdown(self.plain)

    @property
    def title(self) -> str:
        """At the start of a row: "Women", "Site North"; a name as of a variable keeps its own case; plain text."""
        return titled(self.plain)

    @property
    def where(self) -> str:
        """ "in women", "at site North"; safe for Markdown."""
        return self.where_in(in_markdown)

    def where_in(self, escape: Escape) -> str:
        """ "in women", "at site North", "in March 2026", "at 50–64 years", "under 50 years", "with device B"."""
        column, value = self.parts[0]
        first = plain_group(column, value)
        words = column.casefold().replace("-", " ").replace("_", " ").split()
        if first in PEOPLE or not first.startswith(short(visible(column), LONGEST)):
            if first.startswith("under "):
                return escape(self.plain)
            return f"{'at' if 'years' in first else 'in'} {escape(self.plain)}"
        return f"{'at' if PLACES & {*words} else 'with'} {escape(self.plain)}"


def titled(name: str) -> str:
    """A name at the start of a row."""
    return name if "_" in name.split(" ")[0] else sentence_case(name)


def row_names(members: Sequence[Member], limit: int) -> tuple[str, ...]:
    """Names of rows with little room, plain text: "risk_g… intermediate". Values stay whole, columns are cut.

    Where one value leaves its column no room, all values of the column stand alone.
    """
    columns = list(dict.fromkeys(column for member in members for column, _ in member.parts))
    alone = {member.column for member in members if len(member.plain) > limit and _room(member, limit) < FEWEST}
    return distinct_by_name([_within(each, columns, limit, each.column in alone) for each in members], limit)


def _within(member: Member, columns: Sequence[str], limit: int, is_alone: bool) -> str:
    if is_alone:
        return ", ".join(_values(member))
    if len(member.plain) <= limit:
        return member.plain
    cut = dict(zip(columns, distinct(columns, _room(member, limit)), strict=True))
    pairs = zip(_known(member), _values(member), member.parts, strict=True)
    return ", ".join(name or f"{cut[column]} {value}" for name, value, (column, _) in pairs)


def _room(member: Member, limit: int) -> int:
    """Characters that the values leave for each column that has to be named."""
    return (limit - len(", ".join(_values(member)))) // max(_known(member).count(""), 1) - 1


def _known(member: Member) -> list[str]:
    return [known_group(*part) for part in member.parts]


def _values(member: Member) -> list[str]:
    return [name or visible(value) for name, (_, value) in zip(_known(member), member.parts, strict=True)]


def columns_said(columns: Sequence[str], escape: Escape = in_markdown) -> str:
    """ "sex, age and site"."""
    return enumeration([escape(short(visible(each), 40)) for each in columns])
