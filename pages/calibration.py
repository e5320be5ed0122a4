"""Do the probabilities mean what they say: the calibration of the class of interest."""

import streamlit as st

from reviews.risks.calibration import classes_with_risks
from ui.calibration import other_classes
from ui.calibration.looked_at import controls, looked_at
from ui.calibration.picture import show_figures, show_picture
from ui.parts import page
from words import markdown
from words.findings.calibration import made
from words.findings.calibration.verdict import calibration_finding

view = page.view_or_stop("Whether predicted probabilities occur as often as they say.").delivered.asking
page.scores_or_stop(
    view,
    "No scores in this dataset.",
    "Calibration compares predicted probabilities with what is observed. Open a file with a score for each class.",
)
now = looked_at(view, view.interest_among(classes_with_risks(view)))
page.finding(calibration_finding(now.found, now.risk, now.label, view.voice, now.changed is not None))
page.warnings(view)
others = controls(now)
grid = page.in_thirds()
picture_place, figures_place = grid.cell(column_span=2), grid.cell()
with figures_place:  # before the picture: a cell that stands alone is wider, and the curve would be drawn twice
    show_figures(now)
    other_classes.show_download_alone(now)
with picture_place:
    show_picture(now, others)
other_classes.show_other_classes(now)
other_classes.show_distances(now)
other_classes.show_prevalence(now)
parts = [made.method(now.found), made.ends(now.found, view.study.unit)]
if now.changed:
    split = None if now.changed.split is None else markdown(now.changed.split, 40)
    parts.insert(0, made.how_recalibrated(split, view.study.unit))
    if now.changed.line:
        st.code(made.line_said(now.changed.line), language=None)
page.meanings(("calibration_slope", "calibration_in_the_large", "oe_ratio", "brier"))
page.footnote(view, *filter(None, parts))
