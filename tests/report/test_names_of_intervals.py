"""Every interval of JSON has a name of the house's table of methods, whatever was asked for beside the numbers."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metrics.interval_methods import STYLES
from tests.predictions.helpers import csv_bytes
from tests.report.helpers import document_of, example_file

# METRICS of this house, table of intervals: estimator, scale, distribution; without their numbers.
TABLE = {
    "Wilson", "Wilson, via Jaccard", "Wilson, via accuracy", "Clopper–Pearson", "Clopper–Pearson, via Jaccard",
    "Clopper–Pearson, via accuracy", "Clopper–Pearson over patients", "Clopper–Pearson over patients, via accuracy",
    "DeLong", "Obuchowski, t", "Newcombe score", "Newcombe score, DeLong variance, t",
    "Newcombe score, bootstrap variance, t", "Newcombe score, patient bootstrap variance, t", "Newcombe",
    "delta method, logit scale", "MOVER over the classes", "MOVER of both intervals", "Fleiss",
    "Fleiss, logit scale, t",
    "log", "Wald", "Wald, logit scale, t", "exact Poisson", "draws of the curve, t",
    "draws of the curve, t, from 0 by the Wald test", "ratio estimator, t", "bootstrap", "bootstrap, via accuracy",
    "bootstrap SE, t", "bootstrap SE, one case added, t", "bootstrap SE, log scale, t", "bootstrap SE, logit scale, t",
    "bootstrap SE, logit scale, t, via accuracy", "patient bootstrap", "patient bootstrap, via accuracy",
    "patient bootstrap SE, t", "patient bootstrap SE, one case added, t", "patient bootstrap SE, log scale, t",
    "patient bootstrap SE, logit scale, t", "patient bootstrap SE, logit scale, t, via accuracy",
    "patient bootstrap, expanded percentiles, t",
}  # fmt: skip


def names(found: Any) -> Iterator[str]:
    """Of everything that has bounds; KeyError for bounds without a name."""
    if isinstance(found, dict) and "low" in found:
        yield re.sub(r"\([\d.]+\)|, [\d,]+ resamples", "", found["method"])
    for each in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from names(each)


def weighted(patients: int) -> bytes:
    """240 cases of so many patients with two classes, scores, groups, days and weights."""
    draw = np.random.default_rng(3)
    truth = draw.random(240) < 0.4
    scores = np.round(np.clip(0.3 * truth + 0.6 * draw.random(240), 0, 1), 4)
    return csv_bytes(
        {
            "case_id": (np.arange(240) % patients).tolist(),
            "y_true": np.where(truth, "ill", "well").tolist(),
            "y_pred": np.where(scores > 0.5, "ill", "well").tolist(),
            "score_ill": scores.tolist(),
            "sex": draw.choice([*"FM"], 240).tolist(),
            "date": [f"2026-{month:02d}-10" for month in draw.integers(1, 5, 240)],
            "weight": draw.choice([1, 2], 240).tolist(),
        }
    )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("patients", [240, 60])
@pytest.mark.parametrize("asked", [("--weight", "weight"), ("--subgroup", "sex", "--date", "date")], ids=" ".join)
def test_every_name_is_in_the_table(asked: tuple[str, ...], patients: int, style: str, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(weighted(patients))
    found = set(names(document_of(str(file), "--intervals", style, *asked)))
    assert len(found) > 5
    assert found - TABLE == set()


@pytest.mark.parametrize("key", ["heart-rhythm", "heart-sounds"])
def test_those_of_examples_are(key: str) -> None:
    assert set(names(document_of(example_file(key)))) - TABLE == set()


def test_a_new_name_and_bounds_without_one_would_be_found() -> None:
    assert set(names([{"a": {"low": 0, "method": "Bayes, t(4)"}}])) - TABLE == {"Bayes, t"}
    with pytest.raises(KeyError):
        set(names({"a": [{"low": 0}]}))
