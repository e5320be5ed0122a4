"""The cases on which two models differ, and those that both have wrong: a page of them at a time."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from predictions.cases.case_list import CaseList
from predictions.slices.paired_models import Pair
from ui.compare.comparison import Comparison
from ui.parts import inputs
from ui.parts.downloads import DownloadPolicy, download
from ui.state import widgets
from words import counted, whole

KEPT, KIND, GROUP, TURN = "compare_cases", "pick_compare_kind", "pick_compare_group", "pick_compare_turn"
PAGE_ROWS = 50
MOST_TAKEN = 10_000
SAID = "the model said"


def show_differing_cases(pair: Pair, now: Comparison) -> None:
    """Who is wrong about the class of interest, and in which group; then the rows."""
    st.subheader("The cases on which they differ", anchor=False)
    names, name = now.safe, now.view.voice.name(now.label)
    who = {"reference": f"only {names.reference} wrong", "model": f"only {names.model} wrong", "both": "both wrong"}
    groups = {"all": "all", "with": f"truly {name}", "without": f"not {name}"}
    kept = inputs.kept(KEPT, {KIND: "reference", GROUP: "all"})
    with st.container(horizontal=True, gap="medium"):
        kind = inputs.segments("Who is wrong", kept, KIND, who)
        group = inputs.segments("Group", kept, GROUP, groups)
    places = _wrong(pair, now, kind, group)
    if not len(places):
        st.markdown("There is no such case.")
        return
    start = _first_row(len(places))
    shown = _frame(pair, now, places[start : start + PAGE_ROWS])
    st.markdown(
        f"Wrong about {name}: {counted(len(places), now.study.unit)}, in the order of the file, "
        f"{whole(start + 1)} to {whole(start + len(shown))}."
    )
    st.dataframe(shown, hide_index=True, height=min(440, 38 + 35 * len(shown)), placeholder="")
    _offer(pair, now, places, shown)


def _offer(pair: Pair, now: Comparison, places: np.ndarray, shown: pd.DataFrame) -> None:
    """The list to download, or what is shown of a very long one."""
    is_whole = len(places) <= MOST_TAKEN
    taken = _frame(pair, now, places) if is_whole else shown
    what = "The cases of this list" if is_whole else "The cases shown"
    download(taken, "differing", what, DownloadPolicy.of_cases(now.study, taken.columns))


def _first_row(number: int) -> int:
    """Where the page of the list that is looked at begins; its choice stands above it where there are several."""
    pages = -(-number // PAGE_ROWS)
    if pages < 2:
        return 0
    widgets.state[TURN] = min(widgets.state.get(TURN) or 1, pages)
    st.number_input(f"Page of {whole(pages)}", 1, pages, step=1, key=widgets.key(TURN), width=160)
    return (int(widgets.state[TURN]) - 1) * PAGE_ROWS


def _wrong(pair: Pair, now: Comparison, kind: str, group: str) -> np.ndarray:
    """Places among the common cases; kept, as there may be a million."""
    return now.cached(("wrong", now.label, kind, group), lambda: _places(pair, now.label, kind, group))


def _places(pair: Pair, label: int, kind: str, group: str) -> np.ndarray:
    is_class = pair.truth == label
    model, reference = ((codes == label) != is_class for codes in pair.calls)
    wrong = {"reference": reference & ~model, "model": model & ~reference, "both": model & reference}[kind]
    return np.flatnonzero(wrong & {"all": True, "with": is_class, "without": ~is_class}[group])


def _frame(pair: Pair, now: Comparison, places: np.ndarray) -> pd.DataFrame:
    """These cases with the truth, what both said and scored and, of the reference, everything else of the file."""
    study, names = now.study, now.names
    rows = CaseList(study, now.reference, now.view.split).frame(pair.rows[1][places])
    rows = rows.drop(columns=[f"score {label}" for label in study.labels if f"score {label}" in rows])
    at = rows.columns.get_loc(SAID)
    columns = {
        f"{names.reference} said": rows.pop(SAID),
        f"{names.model} said": np.array(study.labels, object)[pair.calls[0][places]],
    }
    for name, model, numbers in ((names.reference, pair.second, pair.rows[1]), (names.model, pair.first, pair.rows[0])):
        scores = model.scores[now.label] if model.scores else None
        if scores is not None:
            columns[f"score {study.labels[now.label]}, {name}"] = scores[numbers[places]]
    for place, (name, values) in enumerate(columns.items()):
        rows.insert(at + place, _free(name, rows), values)
    return rows


def _free(name: str, rows: pd.DataFrame) -> str:
    while name in rows:
        name += " "
    return name
