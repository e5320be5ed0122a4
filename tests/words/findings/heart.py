"""A study of three classes whose every number can be counted on paper, and findings as a person reads them."""

from __future__ import annotations

import numpy as np

from metrics import ConfusionMatrix, Evaluation
from tests.support.text import plain
from words import Voice
from words.findings.finding import Finding

HEART = ("Normal", "Ectopic", "VT")
CELLS = [[908, 62, 30], [17, 73, 10], [5, 5, 40]]
PATIENTS = ("patient", "patients")
TWO = Voice(("Normal", "VT"), PATIENTS, 0)


def said(finding: Finding) -> tuple[str, str]:
    return plain(finding.headline), plain(finding.detail)


def study(cells: object = CELLS, names: tuple[str, ...] = HEART, normal: int | None = 0) -> tuple[Evaluation, Voice]:
    return Evaluation(ConfusionMatrix(names, np.array(cells)), normal=normal), Voice(names, PATIENTS, normal)
