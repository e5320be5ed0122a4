"""What a file does not tell by itself is asked, one question at a time, each answer with what it would make of it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

import charts
from predictions.problems import NeedsMapping
from predictions.question import Answer, Asked, Question
from reviews.previews import Effect
from ui.data.inbox import Way, inbox
from ui.data.mapping_form import mapping_form
from ui.data.problem import show_problem
from ui.parts import page, pictures
from ui.state import widgets
from ui.tables.shown import markdown_table
from words.reading import questions as words
from words.reading.read_as import examples
from words.text.names import listed


def ask(needed: NeedsMapping) -> None:
    """The question, what is known, the answers with their effects, and everything else under More."""
    asked, box = needed.question, inbox()
    file = listed([name for name, _ in box.files or ()], 2)
    columns = asked.answers[0].columns if asked.answers else ()
    page.finding(words.question(asked.asked, file, asked.truth, columns, asked.labels))
    show_problem(Way.COLUMNS)
    if asked.answers:
        with st.grid(3, min_column_width=300, gap=("small", "large")) as grid:
            with grid.cell():
                at = _choose(needed, box.effects)
            with grid.cell(column_span=2):
                _agreements(asked)
                if box.effects:
                    _show(box.effects[at], is_drawn=not asked.agreements)
    else:
        _back()
    _examples(needed)
    with st.expander("More: other columns, missing values, splits, folds, sequences"):
        mapping_form(needed.columns, needed.proposed, None, box.read_again)


def _choose(needed: NeedsMapping, effects: tuple[Effect, ...]) -> int:
    """The answers as a list to choose from; the position of the one that is chosen."""
    asked, box = needed.question, inbox()
    given = range(len(asked.answers))
    captions = [
        words.effect(asked.asked, each.gave, each.classes, effects[at] if effects else None)
        for at, each in enumerate(asked.answers)
    ]
    chosen = f"question_{box.asking}"
    at = st.radio(
        words.CHOICES[asked.asked],
        given,
        format_func=lambda at: _named(asked.asked, asked.answers[at]),
        captions=captions,
        key=widgets.key(chosen),
    )

    def take() -> None:  # what is marked by now: a quick click comes before the run that draws it
        box.answer(asked.answers[widgets.state[chosen]].mapping)

    further = effects[at].further if effects else 0
    with st.container(horizontal=True, gap="small"):
        label = "Next" if further else "Open the study"
        key, icon = widgets.key("answer_question"), ":material/arrow_forward:"
        st.button(label, icon=icon, key=key, on_click=take)
        _back()
    if effects:
        st.caption(words.place(len(box.trail) + 1, further))
    return at


def _back() -> None:
    st.button("Back", type="tertiary", key=widgets.key("question_before"), on_click=inbox().back)


def _named(asked: Asked, answer: Answer) -> str:
    label = answer.label if asked is not Asked.READERS else (answer.mapping.reader or "")
    return words.choice(asked, answer.columns, label, answer.gave)


def _agreements(asked: Question) -> None:
    """How columns with the same two classes agree, in counts."""
    if asked.agreements:
        st.subheader("How the columns agree", anchor="agreement")
        first = asked.agreements[0]
        titles = words.agreement_titles(first.label, first.other)
        rows = [words.agreement(each) for each in asked.agreements]
        markdown_table(pd.DataFrame(rows, columns=titles))


def _show(found: Effect, is_drawn: bool) -> None:
    """The scores by true class, where there are any, and the sentence that Overview will open with."""
    if is_drawn and found.ranges and len(found.names) <= charts.MOST_WITH_TEXT:
        st.subheader("Scores by true class", anchor=False)
        rows = [(each.label, each.cases, each.quantiles) for each in found.ranges]
        figure = charts.score_ranges(
            found.names, rows, f"Column {found.score}" if found.score else "Score", found.normal
        )
        pictures.show(figure, "Scores by true class", alt=charts.score_ranges_alt(found.names, rows), key="ranges")
        st.caption("Line: 5th to 95th percentile; bar: IQR; mark: median.")
    if found.headline:
        st.subheader("Overview will open with", anchor=False)
        st.markdown(f"*{found.headline}*")


def _examples(needed: NeedsMapping) -> None:
    """A column in each row: beside each other, values of several rows would read as one."""
    st.subheader("Columns", anchor=False)
    rows = [(name, examples(values)) for name, values in needed.columns.items()]
    st.dataframe(pd.DataFrame(rows, columns=["Column", "Some of its values"]), hide_index=True)
