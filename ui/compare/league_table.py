"""The league table: every model in a row, each number with its difference to the reference as a mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from charts.html.cell_marks import difference_mark
from metrics import Estimate
from metrics.glossary import GLOSSARY
from predictions.study import Capability
from reviews.frames import amounts_of
from reviews.models.areas import has_curve
from reviews.models.compared import Compared
from reviews.models.comparison import MODES, Comparison
from reviews.models.rival import Mode, Rival, has_missed_as_normal
from ui.compare.numbers import league_frame
from ui.compare.start import rules_of, safe_name
from ui.parts import inputs
from ui.tables.cells import reach_of, value_cell
from ui.tables.downloads import download
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import NBSP, bounds, counted, markdown, threshold
from words.findings.curves import NOT_TOLD
from words.findings.methods import WEIGHTED
from words.findings.models.compare import marks_said
from words.text.amounts import Amounts
from words.text.differences import area_writer, in_brackets, signed, signed_area, small_lines, value_said
from words.text.names import all_models
from words.text.notes import undefined_cell
from words.text.numbers import in_table, table_places, tied

KEPT, MODE, MODE_BY_RULES = "compare_mode", "pick_compare_mode", "pick_compare_mode_by_rules"
MODE_NAMES: dict[Mode, str] = {
    "delivered": "delivered labels",
    "sensitivity": "same sensitivity",
    "specificity": "same specificity",
}
LEAST_REACH = 0.02
LONGEST_TIED = 16
Writer = Callable[[float], str]
# Each model beside the reference; None where it has no scores to move a threshold by.
Rows = Sequence[tuple[Rival, Compared | None]]


def show_league_table(now: Comparison) -> None:
    """All models about the class of interest: as delivered, or moved to meet the reference."""
    label = now.view.interest
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        which = all_models(1 + len(now.rivals))
        st.subheader(f"{now.view.voice.title(label)}, {which}", anchor=False, width="content")
        mode = _pick_mode(now)
        rows = [(each, each.compared(label, mode or MODES[0])) for each in now.rivals]
        keys = _keys(now, label, mode)
        made = partial(league_frame, now, keys, _mode_names(now)[mode] if mode else "scores only", rows)
        download(made, "league", "Every model with its differences to the reference")
    markdown_table(_table(now, label, mode, rows))
    st.caption(_caption(now, label, mode, rows))


def _pick_mode(now: Comparison) -> Mode | None:
    """How predictions are compared, first at the same specificity where a kept threshold is in use; None where there
    are none, only scores."""
    if len(now.modes) < 2:
        return next(iter(now.modes), None)
    by_rules = "delivered" in now.modes and bool(rules_of(now))
    key, first = (MODE_BY_RULES, MODES[2]) if by_rules else (MODE, now.modes[0])
    kept = inputs.kept(KEPT, {})
    if kept.get(key) not in now.modes:
        kept[key] = first
    shown = {each: _mode_names(now)[each] for each in now.modes}
    found: Mode = inputs.segments("Predictions", kept, key, shown, label_visibility="collapsed")
    return found


def _mode_names(now: Comparison) -> dict[Mode, str]:
    return MODE_NAMES | {"delivered": "as on all pages"} if rules_of(now) else MODE_NAMES


def _caption(now: Comparison, label: int, mode: Mode | None, rows: Rows) -> str:
    keys = _keys(now, label, mode)
    proportions = [each.proportion(key) for _, each in rows if each for key in keys if key != mode]
    has_few = any(proportion is not None and proportion.verdict == "too few" for proportion in proportions)
    said = [WEIGHTED] if now.view.evaluation.is_weighted else []
    said += [marks_said(safe_name(now, now.view.model), now.view.level, len(now.rivals), has_few, "auc" in keys)]
    if mode in MODES[1:]:
        said.append("Thresholds were set on these cases, so the CIs are slightly too narrow.")
        is_apart = "delivered" in now.modes and not rules_of(now)
        said += [f"Headline and bars: {MODE_NAMES['delivered']}."] if is_apart else []
    elif now.view.normal is not None and has_missed_as_normal(now.view, label):
        said.append(f"{_missed_as(now, now.view.normal)}: lower is better.")
    if now.observed_to_expected(label) or any(each.observed_to_expected(label) for each in now.rivals):
        said.append("O:E: 1 is ideal.")
    if Capability.LOADED not in now.study.capabilities and has_curve(now.view.evaluation, label) and "auc" not in keys:
        said.append(f"AUCs are not compared: {NOT_TOLD}.")
    if any(each.pair.in_order for each in now.rivals):
        said.append("No case ID: rows are matched by their order, in which all true classes agree.")
    said += [f"{safe_name(now, model)}: {markdown(str(problem), 300)}" for model, problem in now.unmatched]
    return " ".join(said)


def _keys(now: Comparison, label: int, mode: Mode | None) -> tuple[str, ...]:
    """The numbers of the table in their order; those that are equal by design have no difference."""
    match mode:
        case None:
            return ("auc",)
        case "sensitivity":
            keys: tuple[str, ...] = ("sensitivity", "specificity", "ppv")
        case "specificity":
            keys = ("specificity", "sensitivity", "ppv")
        case _:
            keys = (
                "sensitivity",
                "missed_as_normal" if has_missed_as_normal(now.view, label) else "specificity",
                "ppv",
            )
    return (*keys, "auc") if any(each.areas(label) for each in now.rivals) else keys


def _table(now: Comparison, label: int, mode: Mode | None, rows: Rows) -> pd.DataFrame:
    """A row per model in Markdown, the reference first."""
    own, amounts = now.view.evaluation.classes[label], amounts_of(now.view)
    lines = [{_MODEL: small_lines(f"**{_tied(now, now.view.model)}**", "reference")}]
    lines += [{_MODEL: _name_cell(now, rival)} for rival, _ in rows]
    if mode in MODES[1:]:
        used = now.view.used_threshold
        standing = _threshold_said(used.threshold) if used else "as delivered"
        _add(lines, "Threshold", [standing, *(_threshold_cell(each) for _, each in rows)])
    for key in _keys(now, label, mode):
        apart = [each.difference(key) for _, each in rows if each and key != mode]
        reach = reach_of(apart, LEAST_REACH)
        cells = [rival_cell(each, key, None if key == mode else reach, amounts) for _, each in rows]
        _add(lines, _header(now, key), [_reference_cell(own.get(key), amounts), *cells])
    ratios = [now.observed_to_expected(label), *(each.observed_to_expected(label) for each in now.rivals)]
    if any(ratios):
        _add(lines, "O:E", _ratio_cells(ratios))
    return pd.DataFrame(lines)


def _header(now: Comparison, key: str) -> str:
    normal = now.view.normal
    return GLOSSARY[key].name if key != "missed_as_normal" or normal is None else _missed_as(now, normal)


def _missed_as(now: Comparison, normal: int) -> str:
    return f"Missed as {now.view.voice.name(normal)}"


_MODEL = header("Model")


def _add(lines: list[dict[str, str]], name: str, cells: Sequence[str]) -> None:
    for line, cell in zip(lines, cells, strict=True):
        line[name] = cell


def _name_cell(now: Comparison, rival: Rival) -> str:
    """With the number of cases where the two models do not share all of them."""
    shared = counted(len(rival.pair), now.study.unit)
    alone = rival.pair.only_first or rival.pair.only_second or rival.pair.differing
    return small_lines(f"**{_tied(now, rival.model)}**", f"on {shared} in both" if alone else "")


def _tied(now: Comparison, model: int) -> str:
    """A short name on one line, however narrow the column is."""
    name = safe_name(now, model)
    return tied(name) if len(name) <= LONGEST_TIED else name


def _threshold_cell(compared: Compared | None) -> str:
    if compared is None or compared.threshold is None:
        return ":gray[no scores]"
    return _threshold_said(compared.threshold)


def _threshold_said(at: float) -> str:
    return f"score ≥{NBSP}{threshold(at)}"


def _reference_cell(estimate: Estimate | None, amounts: Amounts) -> str:
    if estimate is None:
        return ":gray[no scores]"
    if not estimate.is_defined:
        return undefined_cell(estimate)
    if estimate.trials is None:
        between = bounds(estimate, places=table_places(estimate.value)) if estimate.low is not None else ""
        return small_lines(f"**{in_table(estimate)}**", between)
    said = value_said(estimate.successes or 0, estimate.trials, amounts, estimate.value)
    return small_lines(said, bounds(estimate) if estimate.low is not None else "")


def rival_cell(compared: Compared | None, key: str, reach: float | None, amounts: Amounts) -> str:
    """The value, and below it the difference as a mark and in numbers; reach None: equal by design."""
    if compared is None or (key == "auc" and compared.auc is None):
        return ":gray[no scores]"
    value, write = _value(compared, key, amounts)
    apart = compared.difference(key)
    if reach is None or apart is None or not apart.is_defined:
        return value
    said = in_brackets(apart, write)
    return f"{value}  \n{difference_mark(apart, reach, compared.is_clear(key), said)} :small[{said}]"


def _value(compared: Compared, key: str, amounts: Amounts) -> tuple[str, Writer]:
    """(the value of the model, how a difference of it is written)."""
    if key == "auc" and compared.auc is not None:
        return f"**{in_table(compared.auc.first)}**", area_writer(compared.auc.difference)
    if key == "ppv":
        cases = min(compared.ppv.first[1], compared.ppv.second[1])
        return value_said(*compared.ppv.first, amounts, compared.ppv.values[0]), lambda value: signed(value, cases)
    proportion = compared.proportion(key)
    if proportion is None:
        return ":gray[not estimable]", signed_area
    said = value_said(proportion.first, proportion.cases, amounts, proportion.values[0])
    return said, lambda value: signed(value, proportion.cases)


def _ratio_cells(ratios: Sequence[Estimate | None]) -> list[str]:
    ends = [each.high or each.value for each in ratios if each]
    scale = (0.0, max(1.5, min(4.0, max(ends))))
    return [value_cell(each, scale, 1.0) if each else ":gray[no probabilities]" for each in ratios]
