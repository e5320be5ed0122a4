"""A review is changed class by class: names, kinds and places."""

import pandas as pd
import pytest

from predictions.demo import open_example
from predictions.mapping import Mapping
from predictions.opening import open_files
from reviews import ClassOrder, KeptThreshold, Kind, Review
from reviews.review_file import dumped, loaded

STUDY = open_example("heart-rhythm")
REVIEW = Review.begin(STUDY)
ECTOPIC, NORMAL, VT = (STUDY.labels.index(name) for name in ("Ectopic", "Normal", "VT"))


def test_at_most_one_class_is_normal() -> None:
    assert [REVIEW.kind(i) for i in (VT, ECTOPIC, NORMAL)] == [Kind.DISEASE, Kind.DISEASE, Kind.NORMAL]
    other = REVIEW.with_kind(ECTOPIC, Kind.NORMAL)
    assert [other.kind(i) for i in (VT, ECTOPIC, NORMAL)] == [Kind.DISEASE, Kind.NORMAL, Kind.DISEASE]
    neither = REVIEW.with_kind(NORMAL, Kind.NEITHER)
    assert (neither.normal, neither.kind(NORMAL)) == (None, Kind.NEITHER)
    assert neither.with_kind(NORMAL, Kind.NORMAL) == REVIEW


def test_a_class_moves_to_a_place_and_keeps_the_order_of_the_others() -> None:
    assert REVIEW.order == (VT, ECTOPIC, NORMAL)
    assert REVIEW.moved(ECTOPIC, 0).order == (ECTOPIC, VT, NORMAL)
    assert REVIEW.moved(VT, 99).order == (ECTOPIC, NORMAL, VT)
    assert REVIEW.moved(VT, -1).order == REVIEW.order
    assert REVIEW.moved(VT, 1).ordered_by is ClassOrder.READER


def test_a_name_is_trimmed_and_a_blank_one_changes_nothing() -> None:
    assert REVIEW.renamed(VT, "  Ventricular\n tachycardia ").names[VT] == "Ventricular tachycardia"
    assert REVIEW.renamed(VT, "   ").names == REVIEW.names
    assert len(REVIEW.renamed(VT, "x" * 500).names[VT]) == 80


def test_one_threshold_is_kept_for_each_model() -> None:
    first, second, other = KeptThreshold(0, VT, 0.1), KeptThreshold(0, ECTOPIC, 0.3), KeptThreshold(1, VT, 0.2, True)
    kept = REVIEW.keeping(first).keeping(other).keeping(second)
    assert (kept.threshold_of(0), kept.threshold_of(1)) == (second, other)
    assert kept.without_threshold(0).thresholds == (other,)
    assert kept.without_threshold(0).without_threshold(1) == REVIEW


def of_labels(truth: str, **renamed: str):
    """One of the labels of a file with two, its columns renamed."""
    columns = {"y_true_AF": [0, 1] * 20, "y_pred_AF": [0, 1] * 20, "y_true_ST": [0, 0, 1, 1] * 10}
    columns["score_ST"] = [0.1, 0.2, 0.7, 0.9] * 10
    content = pd.DataFrame(columns).rename(columns=renamed).to_csv(index=False).encode()
    return open_files([("ecg.csv", content)], Mapping(truth=truth))


@pytest.mark.parametrize(
    ("truth", "renamed", "names"),
    [
        ("y_true_AF", {}, ("no AF", "AF")),
        ("y_true_ST", {}, ("no ST", "ST")),
        ("AF", {"y_true_AF": "AF", "y_true_ST": "ST"}, ("no AF", "AF")),
        ("y_true_AF", {"y_true_ST": "smoker"}, ("no AF", "AF")),
        ("lung_fibrosis", {"y_true_AF": "lung_fibrosis"}, ("no lung fibrosis", "lung fibrosis")),
        ("status", {"y_true_AF": "status", "y_true_ST": "smoker"}, ("0", "1")),
        ("outcome", {"y_true_AF": "outcome", "y_true_ST": "smoker"}, ("0", "1")),
        ("y_true", {"y_true_AF": "y_true", "y_pred_AF": "y_pred", "y_true_ST": "ST"}, ("0", "1")),
    ],
)
def test_a_yes_no_column_gives_its_classes_their_names(truth, renamed, names) -> None:
    """ "cases of class 1" would not say of what; a column named true or outcome does not say it either."""
    study = of_labels(truth, **renamed)
    assert (study.labels, Review.begin(study).names) == (("0", "1"), names)


def test_the_name_of_one_label_is_not_carried_to_another_and_one_that_was_typed_is() -> None:
    before, after = of_labels("y_true_AF"), of_labels("y_true_ST")
    assert loaded(dumped(before, Review.begin(before), {})).restored(after).names == ("no ST", "ST")
    typed = Review.begin(before).renamed(1, "1")
    assert loaded(dumped(before, typed, {})).restored(before).names == ("no AF", "1")
