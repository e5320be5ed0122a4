import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from tests.predictions.helpers import counted, csv_bytes, facts, opened, pairs, warnings
from words.notices import worded

T, P = list("aabb"), list("abbb")
BASE = {"y_true": T, "y_pred": P}


def test_rows_without_true_class_are_excluded_and_counted() -> None:
    study = opened({"y_true": ["a", "", " ", "b"], "y_pred": P})
    assert counted(study) == pairs("ab", "ab")
    assert (study.rows, study.used, study.excluded[0].rows, study.excluded[0].reason) == (4, 2, 2, "no truth")
    assert "2 rows excluded: no true class in “y_true”" in warnings(study)


def test_rows_without_an_answer_are_excluded_and_counted_per_true_class() -> None:
    study = opened({"y_true": T, "y_pred": ["a", "", "b", ""]})
    assert counted(study) == pairs("ab", "ab")
    assert (study.excluded[0].reason, study.evaluate().unanswered) == ("no answer", (1, 1))
    assert "2 rows without a prediction in “y_pred” (missing prediction)" in warnings(study)


def test_a_blank_of_one_model_excludes_nothing_from_the_other() -> None:
    study = opened({"y_true": T, "pred_x": ["a", "", "b", "b"], "pred_y": P})
    assert [len(model) for model in study.models] == [3, 4]
    assert (study.used, study.excluded, counted(study, 1)) == (4, (), pairs(T, P))
    assert "different numbers of rows" in warnings(study)


def test_an_ignored_true_class_is_excluded_with_its_reason_and_is_no_label() -> None:
    study = opened({"y_true": ["-1", "a", "b", "-1.0"], "y_pred": P}, Mapping(ignore_truth=("-1",)))
    assert (study.labels, counted(study)) == (("a", "b"), pairs("ab", "bb"))
    assert (study.excluded[0].rows, "mapping" in study.excluded[0].reason) == (2, True)
    assert "2 rows excluded: true class “-1”, as set in the mapping" in facts(study)


def test_a_totals_row_is_excluded_but_a_class_named_total_is_not() -> None:
    study = opened({"site": ["x", "y", "z", "w", "Total"], "y_true": [*T, "4"], "y_pred": [*P, "4"]})
    assert (counted(study), study.excluded[0].reason) == (pairs(T, P), "totals row")
    assert opened({"y_true": ["a", "b", "Total", "Total"], "y_pred": P}).used == 4


@pytest.mark.parametrize("truth", [["", "", "", ""], ["a", "b", "", ""]])
def test_a_file_without_a_usable_row_is_refused(truth: list[str]) -> None:
    with pytest.raises(Problem, match=r"y_true|both a true"):
        opened({"y_true": truth, "y_pred": ["", "", "a", "b"]})


def test_without_ids_rows_are_independent_and_it_is_said() -> None:
    study = opened(BASE)
    assert (study.evaluate().clusters, "treated as independent" in warnings(study)) == (None, True)


def test_ids_are_text_and_only_equal_text_is_one_patient() -> None:
    study = opened(BASE | {"id": ["7", "07", "007", "7.0"]})
    assert study.evaluate().clusters == 4
    assert "more than once" not in warnings(study)


def test_repeated_ids_are_clusters_and_a_blank_id_is_its_own() -> None:
    study = opened(BASE | {"patient_id": [" p", "p", "", ""]})
    assert study.evaluate().clusters == 3
    for words in (
        "1 ID in “patient_id” appears on more than one row",
        "2 rows with a blank ID",
        "Spaces around IDs in “patient_id” were removed (1 row)",
    ):
        assert words in warnings(study)


def test_conflicts_of_one_case_are_counted_but_patients_may_differ() -> None:
    conflicting = {"y_true": list("abab"), "y_pred": list("aabb"), "case_id": list("1122")}
    assert "have conflicting true classes, such as “1”" in warnings(opened(conflicting))
    patients = {("patient_id" if name == "case_id" else name): values for name, values in conflicting.items()}
    assert "conflicting" not in warnings(opened(patients))


def test_ids_that_differ_in_case_only_are_said() -> None:
    assert "1 ID in “id” differs only in case" in warnings(opened(BASE | {"id": ["p1", "P1", "p2", "p3"]}))


def test_patient_ids_are_preferred_to_case_ids() -> None:
    study = opened(BASE | {"case_id": list("1234"), "patient_id": list("1122")})
    assert study.evaluate().clusters == 2
    assert "“patient_id” is used" in warnings(study)


def test_splits_are_mapped_ordered_and_never_pooled() -> None:
    study = opened(BASE | {"split": ["Training", "dev", "test", "extra"]})
    assert study.models[0].splits == ("test", "valid", "extra", "train")
    assert (counted(study, split="test"), study.evaluate(0, "train").n) == (pairs("b", "b"), 1)
    assert "Each is analysed separately" in warnings(study)
    assert "“Training” as train" in facts(study)


@pytest.mark.parametrize(("other", "splits"), [("dev", ("test", "valid")), ("train", ("valid", "train"))])
def test_a_holdout_is_never_pooled_with_another_validation_split(other: str, splits: tuple[str, ...]) -> None:
    assert opened(BASE | {"split": ["Holdout", other] * 2}).models[0].splits == splits


def test_splits_of_one_name_are_one_and_a_blank_is_in_none() -> None:
    study = opened(BASE | {"set": ["val", "validation", "train", ""]})
    assert (study.models[0].splits, study.evaluate(0, "valid").n) == (("valid", "train"), 2)
    assert "1 row with a blank split" in warnings(study)
    with pytest.raises(Problem, match="no split “test”"):
        study.evaluate(0, "test")


def test_a_case_in_two_splits_leaks() -> None:
    columns = BASE | {"split": ["train", "test", "train", "test"]}
    assert "1 ID occurs in more than one split" in warnings(opened(columns | {"id": ["1", "1", "2", "3"]}))
    assert "leak" not in warnings(opened(columns | {"id": ["1", "2", "3", "4"]}))


def test_training_rows_alone_are_optimistic() -> None:
    assert "no test split: results are optimistic" in warnings(opened(BASE | {"split": ["train"] * 4}))


@pytest.mark.parametrize(
    ("folds", "ids", "words"),
    [
        (["1", "1", "1", "1"], "1234", "one fold, “1”"),
        (["1", "2", "1", "2"], "1123", "1 ID in more than one fold"),
        (["1", "1.0", "2", "2"], "1234", "No case of class “b” in fold “1”"),
        (["1", "2", "1", ""], "1234", "1 row with a blank fold"),
    ],
)
def test_folds_that_mislead_are_said(folds: list[str], ids: str, words: str) -> None:
    study = opened(BASE | {"fold": folds, "id": list(ids)})
    assert words in warnings(study)
    assert set(study.models[0].folds) <= {"1", "2"}


SEQUENCES = {"y_true": list("aabb") * 2, "y_pred": list("abbb") * 2, "video": list("11112222")}


@pytest.mark.parametrize(
    ("frames", "words"),
    [
        ("0 1 2 2 0 1 2 3", "1 row with a duplicate frame"),
        ("0 1 2 3 0 1 2 4000000000", "jumps by up to 3,999,999,998"),
        ("0 .04 .08 .12 0 .04 .08 .12", "fractions"),
        ("f_0 f_1 f_2 f_10 f_0 f_1 f_2 f_3", "holds text (“f_0”, “f_1”, “f_2”)"),
    ],
)
def test_frames_that_mislead_are_said(frames: str, words: str) -> None:
    assert words in warnings(opened(SEQUENCES | {"frame": frames.split()}))


def test_a_sequence_is_the_cluster_where_no_id_is() -> None:
    study = opened(SEQUENCES | {"frame": list("01230123")})
    assert (study.evaluate().clusters, "case id" in warnings(study)) == (2, False)
    assert "each sequence in “video” is one independent cluster" in facts(study)


def test_a_sequence_whose_order_nothing_gives_is_said() -> None:
    assert "taken in file order" in warnings(opened(BASE | {"video": list("aabb"), "seconds": list("1010")}))
    assert "taken in file order" not in warnings(opened(BASE | {"video": list("abcd")}))
    assert "(2 steps back): sorted" in warnings(opened(BASE | {"video": list("aabb"), "Frame No.": list("1010")}))


def test_frames_without_a_sequence_are_said() -> None:
    assert "no column names the sequence (such as video_id)" in warnings(opened(BASE | {"frame": list("0101")}))


@pytest.mark.parametrize("name", ["name", "Patient Name", "date_of_birth", "MRN", "e-mail", "surname", "dob"])
def test_columns_that_identify_people_are_said(name: str) -> None:
    assert "identify patients" in warnings(opened(BASE | {name: list("wxyz")}))


@pytest.mark.parametrize("name", ["file_name", "device_name", "names_seen", "hypoxemia", "phonemes"])
def test_other_columns_are_not_said_to_be_identifying(name: str) -> None:
    assert "identify" not in warnings(opened(BASE | {name: list("wxyz")}))


def test_a_class_that_is_never_true_or_rare_is_said() -> None:
    study = opened({"y_true": list("aaaaaabbbbbc"), "y_pred": list("aaaaaabbbbbd")})
    assert "“d” has no true cases" in warnings(study)
    study = opened({"y_true": list("aaaaaabbbbbc"), "y_pred": list("aaaaaabbbbed")})
    assert "“d”, “e” have no true cases" in warnings(study)
    study = opened({"y_true": list("aaaaaabbbbbc"), "y_pred": list("aaaaaabbbbbd")})
    assert "Very few true cases: “c” 1" in warnings(study)
    assert "Only" not in warnings(study)


def test_few_rows_and_a_single_class_are_said() -> None:
    study = opened({"y_true": ["a", "a"], "y_pred": ["a", "a"]})
    assert "Only 2 rows" in warnings(study)
    assert "only one class, “a”" in warnings(study)
    assert "Only 1 row:" in warnings(opened({"y_true": ["a"], "y_pred": ["a"]}))


@pytest.mark.parametrize(
    ("name", "cells", "said"),
    [
        ("site", ["North"] * 6, True),
        ("Hospital", ["North", " North ", "", "North", "North", "North"], True),
        ("centre", [7] * 6, True),
        ("site", ["North"] * 5 + ["South"], False),
        ("site", [""] * 6, False),
        ("sex", ["F"] * 6, False),
    ],
)
def test_a_study_of_one_site_says_so(name: str, cells: list[object], said: bool) -> None:
    study = opened({"y_true": list("ababab"), "y_pred": list("abbaab"), name: cells})
    told = [worded(each) for each in study.notices if each.code == "one_site"]
    assert told == ([f"All rows are of one “{name}” (single-centre): results may differ elsewhere."] if said else [])


def test_unanswered_rows_are_counted_by_split_and_true_class() -> None:
    columns = {"y_true": list("aabbab"), "y_pred": ["a", "", "", "b", "a", ""], "split": ["test"] * 4 + ["train"] * 2}
    study = opened(columns)
    assert study.evaluate(0, "test").unanswered == (1, 1)
    assert study.evaluate(0, "train").unanswered == (0, 1)
    worst = study.evaluate(0, "test").if_unanswered_wrong(1)
    assert worst is not None
    assert (worst.successes, worst.trials) == (1, 2)
    assert opened({"y_true": list("ab"), "y_pred": list("ab")}).evaluate().unanswered == ()


def test_identical_rows_are_found_in_a_text_of_several_blocks() -> None:
    """Its categories differ from block to block."""
    rows = 3000
    columns = {
        "case_id": [f"P{number // 2}" for number in range(rows)],
        "y_true": ["a" if number < rows / 2 else "b" for number in range(rows)],
        "y_pred": ["a"] * rows,
        "note": [f"{number // 2 if number < 10 else number:08d}" * 80 for number in range(rows)],
    }
    assert "5 rows repeat another row in every column" in warnings(opened(columns))


def test_identical_rows_are_found_in_columns_that_begin_with_a_dot() -> None:
    columns = {"id": ["1", "1", "2"], ".pred_class": ["a", "a", "b"], "truth": ["a", "a", "b"], "[x]": ["1", "1", "2"]}
    assert "1 row repeats another row in every column" in warnings(opened(columns))


def test_ids_that_repeat_under_a_later_model_are_no_patients_each_on_one_row() -> None:
    one = csv_bytes({"patient_id": ["1", "2", "3", "4"], "y_true": [*"abab"], "y_pred": [*"abbb"]})
    two = csv_bytes({"patient_id": ["1", "1", "2", "2"], "y_true": [*"abab"], "y_pred": [*"abbb"]})
    study = open_files([("one.csv", one), ("two.csv", two)])
    assert study.unit == ("case", "cases")
    assert "2 IDs in “patient_id” appear on more than one row" in warnings(study)
