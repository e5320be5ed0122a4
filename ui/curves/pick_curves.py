"""Which curves are drawn: classes, models, the macro average."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import streamlit as st

from metrics import Evaluation, ThresholdTable
from predictions.study import Study
from reviews import View
from ui.state import choices, widgets
from words import Voice, markdown

MOST = 8  # more curves than this cannot be told apart
MACRO = -1
CLASSES, MODELS, BASE = "pick_curve_classes", "pick_curve_models", "pick_curve_base"


@dataclass(frozen=True)
class PickedCurves:
    """Positions of classes and models, and everything that could be chosen."""

    classes: list[int]
    models: list[int]
    with_macro: bool
    drawable: list[int]
    view: View

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def voice(self) -> Voice:
        return self.view.voice


def picked_curves(view: View, drawable: list[int]) -> PickedCurves:
    """What was picked, or to begin with every class (the class of interest where there are many)."""
    begin = drawable if len(drawable) <= MOST else [view.interest if view.interest in drawable else drawable[0]]
    wanted = widgets.state.get(CLASSES) or begin
    classes = [i for i in wanted if i in drawable][:MOST] or begin
    if view.interest in classes:  # the finding speaks of the class of interest
        classes = [view.interest, *(i for i in classes if i != view.interest)]
    if widgets.state.get(BASE) != view.model:  # another model was chosen for all pages
        widgets.state[BASE], widgets.state[MODELS] = view.model, [view.model]
    models = widgets.state.get(MODELS) or [view.model]
    return PickedCurves(classes, models, MACRO in wanted, drawable, view)


def pick_curves(picked: PickedCurves) -> None:
    """The pickers: pills for a few classes, a list for many."""
    names = picked.voice.names
    widgets.state[CLASSES] = sorted(picked.classes) + ([MACRO] if picked.with_macro else [])
    widgets.state[MODELS] = picked.models
    options = [*picked.drawable, *([MACRO] if len(picked.drawable) > 1 else [])]
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        few = len(picked.drawable) <= MOST
        label = f"Classes: {len(picked.classes)} of {len(picked.drawable)}, {MOST} at most"
        with st.container() if few else st.popover(label, key=widgets.key("more_classes")):
            st.pills(
                "Classes",
                options,
                selection_mode="multi",
                key=widgets.key(CLASSES),
                wrap=True,
                format_func=lambda i: "macro average" if i == MACRO else names[i],
            )
        if len(picked.study.model_names) > 1:
            models = [markdown(name, 80) for name in choices.model_names(picked.study)]
            st.pills(
                "Models",
                range(len(models)),
                selection_mode="multi",
                key=widgets.key(MODELS),
                wrap=True,
                format_func=models.__getitem__,
            )


def each_curve(picked: PickedCurves) -> Iterator[tuple[int, int, Evaluation, ThresholdTable]]:
    """(model, class, evaluation, table) of every curve that can be drawn."""
    for model in picked.models:
        this = _evaluation(picked.view, model)
        if this is None:
            continue
        for label in picked.classes:
            found = this.table(label)
            if found is not None and found.n_positive and found.n_negative:
                yield model, label, this, found


def _evaluation(view: View, model: int) -> Evaluation | None:
    """Another model on the chosen split; None where it has no such split: splits are never mixed."""
    is_there = (model, view.split) in view.study.slices
    return replace(view, model=model).evaluation if is_there else None


def left_out(picked: PickedCurves) -> list[str]:
    """Names of picked models without cases in the chosen split."""
    names = choices.model_names(picked.study)
    return [names[model] for model in picked.models if _evaluation(picked.view, model) is None]


def prevalence_of(table: ThresholdTable) -> float:
    """Of the cases that have a score."""
    return table.n_positive / (table.n_positive + table.n_negative)
