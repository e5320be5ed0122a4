"""What the class of interest means where it is as common as in the reader's setting, in whole people."""

from __future__ import annotations

import pandas as pd
import streamlit as st

import charts
from metrics import Estimate, risk_at_prevalence
from reviews import View
from ui.parts import my_prevalence, page
from ui.parts.help import help_of
from ui.parts.my_prevalence import Prevalence
from ui.tables.shown import markdown_table
from words import interval, percent, whole
from words.findings.prevalence import as_proportion, common, per_thousand, sentence, too_many_marks
from words.text.numbers import NBSP, percent_of, tied


def your_setting(view: View) -> None:
    """Nothing where no class has cases of both kinds."""
    study, evaluation, voice = view.study, view.evaluation, view.voice
    rates = evaluation.in_population
    found = {
        i: my_prevalence.prevalence_in_use(study, i, evaluation.counts(i), rates.counts(i)) for i in voice.diseases
    }
    options = [i for i, each in found.items() if each is not None]
    if not options or (prevalence := found[view.interest_among(options)]) is None:
        return
    label, counts = prevalence.label, rates.counts(prevalence.label)
    tree = my_prevalence.people(prevalence, counts)
    total = whole(tree.diseased + tree.healthy)
    title = (
        f"{voice.title(label)} in {total} {'people' if voice.unit[0] == 'patient' else voice.unit[1]} of your setting"
    )
    st.subheader(title, anchor=False, help=help_of("natural_frequencies"))
    with page.in_thirds():
        with st.container():
            drawn = charts.people(tree, sentence(tree, prevalence.proportion, label, view.plain_voice))
            if drawn:
                st.html(drawn)
            else:
                st.caption(too_many_marks(voice))
        with st.container():
            my_prevalence.control(prevalence)
            said = per_thousand(tree, label, voice)
            st.markdown("  \n".join(said.lines()))
        with st.container():
            markdown_table(pd.DataFrame(_table(view, prevalence)))


def _table(view: View, prevalence: Prevalence) -> list[dict[str, str]]:
    """This study beside the reader's setting: prevalence, PPV, and the disease among Normal predictions."""
    evaluation, voice, label = view.evaluation, view.voice, prevalence.label
    name, total = voice.title(label), prevalence.total
    here = percent(prevalence.here, total)
    rows = [("Prevalence", here, here if prevalence.is_own else common(prevalence.proportion))]
    numbers = evaluation.classes[label]
    [(_, there, _), _] = my_prevalence.figures(evaluation, prevalence, evaluation.counts(label))
    rows.append(("PPV", *_pair(numbers["ppv"], there, prevalence)))
    if voice.normal is not None and label in voice.diseases:
        _, of_class = risk_at_prevalence(evaluation, voice.normal, label, prevalence.proportion)
        among = f"{name} among {voice.unit[1]} classified as {voice.name(voice.normal)}"
        rows.append((among, *_pair(numbers["risk_score"], of_class, prevalence)))
    return [{name: row, "This study": here, "Your setting": there} for row, here, there in rows]


def _pair(here: Estimate, there: Estimate, prevalence: Prevalence) -> tuple[str, str]:
    """The number in this study and in the setting, with the same decimals; one number where the prevalence is one."""
    cases = here.trials or prevalence.total
    return _said(here, cases), _said(here if prevalence.is_own else as_proportion(there, cases), cases)


def _said(found: Estimate, cases: int) -> str:
    shown = found if found.trials else as_proportion(found, cases)
    return f"**{tied(percent_of(shown))}**" + (f"{NBSP}({interval(shown)})" if found.low is not None else "")
