"""The grammar of a page: its finding, its definitions, and what is said when there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

import streamlit as st

from metrics.definition import Definition
from metrics.intervals.patient_counts import known_by
from predictions.counted_study import not_answered
from predictions.problems import Notice, Problem
from predictions.study import Capability
from reviews import View
from ui.parts import lens
from ui.parts.help import MEANINGS, defined, help_of_all
from ui.state import session, widgets
from words import markdown
from words.findings.definitions import meaning
from words.findings.finding import Finding
from words.findings.methods import CONDITIONAL, WEIGHTED, independence, intervals_made, too_few_patients
from words.notices import worded

if TYPE_CHECKING:
    from streamlit.elements.lib.grid_container import GridContainer

P = ParamSpec("P")
T = TypeVar("T")
PAGES = Path(__file__).parents[2] / "pages"
LONGEST_WARNING, LONGEST_NAME = 600, 40  # the name is that of the study, in the title line


def view_or_stop(needs: str) -> View:
    """What is looked at; without a study or a case the page says what it would show, and leads on."""
    opened = session.opened()
    if opened is None:
        nothing_to_show("No study is open.", needs, "Open a study")
    view = opened.view
    if not view.evaluation.n and view.lens is not None:
        lens.nobody(view, view.lens)
    if not view.evaluation.n:
        nothing_to_show(
            "No cases in this selection.",
            "No row of this model and split has both a true and a predicted class. Choose another split or model "
            "at the top of the page, or look at what was excluded.",
        )
    return view


def nothing_to_show(headline: str, why: str, button: str = "Go to the data") -> NoReturn:
    """The same grammar as any page, when it cannot have numbers: what is missing, and the way to it.

    button: to the data; "" where these are not what is missing.
    """
    finding(Finding(headline, ""), is_of_cases=False)
    with st.container(border=True):
        st.markdown(why)
        if button and st.button(button, icon=":material/arrow_forward:"):
            st.switch_page(PAGES / "data.py")
    st.stop()


def scores_or_stop(view: View, headline: str, why: str) -> None:
    """Go on where some case has a score. headline, why: of a study without any; else others have them."""
    if any(table is not None and len(table.scores) for table in view.evaluation.tables):
        return
    if Capability.SCORES in view.study.capabilities:
        nothing_to_show(
            "None of these cases has a score.", "Choose another model or split at the top of the page.", button=""
        )
    nothing_to_show(headline, why)


def cases_or_stop(view: View) -> None:
    """Go on where all rows are loaded; a file that is too large for it says so and what can be read of it."""
    if Capability.LOADED not in view.study.capabilities:
        nothing_to_show(
            "This page needs individual cases; the file is too large to load.",
            "Overview, Clinical risk, Confusion, Curves, Threshold, Calibration, Net benefit, Subgroups, "
            "Cross-validation, Compare models and Cases include all rows. To see this page, open a file with fewer "
            "rows.",
        )


@contextmanager
def asking() -> Iterator[None]:
    """Around what asks the file of the study: where that cannot answer, the page says why."""
    try:
        yield
    except Problem as problem:
        nothing_to_show("The file of this study cannot be asked.", markdown(str(problem), LONGEST_WARNING))


def finding(said: Finding, is_of_cases: bool = True) -> None:
    """One sentence that matters, as a heading; then what qualifies it.

    is_of_cases: whether its numbers are of the cases that are looked at, so that it names their group.
    """
    opened = session.opened()
    said = lens.finding_within(opened.view if opened and is_of_cases else None, said)
    st.header(said.headline, anchor=False)
    if said.detail:
        st.markdown(said.detail, help=help_of_all(said.named))


def in_thirds() -> GridContainer:
    """A picture on two of three columns and its numbers on the third; on a tablet below it, as wide (page.css)."""
    return st.grid(3, min_column_width=300, gap=("small", "large"), key="in_thirds")


def warnings(view: View) -> None:
    """In amber, what misleads about the numbers of the model and split that are looked at."""
    _show(view.notices)


def when_unfolded(label: str, key: str, show: Callable[P, T], *given: P.args, **more: P.kwargs) -> T | None:
    """A closed expander of the open study; what stands in it is made when it is opened. Gives what `show` gives."""
    with st.expander(label, key=widgets.key(key), on_change="rerun") as opened:
        return show(*given, **more) if opened.open else None


@st.fragment
def meanings(keys: Iterable[str], others: Iterable[str | Definition] = (), phase: str = "phase") -> None:
    """One closed expander with the definitions of this page, by key or by name; worded when it is opened.

    phase: the study's word for a phase. The headers of tables lead to the place above it.
    """
    st.html(f'<div id="{MEANINGS}"></div>')
    with st.expander("Definitions", key=MEANINGS, on_change="rerun") as opened:
        if opened.open:
            entries = [each if isinstance(each, Definition) else defined(each) for each in (*others, *keys)]
            st.markdown("\n\n".join(meaning(each, phase) for each in entries if each))
            st.page_link(PAGES / "definitions.py", label="All definitions", icon=":material/menu_book:")


def footnote(view: View, *parts: str, methods: Iterable[str] = ()) -> None:
    """How the intervals were made, and what they assume. methods: of the page's numbers where rows are independent.

    Above it what an engine did not answer, which is known once the page stands.
    """
    study, evaluation = view.study, view.evaluation
    _show(not_answered(study))
    has_any = not too_few_patients(evaluation)
    folds, named = evaluation.is_cross_validated, tuple(methods)
    made = [*([WEIGHTED] if evaluation.is_weighted else []), *([CONDITIONAL] if folds and has_any else [])]
    if named and has_any:
        weighted, style = evaluation.is_weighted, view.intervals
        known = known_by(evaluation.patients)
        made = [intervals_made(evaluation.level, evaluation.is_clustered, named, folds, weighted, style, known)]
    column = markdown(study.mapping.case_id or study.mapping.sequence or "id", 40)
    assumed = independence(evaluation.n, evaluation.clusters, study.unit, column)
    steps = worded(study.steps) if study.steps else ""
    st.caption(" ".join(part for part in (*made, *parts, assumed, steps) if part))


def _show(notices: Iterable[Notice]) -> None:
    for notice in notices:
        st.warning(markdown(worded(notice), LONGEST_WARNING), icon=":material/rule:")
