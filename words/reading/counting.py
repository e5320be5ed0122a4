"""What is said while an engine counts: how far it is, and what it is doing."""

from __future__ import annotations

from words.text.numbers import NBSP, whole

CANCELLED = "Counting was cancelled."
WHY_CANCELLED = "This page has no numbers until they are counted."
AGAIN = "Count again"


def counting_said(doing: str | None, done: int, of: int, part: float = 0.0) -> str:
    """ "step 2 of 3, scores: 3 of 7 columns counted, current query 40 % done".

    doing: the code of a `Counting`, None before it begins. part: of the current query that is done; 0 where not known.
    """
    if doing is None:
        return "queued"
    if doing == "labels":
        step = "step 1 of 3, classes and models"
    elif doing == "scores":
        step = "step 2 of 3, scores" + (f": {whole(done)} of {whole(of)} columns counted" if of else "")
    else:
        step = f"step 3 of 3, checks: {whole(done)} of {whole(of)} done"
    return step + _query_said(part)


def asking_said(source: str, seconds: int, part: float = 0.0) -> str:
    """ "Counting in a.parquet: 3 s so far, current query 40 % done." source: safe for Markdown."""
    return f"Counting in {source}: {whole(seconds)} s so far{_query_said(part)}."


def _query_said(part: float) -> str:
    done = int(100 * part)
    return f", current query {done}{NBSP}% done" if done else ""
