"""Requirements on the command line: shown in every form of the report, and told by the exit status."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from metrics.requirements import Requirement
from predictions.demo import open_example
from report.cli.command import main
from report.cli.requirements import exit_status
from report.formats.html import as_html
from report.formats.plain_text import summary
from report.results import Report, report_of_views
from reviews import Review, View
from reviews.requirement_file import dumped
from tests.report.helpers import Json, csv_file, read_strictly, report_of
from tests.report.schema import DOCUMENT
from tests.support.text import plain

MATRIX = "\tNormal\tVT\nNormal\t960\t40\nVT\t10\t40\n"
MET, NOT_MET = Requirement("VT", "specificity", 0.9), Requirement("VT", "sensitivity", 0.95)
INCONCLUSIVE = Requirement("VT", "sensitivity", 0.8)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Evaluate with these requirements; (exit status, standard output, standard error)."""
    monkeypatch.setattr("report.cli.progress.PATIENCE", 600)

    def run_(required: bytes | list[Requirement], *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "requirements.json"
        path.write_bytes(required if isinstance(required, bytes) else dumped(required))
        status = main([*arguments, "--requirements", str(path)])
        return status, *capsys.readouterr()

    return run_


@pytest.fixture(scope="module")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return csv_file(tmp_path_factory.mktemp("matrix"), MATRIX, "m.txt"), "--confusion-matrix"


@pytest.fixture(scope="module")
def report(matrix: tuple[str, str]) -> Report:
    """Of the matrix, with nothing required."""
    return report_of(*matrix)


@pytest.mark.parametrize(
    ("required", "status"),
    [
        ([MET], 0),
        ([MET, INCONCLUSIVE], 4),
        ([MET, INCONCLUSIVE, NOT_MET], 3),
        ([NOT_MET], 3),
        ([Requirement("AF", "sensitivity", 0.5)], 4),
    ],
)
def test_the_exit_status_tells_the_worst_state(report: Report, required: list[Requirement], status: int) -> None:
    assert exit_status(replace(report, review=Review(requirements=tuple(required)))) == status


def test_without_cases_nothing_can_be_told(report: Report) -> None:
    empty = replace(report, results=(), review=Review(requirements=(MET,)))
    assert exit_status(empty) == 4


def test_without_requirements_nothing_changes(run: Any, matrix: tuple[str, str], capsys: Any) -> None:
    assert main([*matrix, "--json"]) == 0
    bare = read_strictly(capsys.readouterr().out)
    status, out, _ = run([NOT_MET], *matrix, "--json")
    assert status == 3
    judged = read_strictly(out)
    assert bare["requirements"] == []
    assert len(judged.pop("requirements")) == 1
    del bare["requirements"]
    assert judged == bare


def test_the_document_carries_each_requirement_with_its_state_and_number(run: Any, tmp_path: Path) -> None:
    rows = "Normal,Normal,test\nVT,VT,test\nVT,Normal,test\nVT,VT,valid\nNormal,Normal,valid\n" * 90
    file = csv_file(tmp_path, f"y_true,y_pred,split\n{rows}")
    required = [NOT_MET, Requirement(None, "accuracy", 0.85), Requirement("VT", "fnr", 0.5, at_most=True)]
    status, out, _ = run(required, file, "--json")
    document: Json = read_strictly(out)
    jsonschema.Draft202012Validator(DOCUMENT).validate(document)
    assert status == 3
    judged = document["requirements"]
    assert [(each["model"], each["split"]) for each in judged] == [(None, "test")] * 3 + [(None, "valid")] * 3
    for at, evaluation in enumerate(document["evaluations"]):
        first, second, third = judged[3 * at : 3 * at + 3]
        assert [each["metric"] for each in (first, second, third)] == ["sensitivity", "accuracy", "fnr"]
        assert first["estimate"] == evaluation["classes"]["VT"]["sensitivity"]
        assert second["estimate"] == evaluation["overall"]["accuracy"]
        assert (first["at_least"], third["at_most"], second["class"]) == (0.95, 0.5, None)
        low, high = (first["estimate"][end] for end in ("low", "high"))
        assert first["state"] == ("met" if low >= 0.95 else "not met" if high < 0.95 else "inconclusive")
    assert {each["state"] for each in judged if each["metric"] == "sensitivity"} == {"met", "not met"}


def test_each_model_counts_on_its_test_split_alone(run: Any, tmp_path: Path) -> None:
    good, bad = "a,a\nb,b\n" * 60, "a,a\nb,a\n" * 60
    rows = "".join(f"{line},train\n" for line in bad.split()) + "".join(f"{line},test\n" for line in good.split())
    file = csv_file(tmp_path, f"y_true,y_pred,split\n{rows}")
    required = [Requirement("b", "sensitivity", 0.9)]
    status, out, _ = run(required, file, "--json")
    states = {each["split"]: each["state"] for each in read_strictly(out)["requirements"]}
    assert (status, states) == (0, {"test": "met", "train": "not met"})


@pytest.mark.thorough
def test_summary_and_report_say_state_reason_and_numbers(run: Any, matrix: tuple[str, str], tmp_path: Path) -> None:
    page = tmp_path / "report.formats.html"
    _, out, err = run([NOT_MET, INCONCLUSIVE], *matrix, "--html", str(page))
    assert err == ""
    shown = plain(" ".join(page.read_text("utf-8").split()))
    for text in (" ".join(out.split()), shown):
        assert "VT sensitivity at least 95 %: whole CI below: 67–89 %." in text
        assert "VT sensitivity at least 80 %: CI includes 80 %: 67–89 %." in text
    assert "not met  40 of 50 (80 %)" in out
    assert "<td>not met</td><td>40 of 50 (80 %)</td>" in shown


def test_no_name_of_a_requirement_comes_alive_or_reaches_the_terminal(
    run: Any, matrix: tuple[str, str], tmp_path: Path
) -> None:
    page = tmp_path / "report.formats.html"
    hostile = [Requirement("<img src=x onerror=alert(1)>", "ppv", 0.5), Requirement("\x1b[31m\u202e", "ppv", 0.5)]
    status, out, _ = run(hostile, *matrix, "--html", str(page))
    assert status == 4
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "<img" not in page.read_text("utf-8")


REFUSED = {
    "no JSON": (b"VT sensitivity at least 95 %", "it is not JSON"),
    "a wrong key": (b'{"rounds_requirements": 1, "requirements": [], "x": 1}', "an unknown key “x”"),
    "nothing": (b'{"rounds_requirements": 1, "requirements": []}', "contains no requirement"),
    "too large": (b" " * 200_000, "at most 100,000 bytes"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_is_no_list_of_requirements_is_refused(run: Any, matrix: tuple[str, str], case: str) -> None:
    content, words = REFUSED[case]
    status, out, err = run(content, *matrix)
    assert (status, out) == (2, "")
    assert "“" in err
    assert words in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_refused_and_one_that_is_read_is_not_written_over(
    run: Any, matrix: tuple[str, str], tmp_path: Path, capsys: Any
) -> None:
    assert main([*matrix, "--requirements", str(tmp_path / "none.json")]) == 2
    assert "There is no file" in capsys.readouterr().err
    status, _, err = run([MET], *matrix, "--html", str(tmp_path / "requirements.json"))
    assert status == 2
    assert "would be written over" in err
    assert json.loads((tmp_path / "requirements.json").read_text())["rounds_requirements"] == 1


def test_the_help_tells_what_the_exit_status_means(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "3 at least one not met" in said
    assert "4 none failed but at least one inconclusive" in said


def test_forms_without_requirements_do_not_speak_of_them(report: Report) -> None:
    assert exit_status(report) == 0
    assert "Requirements" not in summary(report)
    assert b"<h3>Requirements</h3>" not in as_html(report)


def test_a_score_without_a_threshold_decides_what_needs_none(run: Any, tmp_path: Path) -> None:
    """At 0.5 every case of both classes would be positive."""
    file = csv_file(tmp_path, "y_true,score\n" + "".join(f"{i % 2},{1 + i % 2 + i % 3}\n" for i in range(60)))
    asked, decided = [Requirement("1", "sensitivity", 0.8)], Requirement("1", "auc", 0.6)
    status, told, _ = run(asked, file, "--positive", "1")
    assert status == 4
    assert "no threshold was chosen" in told
    assert run([decided], file, "--positive", "1")[0] == 0
    assert run(asked, file, "--positive", "1", "--threshold", "1")[0] == 0


def test_a_class_that_the_study_lacks_has_no_verdict_as_on_the_pages() -> None:
    study = open_example("breast-cancer")
    review = replace(Review.begin(study), requirements=(Requirement("VT", "sensitivity", 0.9),))
    said = " ".join(summary(report_of_views([View(study, review, 0, study.slices[0][1])])).split())
    assert "VT sensitivity at least 90 % no verdict –" in said
    assert "VT sensitivity at least 90 % inconclusive" not in said
