"""Who is right how often: among the cases of a class, among the others and over all, for a pair of models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics.paired.paired_shares import PairedShare, paired_share
from predictions.problems import Problem
from predictions.slices.paired_models import Pair
from ui.compare.comparison import Comparison
from words import counted
from words.findings.compare import compare_finding
from words.findings.finding import Finding
from words.text.notes import why


@dataclass(frozen=True)
class Shares:
    """Correct predictions of both models among the cases of the class, among the others, and over all classes."""

    sensitivity: PairedShare
    specificity: PairedShare
    accuracy: PairedShare


def shares_of(now: Comparison) -> Shares | None:
    """Of the class of interest; None where the models have no common cases."""
    pair = now.pair
    return None if isinstance(pair, Problem) else shares_of_class(pair, now, now.label)


def shares_of_class(pair: Pair, now: Comparison, label: int) -> Shares:
    """Of one class, worked out once."""
    return now.cached(("shares", label, now.level), lambda: _shares(pair, label, now.level))


def _shares(pair: Pair, label: int, level: float) -> Shares:
    is_class = pair.truth == label
    first, second = (codes == label for codes in pair.calls)
    first_right, second_right = (codes == pair.truth for codes in pair.calls)
    return Shares(
        _among(is_class, first, second, pair.patients, level),
        _among(~is_class, ~first, ~second, pair.patients, level),
        paired_share(first_right, second_right, pair.patients, level),
    )


def _among(
    group: np.ndarray, first: np.ndarray, second: np.ndarray, patients: np.ndarray | None, level: float
) -> PairedShare:
    """Correct predictions of both models among the cases of a group; all four arrays are (n,)."""
    return paired_share(first[group], second[group], None if patients is None else patients[group], level)


def finding(shares: Shares, now: Comparison) -> Finding:
    """Who found what the other missed."""
    return compare_finding(shares.sensitivity, shares.specificity, now.label, now.safe, now.view.voice, now.level)


def show_picture(now: Comparison) -> None:
    """Sensitivity and specificity of every model against the reference, or of the only two."""
    rows = [row for model in now.others for row in _forest_rows(now.of(model), len(now.others) == 1)]
    name, names = now.study.labels[now.label], now.names
    model = names.model if len(now.others) == 1 else "this model"
    st.plotly_chart(
        charts.forest(rows, model, names.reference),
        config=charts.CONFIG,
        alt=charts.forest_alt(f"Sensitivity and specificity for {name}", rows, model, names.reference),
        key="compare_forest",
    )
    st.caption(
        f"Sensitivity and specificity for {now.view.voice.name(now.label)}. Filled: the interval leaves out 0. Open: "
        "it holds 0, or there is none, so nothing clear is seen."
    )


def _forest_rows(now: Comparison, is_only: bool) -> Iterator[charts.ForestRow]:
    shares = shares_of(now)
    for name, each in (("Sensitivity", shares.sensitivity), ("Specificity", shares.specificity)) if shares else ():
        title, note = (name, counted(each.cases, now.study.unit)) if is_only else (now.names.model, name.lower())
        yield charts.ForestRow(title, each.difference, each.cases, each.verdict in ("first", "second"), note)


# ------------------------------------------------------------------ for a spreadsheet


def frame(now: Comparison) -> pd.DataFrame:
    """Every difference of the class of interest as numbers, a row per model and share; undefined cells are empty."""
    return pd.DataFrame([row for model in now.others for row in _rows(now.of(model))])


def _rows(now: Comparison) -> Iterator[dict[str, object]]:
    shares, names = shares_of(now), now.names
    for share in ("sensitivity", "specificity", "accuracy") if shares else ():
        numbers = as_numbers(getattr(shares, share))
        yield {"share": share, "model": names.model, "reference": names.reference} | numbers


def as_numbers(share: PairedShare) -> dict[str, object]:
    """A paired share as numbers; undefined ones are None."""
    difference = share.difference
    return {
        "cases": share.cases,
        "both right": share.both,
        "only the model right": share.first_only,
        "only the reference right": share.second_only,
        "both wrong": share.neither,
        "difference": difference.value if difference.is_defined else None,
        "low": difference.low,
        "high": difference.high,
        "method": difference.method or why(difference),
        "low, rows independent": share.naive.low,
        "high, rows independent": share.naive.high,
        "p": None if share.p != share.p else share.p,
        "verdict": share.verdict,
    }
