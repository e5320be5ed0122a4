"""Choices survive pages and reruns, links hold positions and nothing else, and a second study inherits nothing."""

from functools import cache

import pandas as pd
import pytest

from predictions.opening import open_files
from reviews import Review
from tests.support.pages import PAGES
from tests.support.studies import example_table, first_view, opened, scored
from tests.support.visitor import Visitor
from ui.state import choices
from ui.state.session import OpenStudy, Reader

PARAMETERS = {"model", "split", "normal", "class", "level", "intervals", "study"}
SILLY = [
    {"model": "99"},
    {"class": "-7"},
    {"class": "abc"},
    {"class": "9" * 400},
    {"class": "1.0"},
    {"class": "²"},
    {"split": "3"},
    {"normal": "-2"},
    {"normal": "--1"},
    {"class": ""},
    {"unknown": "1"},
    {"level": "3"},
    {"intervals": "2"},
]


def other_view() -> tuple[int, int]:
    """Correct predictions and cases of model B on the validation split."""
    table = example_table("heart-rhythm")
    table = table[(table.y_true != "") & (table.model == "Model B") & (table.split == "valid")]
    return int((table.y_true == table.y_pred).sum()), len(table)


@pytest.mark.thorough
def test_choices_hold_on_every_page_and_over_reruns() -> None:
    visitor = Visitor(study="heart-rhythm").go("overview").choose("Model", "Model B").choose("Split", "valid")
    right, cases = other_view()
    for page in (*PAGES, "overview"):
        visitor.go(page).run()
        assert visitor.label_of_choices().startswith("Model B · valid · ")
        assert f"{cases:,} patients" in visitor.text
    assert f"{right:,} of {cases:,}" in visitor.metrics["Accuracy"]


def test_a_link_opens_the_example_with_its_choices_on_any_page() -> None:
    visitor = Visitor(study="heart-rhythm", model="1", split="1", normal="-1", **{"class": "0"})
    assert visitor.label_of_choices() == "Model B · valid · Ectopic · no Normal class"
    right, cases = other_view()
    assert f"{right:,} of {cases:,}" in visitor.go("overview").metrics["Accuracy"]
    chosen = {"model": "1", "split": "1", "normal": "-1", "class": "0", "level": "1", "intervals": "0"}
    assert visitor.query == {"study": "heart-rhythm"} | chosen


def test_the_address_follows_the_choices() -> None:
    visitor = Visitor(study="heart-rhythm").go("threshold").choose("Model", "Model B")
    assert visitor.query["model"] == "1"
    visitor.set("pick_class", 0)
    assert visitor.query["class"] == "0"
    shared = Visitor(**visitor.query).go("threshold")
    assert shared.finding == visitor.finding


@cache
def usual() -> Visitor:
    return Visitor(study="heart-rhythm").go("threshold")


@pytest.mark.parametrize("silly", SILLY, ids=lambda silly: str(silly)[:24])
def test_a_parameter_that_means_nothing_is_ignored(silly: dict[str, str]) -> None:
    visitor = Visitor(study="heart-rhythm", **silly).go("threshold")
    assert (visitor.query, visitor.finding) == (usual().query, usual().finding)


@pytest.mark.parametrize("study", ["../../etc", "", "HEART-RHYTHM", "heart-rhythm.csv", "0"])
def test_a_study_that_is_not_bundled_opens_nothing(study: str) -> None:
    assert Visitor(study=study).finding.startswith("Drop a predictions file")


@pytest.mark.thorough
def test_the_address_holds_only_positions_and_keys_of_examples() -> None:
    visitor = Visitor().upload(scored(["Normal", "Telltale"], 90), "secret-name.csv")
    for page in PAGES:
        visitor.go(page)
        assert visitor.query.keys() <= PARAMETERS - {"study"}
        assert all(value.removeprefix("-").isdigit() for value in visitor.query.values())
    visitor.open_example("breast-cancer")
    for page in PAGES:
        assert visitor.go(page).query["study"] == "breast-cancer"
    visitor.upload(scored(["Normal", "Telltale"], 90))
    assert "study" not in visitor.query


@pytest.mark.thorough
def test_the_normal_class_of_a_link_is_not_neither_normal_nor_a_disease_as_well() -> None:
    visitor = Visitor(study="heart-sounds", normal="0").go("clinical_risk")
    assert "classified as Artifact have disease" in visitor.finding
    assert "neither Normal nor a disease" not in visitor.text


def test_a_second_study_inherits_nothing_from_the_first() -> None:
    labels = ["Normal", "Murmur", "Artifact"]
    first, second = scored(labels, 150, seed=1), scored(labels, 120, seed=2)
    visitor = Visitor().upload(first, "first.csv").go("confusion")
    visitor.choose("True class", "Murmur").choose("Predicted class", "Murmur").make_normal("Artifact")
    visitor.go("threshold").set("threshold_box", 0.137)
    visitor.upload(second, "second.csv")
    assert "first.csv" not in visitor.text
    alone = Visitor().upload(second, "second.csv")
    for page in PAGES:
        assert visitor.go(page).text == alone.go(page).text
        assert visitor.query == alone.query


@pytest.mark.thorough
def test_an_example_after_an_upload_shows_its_own_numbers_and_back() -> None:
    visitor = opened("labels only").open_example("heart-rhythm").go("overview")
    table = first_view("heart-rhythm")
    assert f"{(table.y_true == table.y_pred).sum():,} of 1,150" in visitor.metrics["Accuracy"]
    table = scored(["Normal", "Murmur"], 70)
    visitor.upload(table).go("overview")
    assert f"{(table.y_true == table.y_pred).sum()} of 70" in visitor.metrics["Accuracy"]


@pytest.mark.thorough
def test_the_same_bytes_under_another_mapping_are_another_study() -> None:
    visitor = opened("labels only").go("data")
    before = visitor.study.key
    visitor.fill("Exclude true classes", "Artifact").press("Apply")
    assert visitor.study.key != before
    assert "Artifact | 0 cases" in visitor.go("overview").table()["Class"].tolist()


@pytest.mark.thorough
def test_two_sessions_share_nothing() -> None:
    one, other = scored(["Normal", "VT"], 400), scored(["Normal", "VT"], 400)
    flipped = {"Normal": "VT", "VT": "Normal"}
    other.loc[:2, "y_pred"] = other.loc[:2, "y_pred"].map(flipped)
    visitors = [Visitor().bring(table).go("overview") for table in (one, other)]
    for visitor, table in zip(visitors, (one, other), strict=True):
        right = int((table.y_true == table.y_pred).sum())
        assert f"{right} of 400" in visitor.run().metrics["Accuracy"]


def test_another_model_is_shown_on_the_same_split_where_it_has_it() -> None:
    table, splits = scored(["Normal", "VT"], 30), {"first": ["test", "valid", "train"], "second": ["valid", "train"]}
    files = {name: pd.concat(table.assign(split=part) for part in has) for name, has in splits.items()}
    study = open_files([(f"{name}.csv", each.to_csv(index=False).encode()) for name, each in files.items()])
    opened = OpenStudy(study, Review.begin(study), Reader(), split=2)
    for model, split in ((1, "train"), (0, "train"), (1, "train")):
        choices.choose(opened, "model", model)
        assert opened.view.split == split
    choices.choose(opened, "split", 0)
    choices.choose(opened, "model", 0)
    assert opened.view.split == "valid"
    choices.choose(opened, "split", 0)
    choices.choose(opened, "model", 1)
    assert opened.view.split == "valid", "the second has no test split: its first is shown"
