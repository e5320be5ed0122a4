"""What is said to people: numbers, sentences, and user text made harmless."""

from words.escape import html, markdown, short
from words.numbers import (
    NBSP,
    counted,
    decimal,
    interval,
    of,
    percent,
    percent_of,
    share,
    threshold,
    whole,
)

__all__ = [
    "NBSP",
    "counted",
    "decimal",
    "html",
    "interval",
    "markdown",
    "of",
    "percent",
    "percent_of",
    "share",
    "short",
    "threshold",
    "whole",
]
