"""Questions, answers and effects in words; names from a file stay text."""

import math

import pytest

from predictions.question import Agreement
from reviews.previews import Effect
from words.reading.questions import agreement, agreement_titles, choice, effect, place, question


def test_the_headline_asks_what_is_missing_and_the_line_below_says_what_is_known() -> None:
    said = question("positive", "ward.csv", "y_true", ("p",), ())
    assert said.headline == "Which class does a high score mean?"
    assert said.detail == "The true class is **y\\_true**. Column **p** holds one score per case."
    assert "hold one score per case each" in question("positive", "ward.csv", "y", ("p", "q"), ()).detail


def test_several_labels_per_row_are_said_with_what_to_do() -> None:
    detail = question("truth", "ecg.csv", "", (), ("AF", "ST", "SB", "RBBB")).detail
    assert detail.startswith("4 yes/no columns in ecg\\.csv (**AF**, **ST**, **SB** and 1 more).")
    assert "one file per label" in detail
    said = question("label", "ecg.csv", "", (), ("AF", "ST", "SB", "RBBB"))
    assert said.headline == "Several labels per row, and no predictions"
    assert "seem to be labels, not predictions of each other" in said.detail


def test_of_several_labels_with_predictions_one_is_chosen() -> None:
    said = question("label", "ecg.csv", "", ("AF", "prob_AF"), ("AF", "ST"))
    assert said.headline == "Which label is evaluated?"
    assert said.detail.startswith(
        "2 labels per row in ecg\\.csv (**AF** and **ST**), each with a column of predictions"
    )


@pytest.mark.parametrize(
    ("asked", "columns", "label", "gave", "text"),
    [
        ("truth", ("final_dx",), "", None, "final\\_dx"),
        ("gave", ("alg", "risk"), "", "class and score", "a class and one score: alg and risk"),
        ("gave", ("nn", "svm"), "", "scores", "scores of 2 models: nn and svm"),
        ("positive", ("p",), "<b>VT", None, "\\<\u2060b\\>\u2060VT"),
        ("label", ("AF", "p_AF"), "AF", None, "AF: AF and p\\_AF"),
        ("missing", ("NA",), "", None, "excluded (missing: NA)"),
        ("readers", ("rater",), "rater", None, "a model, compared on the same cases"),
        ("readers", ("rater",), "", None, "no model: rater is an additional column"),
    ],
)
def test_an_answer_is_short(asked: str, columns: tuple[str, ...], label: str, gave: str | None, text: str) -> None:
    assert choice(asked, columns, label, gave) == text


FOUND = {"name": "sepsis", "cases": 186, "total": 1204, "missed": 41}
LIKELY = Effect(**FOUND, areas=(0.958,), is_probability=True)


@pytest.mark.parametrize(
    ("asked", "gave", "found", "text"),
    [
        ("truth", None, Effect(**FOUND), "186 of 1,204 sepsis (15.4 %); 41 of 186 missed"),
        ("truth", None, Effect(**FOUND | {"missed": None}, areas=(0.85,)), "186 of 1,204 sepsis (15.4 %); AUC 0.85"),
        ("truth", None, Effect(**FOUND | {"missed": None}), "186 of 1,204 sepsis (15.4 %)"),
        ("truth", None, Effect(problem="no"), "7 a, 5 b; no column fits as its prediction"),
        ("truth", None, None, "7 a, 5 b"),
        ("gave", "class", Effect(**FOUND), "41 of 186 missed; no Curves, no Threshold"),
        ("gave", "class and score", Effect(**FOUND, areas=(0.88,)), "41 of 186 missed; AUC 0.88"),
        ("gave", "scores", Effect(**FOUND, areas=(0.88, math.nan, 0.5)), "AUC 0.88, 0.50"),
        ("gave", "scores", Effect(**FOUND, areas=(0.9968, 1.0)), "AUC 0.997, 1.00"),
        ("positive", None, LIKELY, "AUC 0.96; at 0.5 or more, 41 of 186 missed"),
        ("positive", None, Effect(**FOUND, areas=(0.13,)), "AUC 0.13; not between 0 and 1, so no threshold yet"),
    ],
)
def test_an_effect_is_said_in_counts(asked: str, gave: str | None, found: Effect | None, text: str) -> None:
    assert effect(asked, gave, {"a": 7, "b": 5}, found).replace("\u00a0", " ") == text


def test_the_place_of_a_question() -> None:
    assert place(1, 1) == "Question 1 of 2."
    assert place(2, 0) == "Question 2 of 2. Everything else is known."


def test_agreement_is_a_row_of_counts_under_names_that_stay_text() -> None:
    found = Agreement(("final_dx", "<b>md"), "sepsis", "no", 151, 35, 12, 1006)
    assert agreement(found) == ("**final\\_dx and \\<\u2060b\\>\u2060md**", "151", "35", "12", "1,006")
    assert agreement_titles("<b>", "no")[1:] == (
        "Both \\<\u2060b\\>\u2060",
        "\\<\u2060b\\>\u2060 in the first only",
        "\\<\u2060b\\>\u2060 in the second only",
        "Both no",
    )
