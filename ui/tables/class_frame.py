"""Every metric of the catalog by class, as a spreadsheet takes it."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from metrics import Counts, Estimate, Evaluation
from metrics.intervals.resampling_units import REPLICATES, SEED
from words import Voice
from words.findings.methods import width_ratio


def class_frame(evaluation: Evaluation, voice: Voice) -> pd.DataFrame:
    """Every metric of the catalog by class, as numbers with their bounds; undefined cells are empty. voice: plain.

    Then how the bounds were made; for a patient-level bootstrap also those that ignore clustering.
    """
    counts = evaluation.matrix.one_vs_rest()
    made = {
        "level": evaluation.level,
        "resampled": "patients" if evaluation.is_clustered else "rows",
        "resamples": REPLICATES,
        "seed": SEED,
    }
    rows = [
        class_row(voice.names[i], counts[i], evaluation.classes[i]) | made | _naive_bounds(evaluation, i)
        for i in voice.order
    ]
    return pd.DataFrame(rows)


def _naive_bounds(evaluation: Evaluation, label: int) -> dict[str, object]:
    """The bounds as if rows were independent, and how many times wider the shown intervals are; {} where they are."""
    found: dict[str, object] = {}
    shown = evaluation.classes[label]
    for key, each in evaluation.naive.classes[label].items() if evaluation.is_clustered else ():
        if each.low is not None:
            found |= {f"{key}_naive_low": each.low, f"{key}_naive_high": each.high}
            found[f"{key}_times_wider"] = width_ratio(shown[key], each)
    return found


def class_row(label: str, cells: Counts, figures: Mapping[str, Estimate]) -> dict[str, object]:
    """One class: its four cells and its figures with their bounds."""
    row: dict[str, object] = {"class": label, "cases": int(cells.tp + cells.fn), "predicted": int(cells.tp + cells.fp)}
    row |= {name: int(getattr(cells, name)) for name in ("tp", "fp", "fn", "tn")}
    for key, value in figures.items():
        row[key] = value.value
        if value.low is not None:
            row |= {f"{key}_low": value.low, f"{key}_high": value.high}
    return row
