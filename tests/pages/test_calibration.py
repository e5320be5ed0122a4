"""The calibration page: its sentence, its numbers, recalibrated scores, other models, and what it needs."""

import numpy as np
import pandas as pd
import pytest
from scipy import special

from metrics import ThresholdTable, recalibration
from metrics.calibration.calibration import calibration
from metrics.intervals.linearised import ScoredCases
from tests.support.studies import first_view, one_score, seen
from tests.support.text import plain
from tests.support.visitor import Visitor, _nodes

CARDS = ["Slope", "In the large", "O:E", "ICI"]


def of_reference(key: str, label: str):
    table = first_view(key)
    return calibration(ScoredCases(ThresholdTable.from_scores(table[f"score_{label}"], table.y_true == label)))


def test_the_sentence_and_the_cards_are_those_of_the_reference() -> None:
    found, visitor = of_reference("heart-rhythm", "VT"), seen("heart-rhythm", "calibration")
    (observed,), (low, high) = found.curve.at(0.2), found.curve.band(0.2)
    said = f"{100 * observed:.0f} of 100 have VT (95 % CI {100 * low[0]:.0f}–{100 * high[0]:.0f})."
    assert visitor.finding.replace("\u2060", "") == f"Where the model says 20 %, {said}"
    shown = {each.label: each.value for each in visitor.app.metric}
    assert list(shown) == CARDS
    assert shown["Slope"] == f"{found.line[1].value:.2f}"
    assert shown["O:E"] == f"{found.oe_ratio.value:.2f}"
    assert visitor.chart("calibration")["data"]
    ranges = visitor.table(0)
    assert len(ranges) == 4
    assert ranges["Patients"].str.replace(",", "").astype(int).sum() == found.cases.total
    (highest,) = found.ranges((0.5,))
    low, high = (round(100 * (bound or 0)) for bound in (highest.observed.low, highest.observed.high))
    assert plain(ranges.iloc[-1, -1]) == f"{low}–{high}"


@pytest.mark.thorough
def test_another_risk_changes_the_sentence() -> None:
    visitor = Visitor(study="heart-rhythm").go("calibration")
    visitor.fill("At a predicted risk of (%)", 50.0).run()
    assert visitor.finding.startswith("Where the model says 50 %, ")


@pytest.mark.thorough
def test_recalibrated_scores_expect_nearer_to_what_is_observed_and_say_how() -> None:
    visitor = Visitor(study="heart-rhythm").go("calibration")
    before = float(visitor.app.metric[2].value)
    visitor.set("calibration_scores", 1)
    assert abs(float(visitor.app.metric[2].value) - 1) < abs(before - 1)
    assert "Recalibrated by a logistic line fitted to split valid." in visitor.text


def test_classes_with_cases_enough_for_a_curve_are_drawn_and_the_others_say_why() -> None:
    generator = np.random.default_rng(0)
    names = ("Normal", "A", "B", "C", "D")
    truth = np.repeat(np.arange(5), [400, 5, 6, 80, 90])
    scores = generator.dirichlet(np.ones(5), len(truth)) + 0.2 * np.eye(5)[truth]
    scores /= scores.sum(1, keepdims=True)
    columns = {f"score_{name}": scores[:, i] for i, name in enumerate(names)}
    visitor = opened_table(pd.DataFrame({"y_true": np.array(names)[truth], **columns}))
    panels = visitor.text.partition("Other classes")[2]
    assert panels.index("**D**") < panels.index("**Normal**") < panels.index("**A**")
    folded = visitor.keep("calibration_more", True).run()
    assert "not estimable: fewer than 20 cases with or without B (6)" in folded.text


def test_few_cases_leave_observed_and_expected() -> None:
    generator = np.random.default_rng(0)
    truth, risk = np.arange(80) < 12, generator.uniform(0.05, 0.6, 80)
    table = pd.DataFrame({"y_true": np.where(truth, "VT", "Normal"), "score_VT": risk, "score_Normal": 1 - risk})
    visitor = opened_table(table)
    assert visitor.finding.startswith("No calibration curve for VT: ")
    assert "expected: O:E" in visitor.detail
    visitor.keep("calibration_distances", True).run()
    assert "Brier score" in visitor.text
    assert "distances of this curve" not in visitor.text  # there is none


@pytest.mark.thorough
def test_the_probabilities_of_all_classes_are_judged_together() -> None:
    visitor = Visitor(study="heart-rhythm").go("calibration")
    visitor.keep("calibration_distances", True).run()
    assert "**Log loss**, all classes" in visitor.text or "Log loss, all classes" in visitor.text
    assert "each can be calibrated while the probabilities of a case are not" in visitor.text
    two = Visitor(study="breast-cancer").go("calibration")
    two.keep("calibration_distances", True).run()
    assert "Log loss" in two.text
    assert "one-vs-rest" not in two.text


def test_scores_that_are_no_probabilities_are_recalibrated() -> None:
    generator = np.random.default_rng(0)
    x = generator.normal(size=400)
    truth = generator.random(400) < special.expit(x)
    table = pd.DataFrame({"y_true": np.where(truth, "VT", "Normal"), "score_VT": 3 * x + 1, "score_Normal": -3 * x - 1})
    visitor = opened_table(table)
    assert "not probabilities" in visitor.text
    assert float(visitor.app.metric[2].value) == pytest.approx(1, abs=0.05)
    assert np.isnan(recalibration(ThresholdTable.from_scores(3 * x + 1, truth)).slope)


def opened_table(table: pd.DataFrame) -> Visitor:
    return Visitor().bring(table).go("calibration")


def test_a_recalibrated_score_is_named_in_the_finding() -> None:
    table = one_score().assign(score=lambda rows: (rows.score * 10).round())
    visitor = Visitor().bring(table).go("calibration")
    assert visitor.finding.startswith("Where the recalibrated score says ")


RISK = "calibration_risk_1"


def with_a_rarer_model(part: float) -> pd.DataFrame:
    """Model A, whose risks are correct, and B, which gives this part of them to the same 600 cases."""
    generator = np.random.default_rng(0)
    risk = special.expit(generator.normal(-1, 1.5, 600))
    truth = np.where(generator.random(600) < risk, "VT", "Normal")
    models = [
        pd.DataFrame({"case_id": range(600), "model": name, "y_true": truth, "score_Normal": 1 - at, "score_VT": at})
        for name, at in (("A", risk), ("B", risk * part))
    ]
    return pd.concat(models, ignore_index=True)


@pytest.mark.thorough
def test_a_risk_that_nobody_typed_is_that_of_the_model() -> None:
    visitor = opened_table(with_a_rarer_model(1 / 60))
    assert visitor.finding.startswith("Where the model says 20 %, ")
    visitor.choose("Model", "B")
    assert visitor.finding.startswith("Where the model says 1 %, ")
    assert visitor.widget(RISK).value == 1


@pytest.mark.thorough
def test_a_typed_risk_is_kept_for_its_model_and_one_beyond_all_scores_is_not_said() -> None:
    visitor = opened_table(with_a_rarer_model(1 / 60)).set(RISK, 30.0).choose("Model", "B")
    assert visitor.finding.startswith("Where the model says 1 %, ")
    visitor.set(RISK, 50.0)
    assert visitor.finding.startswith("Where the model says 1 %, ")
    assert "No predicted risk of VT is 50 %: they are from " in visitor.text
    assert visitor.set(RISK, 0.5).finding.startswith("Where the model says 0.5 %, ")
    visitor.choose("Model", "A")
    assert visitor.finding.startswith("Where the model says 30 %, ")
    assert visitor.widget(RISK).value == 30


@pytest.mark.thorough
def test_the_box_holds_a_risk_of_any_size() -> None:
    visitor = opened_table(with_a_rarer_model(1e-7)).choose("Model", "B")
    shown = visitor.widget(RISK).value
    assert 0 < shown < 1e-4
    assert visitor.finding.startswith(f"Where the model says {shown:.4g} %, ")


def test_of_two_classes_the_download_stands_below_the_numbers_and_not_alone_in_a_line() -> None:
    """Of the blocks side by side: the one with the key figures holds the download, too."""
    blocks = [each for each in _nodes(seen("breast-cancer", "calibration").app.main) if hasattr(each, "children")]
    kinds = [[node.type for node in _nodes(each)] for each in blocks]
    assert any({"metric", "popover"} <= set(each) and "plotly_chart" not in each for each in kinds)


def test_slopes_of_the_other_classes_are_bold_as_every_value_with_its_interval() -> None:
    (table,) = [each for each in seen("heart-rhythm", "calibration").tables if "Slope" in each]
    assert all(cell.startswith("**") and cell.count("**") == 2 for cell in (*table["Slope"], *table["O:E"]))
