"""Two files to begin with: a small sample that is understood as it stands, and an empty template."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import numpy as np

CLASSES = ("VT", "Ectopic", "Normal")
COLUMNS = ("patient_id", "y_true", "y_pred", *(f"score_{label}" for label in CLASSES), "sex", "age_band")
CASES = {"VT": 20, "Ectopic": 30, "Normal": 150}


def template_csv() -> bytes:
    """The column names alone."""
    return _csv([COLUMNS])


def sample_csv() -> bytes:
    """200 simulated patients of three classes, the same each time."""
    return _csv([COLUMNS, *_rows(np.random.default_rng(0))])


def _rows(rng: np.random.Generator) -> Iterable[Sequence[object]]:
    truth = rng.permutation(np.repeat(np.arange(len(CLASSES)), list(CASES.values())))
    scores = rng.dirichlet(np.ones(len(CLASSES)), len(truth)) + 1.2 * np.eye(len(CLASSES))[truth] * rng.random(
        (len(truth), 1)
    )
    proportions = (1000 * scores / scores.sum(1, keepdims=True)).round().astype(int)
    proportions[:, -1] = 1000 - proportions[:, :-1].sum(1)
    for number, (true, row) in enumerate(zip(truth, proportions, strict=True), 1):
        sex, band = rng.choice(["female", "male"]), rng.choice(["18-39", "40-64", "65+"])
        predicted = CLASSES[int(row.argmax())]
        yield f"P{number:03d}", CLASSES[true], predicted, *(f"{each / 1000:.3f}" for each in row), sex, band


def _csv(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
