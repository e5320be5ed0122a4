"""Every difference of the page as numbers, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from metrics import Estimate
from metrics.paired.multiplicity import adjusted
from reviews.compared import Compared
from reviews.comparison import Comparison, Rival
from words.text.notes import why

PROPORTIONS = ("sensitivity", "specificity", "missed_as_normal")


def frame(now: Comparison) -> pd.DataFrame:
    """A row per model and number of the class of interest; undefined cells are empty."""
    label = now.view.interest
    return pd.DataFrame([row for each, compared in now.compared(label) for row in _rows(now, each, compared)])


def _rows(now: Comparison, rival: Rival, compared: Compared) -> Iterator[dict[str, object]]:
    rivals = len(now.rivals)
    who = {
        "class": now.study.labels[now.view.interest],
        "model": now.full_names[rival.model],
        "reference": now.full_names[now.view.model],
    }
    proportions = [(name, compared.proportion(name)) for name in PROPORTIONS] + [
        ("accuracy, all classes", rival.accuracy())
    ]
    for name, proportion in proportions:
        if proportion is not None and not now.is_assumed:
            counts = {
                "cases": proportion.cases,
                "both": proportion.both,
                "only the model": proportion.first_only,
                "only the reference": proportion.second_only,
                "neither": proportion.neither,
            }
            yield (
                {"number": name}
                | who
                | counts
                | _numbers(proportion.difference, adjusted(proportion.p, rivals), now.level)
            )
    if not now.is_assumed:
        yield {"number": "ppv"} | who | _numbers(compared.ppv.difference, adjusted(compared.ppv.p, rivals), now.level)
    if compared.auc:
        yield {"number": "auc"} | who | _numbers(compared.auc.difference, adjusted(compared.auc.p, rivals), now.level)


def _numbers(apart: Estimate, p: float, level: float) -> dict[str, object]:
    return {
        "difference": apart.value if apart.is_defined else None,
        "low": apart.low,
        "high": apart.high,
        "level of each interval": level,
        "method": apart.method or why(apart),
        "p, adjusted": None if p != p else p,
    }
