"""The names of the classes of a yes/no column before a person gives them."""

import pytest

from predictions.mapping import Mapping
from reviews.class_names import guess_names
from tests.predictions.helpers import opened


@pytest.mark.parametrize(
    ("column", "names"),
    [
        ("cancer", ("no cancer", "cancer")),
        ("heart_failure", ("no heart failure", "heart failure")),
        *(
            (name, ("0", "1"))
            for name in ("y_true", "outcome", "biopsy", "normal", "no_AF", "is_true", "Unnamed: 3", "gold")
        ),
    ],
)
def test_a_yes_no_column_names_its_classes_where_its_name_says_what_yes_means(
    column: str, names: tuple[str, str]
) -> None:
    study = opened({column: [0, 1, 1, 0] * 10, "y_pred": [0, 1, 0, 0] * 10}, Mapping(truth=column))
    assert guess_names(study) == names


def test_numbers_before_the_names_of_all_classes_are_not_said() -> None:
    """As Weka writes them; "1:benign" was no Normal class, and a case one "of class 2:malignant"."""
    study = opened({"actual": ["1:benign", "2:malignant"] * 20, "predicted": ["1:benign"] * 40})
    assert study.normal == study.labels.index("1:benign")
    assert sorted(guess_names(study)) == ["benign", "malignant"]


@pytest.mark.parametrize("labels", [("1:a", "2:a"), ("1:a", "b"), ("1:1", "2:2"), ("1 vessel", "2 vessels")])
def test_numbers_that_tell_classes_apart_are_said(labels: tuple[str, str]) -> None:
    study = opened({"y_true": [*labels] * 20, "y_pred": [*labels] * 20})
    assert guess_names(study) == study.labels
