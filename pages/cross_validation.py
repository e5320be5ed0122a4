"""How much a number varies from fold to fold, and what it is over all of them."""

import streamlit as st

import charts
from ui.cross_validation import choices as fold_choices
from ui.cross_validation import rows, table
from ui.parts import page
from ui.state import session
from words.findings.folds import mean_intervals

study, _ = page.evaluation_or_stop("Cross-validation shows how much a number varies from fold to fold.")
folds = rows.folds_or_stop(study)
has_scores = folds.each.has_scores
shown = rows.gather(study, folds, fold_choices.chosen(study, has_scores))
page.finding(rows.finding(shown))
fold_choices.show(study, has_scores)
rows.show_warnings(shown)

axis = rows.axis(shown)
st.plotly_chart(
    charts.fold_rows(shown.rows, axis, study.unit),
    config=charts.CONFIG,
    alt=charts.fold_rows_alt(shown.rows, axis),
    key="folds",
)
st.caption(rows.legend(shown))

page.numbers_heading(table.frame(shown), "folds", "Every fold, their mean and standard deviation, and all pooled")
table.figures(shown)
st.caption(mean_intervals(shown.readings, folds.shared, session.view().level))
table.show_table(shown)
page.meanings(rows.meant(shown))
page.footnote(study, "Standard deviations are those of a sample (n − 1), over the folds that have a value.")
