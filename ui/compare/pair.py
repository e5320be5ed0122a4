"""Two models on the same cases: what is worked out once for a pair, how it is said, drawn and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics.paired.paired_shares import PairedShare, paired_share
from predictions import Capability, Problem, Study
from predictions.slices.paired_models import Pair, join
from ui.compare import choices as compare_choices
from ui.compare.choices import Asked, comparable
from ui.parts import page
from ui.state import choices, session
from words import Voice, counted, markdown, whole
from words.findings.compare import Names, compare_finding, comparison_made, joined_said
from words.findings.finding import Finding
from words.findings.methods import independence

__all__ = [
    "Shares",
    "able_or_stop",
    "as_numbers",
    "finding",
    "frame",
    "how_made",
    "pair_of",
    "pair_or_stop",
    "shares_of",
    "show_joined",
    "show_picture",
]

NEEDS = (
    "A comparison needs the answers of two models to the same cases: a file with a column `model` and a case id, a "
    "file with a prediction column for each model (`pred_A`, `pred_B`), or one file for each model."
)


@dataclass(frozen=True)
class Shares:
    """Who is right how often: among the cases of the class, among the others, and over all classes together."""

    found: PairedShare
    cleared: PairedShare
    right: PairedShare


# ------------------------------------------------------------------ what can be compared


def able_or_stop(study: Study) -> tuple[int, ...]:
    """The models that can be compared; with fewer than two the page says what it would need."""
    page.rows_or_stop(study)
    if study.without_cases:
        page.nothing_to_show("A matrix of counts holds no cases to compare.", NEEDS)
    if Capability.SEVERAL_MODELS not in study.capabilities:
        page.nothing_to_show("This study has one model, and a comparison needs two.", NEEDS)
    able = comparable(study)
    if len(able) < 2:
        page.nothing_to_show(
            "No other model has cases of the chosen split.",
            "Models are compared on one split only. Choose another split or model at the top of the page.",
        )
    return able


def pair_of(now: Asked, model: int) -> Pair | Problem:
    """A model and the reference on their common cases, or why there are none. The model stands first."""

    def make() -> Pair | Problem:
        try:
            return join(now.study, model, now.reference, now.split)
        except Problem as problem:
            return problem

    return session.view().cached(("pair", model, now.reference, now.split), make)


def pair_or_stop(now: Asked) -> Pair:
    """The chosen pair; where it cannot be joined the page says why, and lets another one be chosen."""
    found = pair_of(now, now.model)
    if isinstance(found, Problem):
        _refuse(now, str(found))
    return found


def _refuse(now: Asked, problem: str) -> NoReturn:
    headline, why = "These two models cannot be compared case by case.", markdown(problem, 600)
    if len(now.able) == 2:
        page.nothing_to_show(headline, why)
    page.finding(Finding(headline, why))
    compare_choices.show(now)
    st.stop()


def shares_of(now: Asked, model: int, label: int) -> Shares | None:
    """The three shares of a model against the reference; None where they have no common cases."""
    pair = pair_of(now, model)
    if isinstance(pair, Problem):
        return None
    level = session.view().level
    name = ("paired shares", model, now.reference, now.split, label, level)
    return session.view().cached(name, lambda: _shares(pair, label, level))


def _shares(pair: Pair, label: int, level: float) -> Shares:
    is_class = pair.truth == label
    calls = [codes == label for codes in pair.calls]
    right = [codes == pair.truth for codes in pair.calls]
    return Shares(
        _among(pair, is_class, calls, level),
        _among(pair, ~is_class, [~each for each in calls], level),
        paired_share(*right, pair.patients, level),
    )


def _among(pair: Pair, group: np.ndarray, right: list[np.ndarray], level: float) -> PairedShare:
    patients = None if pair.patients is None else pair.patients[group]
    return paired_share(right[0][group], right[1][group], patients, level)


# ------------------------------------------------------------------ what is said


def finding(shares: Shares, now: Asked, voice: Voice) -> Finding:
    """Who found what the other missed."""
    return compare_finding(shares.found, shares.cleared, now.label, now.safe(), voice, session.view().level)


def show_joined(pair: Pair, now: Asked) -> None:
    """Which cases were compared, and why others were not."""
    by = tuple(markdown(name, 40) for name in pair.by)
    alone = (pair.only_first, pair.only_second)
    said = joined_said(len(pair), alone, pair.blank, pair.differing, by, now.safe(), now.study.unit)
    left_out = len(now.study.model_names) - len(now.able)
    if left_out:
        said += f" {whole(left_out)} more model{'s have' if left_out > 1 else ' has'} no case of this split."
    full = Names(*(choices.model_names(now.study)[model] for model in (now.model, now.reference)))
    said += "".join(
        f" {markdown(name)}: {markdown(whole_name)}." for name, whole_name in zip(now.names(), full, strict=True)
        if name != whole_name
    )  # fmt: skip
    st.caption(said)


def show_picture(now: Asked, voice: Voice) -> None:
    """Sensitivity and specificity of every model against the reference, or of the only two."""
    rows = [row for model in now.others for row in _rows(now, model)]
    names = now.names()
    model = names.model if len(now.others) == 1 else "this model"
    what = f"Sensitivity and specificity for {now.study.labels[now.label]}"
    st.plotly_chart(
        charts.forest(rows, model, names.reference),
        config=charts.CONFIG,
        alt=charts.forest_alt(what, rows, model, names.reference),
        key="compare_forest",
    )
    st.caption(
        f"Sensitivity and specificity for {voice.name(now.label)}. Filled: the interval leaves out 0. Open: it holds "
        "0, or there is none, so nothing clear is seen."
    )


def _rows(now: Asked, model: int) -> Iterator[charts.ForestRow]:
    shares = shares_of(now, model, now.label)
    who = now.names(model).model
    for name, each in (("Sensitivity", shares.found), ("Specificity", shares.cleared)) if shares else ():
        clear = each.verdict in ("first", "second")
        of_cases = counted(each.cases, now.study.unit)
        title, note = (name, of_cases) if len(now.others) == 1 else (who, name.lower())
        yield charts.ForestRow(title, each.difference, each.cases, clear, note)


def how_made(pair: Pair, now: Asked) -> str:
    """The methods, and what they assume."""
    mapping, names = now.study.mapping, now.safe()
    column = markdown(mapping.case_id or mapping.sequence or "id", 40)
    assumed = independence(len(pair), pair.units, now.study.unit, column)
    made = comparison_made(session.view().level, pair.patients is not None)
    return f"Differences are {names.model} − {names.reference}. {made} {assumed}"


# ------------------------------------------------------------------ to take away


def frame(now: Asked) -> pd.DataFrame:
    """Every difference of the class of interest as numbers, a row per model and share; undefined cells are empty."""
    return pd.DataFrame([row for model in now.others for row in _numbers(now, model)])


def _numbers(now: Asked, model: int) -> Iterator[dict[str, object]]:
    shares, names = shares_of(now, model, now.label), now.names(model)
    for name in ("sensitivity", "specificity", "accuracy") if shares else ():
        assert shares is not None
        found = {"sensitivity": shares.found, "specificity": shares.cleared, "accuracy": shares.right}[name]
        yield {"share": name, "model": names.model, "reference": names.reference} | as_numbers(found)


def as_numbers(found: PairedShare) -> dict[str, object]:
    """A paired share for a spreadsheet."""
    given = found.difference
    return {
        "cases": found.cases,
        "both right": found.both,
        "only the model right": found.first_only,
        "only the reference right": found.second_only,
        "both wrong": found.neither,
        "difference": None if not given.is_defined else given.value,
        "low": given.low,
        "high": given.high,
        "method": given.method or given.note,
        "low, rows independent": found.naive.low,
        "high, rows independent": found.naive.high,
        "p": None if found.p != found.p else found.p,
        "verdict": found.verdict,
    }
