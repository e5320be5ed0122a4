"""A review file restores what was decided, holds nothing from the rows, and is read strictly."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from metrics.requirements import Requirement
from predictions.demo import open_example
from predictions.opening_matrix import open_matrix
from reviews import Kind, Review
from reviews.requirement_text import NotUnderstood
from reviews.review import KeptThreshold, Marker
from reviews.review_file import dumped, loaded

STUDY = open_example("heart-rhythm")
ECTOPIC, NORMAL, VT = (STUDY.labels.index(name) for name in ("Ectopic", "Normal", "VT"))
HUGE = int("9" * 400)  # no float is as large
CHOICES = {"model": "Model B", "split": "valid", "level": 0.9, "intervals": "conventional"}
DECIDED = replace(
    Review.begin(STUDY)
    .renamed(VT, "Ventricular tachycardia")
    .moved(ECTOPIC, 0)
    .with_kind(ECTOPIC, Kind.NEITHER),
    interest=VT,
    requirements=(Requirement("VT", "sensitivity", 0.95),),
    thresholds=(KeptThreshold(1, VT, 0.125, True),),
    marker=Marker(date(2026, 9, 1), "software update"),
)  # fmt: skip


def test_what_was_decided_comes_back_whole() -> None:
    found = loaded(dumped(STUDY, DECIDED, CHOICES))
    assert found.belongs_to(STUDY)
    assert found.restored(STUDY) == DECIDED
    assert (found.choices, found.mapping, found.lacking(STUDY)) == (CHOICES | {"group": None}, STUDY.mapping, ())


def test_nothing_from_the_rows_is_in_the_file() -> None:
    text = dumped(STUDY, DECIDED, CHOICES).decode()
    ids = [str(each) for each in STUDY.cases_of(0).case_ids.to_pylist()[:200]]  # type: ignore[union-attr]
    assert not [each for each in ids if f'"{each}"' in text]
    assert set(json.loads(text)) == {
        "rounds_review", "study", "mapping", "names", "order", "normal", "not_diseases", "interest", "thresholds",
        "requirements", "choices",
    }  # fmt: skip


def test_thresholds_are_an_object_by_model_and_a_list_of_an_older_file_still_opens() -> None:
    document = json.loads(dumped(STUDY, DECIDED, CHOICES))
    kept = {"class": "VT", "threshold": 0.125, "applied": True}
    assert document["thresholds"] == {"Model B": kept}
    document["thresholds"] = [{"model": "Model B"} | kept]
    assert loaded(json.dumps(document).encode()).restored(STUDY) == DECIDED


def test_the_threshold_of_a_model_without_a_name_comes_back() -> None:
    study = open_example("heart-sounds")
    review = Review.begin(study).keeping(KeptThreshold(0, 1, 0.25))
    assert list(json.loads(dumped(study, review, {}))["thresholds"]) == [""]
    assert loaded(dumped(study, review, {})).restored(study) == review


def test_with_another_file_it_says_what_is_lacking_and_restores_the_rest() -> None:
    other = open_matrix([[5, 1, 0], [1, 9, 2], [0, 3, 7]], ["VT", "Normal", "Noise"])
    found = loaded(dumped(STUDY, DECIDED, CHOICES))
    assert not found.belongs_to(other)
    assert found.lacking(other) == ("Ectopic",)
    review = found.restored(other)
    assert (review.normal, review.interest, review.names) == (1, 0, ("Ventricular tachycardia", "Normal", "Noise"))
    assert sorted(review.order) == [0, 1, 2]
    assert review.thresholds == ()


def test_with_a_study_of_other_classes_its_own_normal_class_and_class_of_interest_stay() -> None:
    other = open_matrix([[90, 3], [4, 40]], ["benign", "malignant"])
    own, found = Review.begin(other), loaded(dumped(STUDY, DECIDED, CHOICES)).restored(other)
    assert own.normal == 0
    assert (found.normal, found.interest) == (own.normal, own.interest)
    none = loaded(dumped(STUDY, replace(DECIDED, normal=None), CHOICES)).restored(other)
    assert none.normal is None


def test_a_review_of_a_matrix_belongs_to_that_matrix_alone() -> None:
    cells, labels = [[90, 3], [4, 40]], ["Normal", "VT"]
    study, other = open_matrix(cells, labels), open_matrix([[90, 3], [4, 41]], labels)
    found = loaded(dumped(study, Review.begin(study), {}))
    assert found.belongs_to(open_matrix(cells, labels))
    assert not found.belongs_to(other)
    assert not found.belongs_to(STUDY)
    document = json.loads(dumped(study, Review.begin(study), {}))
    assert document["study"].pop("matrix") == study.key
    assert not loaded(json.dumps(document).encode()).belongs_to(study), "it names nothing that it was saved for"
    assert "matrix" not in json.loads(dumped(STUDY, DECIDED, CHOICES))["study"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rounds_review": 2}, "newer version"),
        ({"order": "VT"}, "“order” is not a list"),
        ({"names": {"VT": "\ud800x"}}, "half a character"),
        ({"names": {"\udc00": "VT"}}, "half a character"),
        ({"thresholds": [{"class": "VT", "threshold": HUGE}]}, "needs a number"),
        ({"mapping": {"threshold": HUGE}}, "cannot be one"),
        ({"order": [1]}, "“order” needs a text"),
        ({"names": []}, "“names” is not an object"),
        ({"names": {"VT": 3}}, "“names” needs a text"),
        ({"thresholds": [{"class": "VT", "threshold": True}]}, "needs a number"),
        ({"thresholds": ["VT"]}, "needs objects"),
        ({"thresholds": {"Model A": "VT"}}, "needs objects"),
        ({"thresholds": {"Model A": {"class": "VT", "threshold": True}}}, "needs a number"),
        ({"thresholds": {"Model A": {"class": "VT", "threshold": 0.1, "who": "me"}}}, "unknown key"),
        ({"thresholds": "VT"}, "“thresholds” is not an object"),
        ({"thresholds": [{"class": "VT", "threshold": 0.1, "applied": 1}]}, "true or false"),
        ({"mapping": {"truth": 5}}, "“truth”"),
        ({"mapping": {"formula": "x"}}, "unknown key"),
        ({"mapping": {"scores": {"VT": 1}}}, "“scores”"),
        ({"choices": {"level": 95}}, "between 0 and 1"),
        ({"choices": {"intervals": "plain"}}, "default, conventional"),
        ({"choices": {"marker": "2026-09-01"}}, "“marker” needs an object"),
        ({"choices": {"marker": {"date": "1 September"}}}, "such as 2026-09-01"),
        ({"choices": {"marker": {"date": "0001-01-01"}}}, "from 1900 to 2199"),
        ({"choices": {"marker": {"date": "2200-01-01"}}}, "from 1900 to 2199"),
        ({"choices": {"marker": {"date": "2026-09-01", "name": 5}}}, "“marker” needs a text"),
        ({"choices": {"marker": {"date": "2026-09-01", "who": "me"}}}, "unknown key"),
        ({"requirements": [{"class": "VT", "metric": "beauty", "at_least": 1}]}, "Requirement 1"),
        ({"patients": []}, "unknown key"),
        ({"study": {"files": [5]}}, "“files”"),
        ({"normal": ""}, "“normal” has a blank class name"),
        ({"interest": " "}, "“interest” has a blank class name"),
        ({"not_diseases": [""]}, "“not_diseases” has a blank class name"),
        ({"order": ["VT", " "]}, "“order” has a blank class name"),
        ({"names": {"": "x"}}, "“names” has a blank class name"),
        ({"thresholds": {"": {"class": "", "threshold": 0.5}}}, "“thresholds” has a blank class name"),
        ({"requirements": [{"class": "", "metric": "sensitivity", "at_least": 0.9}]}, "“class” in quotes"),
        ({"study": {"matrix": 5}}, "“study” needs a text"),
    ],
)
def test_a_file_that_is_not_one_is_refused_with_the_place(change: dict[str, Any], said: str) -> None:
    document = json.loads(dumped(STUDY, DECIDED, CHOICES)) | change
    with pytest.raises(NotUnderstood, match=said):
        loaded(json.dumps(document).encode())


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff\xfe", b'{"rounds_review": NaN}', b"[" * 100_000])
def test_what_is_no_json_object_is_refused(content: bytes) -> None:
    with pytest.raises(NotUnderstood):
        loaded(content)


def test_a_hostile_file_lists_no_class_twice_and_makes_no_class_normal_and_neither() -> None:
    document = json.loads(dumped(STUDY, DECIDED, CHOICES))
    document |= {
        "order": ["VT", "VT"],
        "normal": "VT",
        "not_diseases": ["VT"],
        "names": {"VT": " ", "Normal": "x" * 999},
    }
    document["thresholds"] = [{"model": "Model A", "class": "VT", "threshold": each} for each in (0.1, 0.2)]
    review = loaded(json.dumps(document).encode()).restored(STUDY)
    assert sorted(review.order) == [0, 1, 2]
    assert (review.normal, review.not_diseases) == (VT, frozenset())
    assert (review.names[VT], len(review.names[NORMAL])) == ("VT", 80)
    assert review.thresholds == (KeptThreshold(0, VT, 0.2),)


def test_a_file_whose_columns_a_person_named_comes_back() -> None:
    asked = replace(STUDY, mapping=replace(STUDY.mapping, asks=True))
    assert loaded(dumped(asked, DECIDED, CHOICES)).mapping == STUDY.mapping
