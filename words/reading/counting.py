"""What is said while an engine counts: how far it is, and what it is doing."""

from __future__ import annotations

from words.text.numbers import whole

CANCELLED = "Counting was cancelled."
WHY_CANCELLED = "This page has no numbers until they are counted."
AGAIN = "Count again"


def counting_said(doing: str | None, done: int, of: int) -> str:
    """ "step 2 of 3, scores: 3 of 7 columns counted". doing: the code of a `Counting`, None before it begins."""
    if doing is None:
        return "queued"
    if doing == "labels":
        return "step 1 of 3, classes and models"
    if doing == "scores":
        return "step 2 of 3, scores" + (f": {whole(done)} of {whole(of)} columns counted" if of else "")
    return f"step 3 of 3, checks: {whole(done)} of {whole(of)} done"


def asking_said(source: str, seconds: int) -> str:
    """ "Counting in a.parquet: 3 s so far." source: safe for Markdown."""
    return f"Counting in {source}: {whole(seconds)} s so far."
