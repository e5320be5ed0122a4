"""A file of one score and no predicted class: its predictions rest on a threshold that nobody chose."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from reviews.assumed import assumed, first_finding, predictions_named, waits_for_threshold
from reviews.review import KeptThreshold, Review
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


def test_predictions_are_delivered_assumed_or_not_there_yet() -> None:
    table = one_score()
    assert predictions_named(view_of(scored(["healthy", "sick"], 100))) == "as delivered"
    view = view_of(table)
    assert predictions_named(view) == "assumed"
    kept = KeptThreshold(0, view.study.labels.index("sick"), 0.3, applied=True)
    used = replace(view, review=view.review.keeping(kept)).at_kept_thresholds
    assert used.before is not None
    assert predictions_named(used) == "assumed"
    assert predictions_named(view_of(table.assign(score=table.score * 40 - 7))) == ""


def test_the_first_finding_names_the_assumed_threshold_in_plain_text_too() -> None:
    view = view_of(one_score())
    view = replace(view, review=replace(view.review, interest=view.study.positive))
    assert first_finding(view).headline.startswith("At a score of 0.5 or more the model missed ")
    plain = replace(view.plain_voice, names=("well & fine", "sick_now"))
    assert "sick_now" in first_finding(view, plain).headline


def test_a_threshold_that_was_given_with_the_file_is_no_assumption() -> None:
    table = one_score()
    table = table.assign(score=table.score * 40 - 7)
    study = open_files([("a.csv", table.to_csv(index=False).encode())], Mapping(threshold=9.0))
    view = View(study, replace(Review.begin(study), interest=study.positive))
    assert not waits_for_threshold(view)
    said = first_finding(view)
    assert said.headline.startswith("At a score of 9 or more the model missed ")
    assert "assumption" not in said.detail
