"""How much a number varies from fold to fold, and what it is over all of them."""

import streamlit as st

import charts
from ui.compare.start import brief
from ui.cross_validation import comparison
from ui.cross_validation.fold_table import fold_frame, show_fold_table
from ui.cross_validation.models_table import show_models
from ui.cross_validation.pick_metrics import beside, pick_metric, pick_shown, picked_metrics
from ui.parts import page, pictures
from ui.parts.menu import show_links
from ui.tables.downloads import numbers_heading
from words import counted
from words.findings.folds import definition_of

view = page.view_or_stop("Variation between the folds of a cross-validation.")
folds = comparison.folds_or_stop(view)
has_scores = folds.each.has_scores
picked = picked_metrics(view, has_scores)
compared = comparison.gather(view, folds, picked)
page.finding(comparison.finding(compared))
if changed := comparison.amber(compared):
    st.warning("  \n".join(changed), icon=":material/rule:")

wide = comparison.is_wide(compared)
grid = page.in_thirds()
with grid.cell(column_span=3 if wide else 2):
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(counted(len(folds.names), ("fold", "folds")), anchor=False, width="content")
        pick_shown(view)
    pick_metric(view, has_scores)
    rows = comparison.rows(compared)
    picture = charts.fold_rows(rows, view.study.unit)
    pictures.show(picture, "Folds", alt=charts.fold_rows_alt(rows), key="folds")
    st.caption(comparison.notes(compared))
with grid.cell(column_span=3 if wide else 1):
    what = "Every fold, their mean and standard deviation, and all pooled"
    numbers_heading(fold_frame(compared), "folds", what, "Per fold")
    show_fold_table(compared)

in_table = beside(view, has_scores, picked)
said = show_models(compared, in_table)
if said:
    st.caption(f"{said} Folds share training data: no test over folds; Compare models tests the same cases.")
show_links([("compare_models", brief(view))])
page.meanings((*dict.fromkeys(definition_of(each).key for each in (*picked, *in_table)), "fold_mean", "fold_sd"))
page.footnote(view)
