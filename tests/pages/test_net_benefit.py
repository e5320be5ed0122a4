"""The Net benefit page: its finding, thresholds, views, models, another prevalence and the cost of the model."""

import re

import numpy as np
import pandas as pd
import pytest

from reviews.risks.net_benefit import NetBenefit
from tests.predictions.build.test_weights import table as weighted_rows
from tests.support.studies import first_view, seen, shifted_folds
from tests.support.text import plain
from tests.support.visitor import Visitor
from ui.net_benefit.settings import CHANGED, HARM, SCORES, SETTING, THRESHOLD, VIEW
from ui.net_benefit.table import frame

GAIN = "Gain over the better default, per 100"


@pytest.fixture
def rhythm() -> Visitor:
    return Visitor(study="heart-rhythm").go("net_benefit")


def worth(risk: float) -> float:
    """Net benefit of VT per 100, from the rows."""
    table = first_view("heart-rhythm")
    ill, flagged = table.y_true == "VT", table.score_VT >= risk
    return 100 * ((flagged & ill).sum() - (flagged & ~ill).sum() * risk / (1 - risk)) / len(table)


def test_the_finding_is_the_gain_at_the_threshold_and_what_that_means(rhythm: Visitor) -> None:
    said = (
        rf"At a 10 % threshold the model is worth {worth(0.1):.1f} net true positives per 100 patients \(95 % CI .+\)\."
    )
    assert re.fullmatch(said, rhythm.finding)
    assert "At 10 % one missed VT weighs as much as nine unnecessary work-ups." in rhythm.detail
    assert re.search(r"The CI of the gain is above 0 at thresholds from 1 to \d+ %\.", rhythm.detail)
    rhythm.set(THRESHOLD, 20.0)
    assert rhythm.finding.startswith(f"At a 20 % threshold the model is worth {worth(0.2):.1f} net true positives")
    assert "four unnecessary work-ups" in rhythm.detail


@pytest.mark.thorough
def test_the_table_has_the_counts_of_the_rows_over_the_setting(rhythm: Visitor) -> None:
    table, rows = rhythm.table(), first_view("heart-rhythm")
    ill = rows.y_true == "VT"
    assert table.iloc[:, 0].str.strip("*").tolist() == ["5 %", "10 %", "15 %", "20 %"]
    for risk, shown in zip((0.05, 0.1, 0.15, 0.2), table.itertuples(index=False), strict=True):
        flagged = rows.score_VT >= risk
        assert shown[2:4] == (f"{(flagged & ill).sum()} of 50", f"{(flagged & ~ill).sum()} of 1,100")
        assert shown[4].startswith(f"+{worth(risk):.1f} (")
    rhythm.set(SETTING, (10, 40))
    assert rhythm.table().iloc[:, 0].str.strip("*").tolist() == ["10 %", "20 %", "30 %", "40 %"]


@pytest.mark.parametrize(
    ("view", "axis"),
    [("avoided", "Work-ups avoided per 100 patients"), ("standardised", "Net benefit, % of the highest possible")],
)
def test_the_view_changes_the_picture_and_no_sentence(rhythm: Visitor, view: str, axis: str) -> None:
    before = rhythm.finding
    rhythm.set(VIEW, view)
    assert rhythm.chart("Decision curve")["layout"]["yaxis"]["title"]["text"] == axis
    assert rhythm.finding == before


@pytest.mark.thorough
def test_what_it_costs_to_run_the_model_is_subtracted_everywhere(rhythm: Visitor) -> None:
    rhythm.keep("net_benefit", {SETTING: (5, 20), THRESHOLD: 10.0, VIEW: "benefit", HARM: 10.0}).run()
    assert f"is worth {worth(0.1) - 1:.1f} net true positives" in rhythm.finding
    assert "Cost of running the model subtracted: 10 missed cases per 1,000." in rhythm.detail
    assert f"+{worth(0.1) - 1:.1f} (" in rhythm.table()[GAIN][1]


@pytest.mark.thorough
def test_what_is_folded_opens(rhythm: Visitor) -> None:
    for name in ("models", "prevalence", "cost"):
        rhythm.keep(f"net_benefit_{name}", True)
    rhythm.run()
    assert set(rhythm.table(1).iloc[:, 0].str.strip("*")) == {"Model A", "Model B"}
    assert "Test trade-off: one net true positive more than working up nobody for every 35 patients" in rhythm.text
    assert "At the observed prevalence and a 10 % threshold: **+2.9** net true positives" in rhythm.text
    rhythm.set("prevalence_box", 1.0)
    loss = 100 * (109 / 1100 * 0.99 / 9 - 45 / 50 * 0.01)
    assert f"At a prevalence of 1 % and a 10 % threshold: **−{loss:.2f}** net true positives" in rhythm.text


@pytest.mark.thorough
def test_other_models_stand_beside_the_reference_on_the_same_cases(rhythm: Visitor) -> None:
    rhythm.keep("net_benefit_models", True).run()
    table, rows = rhythm.table(1), first_view("heart-rhythm")
    apart = next(name for name in table if name.startswith("Difference to Model A"))
    said = dict(zip(table.iloc[:, 0].str.strip("*"), table[apart], strict=True))
    assert said["Model A"] == "reference"
    ids = rhythm.opened.study.cases_of(1)  # type: ignore[union-attr]
    ill = ids.truth == ids.labels.index("VT")
    in_test = ids.split == ids.splits.index("test")
    flagged = ids.scores[ids.labels.index("VT")] >= 0.1
    other = ((flagged & ill & in_test).sum() - (flagged & ~ill & in_test).sum() / 9) / len(rows)
    assert said["Model B"].startswith(f"{100 * other - worth(0.1):+.2f} (".replace("-", "−"))
    assert "with 95 % CI; filled where the CI excludes 0" in rhythm.text


def test_nobody_works_up_the_normal_class(rhythm: Visitor) -> None:
    rhythm.choose("Class of interest", "Normal")
    assert "net correct Normal predictions per 100 patients" in rhythm.finding
    assert "work" not in f"{rhythm.finding} {rhythm.detail}"
    assert "patients with disease classified as Normal" in rhythm.detail
    assert "Errors avoided per 100" in rhythm.table()


def test_few_scores_that_are_no_probabilities_are_put_on_no_axis_of_risk() -> None:
    visitor = Visitor().bring(shifted_folds().head(60)).go("net_benefit")
    assert visitor.finding == "The scores for sick are not probabilities."
    assert len(visitor.app.get("plotly_chart")) == 0
    assert "calibrated probabilities" in visitor.text


def test_fewer_than_100_cases_are_said_below(rhythm: Visitor) -> None:
    assert "Only 50 patients with VT; 100 are advised for a decision curve." in rhythm.text


def test_few_cases_have_a_value_and_no_interval() -> None:
    visitor = seen("30 cases", "net_benefit")
    assert "95 % CI" not in visitor.finding
    assert "CI not estimated: 10 cases in the smaller group, 20 needed." in visitor.detail
    assert "above 0" not in visitor.detail
    assert "CIs:" not in visitor.text


@pytest.mark.thorough
def test_a_weighted_file_shows_counts_of_cases_and_the_worth_of_the_population() -> None:
    weights = np.random.default_rng(1).uniform(0.1, 2.0, 300)
    frame = weighted_rows(weight=weights)
    visitor = Visitor().bring(frame).go("overview")
    visitor.press("Use as weights").go("net_benefit")
    ill, flagged = frame.y_true == "VT", frame.score_VT >= 0.1
    expected = 100 * (weights[ill & flagged].sum() - weights[~ill & flagged].sum() / 9) / weights.sum()
    everyone = 100 * (weights[ill].sum() - weights[~ill].sum() / 9) / weights.sum()
    assert f"is worth {expected - max(everyone, 0):.1f} net true positives" in visitor.finding
    assert visitor.table().iloc[1]["True positives"] == f"{(ill & flagged).sum()} of {ill.sum()}"
    assert "CIs: bootstrap SE, t (2,000 resamples, seed 0), for net benefit" in visitor.text


def test_patients_with_several_rows_are_the_units() -> None:
    visitor = seen("heart-sounds", "net_benefit")
    assert "CIs: patient bootstrap SE, t (2,000 resamples, seed 0), for net benefit" in visitor.text
    assert "At a 10 % threshold the model is worth as much as working up nobody." in visitor.finding
    assert "No recording has a score of 10 % or above." in visitor.detail


def test_shifted_folds_of_probabilities_have_the_warning_of_the_area() -> None:
    frame = shifted_folds(1.0)
    frame["score_sick"] = 1 / (1 + np.exp(-frame.score_sick + 3))
    visitor = Visitor().bring(frame).go("net_benefit")
    assert any("pooled" in plain(each) for each in visitor.warnings)
    assert "Cross-validated: CIs are conditional on the fitted models" in visitor.text


def test_one_class_alone_says_what_is_needed() -> None:
    visitor = seen("one true class", "net_benefit")
    assert visitor.finding.startswith("Net benefit is not estimable")


def test_every_half_percent_can_be_downloaded(rhythm: Visitor) -> None:
    view = rhythm.opened.view  # type: ignore[union-attr]
    rows = frame(NetBenefit(view, view.study.labels.index("VT")))
    assert len(rows) == 197
    row = rows[rows.threshold == 0.1].iloc[0]
    assert 100 * row.net_benefit == pytest.approx(worth(0.1))
    assert row.net_benefit_low < row.net_benefit < row.net_benefit_high


@pytest.mark.thorough
def test_recalibrated_risks_can_be_looked_at(rhythm: Visitor) -> None:
    before = rhythm.finding
    rhythm.set(SCORES, CHANGED)
    assert rhythm.finding != before
    assert "Recalibrated by a logistic line fitted to split valid." in rhythm.text
    assert "delivered" not in str(rhythm.chart("Decision curve")["layout"]["annotations"])


def test_scores_that_are_no_probabilities_are_recalibrated() -> None:
    generator = np.random.default_rng(0)
    x = generator.normal(size=400)
    names = np.where(generator.random(400) < 1 / (1 + np.exp(-x)), "sick", "healthy")
    table = pd.DataFrame({"y_true": names, "score_sick": 3 * x, "score_healthy": -3 * x})
    visitor = Visitor().bring(table).go("net_benefit")
    assert "Recalibrated by cross-fitting" in visitor.text
    assert " net true positives per 100 " in visitor.finding
