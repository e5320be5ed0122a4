"""The numbers of the decision curve at a few thresholds: to read, and all of them to download."""

from __future__ import annotations

import pandas as pd

from charts.html.cell_marks import difference_mark
from metrics import Estimate
from metrics.utility.decision_curve import DecisionCurve
from reviews.risks.net_benefit import NetBenefit
from ui.net_benefit.settings import Settings
from ui.tables.cells import reach_of
from ui.tables.downloads import numbers_heading
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import NBSP, of
from words.findings.prevalence import common
from words.findings.utility.acts import Acts, counts_as
from words.findings.utility.net_benefit import between_per_100, per_100, places_of
from words.text.numbers import minus

GAIN = "Gain over the better default, per 100"


def show_table(found: NetBenefit, chosen: Settings, acts: Acts) -> None:
    """A row per threshold, the chosen one in bold."""
    numbers_heading(
        lambda: frame(found), "net-benefit", "Net benefit with intervals at thresholds from 1 to 99 %, per person"
    )
    markdown_table(read(found, chosen, acts))


def read(found: NetBenefit, chosen: Settings, acts: Acts) -> pd.DataFrame:
    """The table in Markdown."""
    curve, risks = found.curve(chosen.listed), chosen.listed.tolist()
    gains = [curve.estimate(curve.gain, at) for at in range(len(risks))]
    reach = reach_of(gains)
    rows = []
    for at, risk in enumerate(risks):
        tp, fp, fn, tn = (int(each[at]) for each in curve.counts)
        said = common(risk)
        rows.append(
            {
                header("Threshold"): f"**{said}**" if risk == chosen.look.threshold else said,
                f"One {acts.missed[0]} counts as": counts_as(risk, acts),
                "True positives": of(tp, tp + fn),
                "False positives": of(fp, fp + tn),
                GAIN: gain_cell(gains[at], reach),
                f"{acts.avoided} per 100": minus(f"{float(curve.avoided.value[at]):z.0f}"),
            }
        )
    return pd.DataFrame(rows)


def gain_cell(gain: Estimate, reach: float) -> str:
    """ "+2.9 (1.8–4.0)" with its mark below."""
    said = f"**{per_100(gain.value, places_of(gain), sign=True)}**"
    if gain.low is None:
        return said
    between = between_per_100(gain)
    return f"{said}{NBSP}({between})  \n{difference_mark(gain, reach, gain.excludes_0, between)}"


def frame(found: NetBenefit) -> pd.DataFrame:
    """Every half percent, for a file."""
    curve = found.drawn
    tp, fp, fn, tn = curve.counts
    columns = {"threshold": curve.risks, "tp": tp, "fp": fp, "fn": fn, "tn": tn, "net_benefit_of_all": curve.everyone}
    return pd.DataFrame(columns | _with_bounds(curve))


def _with_bounds(curve: DecisionCurve) -> dict[str, object]:
    lines = {
        "net_benefit": curve.model,
        "gain_over_better_default": curve.gain,
        "standardised_net_benefit": curve.standardised,
        "avoided_per_100": curve.avoided,
    }
    found: dict[str, object] = {}
    for name, line in lines.items():
        low, high = curve.bounds(line)
        found |= {name: line.value, f"{name}_low": low, f"{name}_high": high}
    return found
