"""The picture of one case shows predicted and true class with the highest scores, and the outcome."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import charts
from charts.figures.case_scores import scores_shown
from charts.style.theme import CORRECT, FALSE_POSITIVE, MISSED_NORMAL, MISSED_OTHER, TRUE_NEGATIVE, Meaning

LABELS = ["Normal", "VT", "<b>AF</b>"]


@given(
    st.lists(st.floats(0, 1) | st.just(np.nan), min_size=1, max_size=30).flatmap(
        lambda scores: st.tuples(st.just(scores), *[st.integers(0, len(scores) - 1)] * 2)
    )
)
def test_the_predicted_the_true_and_the_highest_other_classes_are_shown_highest_first(case) -> None:
    scores, truth, predicted = case
    shown = scores_shown(scores, truth, predicted)
    known = {label for label, score in enumerate(scores) if not np.isnan(score)}
    assert len(shown) == min(len(known), charts.MOST_SCORES)
    assert {truth, predicted} & known <= set(shown)
    assert [scores[label] for label in shown] == sorted((scores[label] for label in shown), reverse=True)
    hidden = known - set(shown)
    assert all(scores[label] <= scores[other] for label in hidden for other in set(shown) - {truth, predicted})


@pytest.mark.parametrize(
    ("truth", "predicted", "normal", "meaning"),
    [
        (1, 1, 0, CORRECT),
        (1, 0, 0, MISSED_NORMAL),
        (1, 2, 0, MISSED_OTHER),
        (0, 1, 0, FALSE_POSITIVE),
        (0, 1, None, MISSED_OTHER),
    ],
)
def test_the_bar_of_the_answer_says_what_it_was(
    truth: int, predicted: int, normal: int | None, meaning: Meaning
) -> None:
    figure = charts.case_scores(LABELS, [0.1, 0.7, 0.2], truth, predicted, normal, are_probabilities=False)
    others, answer = figure.data
    assert (answer.marker.color, answer.marker.pattern.shape or "") == (meaning.color, meaning.pattern)
    assert others.marker.color == TRUE_NEGATIVE.color
    assert len(answer.x) == 1
    names = figure.layout.yaxis.ticktext
    assert [name for name in names if "predicted" in name] == [names[answer.y[0]]]
    assert sum("true class" in name for name in names) == 1


def test_a_name_stays_text_and_every_number_is_said() -> None:
    figure = charts.case_scores(LABELS, [0.1, 0.7, 0.2], 2, 1, 0, are_probabilities=False)
    assert "<b>AF" not in figure.to_json()
    alt = charts.case_scores_alt(LABELS, [0.1, 0.7, np.nan], 2, 1)
    assert alt == "Scores of one case: VT 0.700, Normal 0.100. True class <b>AF</b>, predicted VT."


def test_probabilities_are_drawn_from_0_to_1_and_other_scores_up_to_their_own_highest() -> None:
    low, high = charts.case_scores(
        ["FALSE", "TRUE"], [np.nan, 0.001], 1, 0, 0, are_probabilities=True
    ).layout.xaxis.range
    assert (low, high) == (0, pytest.approx(1.22)), "a low score is a short bar"
    _, high = charts.case_scores(LABELS, [3.0, 2.0, 0.5], 0, 1, normal=None, are_probabilities=False).layout.xaxis.range
    assert high == pytest.approx(3 * 1.22)


def test_negative_scores_stay_inside_the_picture() -> None:
    figure = charts.case_scores(LABELS, [-3.0, 2.0, -0.5], 0, 1, normal=None, are_probabilities=False)
    low, high = figure.layout.xaxis.range
    assert low < -3 < 2 < high


def test_a_long_name_stands_whole_on_two_lines_and_its_role_below() -> None:
    labels = ["Preparation", "Calot triangle dissection", "Cleaning and coagulation"]
    figure = charts.case_scores(labels, [0.7, 0.2, 0.1], 1, 0, normal=None, are_probabilities=False)
    assert list(figure.layout.yaxis.ticktext) == [
        "Preparation<br><b>predicted</b>",
        "Calot triangle<br>dissection<br><b>true class</b>",
        "Cleaning and<br>coagulation",
    ]
    short = charts.case_scores(["Preparation", "Clipping"], [0.7, 0.3], 1, 0, normal=None, are_probabilities=False)
    assert figure.layout.height / 3 - 18 == pytest.approx(short.layout.height / 2, abs=8)


def test_lines_are_longer_where_a_name_needs_it_and_what_fits_on_no_two_lines_is_cut() -> None:
    labels = ["ST elevation myocardial infarction, anterior", "ST elevation myocardial infarction, inferior"]
    names = charts.case_scores(labels, [0.7, 0.3], 1, 0, normal=None, are_probabilities=False).layout.yaxis.ticktext
    assert names[0] == "ST elevation myocardial<br>infarction, anterior<br><b>predicted</b>"
    assert names[1] == "ST elevation myocardial<br>infarction, inferior<br><b>true class</b>"
    [cut, _] = charts.case_scores(
        ["Name " * 12, "VT"], [0.7, 0.3], 1, 1, normal=None, are_probabilities=False
    ).layout.yaxis.ticktext
    assert cut == "Name Name Name Name Name<br>Name Name Name Name Na…"
