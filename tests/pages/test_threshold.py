"""The threshold page: one rule, score >= t, everywhere; whole people that add up."""

import re

import numpy as np
import pandas as pd
import pytest

from tests.support.studies import TABLES, first_view, opened
from tests.support.visitor import Visitor

BOX = "threshold_box"


@pytest.fixture
def rhythm() -> Visitor:
    visitor = Visitor(study="heart-rhythm").go("threshold")
    return visitor.set("pick_class", visitor.study.labels.index("VT"))


def cells(table: pd.DataFrame, label: str, at: float) -> tuple[int, int, int, int]:
    has, called = table.y_true == label, table[f"score_{label}"] >= at
    return tuple(int(part.sum()) for part in (has & called, ~has & called, has & ~called, ~has & ~called))


def expected_finding(table: pd.DataFrame, label: str, at: str) -> str:
    tp, _, fn, _ = cells(table, label, float(at))
    return f"At {at} the model finds {tp:,} of {tp + fn:,} patients with {label} and misses {fn or 'none'}."


@pytest.mark.parametrize("at", ["0.029", "0.137", "0.290", "0.580", "0.905"])
def test_every_number_on_the_page_follows_the_same_rule(rhythm: Visitor, at: str) -> None:
    table = first_view("heart-rhythm")
    rhythm.set(BOX, float(at))
    tp, fp, fn, tn = cells(table, "VT", float(at))
    assert rhythm.finding == expected_finding(table, "VT", at)
    assert rhythm.detail.startswith(f"Of {tp + fp:,} VT calls, {fp:,} {'is a false alarm' if fp == 1 else 'are'}")
    metrics = rhythm.metrics
    assert f"{tp:,} of {tp + fn:,} | CI" in metrics["Sensitivity"]
    assert f"{fp:,} of {fp + tn:,} | CI" in metrics["False alarm rate"]
    assert f"{tp:,} of {tp + fp:,} | CI" in metrics["PPV"]
    assert f"{tn:,} of {tn + fn:,} | CI" in metrics["NPV"]
    two_by_two = " ".join(rhythm.table().to_numpy().ravel())
    for said in (f"{tp:,} found", f"{fp:,} false alarms", f"{fn:,} missed", f"{tn:,} cleared"):
        assert said in two_by_two


@pytest.mark.parametrize("at", [0.29, 0.57, 0.58, 0.001, 0.999, 0.0, 1.0])
def test_the_box_keeps_a_threshold_to_the_last_digit(rhythm: Visitor, at: float) -> None:
    rhythm.set(BOX, at)
    assert rhythm.widget(BOX).value == at
    assert rhythm.finding.startswith(f"At {at:.3f} ")


def test_a_score_exactly_at_the_threshold_is_called() -> None:
    table = pd.DataFrame({"y_true": ["sick"] * 3 + ["well"] * 3, "score": [0.29, 0.7, 0.1, 0.29, 0.2, 0.8]})
    visitor = Visitor().upload(table).go("threshold").set(BOX, 0.29)
    assert visitor.finding.endswith("finds 2 of 3 sick cases and misses 1.")
    assert visitor.detail.startswith("Of 4 sick calls, 2 are false alarms.")


def test_the_people_of_a_thousand_add_up(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.137)
    text = next(text for _, text in rhythm.texts() if "correctly not called" in text and ":blue" in text)
    has, found, missed, has_not, alarms, cleared = (int(number) for number in re.findall(r"\d+", text))
    assert has + has_not == 1000
    assert (found + missed, alarms + cleared) == (has, has_not)
    tp, fp, fn, tn = cells(first_view("heart-rhythm"), "VT", 0.137)
    assert np.allclose(
        [found, missed, alarms, cleared], np.array([tp, fn, fp, tn]) * 1000 / (tp + fp + fn + tn), atol=1
    )


def test_the_other_classes_share_what_the_rule_leaves(rhythm: Visitor) -> None:
    table = first_view("heart-rhythm")
    rhythm.set(BOX, 0.137)
    others = np.where(table.score_Normal >= table.score_Ectopic, "Normal", "Ectopic")
    called = pd.Series(np.where(table.score_VT >= 0.137, "VT", others), index=table.index)
    text = next(trace["text"] for trace in rhythm.chart("matrix_at")["data"] if trace["type"] == "bar")
    labels = rhythm.study.labels
    counts = [int(((table.y_true == truth) & (called == said)).sum()) for truth in labels for said in labels]
    assert [int(re.sub(r"<br>.*|<[^>]*>|,", "", cell)) for cell in text] == counts


def test_each_class_keeps_its_own_threshold(rhythm: Visitor) -> None:
    labels = rhythm.study.labels
    rhythm.set(BOX, 0.137).set("pick_class", labels.index("Ectopic"))
    assert rhythm.finding.startswith("At 0.500 ")
    rhythm.set(BOX, 0.29).set("pick_class", labels.index("VT"))
    assert rhythm.finding.startswith("At 0.137 ")


def test_the_threshold_stays_over_pages_and_reruns(rhythm: Visitor) -> None:
    rhythm.set(BOX, 0.29).go("overview").go("curves").go("threshold").run()
    assert rhythm.widget(BOX).value == 0.29
    assert rhythm.finding.startswith("At 0.290 ")


def test_a_rule_that_calls_nobody_has_no_ppv() -> None:
    visitor = opened("30 cases").go("threshold").set(BOX, 1.0)
    assert re.fullmatch(r"At 1.000 the model finds 0 of 10 cases with (\w+) and misses 10.", visitor.finding)
    assert visitor.detail.startswith("It calls no case ")
    assert visitor.metrics["PPV"].startswith("– | ")


def test_a_single_score_may_have_any_range() -> None:
    table = TABLES["one score"]().assign(score=lambda rows: rows.score * 400 - 120)
    visitor = Visitor().upload(table).go("threshold")
    at = 40.5
    visitor.set(BOX, at)
    has, called = table.y_true == "sick", table.score >= at
    assert f"finds {(has & called).sum()} of 100 sick cases and misses {(has & ~called).sum()}." in visitor.finding


def test_without_cases_there_is_nothing_per_thousand() -> None:
    visitor = opened("one true class").go("threshold")
    assert "This needs cases with the class and cases without it." in visitor.text
