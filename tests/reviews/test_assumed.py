"""A file of one score and no predicted class: its predictions rest on a threshold that nobody chose."""

import numpy as np
import pandas as pd
import pytest

from predictions.opening import open_files
from reviews.assumed import assumed
from reviews.review import Review
from reviews.view import View
from tests.support.studies import one_score, scored


def view_of(table: pd.DataFrame) -> View:
    study = open_files([("a.csv", table.to_csv(index=False).encode())], None)
    return View(study, Review.begin(study))


def test_a_lone_probability_is_split_at_a_half_that_is_assumed() -> None:
    view = view_of(one_score())
    found = assumed(view)
    assert found is not None
    assert (view.study.labels[found.label], found.threshold) == ("sick", 0.5)
    assert found.others == (0.05, 0.1, 0.25, 0.5, 0.75, 0.9)


def test_a_score_that_is_no_probability_has_no_half() -> None:
    table = one_score()
    found = assumed(view_of(table.assign(score=table.score * 40 - 7)))
    assert found is not None
    assert found.threshold is None
    assert list(found.others) == pytest.approx(
        sorted(set(np.quantile(table.score * 40 - 7, [0.05, 0.1, 0.25, 0.5, 0.75, 0.9], method="inverted_cdf")))
    )


def test_predicted_classes_of_the_file_are_no_assumption() -> None:
    assert assumed(view_of(scored(["healthy", "sick"], 100))) is None
