"""What is said to people: numbers, sentences, and user text made harmless.

Only the ground of all words is here, which needs no other room and no library: each finding has a module of its own.
"""

from words.text.apart import distinct
from words.text.escape import html, markdown, no_formula, short
from words.text.numbers import (
    NBSP,
    bounds,
    ci,
    counted,
    decimal,
    interval,
    of,
    percent,
    percent_of,
    threshold,
    whole,
)
from words.text.phrases import enumeration, sentence_case
from words.text.voice import Voice

__all__ = [
    "NBSP",
    "Voice",
    "bounds",
    "ci",
    "counted",
    "decimal",
    "distinct",
    "enumeration",
    "html",
    "interval",
    "markdown",
    "no_formula",
    "of",
    "percent",
    "percent_of",
    "sentence_case",
    "short",
    "threshold",
    "whole",
]
