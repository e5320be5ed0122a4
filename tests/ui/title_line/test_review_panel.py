"""A review is saved from the title line and taken up again, also by another session; a wrong file changes nothing."""

import json

import pytest

from reviews.review_file import dumped, loaded
from tests.support.studies import scored
from tests.support.visitor import Visitor
from ui.state.reviewed import content, digest, note_saved
from ui.state.uploads import REFUSED
from words.reading.server import UPLOAD_REFUSED


def popovers(visitor: Visitor) -> list[str]:
    return [each.proto.popover.label for each in visitor.app.get("popover")]


def heart() -> Visitor:
    return Visitor(study="heart-rhythm").go("overview")


def saved(visitor: Visitor) -> bytes:
    opened = visitor.app.session_state["open_study"]
    return dumped(opened.study, opened.view.review, {"model": "Model B", "split": "valid", "level": 0.9})


def open_review(visitor: Visitor, content: bytes) -> Visitor:
    box = next(each for each in visitor.app.file_uploader if each.label == "Open a review file")
    box.upload("rounds-review.json", content)
    return visitor.run()


@pytest.mark.thorough
def test_a_review_that_was_not_saved_says_so_and_one_that_was_says_when() -> None:
    visitor = heart()
    assert "Not saved" in popovers(visitor)
    opened = visitor.app.session_state["open_study"]
    note_saved(opened, digest(content(opened)))
    assert any(label.startswith("Saved ") for label in popovers(visitor.run()))
    visitor.make_normal("Ectopic").run()
    assert "Not saved" in popovers(visitor), "what changed since is not saved"


def test_no_file_lies_ready_that_the_next_study_would_take_away() -> None:
    (button,) = (each for each in heart().app.get("download_button") if each.label == "Save the review")
    assert button.proto.deferred_file_id
    assert not button.proto.url


@pytest.mark.thorough
def test_another_session_takes_up_names_order_model_split_and_level() -> None:
    first = heart()
    opened = first.app.session_state["open_study"]
    vt = opened.study.labels.index("VT")
    opened.review = opened.review.renamed(vt, "V-tach").moved(vt, 2)
    second = open_review(heart(), saved(first.run()))
    assert "The review is restored." in second.text
    assert second.label_of_choices() == "Model B · valid · V-tach"
    assert "90 % CI" in second.text
    review = second.app.session_state["open_study"].review
    assert (review.names[vt], review.order[-1]) == ("V-tach", vt)


@pytest.mark.thorough
def test_what_was_just_opened_is_saved() -> None:
    first = heart().make_normal("Ectopic").run()
    second = open_review(heart(), content(first.app.session_state["open_study"]))
    assert any(label.startswith("Saved ") for label in popovers(second))


@pytest.mark.thorough
def test_the_review_of_another_study_says_what_does_not_fit() -> None:
    visitor = open_review(Visitor(study="surgical-phases").go("overview"), saved(heart()))
    assert "This review was saved for another file" in visitor.text
    assert "Not in this study: “VT”, “Ectopic”, “Normal”." in visitor.text


def test_a_file_that_found_no_room_is_said_to_have_found_none() -> None:
    visitor = heart()
    box = next(each for each in visitor.app.file_uploader if each.label == "Open a review file")
    box.upload("not-taken.json", b"", REFUSED)
    assert UPLOAD_REFUSED in visitor.run().text


def test_a_file_that_is_no_review_changes_nothing() -> None:
    visitor = heart()
    before = visitor.app.session_state["open_study"].review
    assert "Not a review file" in open_review(visitor, b"{}").text
    assert visitor.app.session_state["open_study"].review == before
    assert loaded(saved(visitor)).restored(visitor.study) == before


def test_a_review_with_columns_that_the_file_lacks_is_refused_where_it_was_opened() -> None:
    visitor = Visitor().bring(scored(["Normal", "VT"], 40)).go("overview")
    before = visitor.finding
    changed = json.loads(saved(visitor)) | {"mapping": {"truth": "gold"}}
    open_review(visitor, json.dumps(changed).encode())
    assert visitor.finding == before
    assert "has no column “gold”" in visitor.text
    assert "Review read" not in visitor.go("data").text  # none waits for another file


def test_a_review_is_not_refused_in_the_words_for_a_file_before_it() -> None:
    visitor = Visitor().bring(scored(["Normal", "VT"], 40)).go("overview")
    review = saved(visitor)
    visitor.go("data").upload(b"\x00\x01", "bad.csv")
    assert "bad.csv" in visitor.text
    assert "bad.csv" not in open_review(visitor, review).text
