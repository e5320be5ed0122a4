"""Where to draw the line for one class: what a rule finds, misses and alarms."""

import streamlit as st

import charts
from metrics import natural_frequencies
from ui import page, rule
from ui.help import help_of
from words import per_thousand, threshold_finding

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
label, table = rule.pick_class(study, evaluation, voice)
at = rule.value(study, label, table)
counts = table.at(at)
page.finding(threshold_finding(counts, at, label, voice))
rule.pick_value(study, label, table, voice)

name = study.labels[label]
left, middle, right = st.columns([2, 1, 1], gap="medium")
with left:
    st.plotly_chart(
        charts.scores_by_truth(table, at, name, study.unit),
        config=charts.CONFIG, alt=charts.scores_by_truth_alt(table, at, name, study.unit), key="scores",
    )  # fmt: skip
    st.caption(rule.halves(table, label, voice))
with middle:
    st.markdown("**ROC**", help=help_of("auc"))
    st.plotly_chart(
        charts.roc_point(table, at), config=charts.CONFIG, alt=charts.roc_point_alt(table, at), key="roc_point"
    )
with right:
    st.markdown("**Precision and recall**", help=help_of("average_precision"))
    st.plotly_chart(
        charts.pr_point(table, at), config=charts.CONFIG, alt=charts.pr_point_alt(table, at), key="pr_point"
    )
page.key_figures(rule.figures(counts))

st.subheader(f"Per 1,000 {study.unit[1]} like these", anchor=False, help=help_of("natural_frequencies"))
if table.n_positive and table.n_negative:
    positives, negatives = table.n_positive, table.n_negative
    people = natural_frequencies(
        counts.tp / positives, counts.tn / negatives, positives / (positives + negatives), whole=True
    )
    picture, said, cells = st.columns([5, 4, 6], gap="medium", vertical_alignment="top")
    with picture:
        st.plotly_chart(
            charts.people(people),
            config=charts.CONFIG,
            alt=charts.people_alt(people, name),
            width="content",
            key="people",
        )
    with said:
        st.markdown("  \n".join(per_thousand(people, label, voice)))
else:
    st.markdown("This needs cases with the class and cases without it.")
    cells = st.container()
with cells:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        meant = "\n\n".join(map(help_of, ("tp", "fn", "fp", "tn")))
        st.markdown("**At this threshold**", help=meant, width="content")
        page.download(rule.frame(name, at, counts), "threshold", "Counts and rates at this threshold")
    st.table(rule.two_by_two(counts, voice.names[label]), border="horizontal", hide_index=True)

rule.show_matrix(study, label, at, voice)
page.meanings(("sensitivity", "fpr", "ppv", "npv"))
page.footnote(study, "Intervals: 95 %, Wilson. The rule is everywhere: score ≥ threshold.")
