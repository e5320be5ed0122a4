"""Requirements: typed, chosen or loaded, judged on two pages, kept over pages and studies, and never more than text."""

from __future__ import annotations

import re

import pytest

from metrics import wilson
from metrics.requirements import Requirement, judged
from reviews.requirement_file import dumped
from tests.support.studies import HOSTILE, example_table, first_view, opened, scored
from tests.support.visitor import Visitor
from ui.state.uploads import REFUSED
from words.reading.server import UPLOAD_REFUSED

FIELD = "Type a requirement"
VT95 = Requirement("VT", "sensitivity", 0.95)


def heart() -> Visitor:
    return Visitor(study="heart-rhythm").go("overview")


def require(visitor: Visitor, sentence: str) -> Visitor:
    return visitor.fill(FIELD, sentence).press("Add")


def kept(visitor: Visitor) -> tuple[Requirement, ...]:
    return visitor.opened.reader.requirements


def rows(visitor: Visitor) -> list[str]:
    """Requirement, badge and reason of each verdict."""
    told = [text.translate({0xA0: " ", 0x2060: None}) for _, text in visitor.texts()]
    return [
        " ".join(told[at - 1 : at + 2]) for at, text in enumerate(told) if re.match(r":\w+-badge\[:material/", text)
    ]


def test_a_typed_requirement_is_judged_on_the_whole_interval() -> None:
    table, visitor = first_view("heart-rhythm"), require(heart(), "VT sensitivity at least 95 %")
    has = table.y_true == "VT"
    found = wilson(int((has & (table.y_pred == "VT")).sum()), int(has.sum()))
    assert judged(VT95, found).state == "not met"
    (row,) = rows(visitor)
    assert "VT sensitivity ≥ 95 %" in row
    assert ":red-badge[:material/close: not met]" in row
    assert "67–89" in row


def test_the_sensitivity_of_the_class_of_interest_is_offered_to_begin_with() -> None:
    visitor = heart()
    assert "VT sensitivity ≥ 90 %?" in visitor.text
    visitor.press("Add this requirement")
    assert kept(visitor) == (Requirement("VT", "sensitivity", 0.9),)
    assert "≥ 90 %?" not in visitor.text
    assert ":red-badge[:material/close: not met]" in rows(visitor)[0]


def test_without_an_interval_there_is_no_verdict() -> None:
    visitor = Visitor(study="surgical-phases").go("overview").press("Add this requirement")
    (row,) = rows(visitor)
    assert ":gray-badge[:material/question_mark: no verdict]" in row
    assert row.endswith("; a verdict needs a CI")


@pytest.mark.parametrize(
    ("sentence", "row"),
    [
        ("VT specificity at least 90 %", ":blue-badge[:material/check: met]"),
        ("VT PPV >= 0.5", ":gray-badge[:material/question_mark: inconclusive]"),
        ("miss rate of VT at most 1 %", ":red-badge[:material/close: not met]"),
        ("accuracy at least 85 %", ":blue-badge[:material/check: met]"),
    ],
)
def test_each_state_has_its_word_its_icon_and_its_colour(sentence: str, row: str) -> None:
    visitor = require(heart(), sentence)
    assert row in rows(visitor)[0]
    assert ":green" not in visitor.text


@pytest.mark.thorough
def test_what_is_not_understood_is_said_and_stays_in_the_field() -> None:
    visitor = require(heart(), "VT quality at least 95 %")
    (message,) = visitor.errors
    assert message.startswith("No metric is named in “VT quality”, such as sensitivity, PPV or accuracy.")
    assert message.endswith("Write it like “VT sensitivity at least 95 %”.")
    field = next(each for each in visitor.app.text_input if each.label == FIELD)
    assert (field.value, kept(visitor)) == ("VT quality at least 95 %", ())
    require(visitor, "VT sensitivity at least 95 %")
    assert (visitor.errors, kept(visitor)) == ([], (VT95,))
    assert next(each for each in visitor.app.text_input if each.label == FIELD).value == ""
    assert "This requirement is already in the list." in require(visitor, "VT recall >= 95").text


@pytest.mark.thorough
def test_a_requirement_can_be_chosen_from_lists() -> None:
    visitor = heart().choose("Class", "VT").choose("Metric", "Miss rate")
    assert next(box for box in visitor.app.selectbox if box.label == "Direction").value is True
    visitor.fill("Value in %", 99.9).press("Add this")
    visitor.choose("Class", "All classes together").choose("Metric", "MCC").fill("Value", 0.5).press("Add this")
    assert kept(visitor) == (Requirement("VT", "fnr", 0.999, at_most=True), Requirement(None, "mcc", 0.5))


@pytest.mark.thorough
def test_requirements_are_removed_one_by_one_or_all() -> None:
    visitor = require(require(require(heart(), "VT PPV >= 50"), "VT sensitivity >= 95"), "accuracy >= 50")
    visitor.widget("remove_requirement_0").click()
    assert [each.key for each in kept(visitor.run())] == ["sensitivity", "accuracy"]
    assert rows(visitor.press("Remove all")) == []
    assert "VT sensitivity ≥ 90 %?" in visitor.text


@pytest.mark.thorough
def test_requirements_stay_for_another_study_and_say_where_it_lacks_the_class() -> None:
    visitor = require(require(heart(), "VT sensitivity >= 95"), "Normal specificity >= 50")
    visitor.open_example("heart-sounds").go("overview")
    first, second = rows(visitor)
    assert "no verdict] not estimable: this study has no such class" in first
    assert "Normal specificity ≥ 50 %" in second
    assert "no such class" not in second
    assert "not met]" in rows(visitor.open_example("heart-rhythm").go("overview"))[0]


def upload(visitor: Visitor, content: bytes) -> Visitor:
    next(each for each in visitor.app.file_uploader if each.label == "Load").upload("requirements.json", content)
    return visitor.run()


def test_a_file_of_requirements_is_loaded_beside_those_typed_and_saved_again() -> None:
    visitor = require(heart(), "VT sensitivity >= 95")
    more = Requirement(None, "accuracy", 0.5)
    upload(visitor, dumped([VT95, more]))
    assert kept(visitor) == (VT95, more)
    assert "2 requirements loaded, 1 of them already in the list." in visitor.text
    (button,) = (each for each in visitor.app.get("download_button") if visitor.name(each.key) == "requirements_json")
    assert not button.proto.disabled
    upload(visitor, b'{"rounds_requirements": 1, "requirements": [{"class": "VT"}]}')
    assert visitor.errors == ["Requirement 1 needs either “at_least” or “at_most”."]
    assert kept(visitor) == (VT95, more)


def test_a_file_that_found_no_room_is_said_to_have_found_none() -> None:
    visitor = heart()
    next(each for each in visitor.app.file_uploader if each.label == "Load").upload("not-taken.json", b"", REFUSED)
    assert visitor.run().errors == [UPLOAD_REFUSED]


def test_few_cases_get_no_colour() -> None:
    table = scored(["Normal", "VT"], 16)
    visitor = Visitor().bring(table).go("overview")
    assert rows(require(visitor, "VT sensitivity at least 1 %"))[0].count(":gray-badge[:material/check: met]") == 1


def test_the_model_that_is_chosen_is_the_one_that_is_judged() -> None:
    table = example_table("heart-rhythm")
    table = table[(table.model == "Model B") & (table.split == "test") & (table.y_true == "VT")]
    visitor = require(heart(), "VT sensitivity at least 95 %").choose("Model", "Model B")
    exact = wilson(int((table.y_pred == "VT").sum()), len(table))
    assert f"{100 * exact.low:.0f}–{100 * exact.high:.0f}" in rows(visitor)[0]


@pytest.mark.thorough
def test_a_higher_level_asks_for_more_before_it_tells() -> None:
    visitor = require(heart(), "VT sensitivity at least 89.5 %")
    states = []
    for position in range(3):
        visitor.set("pick_level", position)
        states.append(re.search(r"material/\w+: ([\w ]+)\]", rows(visitor)[0])[1])
    assert states == ["not met", "not met", "inconclusive"]


@pytest.mark.thorough
def test_hostile_names_stay_text_in_requirements_and_in_what_is_said_of_them() -> None:
    visitor = opened("hostile names").go("overview")
    for name in HOSTILE:
        require(visitor, f"{name} sensitivity at least 5 %")
    assert [each.label for each in kept(visitor)] == list(HOSTILE)
    require(visitor, "![y](http://evil.example/y.png) sensitivity at least 5 %")
    visitor.open_example("heart-rhythm").go("overview")
    for kind, text in visitor.texts():
        if kind == "markdown":
            assert "![x](http" not in text
            assert "<img" not in text
            assert "](javascript:" not in text
