"""True classes in one file, predictions in others: joined by id, as pandas joins them."""

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import NeedsMapping, Problem
from tests.predictions.helpers import facts

RNG = np.random.default_rng(0)
N = 50
IDS = [f"p{number:02d}" for number in range(N)]
TRUTH = pd.DataFrame({"case_id": IDS, "truth": RNG.choice(["ill", "well"], N), "sex": RNG.choice(["f", "m"], N)})


def said(seed: int) -> pd.DataFrame:
    table = pd.DataFrame({"case_id": IDS, "y_pred": np.random.default_rng(seed).choice(["ill", "well"], N)})
    return table.sample(frac=1, random_state=seed)


def file(name: str, table: pd.DataFrame) -> tuple[str, bytes]:
    return name, table.to_csv(index=False).encode()


def expected(table: pd.DataFrame) -> list[list[int]]:
    both = table.merge(TRUTH, on="case_id")
    return pd.crosstab(both.truth, both.y_pred).to_numpy().tolist()


@pytest.mark.parametrize("turned", [False, True])
def test_predictions_find_their_true_class_by_id_in_any_order(turned: bool) -> None:
    files = [file("truth.csv", TRUTH), file("model.csv", said(1))]
    study = open_files(files[::-1] if turned else files)
    assert study.evaluate().matrix.cells.tolist() == expected(said(1))
    assert (study.model_names, study.rows, study.used) == ((None,), N, N)
    assert "sex" in study.cases_of(0).details.column_names
    assert "50 rows of “model.csv”" in facts(study)


def test_each_further_file_is_a_model() -> None:
    study = open_files([file("truth.csv", TRUTH), file("r1.csv", said(1)), file("r2.csv", said(2))])
    assert study.model_names == ("r1", "r2")
    assert [study.evaluate(model).matrix.cells.tolist() for model in (0, 1)] == [expected(said(1)), expected(said(2))]


def test_rows_without_a_true_class_and_cases_without_a_prediction_are_counted() -> None:
    study = open_files([file("truth.csv", TRUTH.iloc[5:]), file("model.csv", said(1).sort_values("case_id").iloc[:40])])
    assert study.evaluate().matrix.cells.tolist() == expected(said(1).sort_values("case_id").iloc[5:40])
    assert {part.reason: part.rows for part in study.excluded} == {"no truth": 5, "no answer": 10}
    assert "10 cases of “truth.csv” have no row in “model.csv”" in facts(study)


@pytest.mark.parametrize("turned", [False, True])
def test_the_true_class_is_asked_of_the_file_without_predictions(turned: bool) -> None:
    files = [file("labels.csv", TRUTH.rename(columns={"truth": "dx"})), file("model.csv", said(1))]
    with pytest.raises(NeedsMapping) as needed:
        open_files(files[::-1] if turned else files)
    assert [each.columns for each in needed.value.question.answers] == [("dx",), ("sex",)]


def test_the_column_of_the_true_class_may_be_chosen() -> None:
    study = open_files(
        [file("a.csv", TRUTH.rename(columns={"truth": "dx"})), file("b.csv", said(1))], Mapping(truth="dx")
    )
    assert study.evaluate().matrix.cells.tolist() == expected(said(1))


@pytest.mark.parametrize("turned", [False, True])
def test_a_file_of_details_beside_whole_predictions_is_no_model_and_no_true_class(turned: bool) -> None:
    files = [file("model.csv", said(1).merge(TRUTH.drop(columns="sex"))), file("sex.csv", TRUTH[["case_id", "sex"]])]
    with pytest.raises(Problem, match=r"“sex.csv” has neither .* Add its columns to “model.csv”") as refused:
        open_files(files[::-1] if turned else files)
    assert not isinstance(refused.value, NeedsMapping)


@pytest.mark.parametrize(
    ("truth", "words"),
    [
        (pd.concat([TRUTH, TRUTH.iloc[:1]]), "names case “p00” on several rows"),
        (TRUTH.assign(case_id=range(N)), "No ID in “case_id” of “model.csv” stands in “case_id” of “truth.csv”"),
        (TRUTH.drop(columns="case_id"), "“truth.csv” has no column of case IDs"),
    ],
)
def test_ids_that_do_not_tell_the_cases_are_refused(truth: pd.DataFrame, words: str) -> None:
    with pytest.raises(Problem, match=words):
        open_files([file("truth.csv", truth), file("model.csv", said(1))])


IMAGES = TRUTH.rename(columns={"case_id": "image_id"}).assign(patient_id=[f"P{number // 2}" for number in range(N)])
GUESSES = said(1).rename(columns={"case_id": "image_id"})


@pytest.mark.parametrize("known", [IMAGES, IMAGES[["patient_id", "image_id", "truth"]]])
@pytest.mark.parametrize("guessed", [GUESSES, GUESSES.merge(IMAGES[["image_id", "patient_id"]])])
def test_images_of_which_a_patient_has_several_are_joined_and_their_patients_known(
    known: pd.DataFrame, guessed: pd.DataFrame
) -> None:
    """The file was refused: no case IDs in one, or a patient on several rows of the other."""
    files = [file("labels.csv", known), file("model.csv", guessed)]
    study = open_files(files)
    assert study.evaluate().matrix.cells.tolist() == expected(said(1))
    assert open_files(files, study.mapping).used == N
    assert (study.mapping.case_id, study.evaluate().clusters) == ("patient_id", N // 2)


@pytest.mark.parametrize("name", ["Unnamed: 0", "row_id", "psa", "site"])
def test_numbers_and_names_of_something_else_join_nothing(name: str) -> None:
    values = ["Basel"] * N if name == "site" else [*range(N)]
    tables = [table.assign(**{name: values}) for table in (IMAGES, GUESSES)]
    study = open_files([file("labels.csv", tables[0]), file("model.csv", tables[1])])
    assert study.evaluate().matrix.cells.tolist() == expected(said(1))
    with pytest.raises(Problem, match="no column of case IDs"):
        open_files([file("labels.csv", tables[0]), file("model.csv", tables[1].drop(columns="image_id"))])


@pytest.mark.parametrize("name", ["lfd_nr", "bed_number", "exam_date"])
def test_nothing_joins_rows_of_other_patients(name: str) -> None:
    """Numbers of the rows of each file and dates that happen to be different joined them."""
    values = [f"2024-01-{day:02d}" for day in range(1, 26)] if name == "exam_date" else [*range(25)]
    known = IMAGES.iloc[:25].assign(**{name: values}).drop(columns="image_id")
    guessed = GUESSES.merge(IMAGES[["image_id", "patient_id"]]).iloc[:25].assign(**{name: values})
    with pytest.raises(Problem, match="names case “P0” on several rows"):
        open_files([file("labels.csv", known), file("model.csv", guessed.drop(columns="image_id"))])


@pytest.mark.parametrize("turned", [False, True])
def test_frames_in_another_order_are_not_joined_row_by_row(turned: bool) -> None:
    frames = pd.DataFrame({"video": ["a"] * 20 + ["b"] * 20, "frame": [*range(20)] * 2})
    gold, said = (frames.assign(phase=RNG.choice(["cut", "clip"], 40)) for _ in range(2))
    files = [file("gold.csv", gold), file("pred.csv", said)]
    assert open_files(files).evaluate().n == 40
    files[1] = file("pred.csv", said[::-1])
    with pytest.raises(Problem, match="differs between the rows of"):
        open_files(files[::-1] if turned else files)
