"""Numbers that need the rows: one-vs-one areas, probabilities, sequences."""

import math

import numpy as np
import pytest

from metrics import edit_score, hand_till, segmental_f1
from metrics.notes import Code, Note, note
from predictions.opening_matrix import open_matrix
from predictions.slices.row_metrics import row_metrics
from predictions.study import Study
from tests.predictions.helpers import opened
from tests.support.studies import shifted_folds

SEQUENCES = ("overlap_score", "overlap_score_any_class", "edit_score", "segmental_f1_10", "segmental_f1_50")


def phases(order: list[int] | None = None) -> Study:
    """Two videos, the second recognised perfectly; rows in any order."""
    rows = [("v1", i, "ab"[i // 5], "ab"[i // 7]) for i in range(10)] + [
        ("v2", i, "ba"[i // 4], "ba"[i // 4]) for i in range(8)
    ]
    shuffled = rows if order is None else [rows[i] for i in order]
    return opened(dict(zip(("video_id", "frame", "y_true", "y_pred"), zip(*shuffled, strict=True), strict=True)))


def test_a_matrix_and_bare_labels_have_none() -> None:
    assert row_metrics(open_matrix("1 2\n3 4")) == {}
    assert row_metrics(opened({"y_true": "abab", "y_pred": "abba"})) == {}


def test_sequence_scores_are_means_over_sequences_and_f1_counts_all_segments() -> None:
    found = row_metrics(phases())
    first, second = ([0] * 5 + [1] * 5, [0] * 7 + [1] * 3), ([1] * 4 + [0] * 4,) * 2
    assert found["overlap_score"].value == pytest.approx(((5 / 7 + 3 / 5) / 2 + 1) / 2)
    assert found["edit_score"].value == np.mean([edit_score(*first), edit_score(*second)]) == 1
    assert found["segmental_f1_50"].value == segmental_f1([first, second], 0.5) == 1
    assert found["overlap_score"].scope == note(Code.MEAN_OF_SEQUENCES, used=2, total=2)


def videos(count: int, each_patient: int = 1) -> Study:
    """Two phases of five frames, of which the model recognises the second some frames late."""
    late = np.random.default_rng(1).integers(0, 4, count)
    rows = [
        (f"p{video // each_patient}", f"v{video}", i, "ab"[i // 5], "ab"[int(i >= 5 + late[video])])
        for video in range(count)
        for i in range(10)
    ]
    names = ("patient_id", "video_id", "frame", "y_true", "y_pred")
    return opened(dict(zip(names, zip(*rows, strict=True), strict=True)))


@pytest.mark.thorough
@pytest.mark.parametrize(("each_patient", "units"), [(1, 30), (2, 15), (3, 10)])
def test_scores_over_sequences_have_intervals_of_the_patients_of_them(each_patient: int, units: int) -> None:
    found = row_metrics(videos(30, each_patient))
    for key in ("overlap_score", "overlap_score_any_class"):
        if units < 15:
            assert found[key].note == note(Code.FEW_PATIENTS, patients=units, needed=15)
        else:
            assert found[key].method == f"patient bootstrap SE, logit scale, t({units - 1})"
            assert found[key].low < found[key].value < found[key].high
    wide = row_metrics(videos(30), level=0.99)["overlap_score"]
    plain = row_metrics(videos(30), style="conventional")["overlap_score"]
    assert wide.high - wide.low > plain.high - plain.low
    assert plain.method == "patient bootstrap"


def test_the_order_of_rows_in_the_file_does_not_matter() -> None:
    shuffled = phases(np.random.default_rng(3).permutation(18).tolist())
    assert {key: row_metrics(shuffled)[key].value for key in SEQUENCES} == {
        key: row_metrics(phases())[key].value for key in SEQUENCES
    }


def test_swapped_classes_overlap_only_where_the_class_does_not_count() -> None:
    truth = ["a"] * 5 + ["b"] * 5
    swapped = opened({"video": ["v"] * 10, "frame": range(10), "y_true": truth, "y_pred": truth[::-1]})
    found = row_metrics(swapped)
    assert (found["overlap_score"].value, found["overlap_score_any_class"].value) == (0, 1)


def test_a_lone_score_keeps_its_ties_and_only_them() -> None:
    """One minus a tiny score is 1 for all of them: the order must not come from that."""
    tiny = opened({"y_true": "0011", "score": ["1e-20", "3e-20", "2e-20", "4e-20"]})
    assert row_metrics(tiny)["auc_hand_till"].value == 0.75
    assert row_metrics(tiny)["brier"].value == pytest.approx(0.5)


def test_a_class_without_scores_leaves_both_undefined() -> None:
    found = row_metrics(
        opened({"y_true": "abc" * 5, "y_pred": "abc" * 5, "score_a": [0.5] * 15, "score_b": [0.5] * 15})
    )
    assert all(math.isnan(each.value) and each.note == Note(Code.NOT_ALL_SCORED) for each in found.values())


def test_one_vs_one_areas_run_over_those_that_occur() -> None:
    columns = {"y_true": "ab" * 6, "y_pred": "abc" * 4}
    scores = {f"score_{name}": [0.2 + 0.1 * i for i in range(12)] for name in "abc"}
    assert row_metrics(opened(columns | scores))["auc_hand_till"].scope == note(Code.MEAN_OF_PAIRS, used=2, total=3)


def folds_on_other_scales(**more: object) -> Study:
    """Three classes, 4 folds whose models score one above the other; the first fold has one class only."""
    rng, fold = np.random.default_rng(3), np.repeat([0, 1, 2, 3], [10, 40, 40, 40])
    truth = np.where(fold == 0, 0, np.arange(130) % 3)
    scores = rng.normal(size=(130, 3)) + 1.5 * (truth[:, None] == np.arange(3)) + 3.0 * fold[:, None]
    columns = {"y_true": np.array(list("abc"))[truth], "y_pred": ["a"] * 130, "fold": fold}
    return opened(columns | {f"score_{name}": scores[:, i] for i, name in enumerate("abc")} | more)


def test_one_vs_one_areas_of_a_cross_validated_file_are_the_mean_of_its_folds() -> None:
    study = folds_on_other_scales()
    found, rows = row_metrics(study), study.predictions_of(0)
    scores, each = np.column_stack(rows.scores), [rows.fold == fold for fold in (1, 2, 3)]
    mean = np.mean([hand_till(rows.truth[fold], scores[fold]) for fold in each])
    assert found["auc_hand_till"].value == pytest.approx(mean, abs=1e-12)
    assert found["auc_hand_till"].scope == note(Code.MEAN_OF_FOLDS, used=3, total=4)
    pooled = found["auc_hand_till_pooled"]
    assert (pooled.value, pooled.scope) == (hand_till(rows.truth, scores), Note(Code.POOLED_OUT_OF_FOLD))
    assert mean - pooled.value > 0.1


def test_of_two_classes_they_are_the_mean_auc() -> None:
    study = opened(shifted_folds().to_dict("list"))
    assert row_metrics(study)["auc_hand_till"].value == pytest.approx(study.evaluate().classes[1]["auc"].value)


def test_where_folds_have_no_area_of_their_own_the_pooled_one_says_so() -> None:
    study = folds_on_other_scales(fold=np.arange(130))
    found = row_metrics(study)
    assert found["auc_hand_till"].scope == Note(Code.POOLED_OUT_OF_FOLD)
    assert "auc_hand_till_pooled" not in found
