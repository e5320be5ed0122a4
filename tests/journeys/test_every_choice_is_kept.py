"""Whatever is chosen on any page is there again after another page, and after a reload."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1.element_tree import ButtonGroup, DateInput, NumberInput, Selectbox, Slider, TextInput, Toggle

from tests.support.pages import PAGES
from tests.support.tab import in_a_browser
from tests.support.visitor import Visitor

pytestmark = pytest.mark.thorough

UNFOLDED = (
    *("calibration_more", "calibration_shift", "compare_classes", "compare_margin", "curves_selective", "planner"),
    *("net_benefit_models", "net_benefit_prevalence", "net_benefit_cost", "prevalence_open"),
    *("several_lines_open", "two_thresholds_open", "subgroups_case_mix", "subgroups_where"),
)
NEVER_KEPT = ("requirement_", "may_take_", "with_ids_", "report_preview")  # drafts, permissions, and what is drawn anew


class Pressed(ButtonGroup):
    """A row of buttons of which others are pressed, by what stands on them."""

    formatted_values = property(lambda self: self.pressed)


def other(widget: Any) -> Any:
    """A value that the widget does not have; None where it takes no other."""
    match widget:
        case ButtonGroup():
            return next((each for each in reversed(widget.options) if each not in widget.formatted_values), None)
        case Selectbox():
            return next((at for at in reversed(range(len(widget.options))) if at != widget.index), None)
        case NumberInput():
            return (widget.value or widget.min or 0) + (widget.step or 1)
        case Slider():
            return (widget.min, widget.max)
        case Toggle():
            return not widget.value
        case TextInput():
            return "40, 70"
        case DateInput():
            return date(2021, 3, 1)
    return None


def change(visitor: Visitor, name: str) -> None:
    widget = visitor.widget(name)
    if (value := other(widget)) is None or widget.proto.disabled:
        return
    if isinstance(widget, ButtonGroup):
        widget.__class__, widget.pressed, widget._value = Pressed, [value], value
    elif isinstance(widget, Selectbox):
        widget.select_index(value)
    else:
        widget.set_value(value)
    visitor.run()


def names(visitor: Visitor) -> list[str]:
    """Of the widgets that are drawn for the study and hold a choice."""
    kinds = (ButtonGroup, DateInput, NumberInput, Selectbox, Slider, TextInput, Toggle)
    keys = [each.key for each in visitor.app._tree if isinstance(each, kinds) and each.key and each.key[-1].isdigit()]
    return [name for name in map(visitor.name, keys) if not name.startswith(NEVER_KEPT)]


def chosen(visitor: Visitor) -> dict[str, Any]:
    """What each of them shows. A number after its name only counts what was chosen for it in other ways."""
    found = {name.rstrip("_0123456789"): visitor.widget(name) for name in names(visitor)}
    return {name: getattr(each, "formatted_values", each.value) for name, each in found.items()}


def unfolded(visitor: Visitor, page: str) -> Visitor:
    visitor.begin_at(page).app.session_state["planner"] = True
    for each in UNFOLDED:
        visitor.keep(each, True)
    return visitor.run()


PLACES = [
    *(("heart-rhythm", page) for page in (*PAGES[1:], "report")),
    *(("breast-cancer", page) for page in ("calibration", "compare_models", "cross_validation", "curves")),
    *(("surgical-phases", page) for page in ("curves", "missed_time", "overview", "timeline")),
]


@pytest.mark.parametrize(("study", "page"), PLACES)
def test_a_choice_on_any_page_holds_over_other_pages_and_a_reload(
    monkeypatch: pytest.MonkeyPatch, study: str, page: str
) -> None:
    browser = in_a_browser(monkeypatch)
    visitor = unfolded(browser.visit(study=study), page)
    for name in names(visitor):
        if name in names(visitor):
            change(visitor, name)
    before = chosen(visitor)
    assert chosen(unfolded(visitor.go("data"), page)) == before
    assert chosen(unfolded(browser.reload(visitor), page)) == before
