"""Rule-out and rule-in thresholds of one class on the Threshold page."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from charts.figures.thresholds.two_thresholds import zones as zones_picture
from charts.figures.thresholds.two_thresholds import zones_alt
from metrics import Estimate, Evaluation, ThresholdTable, target_sensitivity, target_specificity
from metrics.thresholding.short import short_threshold
from metrics.thresholding.two_thresholds import Figures, Zone, Zones, with_figures, zones
from reviews import View
from ui.parts import inputs, page, pictures
from ui.parts.help import header_of, help_of
from ui.state import widgets
from ui.tables.downloads import download
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.threshold import manual
from ui.threshold.criterion import REACHED_BY, Rate
from ui.threshold.operating_point import Ends, by_drawn_bound, is_drawn, rates_between, rates_of
from words import Voice, ci, whole
from words.findings.finding import sentences
from words.findings.thresholds import two as two_thresholds
from words.text.marks import MARKS, outcome

TITLE = "Rule-out and rule-in thresholds"
OPEN, KEPT = "two_thresholds_open", "pick_two_thresholds"
LOW, HIGH = "two_thresholds_low", "two_thresholds_high"
FOUND, TRUE_NEGATIVE, REACHED = "two_thresholds_found", "two_thresholds_emptied", "two_thresholds_reached"
TYPED = "typed"  # whether the reader typed a threshold, rather than having it found among these cases
OBSERVED, LOWER_BOUND = range(2)
BEGIN = {FOUND: 95.0, TRUE_NEGATIVE: 95.0, REACHED: OBSERVED}
PERCENT: dict[str, Any] = {"min_value": 0.1, "max_value": 100.0, "step": 0.5, "format": "%.1f", "width": 280}
Targets = tuple[tuple[str, str, Rate, Callable[[ThresholdTable, float, float | None], float]], ...]
TARGETS: Targets = (
    (LOW, FOUND, "sensitivity", target_sensitivity),
    (HIGH, TRUE_NEGATIVE, "specificity", target_specificity),
)


def show_two_thresholds(view: View, label: int, table: ThresholdTable) -> tuple[str, ...]:
    """The section; the keys of the numbers that it shows where it is unfolded."""
    return page.when_unfolded(TITLE, OPEN, _show, view, label, table) or ()


def _show(view: View, label: int, table: ThresholdTable) -> tuple[str, ...]:
    evaluation, voice = view.evaluation, view.voice
    if not table.has_both:
        st.markdown(f"Two thresholds need {voice.unit[1]} with and without the class.")
        return ()
    _pick(view, label, rates_of(evaluation, label))
    low, high = chosen(view, label, rates_of(evaluation, label)).values()
    found = zones(table, low, high, evaluation.level)
    figures = _figures(view, label, (-math.inf, low), (low, high), (high, math.inf))
    _show_zones(view, label, found if figures is None else with_figures(found, *figures), figures is not None)
    return ("lr_positive",)


def _figures(view: View, label: int, *zones: Ends) -> list[Figures] | None:
    """Of weighted cases, and of patients with several rows; None where rows are independent, or taken to be."""
    if is_drawn(view.evaluation):
        return [view.evaluation.in_zone(label, *ends) for ends in zones]
    told = [each for ends in zones if (each := rates_between(view, label, ends))]
    return told if len(told) == len(zones) else None


# ------------------------------------------------------------------ picking


def _kept() -> inputs.Kept:
    return inputs.kept(KEPT, BEGIN)


def _own(view: View, label: int) -> dict[str, Any]:
    """What the reader set for this class and model: both thresholds or none."""
    own: dict[str, Any] = _kept().setdefault((view.model, label), {})
    return own


def chosen(view: View, label: int, table: ThresholdTable) -> dict[str, float]:
    """LOW and HIGH of this class and model: as they were left, else at 95 % sensitivity and 95 % specificity."""
    own = _own(view, label)
    if LOW in own:
        return {key: float(own[key]) for key in (LOW, HIGH)}
    high = min(target_specificity(table, 0.95), float(table.scores[0]))
    low = min(target_sensitivity(table, 0.95), high)
    return {LOW: short_threshold(table, low), HIGH: short_threshold(table, high)}


def _pick(view: View, label: int, table: ThresholdTable) -> None:
    own, at, name = _own(view, label), chosen(view, label, table), view.voice.title(label)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for key, title in ((LOW, f"{name}: rule-out below"), (HIGH, f"{name}: rule-in at or above")):
            manual.threshold_box(title, at, key, table, on_change=_move, args=(own, at, key), width=280)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        inputs.number("Rule-out: target sensitivity (%)", _kept(), FOUND, help=help_of("sensitivity"), **PERCENT)
        inputs.number("Rule-in: target specificity (%)", _kept(), TRUE_NEGATIVE, help=help_of("specificity"), **PERCENT)
        inputs.segments("Target applies to", _kept(), REACHED, REACHED_BY)
        st.button(
            "Set thresholds",
            key=widgets.key("two_thresholds_draw"),
            on_click=_set,
            args=(own, at, view, label, table),
            help="Rule-out: highest score meeting the sensitivity target. Rule-in: lowest score meeting the "
            "specificity target.",
        )
    for said in own.get("said", ()):
        st.markdown(said)


def _move(own: dict[str, Any], at: dict[str, float], key: str) -> None:
    """A threshold that is moved past the other one takes it along."""
    if widgets.state.get(key) is None:
        return
    moved = float(widgets.state[key])
    other, keep = (HIGH, max) if key == LOW else (LOW, min)
    own |= {key: moved, other: keep(at[other], moved), "said": (), TYPED: True}


def _set(own: dict[str, Any], at: dict[str, float], view: View, label: int, table: ThresholdTable) -> None:
    evaluation, by_bound, said = view.evaluation, _kept()[REACHED] == LOWER_BOUND, []
    for line, target, key, choose in TARGETS:
        wanted = round(_kept()[target] / 100, 12)
        if by_bound and is_drawn(evaluation):
            found = by_drawn_bound(evaluation, label, key, wanted)
        else:
            found = choose(table, wanted, evaluation.level if by_bound else None)
        if math.isfinite(found):
            at = at | {line: short_threshold(table, found)}
        else:
            said.append(two_thresholds.never(key, wanted, by_bound, label, view.voice))
    if at[LOW] > at[HIGH]:
        at = at | {LOW: at[HIGH]}
        said = said or [two_thresholds.ONE_THRESHOLD]
    own |= at | {"said": tuple(said), TYPED: False}


# ------------------------------------------------------------------ what follows


def _show_zones(view: View, label: int, found: Zones, are_drawn: bool) -> None:
    study, evaluation, voice = view.study, view.evaluation, view.voice
    name = view.plain_voice.names[label]
    st.markdown(f"**{two_thresholds.spoken(found, label, voice)}**")
    pictures.show(
        zones_picture(found, name, study.unit),
        f"Rule-out and rule-in thresholds: {name}",
        alt=zones_alt(found, name, study.unit),
        key="zones",
    )
    st.markdown(two_thresholds.handed_on(found, label, voice))
    markdown_table(_zone_table(found, label, voice))
    optimistic = "" if _own(view, label).get(TYPED) else two_thresholds.set_on_same(voice)
    st.caption(sentences(optimistic, f"Intervals: {ci(evaluation.level)}. {_method(evaluation, are_drawn)}"))
    download(frame(name, found, evaluation.level), "two-thresholds", "Counts and proportions of the three zones")


def _method(evaluation: Evaluation, are_drawn: bool) -> str:
    if evaluation.is_weighted:
        return two_thresholds.OF_WEIGHTED
    if are_drawn:
        return two_thresholds.OF_PATIENTS
    return sentences(two_thresholds.METHOD, two_thresholds.ROWS_APART if evaluation.is_clustered else "")


def _zones(found: Zones) -> list[tuple[str, Zone]]:
    return list(zip(two_thresholds.names(found), (found.ruled_out, found.between, found.ruled_in), strict=True))


def _zone_table(found: Zones, label: int, voice: Voice) -> pd.DataFrame:
    meanings = (
        (":red[▩] missed", f"{MARKS['tn']} {outcome('tn', found.ruled_out.negatives)}"),
        ("indeterminate",) * 2,
        (f"{MARKS['tp']} detected", f"{MARKS['fp']} {outcome('fp', found.ruled_in.negatives)}"),
    )
    rows = []
    for (title, zone), (those, others) in zip(_zones(found), meanings, strict=True):
        value, certainty = two_thresholds.ratio(zone.likelihood_ratio)
        rows.append(
            {
                header("Zone"): f"**{title}**",
                voice.unit[1].capitalize(): whole(zone.cases),
                voice.title(label): f"{whole(zone.positives)} {those}",
                "Others": f"{whole(zone.negatives)} {others}",
                header_of("lr_positive", name="Likelihood ratio"): f"**{value}**  \n:small[{certainty}]",
            }
        )
    return pd.DataFrame(rows)


def frame(name: str, found: Zones, level: float) -> pd.DataFrame:
    """A line per zone, as numbers with their bounds; undefined cells are empty."""
    proportions: tuple[dict[str, Estimate], ...] = ({"missed": found.missed}, {}, {"detected": found.detected})
    rows = []
    for (title, zone), proportion in zip(_zones(found), proportions, strict=True):
        row = {"class": name, "zone": title, "low": found.low, "high": found.high, "level": level}
        row |= {"cases": zone.cases, "with_class": zone.positives, "others": zone.negatives}
        for key, each in ({"likelihood_ratio": zone.likelihood_ratio} | proportion).items():
            row |= {key: each.value, f"{key}_low": each.low, f"{key}_high": each.high}
        rows.append(row)
    return pd.DataFrame(rows)
