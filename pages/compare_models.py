"""Two models on the same cases: where they differ, and whether that is more than chance."""

import streamlit as st

from ui import compare, compare_blocks, compare_cases, compare_choices, compare_classes, compare_tables, page

study, _ = page.evaluation_or_stop("The comparison shows what one model finds that another one misses.")
now = compare_choices.asked(study, compare.able_or_stop(study))
pair = compare.pair_or_stop(now)
voice = page.voice(study)
shares = compare.shares_of(now, now.model, now.label)
page.finding(compare.finding(shares, now, voice))
compare_choices.show(now)
compare.show_joined(pair, now)
compare.show_picture(now, voice)

page.numbers_heading(compare.frame(now), "comparison", "Every difference with its interval, test and verdict")
compare_tables.show_tables(shares, now, voice)
compare_tables.show_all(now)
compare_classes.show(now, voice)
compare_blocks.show_areas(pair, now, voice)
compare_blocks.show_ratios(pair, now, voice)
compare_blocks.show_matched(pair, now)
compare_cases.show(pair, now, voice)

page.meanings(
    ("sensitivity_difference", "specificity_difference", "mcnemar_p", "holm", "auc_difference"),
    ("relative_ppv", "relative_npv"),
)
st.caption(compare.how_made(pair, now))
