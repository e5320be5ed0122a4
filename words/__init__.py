"""What is said to people: numbers, sentences, and user text made harmless."""

from words.findings.overview_risk_curves import (
    Finding,
    called_normal,
    confusion,
    curves,
    missed,
    overview,
    per_thousand,
    risk,
    threshold_finding,
)
from words.text.escape import distinct, html, markdown, no_formula, short
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
    share,
    threshold,
    whole,
)
from words.text.voice import Voice

__all__ = [
    "NBSP",
    "Finding",
    "Voice",
    "bounds",
    "called_normal",
    "ci",
    "confusion",
    "counted",
    "curves",
    "decimal",
    "distinct",
    "html",
    "interval",
    "markdown",
    "missed",
    "no_formula",
    "of",
    "overview",
    "per_thousand",
    "percent",
    "percent_of",
    "risk",
    "share",
    "short",
    "threshold",
    "threshold_finding",
    "whole",
]
