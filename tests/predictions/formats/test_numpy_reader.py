import io
import zipfile
from typing import Any

import numpy as np
import pytest

from predictions.formats.readers import read
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.study import Study
from tests.predictions.helpers import counted, warnings

TRUTH, CALLED = np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])
SCORES = np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.7, 0.3]])
NAMES = np.array(["well", "ill"])
EXPECTED = {("well", "well"): 2, ("ill", "ill"): 1, ("ill", "well"): 1}
BY_CODE = {("0", "0"): 2, ("1", "1"): 1, ("1", "0"): 1}


def npz(*unnamed: Any, **arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, *unnamed, **arrays)
    return file.getvalue()


def npy(array: np.ndarray, **options: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


def opened(data: bytes) -> Study:
    return open_files([("a", data)])


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [
        (TRUTH, CALLED),
        (TRUTH.astype(">i4"), CALLED.astype(np.uint8)),
        (TRUTH.astype(float), CALLED.astype(np.float16)),
        (TRUTH == 1, CALLED == 1),
        (TRUTH[:, None], CALLED),
        (NAMES[TRUTH], NAMES[CALLED]),
        (NAMES[TRUTH].astype("S"), NAMES[CALLED]),
    ],
)
def test_codes_take_their_names_however_they_are_stored(truth: np.ndarray, predicted: np.ndarray) -> None:
    assert counted(opened(npz(y_true=truth, y_pred=predicted, labels=NAMES))) == EXPECTED


@pytest.mark.parametrize(
    "scores", [SCORES, np.asfortranarray(SCORES), SCORES.astype(">f8"), SCORES.astype(np.longdouble)]
)
def test_scores_belong_to_the_classes_in_the_order_of_the_labels(scores: np.ndarray) -> None:
    study = opened(npz(y_true=TRUTH, y_pred=CALLED, y_score=scores, labels=NAMES))
    found = study.models[0].scores
    assert found is not None
    assert [column.tolist() for column in found] == [SCORES[:, 1].tolist(), SCORES[:, 0].tolist()]  # type: ignore[union-attr]
    assert study.labels == ("ill", "well")


def test_without_labels_codes_are_the_classes_and_texts_have_no_known_order() -> None:
    study = opened(npz(y_true=TRUTH, y_score=SCORES))
    assert counted(study) == BY_CODE
    assert "no class names (labels): the codes are the classes" in warnings(study)
    study = opened(npz(y_true=NAMES[TRUTH], y_pred=NAMES[CALLED], y_score=SCORES))
    assert "order of the 2 score columns is unknown: not used" in warnings(study)
    assert study.models[0].scores is None


def test_a_missing_code_is_a_row_without_true_class() -> None:
    study = opened(npz(y_true=np.array([0, np.nan, 1, 0]), y_pred=CALLED, labels=NAMES))
    assert (study.used, study.excluded[0].reason) == (3, "no truth")


def test_records_fields_and_two_columns_are_read_and_said() -> None:
    records = np.array([*zip(NAMES[TRUTH], NAMES[CALLED], strict=True)], [("y_true", "U4"), ("y_pred", "U4")])
    assert counted(opened(npy(records))) == counted(opened(npz(data=records))) == EXPECTED
    assert "structured array “data” was read field by field" in warnings(opened(npz(data=records)))
    study = opened(npy(np.stack([TRUTH, CALLED], 1)))
    assert counted(study) == BY_CODE
    assert "the first was taken as y_true, the second as y_pred" in warnings(study)


def test_what_is_no_column_is_ignored_and_said() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in {"y_true": TRUTH, "y_pred": CALLED, "../up": TRUTH, "cam": np.zeros((4, 2, 2))}.items():
            archive.writestr(f"{name}.npy", npy(array))
        for name, array in {"features": np.zeros((4, 9)), "loss": np.zeros(3), "threshold": np.array(0.5)}.items():
            archive.writestr(f"{name}.npy", npy(array))
        archive.writestr("readme.txt", "hello")
    study = opened(file.getvalue())
    assert counted(study) == BY_CODE
    for name in ("../up.npy", "cam", "features", "loss", "threshold", "readme.txt"):
        assert f"“{name}”" in warnings(study)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (npz(y_true=NAMES[TRUTH].astype(object), y_pred=CALLED), r"Python objects \(pickle\).*astype\(str\)"),
        (npy(NAMES.astype(object), allow_pickle=True), "never opened"),
        (npz(y_true=TRUTH, y_score=SCORES + 1j), "complex"),
        (npz(y_true=TRUTH, y_pred=CALLED[:3]), r"“y_true” has \(4,\), “y_pred” has \(3,\)"),
        (npz(y_true=TRUTH, y_score=SCORES[..., None]), r"\(4, 2, 1\), but scores need a row per case"),
        (npz(y_true=TRUTH, y_score=SCORES.T), r"\(2, 4\). It looks transposed"),
        (npz(y_true=np.eye(2)[TRUTH], y_score=SCORES), r"“y_true” has the shape \(4, 2\)"),
        (npz(y_true=TRUTH, y_pred=np.eye(2)[CALLED]), r"“y_pred” has the shape \(4, 2\)"),
        (npz(y_true=TRUTH + 1, y_pred=CALLED, labels=NAMES), r"the code 2, but there are names for 0 to 1 only \(2"),
        (npz(y_true=TRUTH - 1, y_pred=CALLED, labels=NAMES), "the code -1"),
        (npz(y_true=TRUTH, y_score=SCORES, labels=np.array(list("abc"))), "2 columns, but there are 3 class names"),
        (npz(TRUTH, CALLED), "known to contain the true class .* “arr_0”, “arr_1”"),
        (npy(TRUTH), "without column names"),
        (npy(TRUTH)[:-3], "needs 32 bytes, but it holds 29"),
        (npy(TRUTH).replace(b"(4,)", b"(9,)"), "needs 72 bytes, but it holds 32"),
        (npy(TRUTH).replace(b"'shape'", b"'share'"), "header makes no sense"),
        (npy(TRUTH).replace(b"False", b"f(1)["), "header makes no sense"),
        (npz(y_true=TRUTH)[:-40], "damaged or incomplete NPZ"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(Problem, match=message):
        opened(data)


def test_a_header_of_terabytes_takes_no_memory() -> None:
    data = npy(TRUTH).replace(b"(4,), }          ", b"(99999999999,), }")
    with pytest.raises(Problem, match="needs 799,999,999,992 bytes"):
        read("a", data)


def test_deep_scores_without_predictions_are_refused_by_their_shape() -> None:
    with pytest.raises(Problem, match=r"“y_score” has the shape \(4, 2, 1\)"):
        opened(npz(y_true=NAMES[TRUTH], y_score=SCORES[:, :, None]))
    study = opened(npz(y_true=NAMES[TRUTH], y_pred=NAMES[CALLED], y_score=SCORES[:, :, None]))
    assert (counted(study), "“y_score” was ignored" in warnings(study)) == (EXPECTED, True)


def test_scores_of_unknown_classes_are_refused_where_nothing_else_predicts() -> None:
    with pytest.raises(Problem, match="nothing names the class of each of the 2 columns of “y_score”"):
        opened(npz(y_true=NAMES[TRUTH], y_score=SCORES))


def test_label_ids_are_true_classes_and_predictions_of_fractions_beside_them_are_scores() -> None:
    """As the trainer of Hugging Face gives them."""
    truth, logits = np.array([0, 1, 2, 1] * 5), np.random.default_rng(0).normal(size=(20, 3))
    study = opened(npz(label_ids=truth, predictions=logits))
    expected = opened(npz(y_true=truth, y_pred=logits.argmax(axis=1)))
    assert counted(study) == counted(expected)
    assert "was taken as the true class" in warnings(study)


@pytest.mark.parametrize("labels", ["labels", "y"])
def test_labels_of_a_model_are_no_true_classes(labels: str) -> None:
    with pytest.raises(Problem):
        opened(npz(true_labels=TRUTH, **{labels: TRUTH}, scores=SCORES))


def test_runs_of_one_score_are_no_scores_of_classes() -> None:
    with pytest.raises(Problem, match="shape"):
        opened(npz(y_true=np.array([0, 1] * 5), predictions=np.full((10, 3), 0.7)))


def test_names_of_classes_are_no_true_classes() -> None:
    with pytest.raises(Problem, match="known to contain the true class"):
        opened(npz(labels=np.array(["a", "b", "c"]), y_score=np.eye(3) / 2))
    with pytest.raises(Problem, match="shape"):  # a class and its probability
        opened(npz(y_true=np.array([0, 1] * 5), predictions=np.column_stack([[0, 1] * 5, [0.7] * 10])))
