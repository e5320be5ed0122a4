"""What the page looks at: scores as given or recalibrated, the risk of its sentence, and other models."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from metrics.calibration.calibration import Calibration
from reviews import View
from reviews.risks.calibration import (
    Recalibrated,
    calibration_of,
    can_be_recalibrated,
    of_models,
    recalibrated,
    usual_risk,
)
from ui.parts import inputs, page
from ui.state import widgets
from words import markdown
from words.findings.calibration.made import AS_GIVEN, NO_LINE, NO_PROBABILITIES, RECALIBRATED, TAKES_ROWS
from words.findings.calibration.verdict import beyond

KEPT, SCORES, RISK, MODELS = "calibration", "calibration_scores", "calibration_risk", "calibration_models"
GIVEN, CHANGED = range(2)


@dataclass(frozen=True, eq=False)
class LookedAt:
    """One class. changed: how its risks were recalibrated, None as given. risk: that the sentence is about."""

    view: View
    label: int
    found: Calibration
    changed: Recalibrated | None

    @property
    def risk(self) -> float:
        """As the reader set it for this class and model, else a round one; also where no score is near it."""
        own = self.typed
        return usual_risk(self.found) if own is None or self.is_beyond(own) else own

    @property
    def typed(self) -> float | None:
        """What the reader set for this class and model."""
        own = _kept().get((RISK, self.view.model, self.label))
        return None if own is None else float(own) / 100

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest predicted risk."""
        scores = self.found.cases.table.scores
        return float(scores[-1]), float(scores[0])

    def is_beyond(self, risk: float) -> bool:
        """Whether it is lower or higher than every predicted risk: the curve says nothing there."""
        low, high = self.ends
        return not low <= risk <= high


def looked_at(view: View, label: int) -> LookedAt:
    """What was chosen; scores that are no probabilities are recalibrated, or the page says what it needs."""
    given = calibration_of(view, label)
    wants_change = given is None or _kept()[SCORES] == CHANGED
    changed = recalibrated(view, label) if wants_change else None
    found = changed.calibration if changed else given
    if found is None:
        page.nothing_to_show(
            f"The scores of {view.voice.name(label)} are not probabilities.",
            "They lie outside 0 to 1, or do not sum to 1; and with too few cases, or separated ones, no line would "
            "recalibrate them.",
        )
    found.make_ready()
    return LookedAt(view, label, found, changed)


def controls(now: LookedAt) -> list[tuple[str, Calibration]]:
    """The risk of the sentence, and what is drawn; the models that the reader lays over this one, plain names."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if now.found.curve is not None:
            _risk_box(now)
        if calibration_of(now.view, now.label) is None:
            st.caption(NO_PROBABILITIES)
        elif can_be_recalibrated(now.view, now.label):
            chosen = inputs.segments("Scores", _kept(), SCORES, (AS_GIVEN, RECALIBRATED))
            if chosen == CHANGED and now.changed is None:
                st.caption(NO_LINE)
        elif now.view.evaluation.units is None:
            st.caption(TAKES_ROWS)
        return _other_models(now)


def _risk_box(now: LookedAt) -> None:
    key, at = f"{RISK}_{now.label}", now.risk * 100
    inputs.number(
        "At a predicted risk of (%)", {key: at}, key, min_value=min(0.001, at), max_value=max(99.999, at), step=1.0,
        format="%g", width=200, on_change=_keep_risk, args=(key, now.view.model, now.label),
    )  # fmt: skip
    if now.typed is not None and now.is_beyond(now.typed):
        st.caption(beyond(now.typed, *now.ends, now.label, now.view.voice))


def _keep_risk(key: str, model: int, label: int) -> None:
    if (typed := widgets.state.get(key)) is not None:
        _kept()[RISK, model, label] = typed


def _other_models(now: LookedAt) -> list[tuple[str, Calibration]]:
    options = dict(of_models(now.view, now.label)) if now.changed is None else {}
    if not options:
        return []
    names = [name or "" for name in now.view.study.model_names]
    chosen = st.pills(
        "Beside other models", list(options), format_func=lambda each: markdown(names[each], 40),
        selection_mode="multi", **widgets.keeping(MODELS, [], options),
    )  # fmt: skip
    return [(names[each], options[each]) for each in options if each in chosen]


def _kept() -> inputs.Kept:
    return inputs.kept(KEPT, {SCORES: GIVEN})
