"""Every difference of the page as numbers, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from metrics import Estimate
from metrics.paired.multiplicity import adjusted
from reviews.models.compared import Compared
from reviews.models.comparison import Comparison
from reviews.models.rival import Rival
from words.text.notes import why

PROPORTIONS = ("sensitivity", "specificity", "missed_as_normal")


def frame(now: Comparison) -> pd.DataFrame:
    """A row per model and number of the class of interest; undefined cells are empty."""
    label = now.view.interest
    return pd.DataFrame([row for each, compared in now.compared(label) for row in _rows(now, each, compared)])


def league_frame(
    now: Comparison, keys: Sequence[str], mode: str, rows: Sequence[tuple[Rival, Compared | None]]
) -> pd.DataFrame:
    """A row per model, the reference first: the numbers of the league table, each with its difference."""
    label = now.view.interest
    own = now.view.evaluation.classes[label]
    about = {"class": now.view.plain_voice.names[label], "predictions": mode, "level of each interval": now.level}
    lines = [
        {"model": now.full_names[now.view.model], "cases": now.view.evaluation.n}
        | {key: own[key].value for key in keys if key in own}
    ]
    for rival, compared in rows:
        line: dict[str, object] = {"model": now.full_names[rival.model], "cases": len(rival.pair)}
        if compared:
            line["threshold"] = compared.threshold
            for key in keys:
                line |= _beside(compared, key)
        lines.append(line)
    return pd.DataFrame([line | about for line in lines])


def _beside(compared: Compared, key: str) -> dict[str, object]:
    """The value of the model on the common cases, and its difference to the reference."""
    apart = compared.difference(key)
    if apart is None:
        return {}
    if key == "auc" and compared.auc:
        value = compared.auc.first.value
    else:
        value = (compared.proportion(key) or compared.ppv).values[0]
    return {
        key: value,
        f"{key}_difference": apart.value,
        f"{key}_difference_low": apart.low,
        f"{key}_difference_high": apart.high,
    }


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
        "difference": apart.value,
        "low": apart.low,
        "high": apart.high,
        "level of each interval": level,
        "method": apart.method or why(apart),
        "p, adjusted": p,
    }
