"""Training rows are never counted with others unsaid, whatever the name of the column that tells them."""

from typing import Any

import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from tests.predictions.helpers import counted, csv_bytes, opened, pairs, warnings

T, P = ["a", "b", "a", "b"], ["a", "b", "b", "b"]


@pytest.mark.parametrize("name", ["phase", "data_split", "cohort", "Stage"])
@pytest.mark.parametrize("values", [("train", "test"), ("Training", "Validation"), ("development", "validation")])
def test_a_column_of_names_of_splits_is_the_split(name: str, values: tuple[str, str]) -> None:
    study = opened({"y_true": T, "y_pred": P, name: [*values, *values]})
    assert study.mapping.split == name
    assert len(study.models[0].splits) == 2
    assert f"“{name}” was taken as the split" in warnings(study)


@pytest.mark.parametrize("name", ["split", "phase", "is_test"])
def test_rows_of_several_splits_are_never_counted_together_unsaid(name: str) -> None:
    values = ["yes", "no"] if name == "is_test" else ["train", "test"]
    table = {"y_true": T, "y_pred": P, name: values * 2}
    assert f"“{name}” is not used as the split" in warnings(opened(table, Mapping(split="")))
    for mapping in (Mapping(), Mapping(split=name)):
        assert "is not used as the split" not in warnings(opened(table, mapping))
    assert "is not used as the split" not in warnings(opened(table | {name: values[:1] * 4}, Mapping(split="")))


@pytest.mark.parametrize(
    "values", [["train", "test", "other", "test"], ["1", "2", "1", "2"], ["", "", "", ""], ["pre-test", "test"] * 2]
)
def test_other_columns_are_none(values: list[str]) -> None:
    study = opened({"y_true": T, "y_pred": P, "phase": values})
    assert (study.mapping.split, counted(study)) == ("", pairs(T, P))


def test_a_column_named_like_a_split_goes_before() -> None:
    study = opened({"y_true": T, "y_pred": P, "phase": ["train", "test"] * 2, "split": ["x", "x", "y", "y"]})
    assert (study.mapping.split, study.models[0].splits) == ("split", ("x", "y"))


def test_a_fold_of_training_and_test_rows_is_the_split() -> None:
    study = opened({"y_true": T, "y_pred": P, "fold": ["train", "test"] * 2})
    assert (study.mapping.split, study.mapping.fold, study.models[0].splits) == ("fold", "", ("test", "train"))
    assert "“fold” was taken as the split" in warnings(study)
    both = opened({"y_true": T, "y_pred": P, "fold": ["train", "test"] * 2, "split": ["a", "a", "b", "b"]})
    assert (both.mapping.split, both.mapping.fold) == ("split", "")
    chosen = open_files(
        [("a.csv", csv_bytes({"y_true": T, "y_pred": P, "fold": ["train", "test"] * 2}))], Mapping(fold="fold")
    )
    assert (chosen.mapping.split, chosen.mapping.fold) == ("", "fold")


@pytest.mark.parametrize(
    ("name", "values", "splits"),
    [
        ("is_test", ["True", "False"], ["test", "train"]),
        ("is_train", ["1", "0"], ["train", "test"]),
        ("in test", ["no", "yes"], ["train", "test"]),
        ("is_validation", ["1.0", "0.0"], ["valid", "train"]),
        ("Train", ["FALSE", "TRUE"], ["test", "train"]),
    ],
)
def test_a_lone_flag_is_the_split_and_said(name: str, values: list[str], splits: list[str]) -> None:
    study = opened({"y_true": T, "y_pred": P, name: [*values, *values]})
    (model,) = study.models
    assert (study.mapping.split, model.split is not None) == (name, True)
    assert [model.splits[at] for at in model.split] == [*splits, *splits]
    assert f"“{name}” was taken as the split, by its name" in warnings(study)


def test_other_flags_are_said_and_can_be_chosen() -> None:
    two = {"y_true": T, "y_pred": P, "is_train": ["1", "0", "0", "0"], "is_test": ["0", "1", "1", "0"]}
    assert opened(two).mapping.split == ""
    assert "“is_train” looks like a flag of training or test data" in warnings(opened(two))
    chosen = open_files([("a.csv", csv_bytes(two))], Mapping(split="is_test"))
    assert chosen.models[0].splits == ("test", "train")
    assert "looks like a flag" not in warnings(chosen)
    numbers = opened({"y_true": T, "y_pred": P, "train": ["1", "2", "3", "0"]})
    assert (numbers.mapping.split, counted(numbers)) == ("", pairs(T, P))


def test_no_split_may_be_chosen() -> None:
    data = csv_bytes({"y_true": T, "y_pred": P, "phase": ["train", "test"] * 2})
    assert counted(open_files([("a.csv", data)], Mapping(split=""))) == pairs(T, P)


def test_a_column_of_resamples_is_the_fold_and_no_patient() -> None:
    """As collect_predictions of tidymodels names them."""
    columns = {".pred_a": ["0.9", "0.2"] * 10, ".pred_b": ["0.1", "0.8"] * 10, "truth": ["a", "b"] * 10}
    study = opened({"id": [f"Fold{at % 5 + 1}" for at in range(20)], **columns})
    assert (study.mapping.fold, study.mapping.case_id) == ("id", "")
    assert "names resamples" in warnings(study)
    repeated = opened({"id": ["Repeat1"] * 20, "id2": [f"Fold{at % 5 + 1}" for at in range(20)], **columns})
    assert (repeated.mapping.fold, repeated.mapping.case_id) == ("id2", "")
    last = opened({"id": ["train/test split"] * 20, **columns})  # of last_fit: all rows were one patient
    assert (last.mapping.case_id, last.evaluate().clusters) == ("", None)
    assert opened({"id": [f"slice_{at}" for at in range(20)], **columns}).mapping.case_id == "id"


@pytest.mark.parametrize("name", ["Fold #", "kfold_id", "test_fold", "fold_nr", "foldid", "cvfold", "cv_split"])
def test_names_of_a_fold_are_known(name: str) -> None:
    study = opened({"y_true": ["a", "b"] * 10, "y_pred": ["a", "b"] * 10, name: [at % 5 for at in range(20)]})
    assert study.mapping.fold == name


@pytest.mark.parametrize(
    ("name", "values", "is_fold"),
    [
        ("split", ["Fold1", "fold_02"], True),
        ("cv", ["Fold1", "Fold2"], True),
        ("cv", [1, 2], True),
        ("cv", [0.12, 0.4], False),
        ("cv", ["0.12", "0.4"], False),
        ("set", ["A", "B"], False),
    ],
)
def test_a_split_or_cv_that_names_folds_is_the_fold(name: str, values: list[Any], is_fold: bool) -> None:
    """Fold1 alone was shown as the split of the file; a `cv` of the laboratory is a coefficient of variation."""
    study = opened({"y_true": ["a", "b"] * 10, "y_pred": ["a", "b"] * 10, name: values * 10})
    assert (study.mapping.fold == name, study.mapping.split == name) == (is_fold, name == "set")
    assert ("names resamples" in warnings(study)) == is_fold


def test_tests_of_several_places_are_splits_beside_training_rows() -> None:
    base = {"y_true": ["a", "b"] * 10, "y_pred": ["a", "b"] * 10}
    study = opened({**base, "data": ["train", "train", "internal test", "test_external"] * 5})
    assert (study.mapping.split, study.models[0].splits) == ("data", ("internal test", "test_external", "train"))
    assert not opened({**base, "kind": ["stress test", "blood test"] * 10}).mapping.split


@pytest.mark.parametrize(
    ("training", "test"),
    [
        ("Training set", "Test set"),
        ("1_Training", "2_Testing"),
        ("Derivation cohort", "Test cohort"),
        ("Trainingsdaten", "Testdaten"),
        ("jeu d’entraînement", "jeu de test"),
        ("entrenamiento", "prueba"),
    ],
)
def test_splits_in_other_words_and_languages_are_known(training: str, test: str) -> None:
    study = opened({"y_true": T, "y_pred": P, "group": [training, test, training, test]})
    assert (study.mapping.split, study.models[0].splits) == ("group", ("test", "train"))


def test_a_holdout_set_beside_validation_is_test() -> None:
    study = opened({"y_true": T, "y_pred": P, "group": ["train", "val_set", "holdout set", "train"]})
    assert study.models[0].splits == ("test", "valid", "train")
