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
