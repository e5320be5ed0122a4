"""Twelve cases as any program may write them, and what is correct for an odd file of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from metrics import auc
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.study import Study
from tests.predictions.helpers import counted, pairs, said

IDS = [f"P{number:02d}" for number in range(1, 13)]
TRUTH = ["sepsis" if letter == "s" else "healthy" for letter in "sshhshhsshhh"]
SCORES = [0.91, 0.62, 0.13, 0.55, 0.31, 0.08, 0.22, 0.77, 0.44, 0.71, 0.05, 0.36]
PREDICTED = ["sepsis" if score >= 0.5 else "healthy" for score in SCORES]
CELLS = pairs(TRUTH, PREDICTED)
HEADER = ("patient_id", "y_true", "y_pred", "score_sepsis")
Cells = Sequence[object]
ANYTHING = "^"  # whatever is said, or nothing, beside correct numbers


def area(truth: Cells = TRUTH, scores: Sequence[float | None] = SCORES, positive: str = "sepsis") -> float:
    """The proportion of pairs in which the case has the higher score, ties half; pair by pair."""
    known = [(label, score) for label, score in zip(truth, scores, strict=True) if score is not None]
    own = [score for label, score in known if label == positive]
    others = [score for label, score in known if label != positive]
    return sum((a > b) + (a == b) / 2 for a in own for b in others) / len(own) / len(others)


def rows(
    truth: Cells = TRUTH, predicted: Cells = PREDICTED, scores: Cells = SCORES, ids: Cells = IDS
) -> list[tuple[object, ...]]:
    """One tuple a case."""
    return [*zip(ids, truth, predicted, scores, strict=True)]


def text(
    table: Sequence[Sequence[object]] | None = None, mark: str = ",", end: str = "\n", header: Sequence[str] = HEADER
) -> str:
    """A header and a line per case, nothing quoted."""
    lines = [header, *(rows() if table is None else table)]
    return "".join(mark.join(map(str, line)) + end for line in lines)


class Odd(NamedTuple):
    """says: what a notice must say. refused: what the refusal must say; with both, either is correct.

    cells, auc: the numbers, where it is read; None: not compared.
    """

    name: str
    content: str | bytes
    says: str = ""
    refused: str = ""
    cells: Counter[tuple[str, str]] | None = CELLS
    auc: float | None = area()
    file: str = "a.csv"


def check(odd: Odd) -> None:
    """Fails for a silent or wrong number and for a refusal that names something else."""
    data = odd.content if isinstance(odd.content, bytes) else odd.content.encode()
    refusal = ""
    try:
        study = open_files([(odd.file, data)])
    except Problem as problem:
        refusal = str(problem).replace(odd.file, "")
    if refusal:
        assert odd.refused, f"refused: {refusal}"
        assert re.search(odd.refused, refusal, re.IGNORECASE), refusal
        return
    words = said(study.notices).replace("\xa0", " ")
    assert odd.says or not odd.refused, f"accepted: {study.labels[:8]}, {words}"
    assert re.search(odd.says, words, re.IGNORECASE), words
    _compare(study, odd)


def _compare(study: Study, odd: Odd) -> None:
    if odd.cells is not None:
        assert counted(study) == odd.cells
    if odd.auc is not None:
        positive = study.labels.index("sepsis") if "sepsis" in study.labels else study.positive
        table = study.evaluate().table(positive if positive is not None else 1)
        assert table is not None, "no scores"
        assert abs(auc(table) - odd.auc) < 1e-12, auc(table)
