"""How a group of cases is said: "women", "50–64 years", "March 2026", "site North"."""

from __future__ import annotations

import re

from words.text.escape import markdown, short, visible

LONGEST = 40
SEX = re.compile(r"(?:^|_)(?:sex|gender|geschlecht)(?:$|_)")
AGE = re.compile(r"^(?:patient_|pat_)?(?:age|alter|altersgruppe|edad|âge)(?:$|_(?:years?|yrs?|y|group|band|at_\w+)$)")
WOMEN = {"f", "female", "females", "woman", "women", "w", "weiblich", "frau", "frauen"}
MEN = {"m", "male", "males", "man", "men", "männlich", "mann", "männer"}
MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])", re.ASCII)
QUARTER = re.compile(r"(\d{4})-Q([1-4])", re.ASCII)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
OPEN_END = " and over"


def group_said(column: str, value: str) -> str:
    """A group in a sentence or label, safe for Markdown; `plain_group` for everything else."""
    return markdown(plain_group(column, value), 2 * LONGEST)


def plain_group(column: str, value: str) -> str:
    """The same as plain text. A number never means a sex; what is not known is "column value"."""
    return known_group(column, value) or f"{short(visible(column), LONGEST)} {short(visible(value), LONGEST)}"


def known_group(column: str, value: str) -> str:
    """A group that needs no name of its column: "women", "50–64 years", "March 2026"; "" of any other."""
    return _sex(value) if SEX.search(_key(column)) else _age(value) if is_age(column) else _period(value)


def is_age(column: str) -> bool:
    """Whether a column holds ages in years, as its name tells."""
    return AGE.match(_key(column)) is not None


def _key(column: str) -> str:
    return re.sub(r"[\s\-.]+", "_", column.strip().casefold())


def _sex(value: str) -> str:
    word = value.casefold()
    return "women" if word in WOMEN else "men" if word in MEN else ""


def _age(value: str) -> str:
    """Only of a text with a number; "adult" is none."""
    if not any(sign.isdecimal() for sign in value):
        return ""
    number = value.removesuffix(OPEN_END)
    years = "" if "year" in value else " years"
    return f"{short(visible(number), LONGEST)}{years}{OPEN_END if number != value else ''}"


def _period(value: str) -> str:
    if month := MONTH.fullmatch(value):
        return f"{MONTHS[int(month[2]) - 1]} {month[1]}"
    quarter = QUARTER.fullmatch(value)
    return f"Q{quarter[2]} {quarter[1]}" if quarter else ""
