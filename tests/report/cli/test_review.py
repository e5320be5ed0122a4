"""A saved review on the command line: applied whole, refused in one plain message where it does not fit."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from metrics.requirements import Requirement
from predictions.groups.by import By
from predictions.groups.lens import Lens
from predictions.opening import open_files
from report.cli.command import main
from reviews import KeptThreshold, Kind, Review
from reviews.lens_file import entries
from reviews.review_file import GROUP, dumped

ROWS = "y_true,y_pred,score_a,score_b,score_c\n" + "a,a,.8,.1,.1\nb,b,.3,.6,.1\nb,a,.5,.4,.1\nc,a,.5,.2,.3\n" * 10


REVIEW = '{"rounds_review": 1, "mapping": %s}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "x.csv").write_text(ROWS)
    return tmp_path / "x.csv"


def saved(file: Path, **changes: Any) -> str:
    """A review of the file, in a file beside it; changes: keys of its JSON."""
    study = open_files([(file.name, file.read_bytes())], None)
    review = Review.begin(study).renamed(1, "poor outcome").moved(0, 0).with_kind(2, Kind.NEITHER)
    review = replace(
        review.with_kind(0, Kind.NORMAL),
        interest=1,
        requirements=(Requirement("b", "sensitivity", 0.9),),
        thresholds=(KeptThreshold(0, 1, 0.35, True),),
    )
    document = json.loads(dumped(study, review, {"model": None, "split": None, "level": 0.95})) | changes
    path = file.with_name("review.json")
    path.write_text(json.dumps(document))
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(each) for each in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_names_kinds_order_thresholds_and_requirements_are_applied(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, file, "--review", saved(file), "--json")
    found = json.loads(out)
    assert (status, err) == (4, ""), "20 of 20 with the whole CI from 83 %: inconclusive"
    assert (found["normal"], found["not_diseases"]) == ("a", ["c"])
    assert found["names"] == {"b": "poor outcome"}
    (evaluation,) = found["evaluations"]
    assert evaluation["classes"]["b"]["fn"] == 0, "every b has a score of 0.35 or above"
    assert "poor outcome" in run(capsys, file, "--review", saved(file))[1]


def test_level_and_style_of_intervals_are_those_of_the_review(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    review = saved(file, choices={"level": 0.9, "intervals": "conventional"})
    found = json.loads(run(capsys, file, "--review", review, "--json")[1])["intervals"]
    assert (found["style"], found["level"]) == ("conventional", 0.9)
    given = ("--level", "95", "--intervals", "default")
    found = json.loads(run(capsys, file, "--review", review, "--json", *given)[1])["intervals"]
    assert (found["style"], found["level"]) == ("default", 0.95), "the command line goes first"


def test_the_command_line_goes_before_the_review(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--normal", "c", "--class-name", "b=bad", "--positive", "a")
    found = json.loads(run(capsys, file, "--review", saved(file), "--json", *given)[1])
    assert (found["normal"], found["names"], found["not_diseases"]) == ("c", {"b": "bad"}, [])


def binary(tmp_path: Path) -> Path:
    """Cases of A and B, with two scores for B that order them in opposite ways."""
    path = tmp_path / "binary.csv"
    path.write_text("y_true,pB,other\n" + "A,.1,.9\nA,.4,.6\nB,.4,.6\nB,.9,.1\n" * 5)
    return path


def test_a_threshold_of_the_command_line_goes_before_the_review_also_where_it_is_the_usual_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = binary(tmp_path)
    (tmp_path / "r.json").write_text(REVIEW % '{"score": "pB", "positive": "B", "threshold": 0.3}')
    given = (file, "--review", tmp_path / "r.json", "--json")
    for options, false_positives in (((), 5), (("--threshold", "0.5"), 0), (("--threshold", "0.05"), 10)):
        (found,) = json.loads(run(capsys, *given, *options)[1])["evaluations"]
        assert found["classes"]["B"]["fp"] == false_positives, options


def test_a_threshold_of_the_review_is_no_option(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    review = saved(file, mapping={"threshold": 0.3})
    assert "--threshold" not in run(capsys, file, "--review", review)[1]
    assert "--threshold 0.5 was not used" in run(capsys, file, "--review", review, "--threshold", "0.5")[1]


@pytest.mark.parametrize(
    "mapping",
    ['{"scores": {"A": "pB", "B": "other"}}', '{"score_models": ["other", "pB"], "positive": "B"}'],
)
def test_a_score_of_the_command_line_is_in_place_of_those_of_the_review(
    mapping: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = binary(tmp_path)
    (tmp_path / "r.json").write_text(REVIEW % mapping)
    given = (file, "--review", tmp_path / "r.json", "--json", "--positive", "B")
    for options in (("--score", "pB"), ("--scores", "A=other,B=pB")):
        (found,) = json.loads(run(capsys, *given, *options)[1])["evaluations"]
        assert found["classes"]["B"]["auc"]["value"] == 0.875, options


def test_several_scores_of_the_command_line_are_in_place_of_the_predictions_of_the_review(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = file.read_text().replace("c,a", "b,a").replace("y_pred", "says")
    file.write_text(text)
    (file.parent / "r.json").write_text(REVIEW % '{"predicted": ["says"]}')
    given = (file, "--review", file.parent / "r.json", "--json", "--positive", "a")
    found = json.loads(run(capsys, *given, "--score", "score_a", "score_c")[1])["evaluations"]
    assert [each["model"] for each in found] == ["score_a", "score_c"]
    (found,) = json.loads(run(capsys, *given, "--predicted", "says")[1])["evaluations"]
    assert found["model"] is None


def test_the_columns_of_the_review_are_those_that_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "odd.csv"
    odd.write_text(ROWS.replace("y_true", "u").replace("y_pred", "v"))
    mapping = {"truth": "u", "predicted": ["v"]}
    (tmp_path / "x.csv").write_text(ROWS)
    status, _, err = run(capsys, odd, "--review", saved(tmp_path / "x.csv", mapping=mapping))
    assert (status, err.count("\n")) == (4, 1)
    assert "saved for another file “x.csv”" in err


def test_a_review_of_one_group_is_said_to_be_applied_to_all_cases(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = open_files([(file.name, file)])
    women = Lens((By("sex"),), ("F",))
    path = tmp_path / "women.json"
    path.write_bytes(dumped(study, Review.begin(study), {GROUP: entries(women)}))
    assert (
        "saved while one group was shown, women; the numbers here are of all cases."
        in run(capsys, file, "--review", path)[2]
    )
    path.write_bytes(dumped(study, Review.begin(study), {GROUP: None}))
    assert "one group" not in run(capsys, file, "--review", path)[2]


def test_a_split_that_was_looked_at_and_is_not_here_is_said(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "saved while the split “valid” was shown, which these predictions lack."
    status, _, err = run(capsys, file, "--review", saved(file, choices={"split": "valid"}))
    assert (status, err.count("\n")) == (4, 1)
    assert said in err
    rows = file.read_text().splitlines()
    file.write_text("\n".join(f"{row},{'split' if at == 0 else 'valid'}" for at, row in enumerate(rows)))
    assert said not in run(capsys, file, "--review", saved(file, choices={"split": "valid"}))[2]


def test_a_review_that_does_not_fit_is_refused_in_one_message(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hostile = "<img src=x>\x1b[31m"
    kept = [{"model": "B", "class": "b", "threshold": 0.5}]
    for changes, said in (
        ({"order": ["a", hostile]}, "which lack the class “<img src=x>"),
        ({"thresholds": kept}, "which lack the model “B”"),
        ({"choices": {"model": "C"}, "thresholds": kept}, "which lack the models “B”, “C”"),
        ({"names": {"x": "y"}, "thresholds": kept}, "the class “x” and the model “B”"),
        ({"rounds_review": 2}, "A newer version of Rounds may have written this file."),
        ({"order": "a"}, "“order” is not a list"),
        ({"other": 1}, "unknown key “other”"),
    ):
        status, out, err = run(capsys, file, "--review", saved(file, **changes))
        assert (status, out, err.count("\n")) == (2, "", 1), said
        assert said in err
        assert "\x1b" not in err


def test_a_review_that_is_not_there_or_no_file_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, said in (("nowhere.json", "There is no file"), (file.parent, "cannot be read"), (file, "Not a review")):
        status, out, err = run(capsys, file, "--review", path)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert said in err
