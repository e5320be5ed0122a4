"""A file whose rows are not held: pages that need counts speak of all of it, the others say what they would need."""

import re
import sys
from pathlib import Path

import pandas as pd
import pytest

from metrics.intervals.patient_counts import Patients
from predictions import opening
from predictions.counted import Slice
from predictions.counted_study import CountedStudy
from predictions.problems import Problem
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.pairs.patients import SharedCases
from predictions.study import Capability
from tests.support.studies import scored
from tests.support.visitor import Visitor

pytestmark = pytest.mark.thorough

COUNTING = ("overview", "clinical_risk", "confusion", "curves", "threshold", "net_benefit", "subgroups")
NEEDING_ROWS = ("timeline",)


def answers() -> pd.DataFrame:
    table = scored(["Normal", "VT", "Ectopic"], 240)
    return table.assign(split=["test", "train"] * 120, sex=["F", "F", "M"] * 80)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Left as it is, so that it is counted once."""
    path = tmp_path_factory.mktemp("counted") / "answers.parquet"
    answers().to_parquet(path)
    return path


@pytest.fixture
def tallied(file: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    return start(file, monkeypatch)


def start(file: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """Who opens a server that was started with a file that is counted where it lies."""
    monkeypatch.setattr(sys, "argv", [str(Path(__file__).parents[2] / "app.py"), str(file)])
    monkeypatch.setattr(opening, "is_large", lambda path, limits: True)
    return Visitor().run()


def start_with(table: pd.DataFrame, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """The same with a file of this table."""
    table.to_parquet(folder / "answers.parquet")
    return start(folder / "answers.parquet", monkeypatch)


@pytest.fixture
def held() -> Visitor:
    return Visitor().bring(answers().drop(columns="case_id"))


def test_pages_of_counts_say_what_they_say_of_a_file_read_whole(tallied: Visitor, held: Visitor) -> None:
    assert Capability.LOADED not in tallied.study.capabilities
    for page in COUNTING:
        tallied.go(page), held.go(page)
        assert tallied.finding == held.finding
        assert list(tallied.metrics) == list(held.metrics)
        values = [[each.split("|")[0].strip() for each in seen.metrics.values()] for seen in (tallied, held)]
        assert values[0] == values[1]
        assert tallied.errors == []


@pytest.mark.thorough
def test_pages_of_weighted_rows_say_what_they_say_of_a_file_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scored(["Normal", "VT", "Ectopic"], 240).drop(columns="case_id")
    table["weight"], table["sex"] = [1.0, 0.5, 4.0, 2.5] * 60, ["F", "F", "M"] * 80
    held = Visitor().bring(table).go("overview").press("Use as weights")
    tallied = start_with(table, tmp_path, monkeypatch).go("overview").press("Use as weights")
    assert tallied.evaluation.effective_n == held.evaluation.effective_n
    for page in (*COUNTING, "calibration", "subgroups"):
        tallied.go(page), held.go(page)
        assert tallied.errors == []
        assert _without_intervals(tallied.finding) == _without_intervals(held.finding), page
        assert ("shaded: pointwise" in tallied.text, "no CI band" in tallied.text) == (page == "curves", False), page
    for page in ("data", "definitions", "report", "cases"):
        assert tallied.go(page).errors == []


@pytest.mark.thorough
def test_folds_of_weighted_rows_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scored(["Normal", "VT", "Ectopic"], 240).drop(columns="case_id")
    table["weight"], table["fold"] = [1.0, 0.5, 4.0, 2.5] * 60, [1, 2, 3, 4, 5] * 48
    held = Visitor().bring(table).go("overview").press("Use as weights").go("cross_validation")
    tallied = start_with(table, tmp_path, monkeypatch).go("overview").press("Use as weights").go("cross_validation")
    assert tallied.errors == []
    assert tallied.finding == held.finding


def test_models_of_weighted_rows_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = scored(["healthy", "sick"], 240)
    table = both[["y_true"]].assign(pred_A=both.y_pred, pred_B=both.y_pred.where(both.index % 5 > 0, "healthy"))
    table["weight"] = [1.0, 0.5, 4.0, 2.5] * 60
    held = Visitor().bring(table).go("overview").press("Use as weights").go("compare_models")
    tallied = start_with(table, tmp_path, monkeypatch).go("overview").press("Use as weights").go("compare_models")
    assert tallied.errors == []
    assert _without_intervals(tallied.finding) == _without_intervals(held.finding)


def _without_intervals(said: str) -> str:
    """Resamples of rows that are dealt in another order differ in the last digit."""
    return re.sub(r"\d+(\.\d+)?–\d+(\.\d+)?", "", said)


def test_models_are_compared_by_the_counts_of_their_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = scored(["healthy", "sick"], 200)
    table = both[["y_true"]].assign(
        pred_A=both.y_pred,
        score_A=both.score_sick,
        pred_B=both.y_pred.where(both.index % 5 > 0, "healthy"),
        score_B=both.score_sick.round(1),
    )
    held = Visitor().bring(table).go("compare_models")
    tallied = start_with(table, tmp_path, monkeypatch).go("compare_models")
    assert tallied.finding == held.finding
    assert tallied.errors == []
    assert "AUCs are not compared" not in tallied.text
    assert ("Read the" in held.text, "Read the" in tallied.text) == (True, False)
    for mode in ("specificity", "sensitivity"):
        held.set("pick_compare_mode", mode), tallied.set("pick_compare_mode", mode)
        assert held.table(0).to_dict() == tallied.table(0).to_dict()
        assert "Threshold" in tallied.table(0)


def test_a_threshold_asks_for_its_patients_once_and_says_where_nobody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = scored(["Normal", "VT", "Ectopic"], 240).rename(columns={"case_id": "patient_id"})
    table["patient_id"] = [f"P{row // 4}" for row in range(len(table))]
    told, asked, ask = start_with(table, tmp_path, monkeypatch), [], CountedStudy.patients_of_class

    def counted(study: CountedStudy, place: Slice, label: int, ends: tuple[float, float]) -> Patients | None:
        asked.append(ends[0])
        return None if ends[0] == 0.4 else ask(study, place, label, ends)

    monkeypatch.setattr(CountedStudy, "patients_of_class", counted)
    told.go("threshold").set("threshold_box", 0.3)
    assert told.run().go("overview").go("threshold").errors == []
    assert asked.count(0.3) == 1
    assert "treated as independent" not in told.text
    assert "treated as independent" in told.set("threshold_box", 0.4).text
    assert told.errors == []


@pytest.mark.thorough
def test_pages_say_where_patients_with_several_rows_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scored(["Normal", "VT", "Ectopic"], 240)
    table["case_id"] = [f"P{row // 4}" for row in range(len(table))]
    table["sex"] = ["F", "F", "M"] * 80
    told = start_with(table.rename(columns={"case_id": "patient_id"}), tmp_path, monkeypatch)
    for page in ("overview", "clinical_risk", "confusion", "subgroups", "definitions", "report"):
        told.go(page)
        assert told.errors == []
        assert ("60 different values of patient_id" in told.text) == (page not in ("definitions", "report")), page
        assert "treated as independent" not in told.text, page
    apart = "Some patients are in several groups of sex: these differences of AUC and O:E treat rows as independent."
    assert apart in told.go("subgroups").text
    told.go("threshold").keep("two_thresholds_open", True).keep("prevalence_open", True)
    told.run().set("prevalence_box", 3.0)
    assert "Patient-level bootstrap; Clopper–Pearson over patients" in told.text
    assert "treated as independent" not in told.text
    assert told.errors == []
    assert "cluster-robust SE with Student's t" in told.go("calibration").text
    assert "treated as independent" not in told.text
    assert "cluster-robust SE, t, for net benefit" in told.go("net_benefit").text
    assert "treated as independent" not in told.text
    assert told.errors == []
    curves = told.go("curves").text
    how = "Obuchowski variance, t, for AUC; cluster-robust SE, logit scale, t, for average precision. 240 rows with 60"
    assert f"{how} different values of patient_id" in curves
    assert "CI not estimated" not in curves
    assert told.errors == []


def test_folds_are_those_of_a_file_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scored(["Normal", "VT", "Ectopic"], 240).drop(columns="case_id")
    table["fold"] = [row % 3 for row in range(len(table))]
    held = Visitor().bring(table).go("cross_validation")
    tallied = start_with(table, tmp_path, monkeypatch).go("cross_validation")
    assert tallied.finding == held.finding
    assert "3 folds" in tallied.text
    assert tallied.errors == []


@pytest.mark.parametrize("is_told", [True, False])
def test_a_comparison_draws_patients_or_says_that_it_takes_rows_as_independent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_told: bool
) -> None:
    both = scored(["healthy", "sick"], 200)
    table = both[["y_true"]].assign(
        pred_A=both.y_pred, pred_B=both.y_pred.where(both.index % 5 > 0, "healthy"), patient_id=both.index // 4
    )
    if not is_told:
        monkeypatch.setattr(SharedCases, "patients", lambda *_: None)
    tallied = start_with(table, tmp_path, monkeypatch).go("compare_models").keep("compare_tests", True).run()
    assert tallied.errors == []
    said = "Rows are treated as independent: if several belong to one patient, CIs are too narrow."
    assert (said in tallied.text) is not is_told
    drawn = ("200 rows with 50 different values of patient_id", "patient-level permutation test")
    assert all((each in tallied.text) is is_told for each in drawn)


@pytest.mark.parametrize("page", ["threshold", "net_benefit", "calibration", "compare_models"])
def test_what_is_not_answered_any_more_is_said_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    both = scored(["healthy", "sick"], 200)
    columns = {
        f"{kind}_{model}": both[of] for model in "AB" for kind, of in (("pred", "y_pred"), ("score", "score_sick"))
    }
    table = both[["y_true"]].assign(**columns, patient_id=both.index // 4)
    tallied = start_with(table, tmp_path, monkeypatch)

    def over(*_: object) -> None:
        raise Problem("“answers.parquet” did not answer within 180 s.")

    assert tallied.go("overview").warnings == []
    monkeypatch.setattr(GroupCounter, "_paired" if page == "compare_models" else "_open", over)
    tallied.go(page)
    assert tallied.errors == []
    assert [each for each in tallied.warnings if "did not answer within 180 s. So numbers are missing" in each]


@pytest.mark.parametrize("page", NEEDING_ROWS)
def test_pages_of_cases_say_what_they_would_need(tallied: Visitor, page: str) -> None:
    tallied.go(page)
    assert tallied.finding == "This page needs individual cases; the file is too large to load."
    assert tallied.errors == []


def test_the_data_page_tells_how_the_file_was_counted_and_lets_columns_be_corrected(tallied: Visitor) -> None:
    tallied.go("data")
    assert "240 rows used" in tallied.finding
    assert "rows are treated as independent" not in tallied.text
    tallied.fill("True class", "y_pred").press("Apply")
    assert "Column “y_pred” is chosen as the true class and as the prediction" in tallied.text
    tallied.fill("Predicted class", ["y_true"]).press("Apply")
    assert (tallied.study.mapping.truth, tallied.study.mapping.predicted) == ("y_pred", ("y_true",))


@pytest.mark.thorough
def test_a_threshold_of_three_classes_is_kept_on_all_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scored(["Normal", "VT", "Ectopic"], 240).rename(columns={"case_id": "patient_id"})
    table["patient_id"] = [f"P{row // 4}" for row in range(len(table))]
    table["site"], table["fold"] = ["Ghent", "Lyon"] * 120, [row // 4 % 3 for row in range(240)]
    both = Visitor().bring(table), start_with(table, tmp_path, monkeypatch)
    for visitor in both:
        visitor.go("threshold").press("Keep this threshold").set("kept_threshold_used_here", 1)
    for page in ("overview", "clinical_risk", "confusion", "cases", "subgroups", "cross_validation"):
        held, tallied = (visitor.go(page) for visitor in both)
        assert tallied.finding == held.finding
        assert tallied.errors == []
        assert tallied.opened.view.before is not None


def test_a_kept_threshold_of_a_file_that_is_gone_gives_way_to_the_delivered_predictions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = start_with(scored(["Normal", "VT", "Ectopic"], 240), tmp_path, monkeypatch).go("threshold")
    visitor.press("Keep this threshold")
    (file,) = tmp_path.glob("*.parquet")
    elsewhere = file.rename(file.with_suffix(".away"))
    visitor.set("kept_threshold_used_here", 1)
    said = "The predictions are shown as delivered, not at the kept threshold: “answers.parquet” is no longer there"
    assert any(said in each for each in visitor.warnings)
    assert visitor.opened.view.before is None
    elsewhere.rename(file)
    visitor.set("kept_threshold_used_here", 1)
    assert visitor.warnings == []
    assert visitor.opened.view.before is not None


def test_a_split_is_chosen_for_all_pages(tallied: Visitor) -> None:
    tallied.go("overview").choose("Split", "train")
    assert tallied.study.splits_of(0) == ("test", "train")
    assert "train" in tallied.label_of_choices()
    assert tallied.errors == []


def test_cases_are_fetched_a_page_at_a_time_and_are_those_of_the_file_read_whole(
    tallied: Visitor, held: Visitor
) -> None:
    for visitor in (tallied.go("cases"), held.go("cases")):
        visitor.set("pick_cases_kinds", [])
    assert tallied.finding == held.finding
    first, second = (next(visitor.frames())[0] for visitor in (tallied, held))
    pd.testing.assert_frame_equal(first[second.columns], second, check_dtype=False)
    assert "50 of 120 rows were fetched from answers.parquet." in tallied.text.replace("\u00a0", " ")
    assert "fetched" not in held.text
    tallied.set("pick_cases_kinds", []).press("Next case")
    assert "Case 2 of 120" in tallied.text


def test_a_cell_of_the_matrix_leads_to_its_cases(tallied: Visitor) -> None:
    number = re.search(r"(\d+) cases: VT → Normal", tallied.go("confusion").text)[1]
    tallied.press(f"Read the {number} cases")
    assert f"{number} of" in tallied.finding.replace("\u00a0", " ")
    assert "classified as Normal" in tallied.finding


def test_cases_of_a_file_that_is_gone_are_not_listed_and_the_study_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tallied = start_with(answers(), tmp_path, monkeypatch)
    (tmp_path / "answers.parquet").unlink()
    tallied.go("cases")
    assert tallied.finding == "The file of this study cannot be asked."
    assert "answers.parquet” is no longer there." in tallied.text
    assert tallied.go("overview").errors == []
