"""Two lines through one score on the Threshold page: rule out below the lower one, rule in from the upper one on."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

import charts
from charts.figures.two_thresholds import zones as zones_picture
from charts.figures.two_thresholds import zones_alt
from metrics import Estimate, Evaluation, ThresholdTable, target_sensitivity, target_specificity
from metrics.thresholding.two_thresholds import Zone, Zones, zones
from predictions.study import Study
from reviews import View
from ui.parts import inputs
from ui.parts.downloads import download
from ui.parts.help import header_of, help_of
from ui.parts.tables import header
from ui.state import widgets
from ui.threshold import manual
from words import Voice, ci, whole
from words.findings.thresholds import two as two_thresholds

TITLE = "Two lines: who can be ruled out, who ruled in, and who is left to a clinician?"
OPEN, KEPT = "two_lines_open", "pick_two_lines"
LOW, HIGH = "two_lines_low", "two_lines_high"
FOUND, CLEARED, REACHED = "two_lines_found", "two_lines_cleared", "two_lines_reached"
OBSERVED, LOWER_BOUND = range(2)
BEGIN = {FOUND: 95.0, CLEARED: 95.0, REACHED: OBSERVED}
PERCENT: dict[str, Any] = {"min_value": 0.1, "max_value": 100.0, "step": 0.5, "format": "%.1f", "width": 280}
TARGETS = ((LOW, FOUND, "sensitivity", target_sensitivity), (HIGH, CLEARED, "specificity", target_specificity))


def show_two_thresholds(view: View, label: int, table: ThresholdTable) -> tuple[str, ...]:
    """The section, in an expander whose content is made only when it is open; the keys of the numbers it then shows."""
    study, evaluation, voice = view.study, view.evaluation, view.voice
    section = st.expander(TITLE, key=widgets.key(OPEN), on_change="rerun")
    if not section.open:
        return ()
    with section:
        if not (table.n_positive and table.n_negative):
            st.markdown("Two lines need cases with the class and cases without it, and here one of them is missing.")
            return ()
        _pick(evaluation, label, table, voice)
        low, high = lines(label, table)
        _show_zones(study, evaluation, label, zones(table, low, high, evaluation.level), voice)
    return ("lr_positive",)


# ------------------------------------------------------------------ picking


def _kept() -> inputs.Kept:
    return inputs.kept(KEPT, BEGIN)


def lines(label: int, table: ThresholdTable) -> tuple[float, float]:
    """The two lines of this class: as they were left, else where 95 % are found and 95 % of the others cleared."""
    kept = _kept().setdefault(label, {})
    if not kept:
        kept |= {LOW: target_sensitivity(table, 0.95), HIGH: min(target_specificity(table, 0.95), table.scores[0])}
        kept[LOW] = min(kept[LOW], kept[HIGH])
    return float(kept[LOW]), float(kept[HIGH])


def _pick(evaluation: Evaluation, label: int, table: ThresholdTable, voice: Voice) -> None:
    lines(label, table)
    kept, name = _kept()[label], voice.names[label]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        _line(f"Rule out {name} below", LOW, kept, table)
        _line(f"Rule in {name} from", HIGH, kept, table)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        told = f"What the lower line may not miss. {help_of('sensitivity')}"
        inputs.number("Found from the lower line on, at least, in %", _kept(), FOUND, help=told, **PERCENT)
        told = help_of("specificity")
        inputs.number("Others below the upper line, at least, in %", _kept(), CLEARED, help=told, **PERCENT)
        inputs.segments("Reached by", _kept(), REACHED, ("the observed share", "the lower bound"))
        st.button(
            "Draw the lines so",
            key=widgets.key("two_lines_draw"),
            on_click=_draw,
            args=(kept, evaluation, label, table, voice),
            help="The lower line at the highest observed score that still finds so many, the upper one at the lowest "
            "that clears so many of the others.",
        )
    for said in kept.get("said", ()):
        st.markdown(said)


def _line(title: str, key: str, kept: dict[str, Any], table: ThresholdTable) -> None:
    manual.threshold_box(title, kept, key, table, on_change=_move, args=(kept, key), width=280)


def _move(kept: dict[str, Any], key: str) -> None:
    """A line that is moved past the other one pushes it along."""
    if widgets.state.get(key) is None:
        return
    kept |= {key: float(widgets.state[key]), "said": ()}
    other, keep = (HIGH, max) if key == LOW else (LOW, min)
    kept[other] = keep(kept[other], kept[key])


def _draw(kept: dict[str, Any], evaluation: Evaluation, label: int, table: ThresholdTable, voice: Voice) -> None:
    by_bound, said = _kept()[REACHED] == LOWER_BOUND, []
    for line, target, key, choose in TARGETS:
        wanted = round(_kept()[target] / 100, 12)
        at = choose(table, wanted, evaluation.level if by_bound else None)
        if math.isfinite(at):
            kept[line] = at
        else:
            said.append(two_thresholds.never(key, wanted, by_bound, label, voice))
    if kept[LOW] > kept[HIGH]:
        kept[LOW] = kept[HIGH]
        said = said or [two_thresholds.ONE_LINE]
    kept["said"] = tuple(said)


# ------------------------------------------------------------------ what follows


def _show_zones(study: Study, evaluation: Evaluation, label: int, found: Zones, voice: Voice) -> None:
    name = study.labels[label]
    st.markdown(f"**{two_thresholds.spoken(found, label, voice)}** {two_thresholds.of_class(found, label, voice)}")
    st.plotly_chart(
        zones_picture(found, name, study.unit),
        config=charts.CONFIG,
        alt=zones_alt(found, name, study.unit),
        key="zones",
    )
    st.markdown(two_thresholds.handed_on(found, label, voice))
    st.table(_zone_table(found, label, voice), border="horizontal", hide_index=True)
    apart = f" {two_thresholds.ROWS_APART}" if evaluation.is_clustered else ""
    st.caption(f"Intervals: {ci(evaluation.level)}. {two_thresholds.METHOD}{apart}")
    download(frame(name, found, evaluation.level), "two-lines", "Counts and shares of the three zones")


def _zones(found: Zones) -> list[tuple[str, Zone]]:
    return list(zip(two_thresholds.names(found), (found.ruled_out, found.between, found.ruled_in), strict=True))


def _zone_table(found: Zones, label: int, voice: Voice) -> pd.DataFrame:
    meanings = (
        (":red[▩] missed", ":gray[●] cleared"),
        ("undecided",) * 2,
        (":blue[■] found", ":orange[◆] false alarms"),
    )
    rows = []
    for (title, zone), (those, others) in zip(_zones(found), meanings, strict=True):
        value, certainty = two_thresholds.ratio(zone.likelihood_ratio)
        rows.append(
            {
                header("Zone"): f"**{title}**",
                voice.unit[1].capitalize(): whole(zone.cases),
                voice.names[label]: f"{whole(zone.positives)} {those}",
                "others": f"{whole(zone.negatives)} {others}",
                header_of("lr_positive", name="Likelihood ratio"): f"**{value}**  \n:small[{certainty}]",
            }
        )
    return pd.DataFrame(rows)


def frame(name: str, found: Zones, level: float) -> pd.DataFrame:
    """A line per zone, as numbers with their bounds; undefined cells are empty."""
    shares: tuple[dict[str, Estimate], ...] = ({"missed": found.missed}, {}, {"found": found.found})
    rows = []
    for (title, zone), share in zip(_zones(found), shares, strict=True):
        row = {"class": name, "zone": title, "low": found.low, "high": found.high, "level": level}
        row |= {"cases": zone.cases, "with_class": zone.positives, "others": zone.negatives}
        for key, each in ({"likelihood_ratio": zone.likelihood_ratio} | share).items():
            value = None if math.isnan(each.value) else each.value
            row |= {key: value, f"{key}_low": each.low, f"{key}_high": each.high}
        rows.append(row)
    return pd.DataFrame(rows)
