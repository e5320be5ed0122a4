"""The line above every page: the page, the study, the choices that apply to every page, and how much is used."""

from __future__ import annotations

import streamlit as st

from metrics.interval_methods import STYLES
from predictions.demo import EXAMPLES
from predictions.slices.row_duration import nouns_of
from reviews import View
from reviews.assumed import assumed
from reviews.frames import time_said
from ui.parts import lens
from ui.parts.page import LONGEST_NAME
from ui.state import choices, session, widgets
from ui.state.session import LEVELS, OpenStudy
from ui.title_line import class_panel, kept_threshold
from ui.title_line.review_panel import saved_popover
from words import ci, counted, distinct, markdown, percent, whole
from words.findings.lens import part_of
from words.findings.methods import CONVENTIONAL_MEANS, too_few_patients
from words.findings.thresholds.kept import named, named_assumed
from words.text.names import names_of_models, split_said
from words.text.numbers import of

PANEL = 560  # px; the popover becomes as wide


def title_line(title: str) -> None:
    """The page's name; with a study its name, what is looked at, and how many cases that are."""
    opened = session.opened()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            st.title(title, anchor=False, width="content")
            if opened is not None:
                st.markdown(_study_named(opened), width="content")
                _popover(opened)
                lens.button_of_everybody(opened.view, "everybody")
                saved_popover(opened)
        if opened is not None:
            st.caption(_used(opened.view), width="content")


def _popover(opened: OpenStudy) -> None:
    key = widgets.key("choices_of_all_pages")
    panel = st.popover(choices_said(opened.view), icon=":material/tune:", type="tertiary", key=key)
    with panel, st.container(width=PANEL):
        _choices_of_all_pages(opened)


def _study_named(opened: OpenStudy) -> str:
    """The name of the study; a bundled one with whether its patients are real."""
    example = next((each for each in EXAMPLES if each.key == opened.example), None)
    if example is None:
        return markdown(opened.study.name, LONGEST_NAME)
    return f"{markdown(example.title, 40)} :gray-badge[{example.badge}]"


def _choices_of_all_pages(opened: OpenStudy) -> None:
    st.caption("These apply to every page.")
    view = opened.view
    study, names = opened.study, view.plain_voice.names
    with st.container(horizontal=True, gap="small"):
        if len(study.model_names) > 1:
            models = names_of_models(study.model_names)
            choices.pick(opened, "model", "Model", range(len(models)), models.__getitem__, st.selectbox)
        splits = study.splits_of(view.model)
        if len(splits) > 1:
            choices.pick(opened, "split", "Split", range(len(splits)), distinct(splits).__getitem__, st.selectbox)
        choices.pick(opened, "class", "Class of interest", view.voice.order, names.__getitem__, st.selectbox)
        lens.pick(view)
    kept_threshold.pick(opened)
    class_panel.class_panel(opened)
    with st.container(horizontal=True, gap="medium"):
        choices.pick(
            opened,
            "level",
            "Confidence level",
            range(len(LEVELS)),
            lambda i: percent(LEVELS[i], 0),
            st.segmented_control,
            required=True,
        )
        choices.pick(
            opened,
            "intervals",
            "Intervals",
            range(len(STYLES)),
            STYLES.__getitem__,
            st.segmented_control,
            required=True,
            help=CONVENTIONAL_MEANS,
        )
        _pick_picture_format(opened)


def _pick_picture_format(opened: OpenStudy) -> None:
    key = "pick_picture_format"
    widgets.state[key] = opened.reader.picture_format

    def remember() -> None:
        opened.reader.picture_format = widgets.state[key]

    label, formats = "Pictures saved as", ("svg", "png")
    st.segmented_control(label, formats, format_func=str.upper, required=True, key=widgets.key(key), on_change=remember)


def choices_said(view: View) -> str:
    """What is looked at: model, split and class of interest, then what differs from usual; Markdown."""
    voice, parts = view.voice, []
    models, own = view.study.model_names, view.plain_voice.names[view.interest]
    if models and (name := models[view.model]) and (len(models) > 1 or name.casefold() != own.casefold()):
        parts.append(markdown(name, 32))
    if view.split:
        parts.append(split_said(markdown(view.split, 24)))
    parts.append(voice.name(view.interest))
    if used := view.used_threshold:
        parts.append(named(used.threshold, used.label, voice))
    elif (found := assumed(view)) and found.threshold is not None:
        parts.append(named_assumed(found.threshold, found.label, voice))
    if voice.normal is None and not time_said(view)[0]:  # of phases and stages none is expected
        parts.append("no Normal class")
    elif voice.normal is not None and view.plain_voice.names[voice.normal].casefold() != "normal":
        parts.append(f"Normal class {voice.names[voice.normal]}")
    if view.lens is not None:
        parts.append(view.lens.said)
    return " · ".join(parts)


def _used(view: View) -> str:
    """How many cases or recordings, rows excluded, and the level; or that there are too few of them for a CI."""
    excluded, evaluation = view.study.rows - view.study.used if view.lens is None else 0, view.evaluation
    rows = f"{of(excluded, view.study.rows)} rows excluded" if excluded else ""  # of all models and splits
    (recordings, length), level = time_said(view), ci(view.level)
    level = f"conventional {level}" if view.intervals == "conventional" else level
    if too_few_patients(evaluation):
        unit = nouns_of(view.study).recording if view.study.mapping.sequence else ("patient", "patients")
        level = f"{counted(evaluation.clusters or 0, unit)}, too few for a CI"
    cases = recordings or _cases(view)
    if evaluation.effective_n is not None:
        cases = f"{cases}, weighted: effective n {whole(round(evaluation.effective_n))}"
    return " · ".join(filter(None, ["" if level.startswith(f"{cases},") else cases, rows, level, length]))


def _cases(view: View) -> str:
    number, unit = view.evaluation.n, view.study.unit
    if view.lens is None:
        return counted(number, unit)
    return part_of(number, view.of_everybody.study.cases_in(view.model, view.split), unit)
