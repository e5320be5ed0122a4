"""What a number's name means, for the question mark beside it: the same words as the catalog's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from metrics.definition import Definition
from metrics.glossary import GLOSSARY
from words.findings.definitions import in_one_line, tooltip

MEANINGS = "definitions"
_BY_NAME = {alias.casefold(): each for each in reversed(list(GLOSSARY.values())) for alias in each.aliases}
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


def help_of_all(keys: Iterable[str]) -> str | None:
    """What each of several numbers means, under its name; None for none."""
    return "\n\n".join(f"**{GLOSSARY[key].name}.** {help_of(key)}" for key in keys) or None


def column_helps(names: Iterable[str]) -> dict[str, Any]:
    """The question marks of a table to scroll, for the columns that the catalog knows."""
    return {name: st.column_config.Column(help=said) for name in names if (said := help_for(str(name)))}


def header_of(key: str, second_line: str = "", name: str = "") -> str:
    """A table header in Markdown: the name tells its question when pointed at, and leads to its meaning when tapped."""
    text = f'**[{name or GLOSSARY[key].name}](#{MEANINGS} "{in_one_line(GLOSSARY[key])}")**'
    return f"{text}  \n{second_line}" if second_line else text
