"""What a number's name means, for the question mark beside it: the same words as the catalog's."""

from __future__ import annotations

import re
from collections.abc import Iterable

import streamlit as st

from metrics.definition import Definition
from metrics.glossary import GLOSSARY
from words.findings.definitions import in_one_line, tooltip

__all__ = ["column_helps", "defined", "header_of", "help_for", "help_in", "help_of"]

MEANINGS = "what-these-numbers-mean"
_BY_NAME = {alias.casefold(): each for each in reversed(GLOSSARY.values()) for alias in each.aliases}
_BY_NAME |= {each.name.casefold(): each for each in GLOSSARY.values()}


def defined(name: str) -> Definition | None:
    """The definition of a key, a name or another name; None for what the catalog does not know."""
    return GLOSSARY.get(name) or _BY_NAME.get(name.casefold())


def help_for(name: str) -> str | None:
    """The question behind a number, its formula and its other names; None for a name that is not known."""
    found = _BY_NAME.get(name.casefold())
    return tooltip(found) if found else None


def help_of(key: str) -> str:
    """Question, other names and formula of a number of the catalog."""
    return tooltip(GLOSSARY[key])


def help_in(text: str) -> str | None:
    """The same for every rate or score that a paragraph names; None where it names none."""
    said = text.casefold()
    named = [
        each
        for each in GLOSSARY.values()
        if (each.symbol or each.interval) and re.search(rf"(?<!\w){re.escape(each.name.casefold())}(?!\w)", said)
    ]
    # "Average precision" also names "precision": the longest name says it best.
    longest = [each for each in named if not any(each.name in other.name for other in named if other is not each)]
    return "\n\n".join(f"**{each.name}.** {tooltip(each)}" for each in longest) or None


def column_helps(names: Iterable[str]) -> dict[str, st.column_config.Column]:
    """The question marks of a table to scroll, for the columns that the catalog knows."""
    return {name: st.column_config.Column(help=said) for name in names if (said := help_for(str(name)))}


def header_of(key: str, second_line: str = "", name: str = "") -> str:
    """A table header in Markdown: the name tells its question when pointed at, and leads to its meaning when tapped."""
    text = f'**[{name or GLOSSARY[key].name}](#{MEANINGS} "{in_one_line(GLOSSARY[key])}")**'
    return f"{text}  \n{second_line}" if second_line else text
