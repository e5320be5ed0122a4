"""What is asked less often: all models, another prevalence, and what it costs to run the model."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from reviews.risks.net_benefit import NetBenefit
from ui.net_benefit import settings
from ui.net_benefit.picture import show_all
from ui.net_benefit.settings import Settings
from ui.net_benefit.table import GAIN, gain_cell
from ui.parts import my_prevalence, page
from ui.tables.cells import reach_of
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import markdown, of
from words.findings.prevalence import ASSUMED, common
from words.findings.utility import net_benefit as said
from words.findings.utility.acts import Acts
from words.text.names import names_of_models

MODELS, PREVALENCE, COST = "All models", "Another prevalence", "Cost of running the model"


def show_more(found: NetBenefit, chosen: Settings, acts: Acts) -> None:
    """Closed expanders."""
    if len(found.view.study.model_names) > 1:
        page.when_unfolded(MODELS, "net_benefit_models", _show_models, found, chosen)
    page.when_unfolded(PREVALENCE, "net_benefit_prevalence", _show_prevalence, found, chosen, acts)
    page.when_unfolded(COST, "net_benefit_cost", _show_cost, found, chosen, acts)


def _show_models(found: NetBenefit, chosen: Settings) -> None:
    models = found.models
    show_all(models, chosen.look)
    names = names_of_models(found.view.study.model_names)
    rows, at = [], chosen.look.threshold
    gains = {model: each.worth(at).gain for model, each in models.items()}
    apart, shown = found.over_reference(at), markdown(names[found.view.model], 32)
    reach, reach_apart = reach_of(gains.values()), reach_of(apart.values())
    paired = {model: gain_cell(each, reach_apart) for model, each in apart.items()}
    paired[found.view.model] = said.REFERENCE
    for model in sorted(gains, key=lambda model: -gains[model].value):
        tp, fp, fn, tn = (int(each[0]) for each in models[model].at(at).counts)
        rows.append(
            {
                header("Model"): f"**{markdown(names[model], 48)}**",
                "True positives": of(tp, tp + fn),
                "False positives": of(fp, fp + tn),
                GAIN: gain_cell(gains[model], reach),
                said.difference_to(shown): paired.get(model, said.NOT_PAIRED),
            }
        )
    st.markdown(f"**At a threshold of {common(at)}**")
    markdown_table(pd.DataFrame(rows))
    st.caption(said.models_marks(found.view.level, len(apart)))


def _show_prevalence(found: NetBenefit, chosen: Settings, acts: Acts) -> None:
    view, label = found.view, found.label
    table, weighted = view.evaluation.table(label), view.evaluation.curve(label)
    assert table is not None
    assert weighted is not None
    prevalence = my_prevalence.prevalence_in_use(view.study, label, table.at(np.inf), weighted.at(np.inf))
    if prevalence is None:
        return
    my_prevalence.control(prevalence)
    risk, own = chosen.look.threshold, None if prevalence.is_own else prevalence.proportion
    st.markdown(said.elsewhere(found.worth(risk, own), own, acts, view.voice))
    st.caption(ASSUMED)


def _show_cost(found: NetBenefit, chosen: Settings, acts: Acts) -> None:
    settings.cost()
    free = NetBenefit(found.view, found.label).worth(chosen.look.threshold)
    st.markdown(said.trade_off(free, acts, found.view.voice))
    st.caption(said.COST_MEANS)
