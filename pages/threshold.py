"""Where to draw the line for one class: what a rule finds, misses and alarms."""

import math

import streamlit as st

from ui import page, prevalence, rule, threshold_choice
from ui.help import help_of
from words import choosing, threshold_finding
from words.reading import SHARES

study, evaluation = page.evaluation_or_stop(
    "The threshold page says, for any line drawn through a score, what is found, missed and falsely alarmed."
)
if not evaluation.has_scores:
    page.nothing_to_show(
        "A threshold needs scores, and this study has only labels.",
        "With labels alone the line has been drawn already. Open a file with a score for each class "
        "(for example columns `score_Normal`, `score_VT`) to move it.",
    )
if not rule.classes_with_scores(study, evaluation):
    page.nothing_to_show(
        "None of these cases has a score.",
        "A line needs scores to cut through. Choose another split or model at the top of the page.",
    )
voice = page.voice(study)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    label, table = rule.pick_class(study, evaluation, voice)
    threshold_choice.pick_mode()
chosen = threshold_choice.chosen(study, evaluation, label, table)
if math.isnan(chosen.at):
    page.finding(threshold_choice.impossible(chosen, voice))
    threshold_choice.pick(study, label, table, voice)
    st.stop()
at, counts = chosen.at, table.at(chosen.at)
nobody = math.isinf(at)
page.finding(
    choosing.calls_nobody(table.n_positive, label, voice) if nobody else threshold_finding(counts, at, label, voice)
)
threshold_choice.pick(study, label, table, voice)
corrected = threshold_choice.correction(chosen, study, evaluation.level)
if why := threshold_choice.reason(chosen, study, evaluation, corrected, voice):
    st.markdown(why)
rule.show_pictures(study, label, table, at, voice)
found = evaluation.at(label, at)
page.key_figures(rule.figures(found))

name = study.labels[label]
with st.grid(2, min_column_width=320, gap="large") if corrected else st.container():
    with st.container(width="stretch" if corrected else 720):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            meant = "\n\n".join(map(help_of, ("tp", "fn", "fp", "tn")))
            st.markdown("**At this threshold**", help=meant, width="content")
            frame = rule.frame(name, at, counts, found, corrected)
            page.download(frame, "threshold", "Counts and rates at this threshold")
        st.table(rule.two_by_two(counts, voice.names[label]), border="horizontal", hide_index=True)
    if corrected:
        with st.container():
            rule.show_corrected(corrected, counts, study.unit, evaluation.is_clustered)

mine = prevalence.mine(study, label, counts)
if mine is None:
    st.subheader(f"Per 1,000 {study.unit[1]} like these", anchor=False, help=help_of("natural_frequencies"))
    st.markdown("This needs cases with the class and cases without it.")
else:
    prevalence.show_people(evaluation, mine, counts, at, voice)

rule.show_matrix(study, label, at, voice)
page.meanings(("sensitivity", "fpr", "ppv", "npv", *(["optimism"] if corrected else [])))
page.footnote(study, "The rule is everywhere: score ≥ threshold.", methods=(SHARES, prevalence.METHOD))
