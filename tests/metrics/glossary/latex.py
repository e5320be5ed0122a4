r"""Evaluates the LaTeX in which formulas are shown: fractions, roots, sums, maxima, sets, proportions of pairs.

A name is looked up in `given`; with a subscript it gets the indices, one letter each (`C_{iz}`), or with
one index less one (`R_{t-1}`). A letter without anything else said runs over `given["over"][letter]`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

Given = Mapping[str, Any]
Part = Callable[[dict[str, Any]], Any]
TOKEN = re.compile(r"\\(?:mathrm|bar)\{[^}]*\}|\\,|\\[a-z]+|\d+|[A-Za-z]|[-+/^_{}()|,<>=]")
NEVER_A_FACTOR = {None, "+", "-", "}", ")", ",", "<", ">", "=", r"\cap", r"\cup", r"\in", r"\ne"}
FUNCTIONS = {"L"}


def evaluate(latex: str, given: Given) -> Any:
    """The value; ZeroDivisionError where it is 0/0."""
    reader = _Reader(TOKEN.findall(latex))
    found = reader.sum_()
    assert reader.next is None, f"{latex}: not understood from {reader.next}"
    return found(dict(given))


class _Reader:
    """Recursive descent: each method reads one level and returns how to compute it."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.place, self.in_bars = tokens, 0, False

    @property
    def next(self) -> str | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self, wanted: str | None = None) -> str:
        token = self.next
        assert token is not None
        assert wanted in (None, token), f"{wanted} expected, not {token}"
        self.place += 1
        return token

    def sum_(self) -> Part:
        found = self.product_()
        while self.next in ("+", "-", r"\cap", r"\cup"):
            found = _both(self.take(), found, self.product_())
        return found

    def product_(self) -> Part:
        found = self.power()
        while self.next not in NEVER_A_FACTOR and not (self.next == "|" and self.in_bars):
            sign = self.take() if self.next in ("/", r"\,", r"\cdot") else "*"
            found = _both("/" if sign == "/" else "*", found, self.power())
        return found

    def power(self) -> Part:
        found = self.atom()
        if self.next != "^":
            return found
        self.take()
        return _both("^", found, self.group())

    def group(self) -> Part:
        """What stands in braces, or one token."""
        if self.next != "{":
            return self.atom()
        self.take()
        found = self.sum_()
        self.take("}")
        return found

    def atom(self) -> Part:
        token = self.take()
        match token:
            case r"\frac":
                return _both("/", self.group(), self.group())
            case r"\sqrt":
                inside = self.group()
                return lambda given: math.sqrt(inside(given))
            case r"\sum":
                return self.over(sum)
            case r"\max" if self.next == "_":
                return self.over(lambda values: max(values, default=0))
            case r"\max":
                parts = self.arguments()
                return lambda given: max(part(given) for part in parts)
            case "(":
                found = self.sum_()
                self.take(")")
                return found
            case "|":
                return self.bars()
        if token.isdigit():
            return lambda given: Fraction(token)
        return self.named(token.removeprefix(r"\mathrm{").removesuffix("}") if token.startswith(r"\mathrm") else token)

    def bars(self) -> Part:
        self.in_bars = True
        inside = self.sum_()
        self.in_bars = False
        self.take("|")
        return lambda given: Fraction(len(inside(given)))

    def arguments(self) -> list[Part]:
        self.take("(")
        parts = [self.sum_()]
        while self.next == ",":
            self.take()
            parts.append(self.sum_())
        self.take(")")
        return parts

    def named(self, name: str) -> Part:
        if self.next == "_":
            self.take()
            return _indexed(name, self.subscript())
        if name == "P" and self.next == "(":
            return self.proportion_of_pairs()
        if name in FUNCTIONS:
            parts = self.arguments()
            return lambda given: given[name](*(part(given) for part in parts))
        return lambda given: given[name]

    def subscript(self) -> list[str]:
        if self.next != "{":
            return [self.take()]
        self.take()
        found = []
        while self.next != "}":
            found.append(self.take())
        self.take()
        return found

    def proportion_of_pairs(self) -> Part:
        """P(s_{+} > s_{-}): of all pairs of the two lists, how many are so."""
        self.take("(")
        left, sign, right = self.sum_(), self.take(), self.sum_()
        self.take(")")
        true = {">": lambda a, b: a > b, "=": lambda a, b: a == b}[sign]

        def proportion(given: dict[str, Any]) -> Fraction:
            pairs = [given | {"s+": a, "s-": b} for a, b in product(given["s+"], given["s-"])]
            return Fraction(sum(true(left(each), right(each)) for each in pairs), len(pairs))

        return proportion

    def over(self, gather: Callable[[Iterator[Any]], Any]) -> Part:
        self.take("_")
        where = self.subscript()
        body = self.product_()
        return lambda given: gather(body(given | bound) for bound in _bindings(where, given))


def _bindings(where: list[str], given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every value of the index: all, all but one, those of a set, or pairs in order."""
    match where:
        case [letter]:
            yield from ({letter: value} for value in given["over"][letter])
        case [letter, r"\ne", other]:
            yield from ({letter: value} for value in given["over"][letter] if value != given[other])
        case [first, "<", second]:
            values = list(given["over"][first])
            yield from ({first: a, second: b} for a, b in product(values, values) if a < b)
        case [letter, r"\in", name]:
            yield from ({letter: value} for value in given[name])
        case [letter, r"\in", name, "_", index]:
            yield from ({letter: value} for value in given[name](given[index]))
        case _:
            raise AssertionError(f"an index runs over {where}")


def _indexed(name: str, where: list[str]) -> Part:
    match where:
        case ["+" | "-" as sign]:
            return lambda given: given[name + sign]
        case [letter, "-", "1"]:
            return lambda given: given[name](given[letter] - 1)
    return lambda given: given[name](*(int(each) if each.isdigit() else given[each] for each in where))


def _both(sign: str, left: Part, right: Part) -> Part:
    of = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: Fraction(a) / b if isinstance(b, Fraction) and not isinstance(a, float) else a / b,
        "^": lambda a, b: a ** int(b),
        r"\cap": lambda a, b: a & b,
        r"\cup": lambda a, b: a | b,
    }[sign]
    return lambda given: of(left(given), right(given))
