"""What the reader chooses on the Net benefit page: thresholds of the setting, one threshold, the view, the cost."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from metrics.definition import Values
from reviews.risks.net_benefit import Look, listed
from ui.parts import inputs
from words.findings.calibration.made import AS_GIVEN, RECALIBRATED
from words.findings.utility.acts import Acts, views

KEPT = "net_benefit"
SETTING, THRESHOLD, VIEW, HARM = "net_benefit_setting", "net_benefit_threshold", "net_benefit_view", "net_benefit_harm"
SCORES = "net_benefit_scores"
GIVEN, CHANGED = range(2)
BEGIN = {SETTING: (5, 20), THRESHOLD: 10.0, VIEW: "benefit", HARM: 0.0, SCORES: GIVEN}


@dataclass(frozen=True)
class Settings:
    """harm: of one model run, in missed cases per person. is_changed: whether risks are to be recalibrated."""

    look: Look
    harm: float
    is_changed: bool

    @property
    def listed(self) -> Values:
        """The thresholds of the table, rising: over the setting in whole percent, and the chosen one."""
        return listed(*self.look.setting, self.look.threshold)


def settings() -> Settings:
    """As they were left."""
    kept = _kept()
    low, high = (int(end) / 100 for end in kept[SETTING])
    look = Look((low, high), round(kept[THRESHOLD] / 100, 6), kept[VIEW])
    return Settings(look, kept[HARM] / 1000, kept[SCORES] == CHANGED)


def controls(acts: Acts, can_change: bool) -> None:
    """The row above the picture. can_change: whether scores as given and recalibrated ones can be looked at."""
    kept = _kept()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        inputs.span("Thresholds of your setting", kept, SETTING, 1, 99, format="%d\u00a0%%", width=320)
        inputs.number(
            "Threshold (%)", kept, THRESHOLD, min_value=0.1, max_value=99.0, step=1.0, format="%.4g", width=150
        )
        inputs.segments("Show", kept, VIEW, views(acts))
        if can_change:
            inputs.segments("Scores", kept, SCORES, (AS_GIVEN, RECALIBRATED))


def cost() -> None:
    """What one run of the model costs."""
    inputs.number(
        "Missed cases per 1,000 model runs", _kept(), HARM, min_value=0.0, max_value=1000.0, step=0.5,
        format="%.4g", width=260,
    )  # fmt: skip


def _kept() -> inputs.Kept:
    """With what was not asked when they were left."""
    kept = inputs.kept(KEPT, BEGIN)
    kept |= BEGIN | kept
    return kept
