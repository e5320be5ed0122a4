"""AUC and average precision of every drawn curve, as a table to read and for a spreadsheet."""

from __future__ import annotations

import pandas as pd

from metrics import Estimate
from ui.curves.pick_curves import PickedCurves, each_curve, prevalence_of
from ui.parts.help import header_of
from ui.parts.tables import header
from ui.state import choices
from words import NBSP, ci, decimal, interval, markdown, of


def curve_frame(picked: PickedCurves) -> pd.DataFrame:
    """AUC with its interval, AP and prevalence, for every drawn curve."""
    rows: list[dict[str, object]] = []
    level = ci(picked.view.level).replace(NBSP, " ")
    for model, label, this, table_ in each_curve(picked):
        estimate, precision = this.classes[label]["auc"], this.classes[label]["average_precision"]
        row: dict[str, object] = {"Model": picked.study.model_names[model]} if len(picked.study.model_names) > 1 else {}
        rows.append(
            row
            | {
                "Class": picked.study.labels[label],
                "Cases": table_.n_positive,
                "Others": table_.n_negative,
                "AUC": _rounded(estimate.value),
                f"AUC {level} from": _rounded(estimate.low),
                f"AUC {level} to": _rounded(estimate.high),
                "Average precision": _rounded(precision.value),
                f"Average precision {level} from": _rounded(precision.low),
                f"Average precision {level} to": _rounded(precision.high),
                "Prevalence": _rounded(prevalence_of(table_)),
            }
        )
    return pd.DataFrame(rows)


def curve_table(picked: PickedCurves) -> pd.DataFrame:
    """For reading: AUC with its interval below it, AP with what chance would give."""
    rows = []
    for model, label, this, table_ in each_curve(picked):
        estimate, precision = this.classes[label]["auc"], this.classes[label]["average_precision"]
        by_chance = f"by chance{NBSP}{decimal(prevalence_of(table_))}"
        name = (
            {"**Model**": markdown(choices.model_names(picked.study)[model], 80)}
            if len(picked.study.model_names) > 1
            else {}
        )
        rows.append(
            {
                header("Class"): f"**{picked.voice.names[label]}**",
                **name,
                "Cases": of(table_.n_positive, table_.n_positive + table_.n_negative),
                header_of("auc"): f"**{decimal(estimate.value)}**  \n:small[{_small(estimate)}]",
                header_of("average_precision"): (
                    f"**{decimal(precision.value)}**  \n:small[{_small(precision)}]  \n:small[{by_chance}]"
                ),
            }
        )
    return pd.DataFrame(rows)


def _small(estimate: Estimate) -> str:
    return interval(estimate, 3) or "no interval"


def _rounded(value: float | None) -> float | None:
    return None if value is None or value != value else round(value, 6)
