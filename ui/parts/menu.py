"""Which pages the menu lists: those that the open study can fill; the others are named with what they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import streamlit as st

from predictions.study import Capability
from reviews import View
from reviews.assumed import waits_for_threshold
from reviews.groups.page import has_groups
from ui.parts.page import PAGES
from words.reading.read_as import not_listed

Can = Callable[[View], bool]


def _has(capability: Capability) -> Can:
    return lambda view: capability in view.study.capabilities


@dataclass(frozen=True)
class Entry:
    """A page of the menu. can: whether a study fills it, None for a page that needs no study.

    needs: what a study lacks, "" for a page that is not missed where it is not listed. is_of_classes: whether it
    shows predicted classes, which raw scores have only at a kept threshold. instead: the page that stands in its place.
    """

    title: str
    can: Can | None = lambda _: True
    needs: str = ""
    is_of_classes: bool = False
    instead: str = ""


ENTRIES = {
    "data": Entry("Data", None),
    "overview": Entry("Overview"),
    "clinical_risk": Entry(
        "Clinical risk", lambda view: view.normal is not None, "a Normal class", True, "missed_time"
    ),
    "missed_time": Entry(
        "Missed time", lambda view: view.normal is None and _has(Capability.RECORDINGS)(view), is_of_classes=True
    ),
    "timeline": Entry("Timeline", _has(Capability.RECORDINGS), "a sequence column"),
    "confusion": Entry("Confusion", is_of_classes=True),
    "curves": Entry("Curves", _has(Capability.SCORES), "scores"),
    "threshold": Entry("Threshold", _has(Capability.SCORES), "scores"),
    "calibration": Entry("Calibration", _has(Capability.SCORES), "scores"),
    "net_benefit": Entry("Net benefit", _has(Capability.SCORES), "scores"),
    "subgroups": Entry("Subgroups", has_groups, "a column of groups such as sex or site", True),
    "cases": Entry("Cases", _has(Capability.CASES), "individual cases", True),
    "cross_validation": Entry("Cross-validation", _has(Capability.FOLDS), "a fold column"),
    "compare_models": Entry("Compare models", _has(Capability.SEVERAL_MODELS), "a second model", True),
    "report": Entry("Report"),
    "definitions": Entry("Definitions", None),
}


def is_listed(entry: Entry, view: View | None) -> bool:
    """Whether the menu shows a page. view: of the open study, None without one."""
    if entry.can is None or view is None:
        return entry.can is None
    return entry.can(view) and not (entry.is_of_classes and waits_for_threshold(view))


def show_not_listed(view: View) -> None:
    """The pages that this study cannot fill, in one caption."""
    lacking: dict[str, list[str]] = {}
    for entry in ENTRIES.values():
        has_other = bool(entry.instead) and is_listed(ENTRIES[entry.instead], view)
        if not has_other and not is_listed(entry, view):
            needs = _needs(entry, view)
            lacking.setdefault(needs, []).append(entry.title)
    lacking.pop("", None)
    if lacking:
        st.caption(not_listed(lacking))


def _needs(entry: Entry, view: View) -> str:
    """What a page that is not listed takes."""
    if entry.can is not None and entry.can(view):
        return "a kept threshold"
    return entry.needs


def show_links(found: Iterable[tuple[str, str]], at: Mapping[str, Mapping[str, str]] | None = None) -> None:
    """What other pages found, each the way to its page. found: (page, a few words in Markdown), "" for none.

    at: page -> what its address says of the place to open.
    """
    with st.container(horizontal=True, gap="small"):
        for page, said in found:
            if said:
                label = f"**{ENTRIES[page].title}**: {said}"
                st.page_link(
                    PAGES / f"{page}.py",
                    label=label,
                    icon=":material/arrow_forward:",
                    width="content",
                    query_params=dict((at or {}).get(page, {})) or None,
                )
