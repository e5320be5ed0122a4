"""Kinds, order and names of classes, as they are given on the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictions.demo import open_example
from predictions.problems import Problem
from report.formats.html import as_html
from report.formats.json_document import document
from report.formats.plain_text import summary
from report.results import Report, report_of_views
from reviews import Review, View
from reviews.frames import recordings_of, scores_of
from tests.report.helpers import Json, csv_file, report_of

# rows = true class: of 30 cases classified as Normal 20 are Normal, 4 have AF and 6 are artefacts
CELLS = {"Normal": (20, 2, 0), "AF": (4, 10, 1), "Smudge": (6, 1, 8)}
ROWS = [
    f"{truth},{predicted}"
    for truth, counts in CELLS.items()
    for predicted, number in zip(CELLS, counts, strict=True)
    for _ in range(number)
]


def given(folder: Path, *options: str) -> Report:
    return report_of(csv_file(folder, "\n".join(["y_true,y_pred", *ROWS])), *options)


def exported(folder: Path, *options: str) -> Json:
    return document(given(folder, *options))


def test_a_class_that_is_no_disease_leaves_the_disease_quantities(tmp_path: Path) -> None:
    plain, apart = exported(tmp_path), exported(tmp_path, "--not-a-disease", "Smudge")
    assert (plain["not_diseases"], apart["not_diseases"]) == ([], ["Smudge"])
    values = [each["evaluations"][0]["overall"]["risk_score"]["value"] for each in (plain, apart)]
    assert values == pytest.approx([10 / 30, 4 / 24])
    classes = apart["evaluations"][0]["classes"]
    assert classes["AF"]["missed_as_normal"]["value"] == pytest.approx(4 / 15)
    assert not {"risk_score", "missed_as_normal"} & set(classes["Smudge"])
    assert apart["evaluations"][0]["confusion_matrix"] == plain["evaluations"][0]["confusion_matrix"]


def test_what_the_names_suggest_is_a_default_and_can_be_refused(tmp_path: Path) -> None:
    rows = "\n".join(["y_true,y_pred", *ROWS]).replace("Smudge", "Artifact")
    path = csv_file(tmp_path, rows)
    assert document(report_of(path))["not_diseases"] == ["Artifact"]
    assert document(report_of(path, "--not-a-disease", ""))["not_diseases"] == []


def test_the_summary_says_which_class_is_no_disease(tmp_path: Path) -> None:
    said = summary(given(tmp_path, "--not-a-disease", "Smudge", "--class-name", "Smudge=Unreadable"))
    assert "Not a disease: Unreadable; excluded from false reassurance and disease classified as Normal." in said


def test_names_are_shown_and_json_keeps_the_labels(tmp_path: Path) -> None:
    options = ("--class-name", "AF=Atrial fibrillation")
    found = exported(tmp_path, *options)
    assert (found["labels"], found["names"]) == (["AF", "Normal", "Smudge"], {"AF": "Atrial fibrillation"})
    assert "AF" in found["evaluations"][0]["classes"]
    shown = given(tmp_path, *options)
    for text in (summary(shown), as_html(shown).decode()):
        assert "Atrial fibrillation" in text
        assert "AF " not in text.replace("“AF”", "")


def test_the_order_is_that_of_every_list_and_of_no_number_in_json(tmp_path: Path) -> None:
    said = summary(given(tmp_path, "--class-order", "Smudge,Normal"))
    assert "3 classes: Smudge, Normal, AF." in said
    head = said.split("Confusion matrix (rows: true class, columns: predicted)\n")[1].splitlines()
    assert head[0].split() == ["Smudge", "Normal", "AF"]
    assert head[1].split() == ["Smudge", "8", "6", "1"]
    assert exported(tmp_path, "--class-order", "Smudge,Normal")["labels"] == ["AF", "Normal", "Smudge"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--not-a-disease", "VT"), "No row uses the class “VT” of --not-a-disease. The classes are"),
        (("--class-order", "VT"), "No row uses the class “VT” of --class-order."),
        (("--class-name", "VT=x"), "No row uses the class “VT” of --class-name."),
        (("--class-name", "AF"), "--class-name needs a class and its name, and no class twice."),
        (("--class-name", "AF=x", "--class-name", "AF=y"), "a class and its name, and no class twice."),
        (("--class-name", "AF=Normal"), "--class-name gives two classes the same name."),
        (("--class-name", "AF= "), "--class-name needs a class and its name, and no class twice."),
        (("--not-a-disease", "Normal"), "“Normal” is the Normal class."),
    ],
)
def test_what_fits_no_class_is_refused_in_one_sentence(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    with pytest.raises(Problem) as refusal:
        given(tmp_path, *options)
    assert said in str(refusal.value)


def test_a_name_that_two_classes_share_is_of_the_review_or_of_the_command_line(tmp_path: Path) -> None:
    review = tmp_path / "r.json"
    review.write_text('{"rounds_review": 1, "names": {"AF": "Normal"}}')
    with pytest.raises(Problem, match="The review gives two classes the same name"):
        given(tmp_path, "--review", str(review))
    names = exported(tmp_path, "--review", str(review), "--class-name", "Normal=Sinus rhythm")["names"]
    assert names == {"AF": "Normal", "Normal": "Sinus rhythm"}


@pytest.mark.thorough
def test_the_normal_class_is_the_decided_one_with_the_reason_where_the_file_suggests_it() -> None:
    study = open_example("heart-rhythm")
    view = View(study, Review.begin(study), 0, "test")
    assert "Normal class: Normal (recognised by name)." in summary(report_of_views([view]))
    vt = study.labels.index("VT")
    other = replace(view, review=replace(view.review, normal=vt))
    said = summary(report_of_views([other]))
    assert "Normal class: VT." in said
    assert "recognised by name" not in said
    said = summary(report_of_views([replace(view, review=replace(view.review, normal=None))]))
    assert "No class is Normal." in said
    assert "Normal class:" not in said


@pytest.mark.thorough
def test_scores_of_segments_exclude_the_classes_that_the_timeline_excludes() -> None:
    study = open_example("surgical-phases")
    review = Review.begin(study)
    assert review.normal is None
    values = {}
    for aside in (frozenset(), frozenset({0})):
        view = View(study, replace(review, not_diseases=aside), 0, study.slices[0][1])
        each = scores_of(view, recordings_of(view))
        report = report_of_views([view])
        (result,) = report.results
        told = f"Not a disease: {study.labels[0]}; excluded from the scores of segments."
        assert (told in " ".join(summary(report).split())) == bool(aside)
        values[aside] = result.overall["overlap_score"].value
        assert values[aside] == np.mean([one.overlap for one in each])
        assert result.overall["edit_score"].value == np.nanmean([one.edit for one in each])
    assert len(set(values.values())) == 2
