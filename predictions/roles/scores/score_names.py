"""Score columns by the class that their names hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from predictions.columns.aliases import key_of
from predictions.problems import Notes
from predictions.roles.understood import Understood

Label = Callable[[str], str]  # turns a name into the label it means


def after_prefix(table: Understood, prefix: str, middle: str = "") -> dict[str, str]:
    """Class name -> column for numeric columns named prefix + class."""
    of = r"[_\s.\-]+(?:(?:of|for)[_\s.\-]+)?"  # `probability of sepsis`
    first = re.escape(prefix[:-1]).replace("_", r"[_\s.\-]+")
    pattern = re.compile(rf"\.?{first}{of}{re.escape(middle)}(.+)", re.IGNORECASE)
    matches = {column: pattern.fullmatch(column.strip()) for column in table.free}
    return {match[1]: column for column, match in matches.items() if match and _numeric(table, column)}


def by_pattern(table: Understood, pattern: re.Pattern[str]) -> dict[str, str]:
    """Class name -> column for numeric columns that hold the class before or in brackets behind what they are."""
    matches = {column: pattern.fullmatch(column.strip()) for column in table.free}
    return {match[1]: column for column, match in matches.items() if match and table.is_numeric(column)}


def name_all_classes(named: dict[str, str], labels: Sequence[str], label: Label) -> bool:
    """Whether every class has a score, or one of two: fewer may be anything that ends in _score."""
    found = {label(name) for name in named} & set(labels)
    return len(found) == len(labels) > 0 or (len(labels) == 2 and len(found) == 1)


def _numeric(table: Understood, column: str) -> bool:
    """A prefixed column that holds no number at all is still one: refusing it later names it."""
    return not key_of(column).startswith(("pred_", "p_")) or table.is_numeric(column)


def matched_to(named: dict[str, str], labels: Sequence[str], label: Label, notes: Notes) -> dict[str, str]:
    """Label -> column, by exact name first, then by the only label that differs in case or spacing."""
    found = {label(name): column for name, column in named.items() if label(name) in labels}
    keys = [key_of(known) for known in labels]
    for name, column in named.items():
        own = key_of(name)
        spelt = [known for known, key in zip(labels, keys, strict=True) if key == own or _in_r(known) == name.strip()]
        alike = [known for known in spelt if known not in found]
        if label(name) not in labels and len(alike) == 1:
            found[alike[0]] = column
            notes.warn("score_column_spelling", column=column, label=alike[0])
    return found


def _in_r(label: str) -> str:
    """A label as R names a column after it: `AF..paroxysmal.`; a number as it is, as X1 may be anything."""
    dotted = re.sub(r"[^\w.]", ".", label)
    return dotted if dotted[:1].isalpha() or not re.search(r"[^\W\d_]", label) else f"X{dotted}"


def are_numbers(table: Understood, columns: Iterable[str]) -> bool:
    return all(table.is_numeric(name) for name in columns)
