"""How much a number varies from fold to fold, and what it is over all of them."""

import streamlit as st

import charts
from ui.cross_validation import comparison
from ui.cross_validation.fold_table import fold_frame, show_fold_table
from ui.cross_validation.key_figures import show_key_figures
from ui.cross_validation.pick_metrics import pick_metrics, picked_metrics
from ui.parts import page
from ui.parts.downloads import numbers_heading
from words.findings.folds import mean_intervals

view = page.view_or_stop("Cross-validation shows how much a number varies from fold to fold.")
folds = comparison.folds_or_stop(view)
has_scores = folds.each.has_scores
compared = comparison.gather(view, folds, picked_metrics(view, has_scores))
page.finding(comparison.finding(compared))
pick_metrics(view, has_scores)
comparison.show_warnings(compared)

axis = comparison.axis(compared)
st.plotly_chart(
    charts.fold_rows(compared.rows, axis, view.study.unit),
    config=charts.CONFIG,
    alt=charts.fold_rows_alt(compared.rows, axis),
    key="folds",
)
st.caption(comparison.legend(compared))

numbers_heading(fold_frame(compared), "folds", "Every fold, their mean and standard deviation, and all pooled")
show_key_figures(compared)
st.caption(mean_intervals(compared.readings, folds.shared, view.level))
show_fold_table(compared)
page.meanings(comparison.meant(compared))
page.footnote(view, "Standard deviations are those of a sample (n − 1), over the folds that have a value.")
