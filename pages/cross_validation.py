"""How much a number varies from fold to fold, and what it is over all of them."""

import streamlit as st

import charts
from ui.cross_validation import choices as fold_choices
from ui.cross_validation import rows, table
from ui.parts import page
from ui.parts.downloads import numbers_heading
from words.findings.folds import mean_intervals

view = page.view_or_stop("Cross-validation shows how much a number varies from fold to fold.")
folds = rows.folds_or_stop(view)
has_scores = folds.each.has_scores
shown = rows.gather(view, folds, fold_choices.chosen(view, has_scores))
page.finding(rows.finding(shown))
fold_choices.show(view, has_scores)
rows.show_warnings(shown)

axis = rows.axis(shown)
st.plotly_chart(
    charts.fold_rows(shown.rows, axis, view.study.unit),
    config=charts.CONFIG,
    alt=charts.fold_rows_alt(shown.rows, axis),
    key="folds",
)
st.caption(rows.legend(shown))

numbers_heading(table.frame(shown), "folds", "Every fold, their mean and standard deviation, and all pooled")
table.figures(shown)
st.caption(mean_intervals(shown.readings, folds.shared, view.level))
table.show_table(shown)
page.meanings(rows.meant(shown))
page.footnote(view, "Standard deviations are those of a sample (n − 1), over the folds that have a value.")
