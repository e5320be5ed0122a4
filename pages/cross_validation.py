"""How much a number varies from fold to fold, and what it is over all of them."""

import streamlit as st

import charts
from ui import choices, fold_choices, fold_rows, fold_table, page
from words.folds import mean_intervals

study, _ = page.evaluation_or_stop("Cross-validation shows how much a number varies from fold to fold.")
folds = fold_rows.folds_or_stop(study)
has_scores = folds.each.has_scores
shown = fold_rows.gather(study, folds, fold_choices.chosen(study, has_scores))
page.finding(fold_rows.finding(shown))
fold_choices.show(study, has_scores)
fold_rows.show_warnings(shown)

axis = fold_rows.axis(shown)
st.plotly_chart(
    charts.fold_rows(shown.rows, axis, study.unit),
    config=charts.CONFIG,
    alt=charts.fold_rows_alt(shown.rows, axis),
    key="folds",
)
st.caption(fold_rows.legend(shown))

page.numbers_heading(fold_table.frame(shown), "folds", "Every fold, their mean and standard deviation, and all pooled")
fold_table.figures(shown)
st.caption(mean_intervals(shown.readings, folds.shared, choices.level()))
fold_table.show_table(shown)
page.meanings(fold_rows.meant(shown))
page.footnote(study, "Standard deviations are those of a sample (n − 1), over the folds that have a value.")
