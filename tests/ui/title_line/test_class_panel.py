"""What is typed into the table of the classes becomes part of the review."""

from predictions.demo import open_example
from reviews import Kind, Review
from ui.title_line.class_panel import KIND, NAME, NUMBER, edited_review

STUDY = open_example("heart-rhythm")
REVIEW = Review.begin(STUDY)
ECTOPIC, NORMAL, VT = (STUDY.labels.index(name) for name in ("Ectopic", "Normal", "VT"))


def test_rows_of_the_table_are_the_classes_in_their_order() -> None:
    edited = edited_review(REVIEW, {0: {NAME: "V-tach"}, 1: {KIND: "neither", NUMBER: 1}})
    assert (edited.names[VT], edited.kind(ECTOPIC)) == ("V-tach", Kind.NEITHER)
    assert edited.order == (ECTOPIC, VT, NORMAL)


def test_an_emptied_cell_changes_nothing() -> None:
    assert edited_review(REVIEW, {0: {NAME: None, KIND: None, NUMBER: None}}) == REVIEW


def test_the_name_of_another_class_is_not_taken() -> None:
    assert edited_review(REVIEW, {0: {NAME: " Normal "}}) == REVIEW
