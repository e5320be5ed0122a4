"""Every definition stands in one group, and a search finds it by any of its names."""

from collections import Counter

from metrics.glossary import GLOSSARY
from ui.definitions.groups import MOST_NAMED, OF_NORMAL, Group, one_class, other_groups


def test_every_definition_stands_in_exactly_one_group() -> None:
    shown = Counter(each.key for group in (one_class(), *other_groups()) for each in group.definitions)
    assert shown == dict.fromkeys(GLOSSARY, 1)


def test_the_page_opens_with_the_rates_of_one_class() -> None:
    names = [each.name for each in one_class().definitions]
    assert names[:4] == ["Sensitivity", "Specificity", "PPV", "NPV"]


def test_the_numbers_about_the_normal_class_stand_together() -> None:
    (group,) = [each for each in other_groups() if each.title == OF_NORMAL]
    assert {"risk_score", "missed_as_normal", "risk_score_elsewhere"} <= {each.key for each in group.definitions}


def test_a_label_names_the_first_entries_and_counts_the_others() -> None:
    every = tuple(GLOSSARY.values())
    label = Group("All", every).label
    assert label.startswith(f"All: {every[0].name}, {every[1].name}")
    assert label.endswith(f"and {len(every) - MOST_NAMED} more")
    assert Group("Two", every[:2]).label == f"Two: {every[0].name}, {every[1].name}"


def test_a_search_keeps_what_matches() -> None:
    found = one_class().found("recall")
    assert [each.key for each in found.definitions] == ["sensitivity", "f1"]
    assert one_class().found("no such number").definitions == ()
