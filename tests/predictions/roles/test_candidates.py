"""Which columns are offered as the true class, as predictions and as scores where no name tells."""

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.question import Asked, Gave
from tests.predictions.roles.asking import CODED, RNG, SICK, N, answered, asked, opened, other

SCORES = (0.6 * CODED + 0.4 * np.random.default_rng(1).random(N)).round(3)


@pytest.mark.parametrize(
    "coded", [{1: "1", 0: "0"}, {1: "yes", 0: "no"}, {1: "ill", 0: "well"}, {1: "poor", 0: "fine"}]
)
def test_a_gold_label_a_model_and_a_score_of_unknown_names_are_asked_about(coded: dict[int, str]) -> None:
    said = [coded[each] for each in other(CODED).tolist()]
    table = pd.DataFrame({"gold": [coded[each] for each in CODED.tolist()], "net": said, "out": SCORES})
    first = asked(table).answers[0]
    assert first.columns == ("gold",)
    question = asked(table, first.mapping)
    assert [(each.gave, each.columns) for each in question.answers[:3]] == [
        (Gave.CLASS_AND_SCORE, ("net", "out")),
        (Gave.CLASS, ("net",)),
        (Gave.SCORE, ("out",)),
    ]
    questions, study = answered(table)
    assert questions == [Asked.TRUTH, Asked.GAVE]
    labels = list(study.labels)
    expected = pd.crosstab(table.gold, table.net).loc[labels, labels].to_numpy()
    assert (study.evaluate().matrix.cells == expected).all()
    assert study.mapping.score == "out"


@pytest.mark.parametrize(
    ("model", "gold"),
    [
        ("AI diagnosis", "Reference diagnosis"),
        ("model_label", "expert_label"),
        ("Most Likely disease", "disease"),
        ("Test result", "Disease status"),
        ("KI-Befund", "Histologie"),
        ("disease_predicted_by_us", "disease"),
        ("automatic_class", "manual_class"),
        ("予測病名", "最終病名"),
    ],
)
def test_what_is_named_like_a_model_is_the_true_class_last(model: str, gold: str) -> None:
    for truth, said in ((SICK, other(SICK)), (CODED, other(CODED))):
        question = asked(pd.DataFrame({model: said, gold: truth}))
        assert [each.columns for each in question.answers] == [(gold,), (model,)]


def test_a_model_with_a_class_that_is_never_true_is_offered() -> None:
    said = np.where(SCORES > 0.6, "ill", np.where(SCORES > 0.3, "unsure", "well"))
    question = asked(pd.DataFrame({"gold": SICK, "net": said}), Mapping(truth="gold"))
    assert [(each.gave, each.columns) for each in question.answers] == [(Gave.CLASS, ("net",))]


def test_classes_beside_scores_of_each_class_are_read_with_them_once_the_true_class_is_known() -> None:
    truth = RNG.permutation(np.repeat(["A", "B", "C"], 20))
    table = pd.DataFrame({"gold": truth, "net": np.roll(truth, 1)})
    for label in "ABC":
        table[f"prob_{label}"] = RNG.random(N)
    questions, study = answered(table)
    assert questions == [Asked.TRUTH]
    assert (study.evaluate().matrix.cells == pd.crosstab(table.gold, table.net).to_numpy()).all()
    assert all(study.scored)


def test_ages_ids_years_and_counts_are_the_last_scores_to_be_offered_and_never_models() -> None:
    table = pd.DataFrame({"outcome": SICK, "Age (years)": RNG.uniform(18, 100, N).round(1)})
    table = table.assign(year=RNG.integers(1990, 2020, N), n_lesions=RNG.integers(0, 9, N), nn=SCORES * 7 - 3)
    question = asked(table)
    assert [(each.gave, each.columns) for each in question.answers][:2] == [
        (Gave.SCORE, ("nn",)),
        (Gave.SCORE, ("Age (years)",)),
    ]
    assert all(each.gave is Gave.SCORE for each in question.answers)


def test_an_age_is_no_score_of_the_model_beside_its_class() -> None:
    table = pd.DataFrame({"final": SICK, "net": other(SICK), "age": RNG.integers(18, 101, N)})
    questions, study = answered(table)
    assert questions == [Asked.TRUTH]
    assert study.mapping.predicted == ("net",)


@pytest.mark.parametrize("truth", [CODED.astype(str), SICK])
@pytest.mark.parametrize("columns", [("R1", "R2", "R3"), ("model", "reader", "radiologist")])
def test_a_column_for_each_reader_of_one_case_is_a_model_for_each(truth: np.ndarray, columns: tuple[str, ...]) -> None:
    table = pd.DataFrame({"case_id": range(N), "truth": truth})
    for at, name in enumerate(columns):
        table[name] = other(truth, 3 + 3 * at)
    table["smoker"] = np.random.default_rng(1).permutation(CODED)
    first = asked(table).answers[0]
    assert (first.gave, first.columns) == (Gave.CLASSES, columns)
    study = opened(table, first.mapping)
    assert study.model_names == columns
    for at, name in enumerate(columns):
        assert (study.evaluate(at).matrix.cells == pd.crosstab(table.truth, table[name]).to_numpy()).all()
    assert "readers_pooled" not in {each.code for each in study.notices}


def test_readers_who_agree_are_no_labels_of_their_own() -> None:
    table = pd.DataFrame({"gold": CODED, "R1": other(CODED, 3), "R2": other(CODED, 6), "ai": SCORES})
    question = asked(table)
    assert (question.asked, question.labels) == (Asked.TRUTH, ())


@pytest.mark.parametrize("scores", [SCORES, (SCORES * 100).round().astype(int)])
def test_a_column_named_model_that_holds_scores_is_no_name_of_models(scores: np.ndarray) -> None:
    table = pd.DataFrame({"case_id": range(N), "gt": CODED, "model": scores, "reader": other(CODED)})
    question = asked(table)
    assert (question.answers[0].gave, question.answers[0].columns) == (Gave.CLASS_AND_SCORE, ("reader", "model"))
    study = opened(table, question.answers[0].mapping)
    assert (study.model_names, study.used) == ((None,), N)


def test_models_numbered_like_the_classes_are_models_where_predictions_are_known() -> None:
    one = pd.DataFrame({"case_id": range(N), "y_true": CODED, "y_pred": other(CODED), "model": 0})
    table = pd.concat([one, one.assign(model=1, y_pred=other(CODED, 3))])
    assert opened(table).model_names == ("0", "1")


def test_readers_who_are_numbered_are_names() -> None:
    table = pd.DataFrame({"y_true": SICK, "y_pred": other(SICK), "reader": np.arange(N) % 15 + 1})
    assert "readers_pooled" in {each.code for each in opened(table).notices}


def test_what_is_planned_is_no_prediction() -> None:
    table = pd.DataFrame({"y_true": CODED, "score": SCORES, "previsto": other(CODED)})
    assert opened(table).mapping.predicted == ()


@pytest.mark.parametrize("name", ["Scored Labels", "PredictedLabel", ".pred_class"])
def test_what_is_named_like_a_prediction_is_the_last_to_be_offered_as_the_true_class(name: str) -> None:
    question = asked(
        pd.DataFrame({name: np.roll(CODED, 3), "readmitted": CODED, "Scored Probabilities": RNG.random(N)})
    )
    assert [answer.columns for answer in question.answers] == [("readmitted",), (name,)]
