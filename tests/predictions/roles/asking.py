"""Small tables of sick and well cases, what is asked about them, and the study that the first answers make."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import NeedsMapping
from predictions.question import Asked, Question
from predictions.study import Study

RNG = np.random.default_rng(0)
N = 60
SICK = RNG.permutation(np.repeat(["ill", "well"], N // 2))
CODED = np.where(SICK == "ill", 1, 0)


def other(truth: np.ndarray, wrong: int = 8) -> np.ndarray:
    """The same classes, the first few in error."""
    found = truth.copy()
    values = np.unique(truth)
    found[:wrong] = np.where(found[:wrong] == values[0], values[1], values[0])
    return found


def score(truth: np.ndarray = CODED) -> np.ndarray:
    return (0.6 * truth + 0.4 * RNG.random(N)).round(3)


def opened(table: pd.DataFrame, mapping: Mapping | None = None) -> Study:
    return open_files([("ward.csv", table.to_csv(index=False).encode())], mapping)


def asked(table: pd.DataFrame, mapping: Mapping | None = None) -> Question:
    with pytest.raises(NeedsMapping) as needed:
        opened(table, mapping)
    return needed.value.question


def answered(table: pd.DataFrame) -> tuple[list[Asked], Study]:
    """The questions until the file opens, each answered by its first answer."""
    mapping, said = None, []
    while True:
        try:
            return said, opened(table, mapping)
        except NeedsMapping as needed:
            said.append(needed.question.asked)
            mapping = needed.question.answers[0].mapping
