"""What is typed into the table of the classes becomes part of the review."""

import json

import pytest

from predictions.demo import open_example
from reviews import Kind, Review
from tests.support.visitor import Visitor
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


@pytest.mark.parametrize(
    ("study", "word", "order"),
    [("heart-rhythm", "disease", "most dangerous first"), ("surgical-phases", "phase", "in order of time")],
)
def test_the_kind_of_a_phase_is_phase_and_not_disease(study: str, word: str, order: str) -> None:
    visitor = Visitor(study=study).go("overview")
    table = next(each for each in visitor.app.get("dataframe") if KIND in each.proto.columns)
    options = json.loads(table.proto.columns)[KIND]["type_config"]["options"]
    said = {each["value"]: each["label"] for each in options}
    assert said == {"Normal": "Normal", "disease": word, "neither": "neither"}
    assert f"Classes, {order}" in visitor.text.replace("**", "")
