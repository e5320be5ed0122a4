"""The Definitions page: every number of the catalog, its value on the open study, search, links."""

import re
from functools import cache

import pytest
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score

from metrics.definition import LEVELS
from metrics.glossary import GLOSSARY
from tests.support.studies import STUDIES, example_table, first_view, opened
from tests.support.text import as_read
from tests.support.visitor import Visitor
from words.findings.definitions import documents
from words.text.notes import reason

once = cache(opened)
LEVEL, SEARCH = "definitions_level", "definitions_search"


def cards(visitor: Visitor) -> dict[str, str]:
    """Name -> everything that is said on its card."""
    parts = re.split(r"^#### (.*)$", visitor.text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def every_card(visitor: Visitor) -> dict[str, str]:
    return cards(visitor.go("definitions").set(LEVEL, None))


def test_without_a_study_the_definitions_stand_alone() -> None:
    visitor = Visitor().go("definitions")
    assert visitor.finding == "Definitions"
    assert "With an open study also its value there" in visitor.detail
    assert [box.label for box in visitor.app.selectbox] == []
    shown = every_card(visitor)
    assert list(shown) == [as_read(each.name) for level in LEVELS for each in GLOSSARY.values() if each.level == level]
    assert not any("Here:" in said or "Not in this study" in said for said in shown.values())


@pytest.mark.parametrize("study", STUDIES)
def test_every_number_is_computed_or_says_why_it_is_not(study: str) -> None:
    shown = every_card(once(study))
    assert len(shown) == len(GLOSSARY)
    for name, said in shown.items():
        told = re.search(r"\*\*[^*]+\*\*|not estimable: \w+|Not in this study: \w+", said)
        assert told, name


def test_a_card_says_everything_that_the_catalog_knows() -> None:
    shown = every_card(once("heart-rhythm"))
    for key, definition in GLOSSARY.items():
        undefined = definition.undefined and reason(definition.undefined)
        facts = (definition.meaning, undefined or "", *definition.aliases, documents(definition))
        readings = [part for each in definition.readings for part in (each.by, each.says)]
        said = shown[as_read(definition.name)]
        assert [fact for fact in (*facts, *readings) if as_read(fact) not in said] == [], key


def test_the_numbers_are_those_of_the_reference() -> None:
    table = first_view("heart-rhythm")
    visitor = Visitor(study="heart-rhythm").go("definitions")
    is_vt, called = table.y_true == "VT", table.y_pred == "VT"
    one = cards(visitor)
    found, missed = int((is_vt & called).sum()), int((is_vt & ~called).sum())
    assert rf"\frac{{{found}}}{{{found} + {missed}}}" in one["Sensitivity"]
    assert f"**{100 * recall_score(is_vt, called):.0f} %** · {found} of {found + missed}" in one["Sensitivity"]
    assert f"· {found} of {called.sum()} · 95 % CI" in one["PPV"]
    together = cards(visitor.set(LEVEL, "matrix"))
    mean_of_classes = 1 - 2 / 3 * (1 - accuracy_score(table.y_true, table.y_pred))
    assert f"**{100 * accuracy_score(table.y_true, table.y_pred):.1f} %**" in together["Accuracy"]
    assert f"Here: **{100 * mean_of_classes:.1f} %**" in together["Accuracy"]
    assert f"**{matthews_corrcoef(table.y_true, table.y_pred):.3f}** · 95 % CI" in together["MCC"]
    averages = cards(visitor.set(LEVEL, "average"))
    macro = {of: of_(table.y_true, table.y_pred, average="macro") for of, of_ in MACRO.items()}
    assert f"**{macro['f1']:.3f}** · 95 % CI" in averages["Macro F1"]
    harmonic = 2 * macro["ppv"] * macro["sensitivity"] / (macro["ppv"] + macro["sensitivity"])
    assert f"Here: **{harmonic:.3f}**" in averages["Macro F1"]


MACRO = {"f1": f1_score, "ppv": precision_score, "sensitivity": recall_score}


def test_sequences_and_folds_show_their_numbers_where_there_are_any() -> None:
    table = example_table("surgical-phases")
    shown = every_card(once("surgical-phases"))
    assert {"video_id", "fold"} & set(table.columns)
    if "video_id" in table:
        assert re.search(r"\*\*[01]\.\d{3}\*\* · mean of \d+ sequences", shown["Overlap score"])
        assert re.search(r"Here: \*\*[01]\.\d{3}\*\*", shown["Overlap score"])
    assert "Not in this study: no sequences" in every_card(once("breast-cancer"))["Overlap score"]


def test_a_search_goes_through_every_group_and_says_when_nothing_is_found() -> None:
    visitor = Visitor().go("definitions").set(SEARCH, "recall")
    assert {"Sensitivity", "Balanced accuracy", "Macro sensitivity"} <= set(cards(visitor))
    assert "Specificity" not in cards(visitor)
    assert cards(visitor.set(SEARCH, "no such number")) == {}
    assert "No definition matches." in visitor.text


@pytest.mark.parametrize("key", ["f1", "overlap_score", "macro_auc"])
def test_a_link_opens_one_definition_and_leads_back_to_all(key: str) -> None:
    visitor = Visitor(study="heart-rhythm", metric=key).go("definitions")
    assert list(cards(visitor)) == [GLOSSARY[key].name]
    assert visitor.query["metric"] == key
    visitor.press("Show all definitions")
    assert len(cards(visitor)) > 5
    assert "metric" not in visitor.query


def test_an_unknown_metric_in_the_address_is_dropped() -> None:
    visitor = Visitor(study="heart-rhythm", metric="<img src=x>").go("definitions")
    assert len(cards(visitor)) > 5
    assert "metric" not in visitor.query
