"""The cases of the class of interest, a bar per model, and the way to those on which two models disagree."""

from __future__ import annotations

import streamlit as st

import charts
from predictions.cases.filters import CaseFilter
from predictions.cases.kinds import CaseKind
from predictions.study import Capability
from reviews.frames import amounts_of
from reviews.models.comparison import Comparison
from reviews.models.rival import Rival
from ui.cases.selection import link
from ui.compare.start import as_on_all_pages, rules_of, safe_name
from ui.parts import pictures
from words import NBSP, counted, sentence_case, whole
from words.findings.models.rules import rules_said

MOST_LINKS = 3


def show_concordance(now: Comparison) -> None:
    """What both models detect, what one of them detects, what neither does."""
    label, voice, study = now.view.interest, now.view.voice, now.study
    found = [(each, compared.sensitivity) for each, compared in now.compared(label) if compared.sensitivity.cases]
    if not found:
        return
    rows = [
        charts.ConcordanceRow(
            now.names[each.model], proportion.both, proportion.first_only, proportion.second_only, proportion.neither
        )
        for each, proportion in found
    ]
    amounts = amounts_of(now.view)
    numbers = {row.cases for row in rows}
    group = f"The {amounts.group(rows[0].cases, label, voice)}" if len(numbers) == 1 else voice.cases(label)
    reference, verbs = (
        now.names[now.view.model],
        charts.VERBS if label != voice.normal else ("classified correctly", "misclassified"),
    )
    against = f"each model against {safe_name(now, now.view.model)}{as_on_all_pages(now)}"
    st.subheader(f"{sentence_case(group)}: {against}", anchor=False)
    pictures.show(
        charts.concordance(rows, reference, study.unit, verbs, amounts),
        f"Each model against {reference}",
        alt=charts.concordance_alt(rows, reference, now.view.plain_voice.cases(label), verbs, amounts),
        key="compare_concordance",
    )
    st.caption(f"{_order_said(now, rows, verbs)} {rules_said(rules_of(now))}".strip())
    if Capability.LOADED in study.capabilities:
        _links(now, [each for each, _ in found])


def _order_said(now: Comparison, rows: list[charts.ConcordanceRow], verbs: tuple[str, str]) -> str:
    """What the segments are; of a single bar with their counts, which a narrow one has no room for."""
    reference, counts = safe_name(now, now.view.model), ["", "", "", ""]
    model = "the model of the row"
    if len(rows) == 1:
        model = safe_name(now, now.rivals[0].model)
        counts = [f"{amounts_of(now.view).alone(count)}{NBSP}" for count in rows[0].counts]
    kinds = (f"{verbs[0]} by both", f"only by {model}", f"only by {reference}", f"{verbs[1]} by both")
    return f"From left to right: {', '.join(f'{count}{kind}' for count, kind in zip(counts, kinds, strict=True))}."


def _links(now: Comparison, rivals: list[Rival]) -> None:
    """To the cases of the class that only one of two models detects; the leading model first, then who differs most."""
    label, lead = now.view.interest, now.leading(now.view.interest)
    ordered = sorted(rivals, key=lambda each: (lead is None or each.model != lead[0].model, -each.disagreeing(label)))
    with st.container(horizontal=True, gap="small"):
        for each in ordered[:MOST_LINKS]:
            if number := each.disagreeing(label):
                wanted = CaseFilter(
                    frozenset({CaseKind.DIFFERENT}),
                    truth=label,
                    against=each.model,
                    about=label,
                    normal=now.view.normal,
                )
                link(_link_said(now, each, number), wanted, f"read_disagreeing_{each.model}")


def _link_said(now: Comparison, rival: Rival, number: int) -> str:
    unit = now.study.unit
    if len(now.rivals) > 1:
        discordant = f"{whole(number)}{NBSP}discordant {unit[1]}" if number > 1 else f"discordant {unit[0]}"
        return f"{safe_name(now, rival.model)}: read the {discordant}"
    them = counted(number, unit) if number > 1 else unit[0]
    return f"Read the {them} on {'whom' if unit[0] == 'patient' else 'which'} they disagree"
