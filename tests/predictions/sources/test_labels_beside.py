"""Several labels per row in two files: one label is evaluated, true in one file and predicted in the other."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import NeedsMapping, Problem
from predictions.question import Asked
from tests.predictions.helpers import facts, warnings

RNG = np.random.default_rng(0)
N, NAMES = 60, ("1dAVb", "RBBB", "AF")
TRUE = pd.DataFrame({name: RNG.integers(0, 2, N) for name in NAMES})
SAID = TRUE.where(RNG.random(TRUE.shape) > 0.2, 1 - TRUE)
IDS = [f"p{number:02d}" for number in range(N)]
ASKED = Mapping(truth="y_true_AF")


def file(name: str, table: pd.DataFrame) -> tuple[str, bytes]:
    return name, table.to_csv(index=False).encode()


def cells_of(truth: pd.DataFrame, said: pd.DataFrame) -> list[list[int]]:
    return pd.crosstab(truth.AF, said.AF).to_numpy().tolist()


@pytest.mark.parametrize("turned", [False, True])
def test_one_label_is_asked_for_and_read_row_by_row_without_ids(turned: bool) -> None:
    files = [file("dnn.csv", SAID), file("gold_standard.csv", TRUE)]
    files = files[::-1] if turned else files
    with pytest.raises(NeedsMapping) as needed:
        open_files(files)
    assert (needed.value.question.asked, needed.value.question.labels) == (Asked.LABEL, NAMES)
    for mapping in (ASKED, needed.value.question.answers[-1].mapping):
        study = open_files(files, mapping)
        assert study.evaluate().matrix.cells.tolist() == cells_of(TRUE, SAID)
        assert "those of “gold_standard.csv” were taken as the true classes" in warnings(study)
        assert "row by row" in warnings(study)


@pytest.mark.parametrize("names", [("a.csv", "b.csv", "c.csv"), ("gold.csv", "truth.csv", "c.csv")])
def test_of_three_files_of_labels_one_must_be_named_as_the_true_one(names: tuple[str, ...]) -> None:
    with pytest.raises(NeedsMapping, match="yes/no columns") as needed:
        open_files([file(name, table) for name, table in zip(names, (TRUE, SAID, 1 - SAID), strict=True)])
    assert needed.value.question.answers == ()


@pytest.mark.parametrize("turned", [False, True])
def test_scores_of_the_same_labels_beside_their_true_classes_are_read_as_scores(turned: bool) -> None:
    """Also where those of one label happen to be 0 and 1 alone: these are predictions."""
    scores = (0.8 * TRUE + 0.2 * RNG.random(TRUE.shape)).assign(RBBB=SAID.RBBB)
    files = [file("a.csv", TRUE), file("b.csv", scores)]
    with pytest.raises(NeedsMapping) as needed:
        open_files(files[::-1] if turned else files)
    assert (needed.value.question.asked, needed.value.question.labels) == (Asked.LABEL, NAMES)
    study = open_files(files[::-1] if turned else files, needed.value.question.answers[-1].mapping)
    assert "those of “a.csv” were taken as the true classes" in warnings(study)
    assert study.evaluate().classes[1]["auc"].value == pytest.approx(roc_auc_score(TRUE.AF, scores.AF))


def test_with_ids_the_rows_are_joined_by_them_and_the_first_file_is_true_where_no_name_tells() -> None:
    first, second = TRUE.assign(case_id=IDS), SAID.assign(case_id=IDS).sample(frac=1, random_state=1)
    study = open_files([file("a.csv", first), file("b.csv", second)], ASKED)
    assert study.evaluate().matrix.cells.tolist() == cells_of(TRUE, SAID)
    assert "joined by “case_id” to 60 rows" in facts(study)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_several_models_are_each_read_beside_the_one_file_that_is_named_as_true(at: int) -> None:
    files = [file("a.csv", SAID), file("b.csv", 1 - SAID)]
    files.insert(at, file("gold_standard.csv", TRUE))
    with pytest.raises(NeedsMapping) as needed:
        open_files(files)
    assert (needed.value.question.asked, needed.value.question.labels) == (Asked.LABEL, NAMES)
    for mapping in (ASKED, needed.value.question.answers[-1].mapping):
        study = open_files(files, mapping)
        assert study.model_names == ("a", "b")
        cells = [study.evaluate(model).matrix.cells.tolist() for model in (0, 1)]
        assert cells == [cells_of(TRUE, SAID), cells_of(TRUE, 1 - SAID)]


@pytest.mark.parametrize("third", [SAID * 0.8 + 0.1, SAID.drop(columns="AF")])
def test_files_of_classes_and_of_scores_or_of_other_labels_are_not_read_together(third: pd.DataFrame) -> None:
    with pytest.raises(Problem):
        open_files([file("gold_standard.csv", TRUE), file("a.csv", SAID), file("b.csv", third)], ASKED)


def test_shared_details_of_three_files_are_no_labels() -> None:
    """Sex and smoking stand beside the true class, and beside the answer of each model."""
    shared = TRUE.iloc[:, :2].set_axis(["male", "smoker"], axis=1)
    texts = np.where(TRUE.iloc[:, 2], "ill", "well"), np.where(SAID.iloc[:, 2], "ill", "well")
    for true, said in (("y_true", "answer"), ("diagnosis", "diagnosis")):
        files = [file("labels.csv", shared.assign(**{true: texts[0]}))]
        files += [file(f"{name}.csv", shared.assign(**{said: texts[1]})) for name in "ab"]
        with pytest.raises(Problem) as problem:
            open_files(files)
        assert "male" not in getattr(getattr(problem.value, "question", None), "labels", ())


def test_a_file_of_a_reference_model_holds_no_true_classes() -> None:
    named = {"experts": TRUE, "reference_model": SAID, "new_model": 1 - SAID}
    with pytest.raises(Problem):
        open_files([file(f"{name}.csv", table) for name, table in named.items()], ASKED)


def test_files_of_other_lengths_without_ids_are_refused() -> None:
    with pytest.raises(Problem, match=r"has 60 rows, “dnn.csv” 50, and neither has case IDs"):
        open_files([file("gold.csv", TRUE), file("dnn.csv", SAID.iloc[:50])])


def test_two_models_of_one_true_class_are_no_labels() -> None:
    tables = [TRUE.rename(columns={"AF": "y_true", "RBBB": "smoker"}).assign(y_pred=SAID[name]) for name in NAMES[1:]]
    study = open_files([file("a.csv", tables[0]), file("b.csv", tables[1])])
    assert study.model_names == ("a", "b")


@pytest.mark.parametrize("turned", [False, True])
def test_a_code_among_the_true_labels_makes_no_scores_of_them(turned: bool) -> None:
    """The gold standard stays the true one; what has a code is no yes or no."""
    truth = TRUE.assign(RBBB=[-1, *TRUE.RBBB[1:]])
    files = [file("gold.csv", truth), file("pred.csv", SAID)]
    with pytest.raises(NeedsMapping) as needed:
        open_files(files[::-1] if turned else files)
    assert needed.value.question.labels == ("1dAVb", "AF")
    study = open_files(files[::-1] if turned else files, ASKED)
    assert study.evaluate().matrix.cells.tolist() == cells_of(TRUE, SAID)


def test_labels_of_images_are_joined_by_the_image() -> None:
    """Row by row they would be those of other images."""
    truth, said = (table.assign(filename=[f"{name}.png" for name in IDS]) for table in (TRUE, SAID))
    study = open_files([file("gold.csv", truth), file("dnn.csv", said.sample(frac=1, random_state=1))], ASKED)
    assert study.evaluate().matrix.cells.tolist() == cells_of(TRUE, SAID)


def test_labels_written_with_decimals_are_yes_and_no() -> None:
    """As ISIC publishes them: one true class in each row, which was refused as several labels."""
    truth = pd.get_dummies(pd.Series(RNG.choice(NAMES, N))).astype(float)
    scores = pd.DataFrame(RNG.dirichlet([1, 1, 1], N).round(4), columns=truth.columns)
    study = open_files([file("truth.csv", truth.assign(image=IDS)), file("a.csv", scores.assign(image=IDS)[::-1])])
    expected = pd.crosstab(truth.idxmax(axis=1), scores.idxmax(axis=1))
    assert study.evaluate().matrix.cells.tolist() == expected.to_numpy().tolist()


@pytest.mark.parametrize(("first", "second"), [("truth", "a"), ("solution", "submission")])
@pytest.mark.parametrize("turned", [False, True])
def test_one_class_under_one_name_is_true_in_the_file_whose_name_says_so(first: str, second: str, turned: bool) -> None:
    """Both files of a challenge have the columns id and diagnosis, and nothing could be answered."""
    truth = pd.DataFrame({"id_code": IDS, "diagnosis": RNG.integers(0, 5, N)})
    said = truth.assign(diagnosis=RNG.integers(0, 5, N))
    files = [file(f"{first}.csv", truth), file(f"{second}.csv", said.sample(frac=1, random_state=2))]
    study = open_files(files[::-1] if turned else files)
    assert study.evaluate().matrix.cells.tolist() == pd.crosstab(truth.diagnosis, said.diagnosis).to_numpy().tolist()
    assert f"those of “{first}.csv” were taken as the true classes" in warnings(study)
    with pytest.raises(NeedsMapping):
        open_files([file("a.csv", truth), file("b.csv", said)])
    with pytest.raises(NeedsMapping):
        open_files([file("truth.csv", truth), file("b.csv", said.assign(age=40))])


def test_a_first_case_is_no_name_of_a_column() -> None:
    """Two files without a header that begin alike."""
    lines = [f"A{at:02d},{label}\n".encode() for at, label in enumerate("NAON" * 5)]
    with pytest.raises(NeedsMapping):
        open_files([("REFERENCE.csv", b"".join(lines)), ("answers.csv", b"".join(lines[:1] + lines[1:][::-1]))])


@pytest.mark.parametrize("name", ["Label", "sepsis"])
def test_one_score_under_the_name_of_the_true_class_is_its_score(name: str) -> None:
    truth = pd.DataFrame({"ID": IDS, name: TRUE.AF, "Usage": "Public"})
    scores = pd.DataFrame({"ID": IDS, name: (0.5 * TRUE.AF + 0.5 * RNG.random(N)).round(4)})
    study = open_files([file("a.csv", scores[::-1]), file("b.csv", truth)])
    assert study.evaluate().classes[1]["auc"].value == pytest.approx(roc_auc_score(TRUE.AF, scores[name]))


@pytest.mark.parametrize(
    ("first", "second"),
    [("model_A", "algorithm_B"), ("cases", "predictions"), ("reference_predictions", "new_predictions")],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_file_is_not_the_true_one_because_the_other_is_a_models(first: str, second: str, turned: bool) -> None:
    truth = pd.DataFrame({"id": IDS, "diagnosis": RNG.choice(["a", "b", "c"], N)})
    files = [file(f"{first}.csv", truth), file(f"{second}.csv", truth[::-1])]
    with pytest.raises(NeedsMapping):
        open_files(files[::-1] if turned else files)


@pytest.mark.parametrize("detail", [{"ef": RNG.integers(20, 70, N)}, {"sex": RNG.integers(0, 2, N)}])
def test_a_measurement_or_the_sex_in_both_files_is_no_class(detail: dict[str, np.ndarray]) -> None:
    table = pd.DataFrame({"id": IDS, **detail})
    with pytest.raises(Problem):
        open_files([file("reference.csv", table), file("model.csv", table[::-1])])


def test_a_treatment_beside_its_propensity_is_no_class_with_a_score() -> None:
    cohort = pd.DataFrame({"id": IDS, "relapse": TRUE.AF, "treated": TRUE.RBBB})
    given = pd.DataFrame({"id": IDS, "output": RNG.random(N).round(3), "treated": RNG.random(N).round(3)})
    with pytest.raises(NeedsMapping):
        open_files([file("cohort.csv", cohort), file("model_output.csv", given)])


def test_files_of_other_cases_are_no_pair() -> None:
    table = pd.DataFrame({"id": IDS, "label": TRUE.AF})
    with pytest.raises(NeedsMapping):
        open_files([file("gold.csv", table), file("sample.csv", table.assign(id=[f"q{each}" for each in IDS]))])


def test_fractions_are_scores_whatever_the_names_of_the_files_say() -> None:
    scores = (0.5 * TRUE + 0.5 * RNG.random(TRUE.shape)).round(4)
    study = open_files([file("gold_dnn.csv", scores), file("dnn.csv", TRUE)], ASKED)
    assert study.evaluate().classes[1]["auc"].value == pytest.approx(roc_auc_score(TRUE.AF, scores.AF))
