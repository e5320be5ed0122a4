"""Scores in long format are read as the rows of the cases that they stand for."""

import numpy as np
import pandas as pd
import pytest

from predictions.opening import open_files
from predictions.problems import Problem
from predictions.study import RowStudy
from tests.predictions.helpers import facts

RNG = np.random.default_rng(0)
N, CLASSES = 40, ["A", "B", "C"]
WIDE = pd.DataFrame(RNG.dirichlet([1, 1, 1], N).round(4), columns=CLASSES)
TRUTH = RNG.choice(CLASSES, N)
CASES = pd.DataFrame(
    {"case_id": [f"p{number}" for number in range(N)], "y_true": TRUTH, "sex": RNG.choice(["f", "m"], N)}
)
LONG = pd.concat([CASES, WIDE], axis=1).melt([*CASES], var_name="class", value_name="score")
EXPECTED = pd.crosstab(TRUTH, WIDE.idxmax(axis=1).to_numpy()).reindex(columns=CLASSES, fill_value=0).to_numpy().tolist()


def opened(table: pd.DataFrame) -> RowStudy:
    study = open_files([("long.csv", table.to_csv(index=False).encode())])
    assert isinstance(study, RowStudy)
    return study


OF_IMAGES = LONG.rename(columns={"case_id": "filename", "class": "predicted_label"})


@pytest.mark.parametrize(
    "table", [LONG, LONG.sample(frac=1, random_state=1), LONG.assign(rank=range(len(LONG))), OF_IMAGES]
)
def test_a_row_for_each_case_and_class_is_a_row_for_each_case(table: pd.DataFrame) -> None:
    study = opened(table)
    assert study.evaluate().matrix.cells.tolist() == EXPECTED
    assert (study.rows, study.used, study.mapping.scores) == (N, N, {label: f"score_{label}" for label in CLASSES})
    assert "sex" in study.cases_of(0).details.column_names
    assert "120 rows were read as 40 cases" in facts(study)


@pytest.mark.parametrize("name", ["seed", "view", "eye"])
def test_runs_that_are_numbered_like_the_classes_name_no_classes(name: str) -> None:
    cases = pd.DataFrame({"case_id": CASES.case_id, "y_true": np.arange(N) % 2, "score": RNG.random(N).round(3)})
    runs = pd.concat([cases.assign(**{name: run}, score=(0.9 * cases.score + 0.05 * run).round(3)) for run in (0, 1)])
    study = opened(runs)
    assert (study.rows, study.mapping.score) == (2 * N, "score")


@pytest.mark.parametrize(("name", "add_up"), [("class", False), ("k", True)])
def test_codes_are_classes_by_their_name_or_where_their_scores_add_up(name: str, add_up: bool) -> None:
    score = RNG.random(N).round(3)
    scores = {0: 1 - score, 1: score if add_up else score**2}
    cases = pd.DataFrame({"case_id": CASES.case_id, "y_true": np.arange(N) % 2})
    study = opened(pd.concat([cases.assign(**{name: code}, score=own) for code, own in scores.items()]))
    assert (study.rows, study.mapping.scores) == (N, {"0": "score_0", "1": "score_1"})


def test_models_below_each_other_stay_apart() -> None:
    study = opened(pd.concat([LONG.assign(model="x"), LONG.assign(model="y", score=1 - LONG.score)]))
    assert (study.model_names, [study.evaluate(model).n for model in (0, 1)]) == (("x", "y"), [N, N])
    assert study.evaluate(0).matrix.cells.tolist() == EXPECTED


def test_rows_that_lack_a_score_of_a_class_are_left_as_they_are() -> None:
    with pytest.raises(Problem):
        opened(LONG.iloc[1:])


def test_the_classes_that_scores_are_for_are_no_true_classes() -> None:
    with pytest.raises(Problem, match="Add it as a column named y_true"):
        opened(LONG.drop(columns=["y_true", "sex"]))


@pytest.mark.parametrize("name", ["disease", "rhythm", "lesion_type"])
def test_numbered_classes_under_such_a_name_need_no_scores_that_add_up(name: str) -> None:
    cases = pd.DataFrame({"case_id": CASES.case_id, "y_true": np.arange(N) % 2})
    rows = pd.concat([cases.assign(**{name: label}, score=RNG.random(N).round(3)) for label in (0, 1)])
    assert opened(rows).mapping.scores == {"0": "score_0", "1": "score_1"}


def test_numbered_classes_are_known_beside_one_blank_score() -> None:
    numbered = LONG.replace(dict(zip(CLASSES, "123", strict=True))).rename(columns={"class": "option"})
    numbered.loc[3, "score"] = None
    assert opened(numbered).used == N - 1


def test_a_predicted_class_that_is_every_class_of_a_case_says_what_a_score_is_for() -> None:
    """Each of three rows of a case was an answer of its own, and 20 of 60 answers correct whatever the scores."""
    named = LONG.rename(columns={"class": "predicted_class", "score": "probability"})
    study = opened(named)
    assert (study.rows, study.evaluate().matrix.cells.tolist()) == (N, EXPECTED)
    visits = named[named.predicted_class != "C"].assign(probability=0.7)  # two answers of each case with their scores
    assert opened(visits).rows == 2 * N


@pytest.mark.parametrize("form", [int, float])
def test_a_1_marks_the_row_of_the_true_class(form: type) -> None:
    """Every row was a case of 0 or 1."""
    marked = LONG.assign(y_true=(LONG.y_true == LONG["class"]).astype(form))
    study = opened(marked.sample(frac=1, random_state=1))
    assert (study.rows, study.labels) == (N, tuple(CLASSES))
    assert study.evaluate().matrix.cells.tolist() == EXPECTED
    for other in (marked.assign(score=RNG.random(len(marked)).round(3)), marked.assign(y_true=1 - marked.y_true)):
        assert opened(other).rows == 3 * N  # several findings of a patient, each with a score of its own


@pytest.mark.parametrize("name", ["eye", "lesion"])
@pytest.mark.parametrize("scores", [[1, 0, 0, 1, 0, 1], [0.9, 0.1, 0.2, 0.8, 0.3, 0.7]])
def test_eyes_and_lesions_with_a_true_class_each_stay_rows(name: str, scores: list[float]) -> None:
    """Also where one eye of each case is ill and the scores of both add up."""
    table = {"case_id": np.arange(60) // 2, name: [1, 2] * 30, "y_true": [1, 0, 0, 1, 1, 0] * 10, "score": scores * 10}
    study = opened(pd.DataFrame(table))
    assert (study.labels, study.rows) == (("0", "1"), 60)
