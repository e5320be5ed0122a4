"""What the reader chooses on the Net benefit page: thresholds of the setting, one threshold, the view, the cost."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from metrics.definition import Values
from reviews.risks.decision_picture import Look
from reviews.risks.net_benefit import listed
from ui.parts import inputs
from words.findings.utility.acts import Acts, views

KEPT = "net_benefit"
SETTING, THRESHOLD, VIEW, HARM = "net_benefit_setting", "net_benefit_threshold", "net_benefit_view", "net_benefit_harm"
BEGIN = {SETTING: (5, 20), THRESHOLD: 10.0, VIEW: "benefit", HARM: 0.0}


@dataclass(frozen=True)
class Settings:
    """harm: of one model run, in missed cases per person."""

    look: Look
    harm: float

    @property
    def listed(self) -> Values:
        """The thresholds of the table, rising: over the setting in whole percent, and the chosen one."""
        return listed(*self.look.setting, self.look.threshold)


def settings() -> Settings:
    """As they were left."""
    kept = inputs.kept(KEPT, BEGIN)
    low, high = (int(end) / 100 for end in kept[SETTING])
    return Settings(Look((low, high), round(kept[THRESHOLD] / 100, 6), kept[VIEW]), kept[HARM] / 1000)


def controls(acts: Acts) -> None:
    """The row above the picture."""
    kept = inputs.kept(KEPT, BEGIN)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        inputs.span("Thresholds of your setting", kept, SETTING, 1, 99, format="%d%%", width=320)
        inputs.number(
            "Threshold (%)", kept, THRESHOLD, min_value=0.1, max_value=99.0, step=1.0, format="%.4g", width=150
        )
        inputs.segments("Show", kept, VIEW, views(acts))


def cost() -> None:
    """What one run of the model costs."""
    inputs.number(
        "Missed cases per 1,000 model runs", inputs.kept(KEPT, BEGIN), HARM, min_value=0.0, max_value=1000.0, step=0.5,
        format="%.4g", width=260,
    )  # fmt: skip
