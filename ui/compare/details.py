"""What not every reader needs: the other classes, a non-inferiority margin, and tests. Counted when unfolded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from metrics.glossary import GLOSSARY
from metrics.paired.multiplicity import adjusted
from metrics.paired.paired_proportions import PairedProportion, non_inferior
from metrics.paired.predictive_ratios import PredictiveRatio
from reviews.frames import amounts_of
from reviews.models.compared import Compared
from reviews.models.comparison import Comparison
from reviews.models.rival import Rival
from ui.compare.league_table import LEAST_REACH, rival_cell
from ui.compare.numbers import frame
from ui.compare.start import as_on_all_pages, names_of, safe_name
from ui.parts import page
from ui.state import widgets
from ui.tables.cells import reach_of
from ui.tables.downloads import download
from ui.tables.layout import MOST_IN_A_TABLE, header
from ui.tables.shown import markdown_table
from words import ci, decimal, enumeration, markdown, whole
from words.findings.methods import comparison_made, independence
from words.findings.models.compare import apart_said, joined_said, margin_said
from words.text.differences import (
    area_writer,
    in_brackets,
    p_said,
    points,
    points_interval,
    ratio_interval,
    ratio_places,
    signed,
    small_lines,
)
from words.text.notes import undefined_cell

RIVAL, MARGIN = "pick_compare_rival", "pick_compare_margin"
MOST_CLASSES_NAMED = 3
_FILLED = "; filled where it excludes 0"


def show_details(now: Comparison) -> None:
    """Closed expanders."""
    others = tuple(label for label in now.view.voice.order if label != now.view.interest)
    if now.is_assumed:
        _folded("Tests and multiplicity", "compare_tests", _show_tests, now)
        return
    if len(others) > 1:  # of two classes the other one is the complement
        _folded(_classes_said(now, others), "compare_classes", _show_classes, now, others)
    _folded("Non-inferiority margin", "compare_margin", _show_margin, now)
    _folded(f"Tests and multiplicity{as_on_all_pages(now)}", "compare_tests", _show_tests, now)


_folded = st.fragment(page.when_unfolded)


def _classes_said(now: Comparison, others: Sequence[int]) -> str:
    if len(others) > MOST_CLASSES_NAMED:
        return f"The {whole(len(others))} other classes"
    return enumeration([now.view.voice.title(label) for label in others])


# ------------------------------------------------------------------ the other classes


def _show_classes(now: Comparison, others: Sequence[int]) -> None:
    """Sensitivity and PPV of the other classes, of one model against the reference."""
    rival = _picked(now)
    together = len(now.rivals) * len(others)
    found = [(label, compared) for label in others if (compared := rival.compared(label, comparisons=together))]
    is_long = len(found) > MOST_IN_A_TABLE
    if is_long:
        pinned = {"Class": st.column_config.TextColumn(pinned=True)}
        st.dataframe(_long_table(now, found), hide_index=True, placeholder="", column_config=pinned)
    else:
        markdown_table(_class_table(now, found))
    names, below = names_of(now, rival.model), "" if is_long else "; below each value its difference"
    st.caption(
        f"{names.model}{below or ': difference'} to {names.reference} in percentage points with {ci(now.view.level)}, "
        f"simultaneous for {whole(together)} comparisons of models and classes{'' if is_long else _FILLED}."
    )


def _picked(now: Comparison) -> Rival:
    """The model whose other classes are shown: chosen where there are several."""
    if len(now.rivals) == 1:
        return now.rivals[0]
    models = [each.model for each in now.rivals]
    lead = now.leading(now.view.interest)
    chosen = st.selectbox(
        "Model",
        models,
        format_func=now.names.__getitem__,
        width=280,
        **widgets.keeping(RIVAL, lead[0].model if lead else models[0], models),
    )
    return next(each for each in now.rivals if each.model == chosen)


def _class_table(now: Comparison, found: Sequence[tuple[int, Compared]]) -> pd.DataFrame:
    keys = ("sensitivity", "ppv")
    reach = {key: reach_of((compared.difference(key) for _, compared in found), LEAST_REACH) for key in keys}
    lines = [
        {header("Class"): f"**{now.view.voice.numbered(label)}**"}
        | {GLOSSARY[key].name: rival_cell(compared, key, reach[key], amounts_of(now.view)) for key in keys}
        for label, compared in found
    ]
    return pd.DataFrame(lines)


def _long_table(now: Comparison, found: Sequence[tuple[int, Compared]]) -> pd.DataFrame:
    """As plain text, to scroll."""
    voice = now.view.plain_voice.narrow
    lines = [
        {
            "Class": voice.numbered(label),
            "Cases": each.sensitivity.cases,
            "Sensitivity, difference": in_brackets(each.sensitivity.difference, _points_of(each.sensitivity.cases)),
            "PPV, difference": in_brackets(each.ppv.difference, _points_of(each.ppv.first[1])),
        }
        for label, each in found
    ]
    return pd.DataFrame(lines)


def _points_of(cases: int) -> Callable[[float], str]:
    return lambda value: signed(value, cases)


# ------------------------------------------------------------------ the margin


def _show_margin(now: Comparison) -> None:
    """Whether each model may count as not worse than the reference by more than the margin."""
    chosen = st.number_input(
        "Non-inferiority margin (percentage points)",
        min_value=0.0,
        max_value=99.0,
        value=None,
        step=1.0,
        width=320,
        format="%g",
        placeholder="no margin",
        help="Pre-specify on clinical grounds. Non-inferior if the whole CI lies above −margin.",
        **widgets.keeping(MARGIN, None),
    )
    if not chosen:
        return
    margin = chosen / 100
    said = [
        margin_said(name, proportion, non_inferior(proportion.difference, margin), margin, names_of(now, rival.model))
        for rival, compared in now.compared(now.view.interest)
        for name, proportion in (("Sensitivity", compared.sensitivity), ("Specificity", compared.specificity))
        if proportion.cases
    ]
    st.markdown("  \n".join(said))


# ------------------------------------------------------------------ tests


def _show_tests(now: Comparison) -> None:
    """The p values beside their differences, how they were made, and how the cases were matched."""
    label, rivals = now.view.interest, len(now.rivals)
    rows = [_test_row(now, rival, compared, rivals) for rival, compared in now.compared(label)]
    markdown_table(pd.DataFrame(rows))
    st.caption(
        f"{now.view.voice.title(label)}. Differences are model − {safe_name(now, now.view.model)}; ratios above 1 "
        "favour the model of the row. Accuracy mixes both error types and is dominated by the larger group."
    )
    st.caption("  \n".join(_all_matching_said(now)))
    if apart := apart_said(_tested(now), now.view.level):
        st.caption(apart)
    download(partial(frame, now), "comparison", "Every difference with its CI, test and verdict")


def made_said(now: Comparison) -> str:
    """How differences and their tests are made."""
    seen, known = now.view.evaluation, next((each.known_by for each in now.rivals if each.known_by), None)
    scored = seen.has_scores and any(replace(now.view, model=each.model).evaluation.has_scores for each in now.rivals)
    return comparison_made(
        now.view.level, len(now.rivals), known, seen.is_cross_validated, now.view.intervals, seen.is_weighted, scored
    )


def _test_row(now: Comparison, rival: Rival, compared: Compared, rivals: int) -> dict[str, str]:
    row = {header("Model"): f"**{safe_name(now, rival.model)}**"}
    if compared.auc:
        said = in_brackets(compared.auc.difference, area_writer(compared.auc.difference))
        row["AUC"] = small_lines(said, p_said(adjusted(compared.auc.p, rivals)))
    if now.is_assumed:
        return row
    for name, proportion in (
        ("Sensitivity", compared.sensitivity),
        ("Specificity", compared.specificity),
        ("Accuracy, all classes", rival.accuracy()),
    ):
        row[name] = _proportion_cell(proportion, rivals)
    npv = rival.npv(now.view.interest)
    row |= {f"{name} ratio": _ratio_cell(each, rivals) for name, each in (("PPV", compared.ppv), ("NPV", npv))}
    return row


def _tested(now: Comparison) -> Iterator[tuple[str, bool, float]]:
    """Each number of the table: its name, whether its CI shows a difference, its p."""
    for rival, compared in now.compared(now.view.interest):
        of, each = f"of {safe_name(now, rival.model)}", partial(adjusted, comparisons=len(now.rivals))
        if compared.auc:
            yield f"AUC {of}", compared.auc.difference.excludes_0, each(compared.auc.p)
        if now.is_assumed:
            continue
        proportions = {"sensitivity": compared.sensitivity, "specificity": compared.specificity}
        for name, found in (proportions | {"accuracy": rival.accuracy()}).items():
            yield f"{name} {of}", found.verdict in ("first", "second"), each(found.p)
        for name, ratio in {"PPV": compared.ppv, "NPV": rival.npv(now.view.interest)}.items():
            yield f"{name} {of}", ratio.excludes_1, each(ratio.p)


def _proportion_cell(proportion: PairedProportion, rivals: int) -> str:
    if not proportion.difference.is_defined:
        return ":gray[not estimable]"
    value = points(proportion.difference.value, proportion.cases)
    interval = points_interval(proportion.difference, proportion.cases)
    return small_lines(value, interval, p_said(adjusted(proportion.p, rivals)))


def _ratio_cell(found: PredictiveRatio, rivals: int) -> str:
    if not found.ratio.is_defined:
        return undefined_cell(found.ratio)
    value = decimal(found.ratio.value, ratio_places(found.ratio))
    return small_lines(value, ratio_interval(found.ratio), p_said(adjusted(found.p, rivals)))


def _all_matching_said(now: Comparison) -> list[str]:
    """A line per model, or one where they all say the same."""
    said = {safe_name(now, each.model): _matching_said(now, each) for each in now.rivals}
    alike = len(set(said.values())) == 1
    return [next(iter(said.values()))] if alike else [f"{name}: {line}" for name, line in said.items()]


def _matching_said(now: Comparison, rival: Rival) -> str:
    """Which cases were compared, why others were not, and what the names stand for."""
    pair, study = rival.pair, now.study
    by = tuple(markdown(name, 40) for name in pair.by)
    alone = (pair.only_first, pair.only_second)
    said = joined_said(
        len(pair), alone, pair.blank, pair.differing, by, names_of(now, rival.model), study.unit, pair.in_order
    )
    column = markdown(study.mapping.case_id or study.mapping.sequence or "id", 40)
    parts = [said, independence(len(pair), rival.units, study.unit, column)]
    cut = (model for model in (rival.model, now.view.model) if now.names[model] != now.full_names[model])
    return " ".join([*parts, *(f"{safe_name(now, model)}: {markdown(now.full_names[model])}." for model in cut)])
