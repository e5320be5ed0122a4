"""Requirements: typed, chosen or loaded, judged on two pages, kept over pages and studies, and never more than text."""

from __future__ import annotations

import pytest

from metrics import wilson
from metrics.requirements import Requirement, judged
from reviews.requirement_file import dumped
from tests.support.studies import HOSTILE, example_table, first_view, opened, scored
from tests.support.visitor import Visitor

FIELD = "Type a requirement"
VT95 = Requirement("VT", "sensitivity", 0.95)


def heart() -> Visitor:
    return Visitor(study="heart-rhythm").go("overview")


def require(visitor: Visitor, sentence: str) -> Visitor:
    return visitor.fill(FIELD, sentence).press("Add")


def kept(visitor: Visitor) -> tuple[Requirement, ...]:
    return visitor.opened.reader.requirements


def rows(visitor: Visitor) -> list[str]:
    """What is said of each requirement, with the colour and icon of its state."""
    found = [text for kind, text in ((kind, text) for kind, text in visitor.texts()) if "-badge[:material/" in text]
    return [text.translate({0xA0: " ", 0x2060: None}) for text in found if "**" in text]


def test_a_typed_requirement_is_judged_on_the_whole_interval() -> None:
    table, visitor = first_view("heart-rhythm"), require(heart(), "VT sensitivity at least 95 %")
    has = table.y_true == "VT"
    found = wilson(int((has & (table.y_pred == "VT")).sum()), int(has.sum()))
    assert judged(VT95, found).state == "not met"
    (row,) = rows(visitor)
    assert row.startswith(":red-badge[:material/close: not met] **VT sensitivity at least 95 %**")
    assert f"{found.successes} of {found.trials} (80 %) · whole interval below: 67–89" in row
    assert "1 requirement: 1 not met. Met: the whole 95 % interval" in visitor.go("overview").text


@pytest.mark.parametrize(
    ("sentence", "row"),
    [
        ("VT specificity at least 90 %", ":blue-badge[:material/check: met] **VT specificity"),
        ("VT PPV >= 0.5", ":gray-badge[:material/question_mark: cannot tell] **VT PPV at least 50 %**"),
        ("miss rate of VT at most 1 %", ":red-badge[:material/close: not met] **VT miss rate at most 1 %**"),
        ("missed of VT at most 1 %", ":red-badge[:material/close: not met] **VT missed share at most 1 %**"),
        ("accuracy at least 85 %", ":blue-badge[:material/check: met] **Accuracy at least 85 %**"),
    ],
)
def test_each_state_has_its_word_its_icon_and_its_colour(sentence: str, row: str) -> None:
    visitor = require(heart(), sentence)
    assert rows(visitor)[0].startswith(row)
    assert ":green" not in visitor.text


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
    assert "That is required already." in require(visitor, "VT recall >= 95").text


def test_a_requirement_can_be_chosen_from_lists() -> None:
    visitor = heart().choose("Class", "VT").choose("Metric", "Missed share")
    assert next(box for box in visitor.app.selectbox if box.label == "Direction").value is True
    visitor.fill("Value in %", 99.9).press("Add this")
    visitor.choose("Class", "All classes together").choose("Metric", "MCC").fill("Value", 0.5).press("Add this")
    assert kept(visitor) == (Requirement("VT", "fnr", 0.999, at_most=True), Requirement(None, "mcc", 0.5))


def test_requirements_are_removed_one_by_one_or_all() -> None:
    visitor = require(require(require(heart(), "VT PPV >= 50"), "VT sensitivity >= 95"), "accuracy >= 50")
    visitor.widget("remove_requirement_0").click()
    assert [each.key for each in kept(visitor.run())] == ["sensitivity", "accuracy"]
    assert rows(visitor.press("Remove all")) == []
    assert "No requirement is typed yet." in visitor.text


def test_requirements_stay_for_another_study_and_say_where_it_lacks_the_class() -> None:
    visitor = require(require(heart(), "VT sensitivity >= 95"), "Normal specificity >= 50")
    visitor.open_example("heart-sounds").go("overview")
    first, second = rows(visitor)
    assert "cannot tell] **VT sensitivity at least 95 %** · not estimable: this study has no such class" in first
    assert "**Normal specificity at least 50 %**" in second
    assert "no such class" not in second
    assert "not met] **VT" in rows(visitor.open_example("heart-rhythm").go("overview"))[0]


def upload(visitor: Visitor, content: bytes) -> Visitor:
    visitor.app.file_uploader[0].upload("requirements.json", content)
    return visitor.run()


def test_a_file_of_requirements_is_loaded_beside_those_typed_and_saved_again() -> None:
    visitor = require(heart(), "VT sensitivity >= 95")
    more = Requirement(None, "accuracy", 0.5)
    upload(visitor, dumped([VT95, more]))
    assert kept(visitor) == (VT95, more)
    assert "2 requirements loaded; 1 of them stood here already." in visitor.text
    (button,) = (each for each in visitor.app.get("download_button") if visitor.name(each.key) == "requirements_json")
    assert not button.proto.disabled
    upload(visitor, b'{"rounds_requirements": 1, "requirements": [{"class": "VT"}]}')
    assert visitor.errors == ["Requirement 1 needs either “at_least” or “at_most”."]
    assert kept(visitor) == (VT95, more)


def test_few_cases_get_no_colour() -> None:
    table = scored(["Normal", "VT"], 16)
    visitor = Visitor().upload(table).go("overview")
    assert rows(require(visitor, "VT sensitivity at least 1 %"))[0].startswith(":gray-badge[:material/check: met]")
    assert "that is few, whatever the verdict" in visitor.text


def test_the_model_that_is_chosen_is_the_one_that_is_judged() -> None:
    table = example_table("heart-rhythm")
    table = table[(table.model == "Model B") & (table.split == "test") & (table.y_true == "VT")]
    visitor = require(heart(), "VT sensitivity at least 95 %").choose("Model", "Model B")
    assert f"{(table.y_pred == 'VT').sum()} of {len(table)} " in rows(visitor)[0]


def test_a_higher_level_asks_for_more_before_it_tells() -> None:
    visitor = require(heart(), "VT sensitivity at least 89.5 %")
    states = []
    for position in range(3):
        visitor.set("pick_level", position)
        states.append(rows(visitor)[0].split("]")[0].split(": ")[1])
    assert states == ["not met", "not met", "cannot tell"]
    assert "Met: the whole 99 % interval" in visitor.text


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
