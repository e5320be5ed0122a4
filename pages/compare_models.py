"""Two models on the same cases: where they differ, and whether that is more than chance."""

import streamlit as st

from ui.compare import shares
from ui.compare.areas import show_areas
from ui.compare.comparison import comparison_or_stop, how_made, pair_or_stop, pick, show_joined
from ui.compare.differing_cases import show_differing_cases
from ui.compare.every_class import show_every_class
from ui.compare.matched_thresholds import show_matched_thresholds
from ui.compare.predictive_values import show_predictive_values
from ui.compare.two_by_two import show_every_model, show_two_by_two
from ui.parts import page
from ui.parts.downloads import numbers_heading

view = page.view_or_stop("The comparison shows what one model finds that another one misses.")
now = comparison_or_stop(view)
pair = pair_or_stop(now)
found = shares.shares_of_class(pair, now, now.label)
page.finding(shares.finding(found, now))
pick(now)
show_joined(pair, now)
shares.show_picture(now)

numbers_heading(shares.frame(now), "comparison", "Every difference with its interval, test and verdict")
show_two_by_two(found, now)
show_every_model(now)
show_every_class(pair, now)
show_areas(pair, now)
show_predictive_values(pair, now)
show_matched_thresholds(pair, now)
show_differing_cases(pair, now)

page.meanings(
    ("sensitivity_difference", "specificity_difference", "mcnemar_p", "adjusted_p", "auc_difference"),
    ("relative_ppv", "relative_npv"),
)
st.caption(how_made(pair, now))
