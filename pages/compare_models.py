"""Two models on the same cases: where they differ, and whether that is more than chance."""

import streamlit as st

from ui.compare import blocks, cases, choices, classes, tables
from ui.compare import pair as compare
from ui.parts import page

study, _ = page.evaluation_or_stop("The comparison shows what one model finds that another one misses.")
now = choices.asked(study, compare.able_or_stop(study))
pair = compare.pair_or_stop(now)
voice = page.voice(study)
shares = compare.shares_of(now, now.model, now.label)
page.finding(compare.finding(shares, now, voice))
choices.show(now)
compare.show_joined(pair, now)
compare.show_picture(now, voice)

page.numbers_heading(compare.frame(now), "comparison", "Every difference with its interval, test and verdict")
tables.show_tables(shares, now, voice)
tables.show_all(now)
classes.show(now, voice)
blocks.show_areas(pair, now, voice)
blocks.show_ratios(pair, now, voice)
blocks.show_matched(pair, now)
cases.show(pair, now, voice)

page.meanings(
    ("sensitivity_difference", "specificity_difference", "mcnemar_p", "holm", "auc_difference"),
    ("relative_ppv", "relative_npv"),
)
st.caption(compare.how_made(pair, now))
