"""How a study speaks of its classes and its cases: "50 patients with VT", "212 malignant patients"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from metrics import ConfusionMatrix
from words.text.numbers import NBSP, whole

__all__ = ["Voice", "listed"]


@dataclass(frozen=True)
class Voice:
    """How a study speaks: its class names (already made safe for where they go), its unit, its Normal class."""

    names: tuple[str, ...]
    unit: tuple[str, str]
    normal: int | None = None

    def name(self, label: int) -> str:
        """The class in a sentence: "VT", but "class 1" where the name alone would read as a count."""
        name = self.names[label]
        return f"class {name}" if name.lstrip("\\-\u2060")[:1].isdigit() else name

    def joins(self, label: int) -> str:
        """How the unit and the class go together: "with" VT, "" for an adjective, "of" class 1 or a phase."""
        name = self.names[label]
        if name.islower() and name.isalpha():
            return ""
        return "of" if self.unit[0] in ("frame", "epoch") or self.name(label) != name else "with"

    def group(self, number: int | str, label: int) -> str:
        """ "50 patients with VT", "212 malignant patients", "60 cases of class 1"."""
        amount, unit = (number, self.unit[0]) if isinstance(number, str) else (whole(number), self.unit[number != 1])
        link = self.joins(label)
        if not link:
            return f"{amount}{NBSP}{self.names[label]} {unit}"
        return f"{amount}{NBSP}{unit} {link} {self.name(label)}"

    def of_group(self, part: int, total: int, label: int) -> str:
        """ "5 of 50 patients with VT"."""
        return f"{whole(part)}{NBSP}of{NBSP}{self.group(total, label)}"

    def belong(self, number: int, label: int) -> str:
        """ "5 have VT", "17 are malignant", "1 is of class 1"."""
        return f"{whole(number)} {self.verb(number, label)} {self._complement(label)}"

    def verb(self, number: int, label: int) -> str:
        """ "has" or "have" a disease, "is" or "are" a kind."""
        one, many = ("has", "have") if self.joins(label) == "with" else ("is", "are")
        return one if number == 1 else many

    def _complement(self, label: int) -> str:
        return f"of {self.name(label)}" if self.name(label) != self.names[label] else self.name(label)

    def called(self, matrix: ConfusionMatrix, label: int, most: int = 3) -> str:
        """Where the misses of a class went: "5 were called Normal and 5 Ectopic"."""
        row = matrix.cells[label].copy()
        row[label] = 0
        first = [] if self.normal is None or not row[self.normal] else [self.normal]
        rest = [int(i) for i in np.argsort(-row, kind="stable") if row[i] and i not in first]
        ranked = first + rest
        targets = ranked if len(ranked) == most + 1 else ranked[:most]
        parts = [f"{whole(row[i])}{NBSP}{self.name(i)}" for i in targets]
        others = int(row.sum() - row[targets].sum())
        if others:
            parts.append(f"{whole(others)} something else")
        verb = "was" if row[targets[0]] == 1 else "were"
        parts[0] = f"{whole(row[targets[0]])} {verb} called {self.name(targets[0])}"
        return listed(parts)


def listed(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *start, last = parts
    return f"{', '.join(start)} and {last}" if start else last
