"""The command line: exit codes, messages, every option, and what goes to which stream."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from metrics.requirements import Requirement
from predictions import opening
from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from report.class_decisions import ClassDecisions
from report.cli import command, inputs
from report.cli.command import main
from report.results import results_of
from reviews.requirement_file import dumped
from tests.predictions.formats.test_readers import workbook
from tests.report.helpers import Json, csv_file, document_of, example_file, read_strictly, value

ROOT = Path(__file__).parents[3]
ROWS = "id,actual_class,said,other,p0,p1,part,cv,film,pic,note\n" + "".join(
    f"c{i},{'ab'[i % 2]},{'aab'[i % 3]},{'ab'[i % 5 // 3]},{(i * 3 % 7) / 10},{1 - (i * 3 % 7) / 10:.1f},"
    f"{'tv'[i % 4 // 3]},{i % 2},v{i // 20},{i % 20},x\n"
    for i in range(60)
)
BASIC = "y_true,y_pred\n" + "a,a\nb,b\nb,a\n" * 10

Run = tuple[int, str, str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("report.cli.progress.PATIENCE", 600)  # a slow machine would say what takes it so long

    def run_(*arguments: str) -> Run:
        status = main([str(each) for each in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run_


@pytest.fixture
def odd(tmp_path: Path) -> str:
    """A file whose column names say nothing."""
    return csv_file(tmp_path, ROWS)


def test_a_file_is_evaluated_and_summed_up(run: Any, tmp_path: Path) -> None:
    status, out, err = run(csv_file(tmp_path, BASIC))
    assert (status, err) == (0, "")
    assert "All 30 rows used." in out
    assert "The model missed none of 10 cases of class a." in out


def test_json_stands_alone_on_standard_output(run: Any, tmp_path: Path) -> None:
    status, out, err = run(csv_file(tmp_path, BASIC), "--json")
    assert (status, err, read_strictly(out)["schema"]) == (0, "", 2)


REFUSED = {
    "no file": ([], "FILE"),
    "a missing file": (["nowhere.csv"], "There is no file “nowhere.csv”."),
    "a folder": (["."], "is a folder"),
    "an unknown option": (["x.csv", "--magic"], "--magic"),
    "a threshold in words": (["x.csv", "--threshold", "high"], "“high” is not a number"),
    "a threshold that is none": (["x.csv", "--threshold", "nan"], "“nan” is not a number"),
    "a level of all": (["x.csv", "--level", "100"], "use 90, 95 or 99"),
    "a level with a sign": (["x.csv", "--level", "95%"], "use 90, 95 or 99"),
    "a level of 1": (["x.csv", "--level", "1"], "use 90, 95 or 99"),
    "a class without its column": (["x.csv", "--scores", "a=p0,b="], "--scores needs one column for each"),
    "a class twice": (["x.csv", "--scores", "a=p0,a=p1"], "--scores needs one column for each"),
    "a column of two classes": (["x.csv", "--scores", "a=p,b=p"], "and no column twice"),
    "a prediction twice": (["x.csv", "--predicted", "a", "b", "a"], "--predicted names a column twice"),
    "a score twice": (["x.csv", "--score", "p", "p"], "--score names a column twice"),
    "one score and several": (["x.csv", "--score", "p", "--scores", "a=p"], "Use one of the two"),
    "an output without a folder": (["x.csv", "--html", "nowhere/x.html"], "There is no folder “nowhere”"),
    "an output that is a folder": (["x.csv", "--log-csv", "."], "is a folder"),
    "one output twice": (["x.csv", "--log-csv", "o", "--html", "o"], "written twice"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_sense_is_refused_in_one_plain_line(run: Any, case: str) -> None:
    arguments, words = REFUSED[case]
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert not err.startswith("usage")


@pytest.mark.parametrize("case", REFUSED)
def test_with_json_the_refusal_is_json_too(run: Any, case: str) -> None:
    arguments, _ = REFUSED[case]
    status, out, err = run("--json", *arguments)
    assert (status, read_strictly(out)) == (2, {"error": err.rstrip("\n")})


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (BASIC, ["--truth", "nothing"], "has no column “nothing”"),
        (BASIC, ["--positive", "c"], "No row uses the class “c”"),
        (BASIC, ["--normal", "c"], "No row uses the class “c”"),
        ("\tA\tB\nA\t1\t-2\nB\t3\t4\n", ["--confusion-matrix"], "negative"),
        (BASIC, ["--confusion-matrix", "--fold", "x"], "Remove --fold beside --confusion-matrix"),
        (BASIC, ["--confusion-matrix", "--threshold", "0.5"], "Remove --threshold beside"),
        (BASIC, ["--confusion-matrix", "--missing", "A", "--score", "p", "q"], "Remove --missing and --score beside"),
        ("", [], "is empty"),
        ("a,b\nu,v\nv,u\n", [], "with an option (--help lists them)"),
    ],
)
def test_a_file_that_cannot_be_understood_is_refused(
    run: Any, tmp_path: Path, text: str, options: list[str], words: str
) -> None:
    status, out, err = run(csv_file(tmp_path, text), *options)
    assert (status, out) == (2, "")
    assert words in err


def test_the_file_that_is_read_is_never_written_over(run: Any, tmp_path: Path) -> None:
    file = csv_file(tmp_path, BASIC)
    status, _, err = run(file, "--log-csv", file)
    assert status == 2
    assert "would be written over" in err
    assert Path(file).read_text() == BASIC


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("secret"), "(KeyError)"),
        (MemoryError(), "not enough memory"),
        (RecursionError("secret"), "(RecursionError)"),
    ],
)
def test_whatever_happens_nobody_sees_a_traceback_or_the_data(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, words: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(command, "results_of", fail)
    status, out, err = run(csv_file(tmp_path, BASIC), "--json")
    assert status == 2
    assert words in err
    assert read_strictly(out)["error"] == err.strip()
    assert "secret" not in out + err


# ------------------------------------------------------------------ every option of the mapping


def only(document: Json) -> Json:
    (evaluation,) = document["evaluations"]
    return evaluation


def test_columns_are_named(odd: str) -> None:
    document = document_of(
        odd, "--truth", "actual_class", "--predicted", "said", "--scores", "a=p0,b=p1", "--case-id", "id"
    )
    found = only(document)
    assert found["n"] == found["clusters"] == 60
    assert found["confusion_matrix"] == [[20, 10], [20, 10]]
    assert "auc" in found["classes"]["a"]


def test_several_prediction_columns_are_several_models(odd: str) -> None:
    found = document_of(odd, "--truth", "actual_class", "--predicted", "said", "other")["evaluations"]
    assert [each["model"] for each in found] == ["said", "other"]


def test_score_columns_without_classes_are_named_like_them(tmp_path: Path) -> None:
    text = "y_true,y_pred,a,b\n" + "a,a,0.9,0.1\nb,b,0.2,0.8\nb,a,0.6,0.4\n" * 6
    plain = only(document_of(csv_file(tmp_path, text), "--scores", "a,b"))
    prefixed = csv_file(tmp_path, text.replace(",a,b\n", ",p_a,p_b\n", 1), "b.csv")
    assert plain["classes"] == only(document_of(prefixed, "--scores", "p_a,p_b"))["classes"]
    named = only(document_of(prefixed, "--scores", "a=p_a", "--scores", "b=p_b"))
    assert plain["classes"] == named["classes"]


def test_a_class_that_is_given_no_score_is_said(tmp_path: Path) -> None:
    text = "y_true,y_pred,score_a,score_b,score_c\na,a,.5,.3,.2\nb,b,.2,.5,.3\nc,c,.1,.1,.8\n"
    path = csv_file(tmp_path, text)
    codes = {each["code"] for each in document_of(path, "--scores", "a=score_a,c=score_c")["notices"]}
    assert "no_score_column" in codes
    codes = {each["code"] for each in document_of(path, "--scores", "score_a,score_b,score_c")["notices"]}
    assert "no_score_column" not in codes


def test_a_name_that_holds_a_comma_stands_in_quotes(tmp_path: Path) -> None:
    text = 'y_true,y_pred,"p,a",p_b\n' + "a,a,0.9,0.1\nb,b,0.2,0.8\n" * 6
    assert "auc" in only(document_of(csv_file(tmp_path, text), "--scores", '"a=p,a",b=p_b'))["macro"]


def test_a_lone_score_with_its_class_and_threshold(odd: str) -> None:
    given = ("--truth", "actual_class", "--score", "p0", "--positive", "a", "--predicted", "said")
    assert document_of(odd, *given)["positive"] == "a"
    text = ROWS.replace(",said,other,", ",n1,n2,")
    file = csv_file(Path(odd).parent, text, "derived.csv")
    found = only(
        document_of(file, "--truth", "actual_class", "--score", "p0", "--positive", "a", "--threshold", "0.35")
    )
    predicted = sum((i * 3 % 7) / 10 >= 0.35 for i in range(60))
    assert found["classes"]["a"]["predicted"] == predicted


def test_a_threshold_that_changes_nothing_is_said(odd: str) -> None:
    found = document_of(odd, "--truth", "actual_class", "--predicted", "said", "--threshold", "0.3")
    assert "--threshold 0.3 was not used" in " ".join(each["text"] for each in found["notices"])


def test_the_class_of_interest_changes_no_number(tmp_path: Path) -> None:
    text = "y_true,y_pred,score_a,score_b\n" + "a,a,0.9,0.1\nb,b,0.2,0.8\nb,a,0.6,0.4\nb,b,0.3,0.7\n" * 6
    two, three = csv_file(tmp_path, text, "2.csv"), csv_file(tmp_path, text + "c,c,0.2,0.1\n" * 6, "3.csv")
    for file in (two, three):
        plain, named = document_of(file), document_of(file, "--positive", "b")
        assert (plain["positive"], named["positive"]) == (None, "b")
        assert plain["evaluations"] == named["evaluations"]


@pytest.mark.thorough
def test_the_normal_class_is_chosen_or_none(odd: str) -> None:
    base = (odd, "--truth", "actual_class", "--predicted", "said")
    assert document_of(*base)["normal"] is None
    assert "risk_score" in only(document_of(*base, "--normal", "b"))["overall"]
    assert document_of(example_file("breast-cancer"), "--normal", "")["normal"] is None


@pytest.mark.thorough
def test_splits_folds_sequences_and_models_are_named(odd: str) -> None:
    base = (odd, "--truth", "actual_class", "--predicted", "said")
    assert {each["split"] for each in document_of(*base, "--split", "part")["evaluations"]} == {"t", "v"}
    assert [each["fold"] for each in only(document_of(*base, "--fold", "cv"))["folds"]] == ["0", "1"]
    assert only(document_of(*base, "--sequence", "film", "--order", "pic"))["sequences"] == 3
    assert len(document_of(*base, "--model", "film")["evaluations"]) == 3


def test_rows_are_ignored_by_true_class_and_blanked_by_marker(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "y_true,y_pred\n" + "a,a\nb,b\nunsure,a\n-,b\nn/a,a\nb,a\n" * 5)
    document = document_of(file, "--ignore-truth", "unsure", "--missing", "-,n/a")
    assert document["labels"] == ["a", "b"]
    assert only(document)["n"] == 15
    assert {each["rows"] for each in document["source"]["excluded"]} == {5, 10}
    assert document["source"]["used"] + 15 == document["source"]["rows"] == 30


def test_a_true_class_to_be_ignored_that_no_row_has_is_said(tmp_path: Path) -> None:
    document = document_of(csv_file(tmp_path, BASIC), "--ignore-truth", "misspelt")
    assert "ignored_truth_absent" in {each["code"] for each in document["notices"]}


def test_a_missing_value_marker_that_no_label_is_is_said(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "y_true,y_pred\n" + "a,a\nb,NA\n" * 5)
    said = [each for each in document_of(file, "--missing", "zzz,NA")["notices"] if "zzz" in each["text"]]
    assert [(each["code"], "NA" in each["text"]) for each in said] == [("missing_markers_absent", False)]


def test_several_files_are_several_models(tmp_path: Path) -> None:
    files = [csv_file(tmp_path, BASIC, name) for name in ("first.csv", "second.csv")]
    document = document_of(*files)
    assert [each["model"] for each in document["evaluations"]] == ["first", "second"]
    assert [each["name"] for each in document["source"]["files"]] == ["first.csv", "second.csv"]


def test_a_matrix_is_evaluated_with_its_file(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "\tNormal\tVT\nNormal\t90\t10\nVT\t4\t36\n", "m.txt")
    document = document_of(file, "--confusion-matrix", "--positive", "VT", "--normal", "Normal")
    assert [each["name"] for each in document["source"]["files"]] == ["m.txt"]
    assert (document["positive"], document["normal"], document["source"]["rows"]) == ("VT", "Normal", 140)
    assert only(document)["confusion_matrix"] == [[90, 10], [4, 36]]
    assert value(only(document)["overall"]["risk_score"]) == pytest.approx(4 / 94)
    assert "auc" not in only(document)["macro"]


def test_two_matrices_are_not_mixed(run: Any, tmp_path: Path) -> None:
    files = [csv_file(tmp_path, "1 2\n3 4\n", name) for name in ("a.txt", "b.txt")]
    assert "takes one file" in run(*files, "--confusion-matrix")[2]


def test_a_value_may_begin_with_a_dash(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "y_true,y_pred\n" + "-1,-1\n1,1\n-,1\n1,-1\n" * 5)
    document = document_of(file, "--missing", "-", "--positive", "-1")
    assert (document["labels"], document["positive"]) == (["-1", "1"], "-1")


def test_a_study_is_evaluated_without_a_command_line() -> None:
    counted: list[tuple[int, str | None]] = []
    study = open_matrix("Normal VT\n90 10\n4 36")
    report = results_of(study, classes=ClassDecisions("VT"), level=0.9, watch=lambda *place: counted.append(place))
    assert (report.review.interest, counted, len(report.results)) == (1, [(0, None)], 1)
    assert report.results[0].evaluation.overall["accuracy"].value == 0.9
    with pytest.raises(Problem, match="“AF”"):
        results_of(study, classes=ClassDecisions("AF"))


# ------------------------------------------------------------------ as a process of its own


def started(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    command_ = [sys.executable, "-m", "report", *arguments]
    return subprocess.run(command_, cwd=ROOT, capture_output=True, check=False, timeout=120, **more)


def messages(errors: bytes) -> list[bytes]:
    """The lines on standard error, apart from the steps that a slow machine makes last longer than a second."""
    return [line for line in errors.splitlines() if not line.endswith(b" ...")]


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(10 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 1))
def test_the_module_runs_and_ends_tidily_with_its_status_in_any_locale(tmp_path: Path, number: int) -> None:
    page = tmp_path / f"{number}.html"
    locale = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "latin-1"}
    done = started(csv_file(tmp_path, BASIC), "--json", "--html", str(page), env=locale)
    assert (done.returncode, messages(done.stderr)) == (0, [])
    document = json.loads(done.stdout.decode("utf-8"))
    assert (document["schema"], document["labels"]) == (2, ["a", "b"])
    assert page.read_text("utf-8").endswith("</html>\n")


@pytest.mark.thorough
def test_who_reads_may_stop_early_and_what_was_judged_counts(tmp_path: Path) -> None:
    """And a text or a verdict waits for no library of pictures, which takes a quarter of the time to start."""
    (tmp_path / "plotly.py").write_text("raise ImportError('nothing is drawn')")
    without_pictures = os.environ | {"PYTHONPATH": str(tmp_path)}
    path = tmp_path / "requirements.json"
    path.write_bytes(dumped([Requirement("b", "sensitivity", 0.99)]))
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as nobody:
        command_ = [sys.executable, "-m", "report", csv_file(tmp_path, BASIC), "--requirements", str(path)]
        done = subprocess.run(
            command_, cwd=ROOT, env=without_pictures, stdout=nobody, stderr=subprocess.PIPE, check=False, timeout=120
        )
    assert (done.returncode, messages(done.stderr)) == (3, [])


@pytest.mark.thorough
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the device that is always full is Linux's")
@pytest.mark.parametrize(
    ("arguments", "words"), [([], b"The output cannot be written"), (["nowhere.csv", "--json"], b"There is no file")]
)
def test_a_full_disk_is_said_plainly(tmp_path: Path, arguments: list[str], words: bytes) -> None:
    with open("/dev/full", "wb") as full:
        command_ = [sys.executable, "-m", "report", csv_file(tmp_path, BASIC), *arguments]
        done = subprocess.run(command_, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)
    assert done.returncode == 2
    (message,) = messages(done.stderr)
    assert words in message


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ROUNDS_ENGINES", "localhost", b"ROUNDS_ENGINES must list servers as sc://host:port, separated by commas"),
        ("ROUNDS_LIMIT_ROWS", "many", b"ROUNDS_LIMIT_ROWS must be a whole number of at least 1"),
    ],
)
def test_a_setting_that_cannot_be_one_ends_in_one_message(tmp_path: Path, name: str, text: str, said: bytes) -> None:
    done = started(csv_file(tmp_path, "y_true,y_pred\na,a\n"), env=os.environ | {name: text})
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (2, b"", [said])
    done = started(csv_file(tmp_path, "y_true,y_pred\na,a\n"), "--json", env=os.environ | {name: text})
    assert (done.returncode, json.loads(done.stdout), done.stderr.splitlines()) == (2, {"error": said.decode()}, [said])


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.thorough
def test_a_file_too_large_to_hold_is_counted_as_the_browser_counts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    table = pa.table({"y_true": [*"aabb"] * 9, "y_pred": [*"abab"] * 9, "score_b": [0.1, 0.6, 0.4, 0.9] * 9})
    if named:
        table = table.append_column("model", pa.array(["x", "y"] * 18))
    parquet.write_table(table, path := tmp_path / "large.parquet")
    held = document_of(str(path))
    if named:  # in a process of its own, which reads the limits when it starts
        done = started(str(path), "--json", env=os.environ | {"ROUNDS_LIMIT_ROWS": "10"})
        counted = read_strictly(done.stdout.decode())
    else:
        monkeypatch.setattr(opening, "is_large", lambda path, limits: True)
        monkeypatch.setattr(inputs, "open_files", opening.open_files)  # not the one that was held
        counted = document_of(str(path))
    assert "out loading" in json.dumps(counted["notices"]) != json.dumps(held["notices"])
    for part in ("source", "labels", "normal", "positive"):
        assert counted[part] == held[part]
    for first, second in zip(held["evaluations"], counted["evaluations"], strict=True):
        assert [first[name] for name in ("model", "split", "n", "confusion_matrix")] == [
            second[name] for name in ("model", "split", "n", "confusion_matrix")
        ]
        assert first["classes"]["b"]["auc"]["value"] == second["classes"]["b"]["auc"]["value"]


@pytest.mark.parametrize("key", ["breast-cancer", "heart-rhythm"])
@pytest.mark.thorough
def test_independent_rows_that_are_counted_give_the_document_of_held_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """To the last digit of every interval, but for the notice that nothing was loaded."""
    held, counted = held_and_counted(csv.read_csv(example_file(key)), tmp_path, monkeypatch)
    found = [each for each in counted["notices"] if each["code"] != "counted_where_it_lies"]
    assert len(found) == len(counted["notices"]) - 1
    assert counted | {"notices": found} == held


@pytest.mark.thorough
@pytest.mark.parametrize("fold", [0, 5])
def test_a_fold_makes_intervals_conditional_also_of_counted_rows_without_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fold: int
) -> None:
    truth, said = ["well", "ill"] * 60, ["well", "ill", "ill", "ill"] * 30
    table = pa.table({"y_true": truth, "y_pred": said, "fold": [str(min(at % 5, fold)) for at in range(120)]})
    held, counted = held_and_counted(table, tmp_path, monkeypatch)
    assert held["intervals"] == counted["intervals"]
    assert ("conditional_on" in held["intervals"]) == (fold > 0)


def held_and_counted(table: pa.Table, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The documents of the same rows."""
    path = str(folder / "rows.parquet")
    parquet.write_table(table, path)
    held = document_of(path)
    monkeypatch.setattr(opening, "is_large", lambda path, limits: True)
    monkeypatch.setattr(inputs, "open_files", opening.open_files)  # not the one that was held
    return held, document_of(path)


def test_the_sheet_of_a_workbook_is_named(run: Any, tmp_path: Path) -> None:
    rows = [["y_true", "y_pred"], *[["ill", "ill"]] * 30, *[["well", "well"]] * 30]
    path = tmp_path / "two.xlsx"
    path.write_bytes(workbook(one=rows, two=[*rows, ["ill", "well"]]))
    status, _, err = run(str(path))
    assert status == 2
    assert "sheets “one”, “two”" in err
    status, out, _ = run(str(path), "--sheet", "two")
    assert status == 0
    assert "All 61 rows used." in out


LONG = "x" * 300


@pytest.mark.parametrize(
    "arguments",
    [
        (f"{LONG}.csv",),
        ("{file}", "--html", LONG),
        ("{file}", "--log-csv", LONG),
        ("{file}", "--tensorboard", LONG),
        ("{file}", "--review", LONG),
        ("--confusion-matrix", f"{LONG}.csv"),
    ],
)
def test_a_name_that_the_system_does_not_take_is_refused_by_its_name(
    run: Any, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    file = csv_file(tmp_path, BASIC)
    status, _, err = run(*(each.format(file=file) for each in arguments))
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith("“xxx")
    assert "File name too long" in err


def test_a_run_that_is_stopped_while_it_starts_ends_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-m", "report", "file.csv"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.thorough
def test_a_folder_and_a_database_give_the_document_of_the_file(run: Any, tmp_path: Path) -> None:
    table = pa.table({"y_true": [*"aabb"] * 9, "y_pred": [*"abab"] * 9, "score_b": [0.1, 0.6, 0.4, 0.9] * 9})
    parquet.write_table(table, tmp_path / "one.parquet")
    (tmp_path / "parts").mkdir()
    for part in range(3):
        parquet.write_table(table.slice(part * 12, 12), tmp_path / "parts" / f"{part}.parquet")
    with duckdb.connect(str(tmp_path / "one.duckdb")) as connection:
        connection.from_arrow(table).create("rows")
    documents = []
    for name in ("one.parquet", "parts", "one.duckdb::rows"):
        status, out, err = run(tmp_path / name, "--json")
        assert (status, err) == (0, "")
        documents.append(read_strictly(out))
        assert [file["name"] for file in documents[-1]["source"].pop("files")] == [name]
    assert documents == [documents[0]] * 3
    status, _, err = run(f"{tmp_path}/one.duckdb::lost")
    assert (status, err) == (
        2,
        "“one.duckdb” has no table “lost” but “rows”. Name one of them, as in “one.duckdb::rows”.\n",
    )
