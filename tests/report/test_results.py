"""Groups, months, calibration and net benefit in JSON: their shape and their methods are those that are declared."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from metrics.interval_methods import STYLES
from predictions.groups.by import By
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.sources.counted.groups import GroupCounter
from predictions.study import Study
from report.formats.html import as_html
from report.formats.json_document import document
from report.formats.plain_text import summary
from report.results import Report, results_of
from tests.report.helpers import Json, csv_file, document_of, intervals, report_of
from tests.report.schema import DOCUMENT
from tests.support.declared import is_declared

ROWS = 450
KINDS = ("rows", "patients", "weights", "patients and weights", "labels only", "one score")
PROPORTIONS = ("sensitivity", "fpr", "ppv", "alarm_rate")
PROPORTION = (
    r"Wilson|Clopper–Pearson( over patients)?|(patient )?bootstrap SE, logit scale, t\(\d+\)|(patient )?bootstrap"
)
APART = r"Newcombe|MOVER of both intervals|(patient )?bootstrap((, expanded percentiles| SE), t\(\d+\))?"
AREA = r"Newcombe score(, \w+( bootstrap)? variance, t\(\d+(\.\d)?\))?|DeLong|Obuchowski|(patient )?bootstrap"
SCORES_APART = r"MOVER of both intervals|(Obuchowski|ratio estimator), t\(\d+\)"
RATIO = r"exact Poisson|Wald, logit scale, t\(\d+\)|(patient )?bootstrap SE, log scale, t\(\d+\)"
OF_LINE = r"Wald|(patient )?bootstrap SE, t\(\d+\)"
OF_CURVE, BRIER = (
    r"draws of the curve, t(, from 0 by the Wald test)?",
    r"(patient )?bootstrap SE, logit scale, t\(\d+\)",
)
MEAN = r"(patient )?bootstrap SE(, one case added)?, t\(\d+\)"
# What the table of methods allows for each number: in a group, as its difference to the rest, and of all cases.
ALLOWED: dict[str, dict[str, str]] = {
    "classes": dict.fromkeys(PROPORTIONS, PROPORTION) | {"auc": AREA, "oe_ratio": RATIO},
    "difference": dict.fromkeys(PROPORTIONS, APART) | dict.fromkeys(("auc", "oe_ratio"), SCORES_APART),
    "calibration": dict.fromkeys(("intercept", "slope", "citl"), OF_LINE)
    | {"oe_ratio": RATIO, "ici": OF_CURVE, "brier": BRIER},
    "decision_curve": dict.fromkeys(("model", "avoided_per_100"), MEAN),
}
OF_RISKS = {"auc", "oe_ratio", *ALLOWED["calibration"], *ALLOWED["decision_curve"]}


@cache
def study_of(kind: str) -> Study:
    draw = np.random.default_rng(4)
    is_ill, columns = draw.random(ROWS) < 0.4, {}
    risk = np.clip(draw.beta(2, 4, ROWS) + 0.3 * is_ill, 0.01, 0.99).round(3)
    if kind.startswith("patients"):
        columns["patient_id"] = draw.integers(0, 250, ROWS)
    if kind.endswith("weights"):
        columns["weight"] = draw.integers(1, 4, ROWS) / 2
    columns |= {"sex": draw.choice(["F", "M"], ROWS), "site": draw.choice(["a", "b", "c"], ROWS, p=(0.6, 0.38, 0.02))}
    columns["date"] = (np.datetime64("2026-01-01") + draw.integers(0, 365, ROWS).astype("m8[D]")).astype(str)
    columns["y_true"] = np.where(is_ill, "ill", "well")
    if kind == "labels only":
        columns["y_pred"] = np.where(risk > 0.5, "ill", "well")
    elif kind == "one score":
        columns["score"] = risk
    else:
        columns |= {"score_ill": risk, "score_well": (1 - risk).round(3)}
    text = "\n".join([",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))])
    mapping = Mapping(
        weight="weight" if kind.endswith("weights") else None, positive="ill" if "score" in kind else None
    )
    return open_files([("a.csv", text.encode())], mapping)


@cache
def written(kind: str, style: Any = "default") -> Json:
    """The document of a study, to read only."""
    return document(results_of(study_of(kind), ways=[(By("sex"),), (By("site"),)], dates="date", intervals=style))


def numbers(evaluation: Json) -> Iterator[tuple[str, str, Json]]:
    """(block, key, number) of groups, months, calibration and net benefit."""
    for each in (*evaluation["subgroups"], *evaluation["over_time"]):
        for block in ("classes", "difference"):
            for figures in each.get(block, {}).values():
                yield from ((block, key, number) for key, number in figures.items() if isinstance(number, dict))
    for figures in evaluation["classes"].values():
        for block in ("calibration", "decision_curve"):
            for part in figures.get(block, []) if block == "decision_curve" else [figures.get(block, {})]:
                yield from ((block, key, number) for key, number in part.items() if isinstance(number, dict))


@pytest.mark.thorough
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", KINDS)
def test_shape_and_methods(kind: str, style: str) -> None:
    found = written(kind, style)
    jsonschema.Draft202012Validator(DOCUMENT).validate(found)
    (evaluation,) = found["evaluations"]
    assert len(evaluation["subgroups"]) == 5
    assert len(evaluation["over_time"]) == 12
    assert [each["method"] for each in intervals(found) if not is_declared(each["method"])] == []
    named = {(block, key, each["method"]) for block, key, each in numbers(evaluation) if "method" in each}
    assert [each for each in named if not re.fullmatch(ALLOWED[each[0]][each[1]], each[2])] == []
    expected = {(block, key) for block, keys in ALLOWED.items() for key in keys}
    if kind == "labels only":
        expected = {(block, key) for block, key in expected if key not in OF_RISKS}
    assert {(block, key) for block, key, _ in named} == expected


def test_a_group_and_its_rest_are_compared_as_the_contract_says() -> None:
    (evaluation,) = written("rows")["evaluations"]
    women, men = evaluation["subgroups"][:2]
    assert (women["column"], women["value"], men["value"]) == ("sex", "F", "M")
    assert women["n"] + men["n"] == evaluation["n"]
    for key in ("sensitivity", "fpr", "ppv", "alarm_rate", "auc", "oe_ratio"):
        own, other = (each["classes"]["ill"][key]["value"] for each in (women, men))
        assert women["difference"]["ill"][key]["value"] == pytest.approx(own - other)
    assert sum(each["n"] for each in evaluation["over_time"]) == evaluation["n"]
    curve = evaluation["classes"]["ill"]["decision_curve"]
    assert all(set(each) == {"threshold", "model", "all", "avoided_per_100"} for each in curve)
    assert set(evaluation["classes"]["ill"]["calibration"]) == {*ALLOWED["calibration"], "curve"}


@pytest.mark.thorough
@pytest.mark.parametrize(("column", "weightless"), [("y_true", "VT"), ("split", "test")])
def test_cases_that_weigh_nothing_stop_no_report(tmp_path: Path, column: str, weightless: str) -> None:
    frame = pd.DataFrame({"case_id": np.arange(60) // 3, "score_VT": np.arange(60) % 11 / 10})
    frame["y_true"] = np.array(["Normal", "VT", "AF"])[np.arange(60) % 7 % 3]
    frame["y_pred"] = np.array(["Normal", "VT", "AF"])[np.arange(60) % 3]
    frame["sex"] = np.where(np.arange(60) % 5, "women", "men")
    if column == "split":
        frame["split"] = np.where(np.arange(60) < 30, "test", "valid")
    frame["weight"] = np.where(frame[column] == weightless, 0.0, 1.5)
    report = report_of(csv_file(tmp_path, frame.to_csv(index=False)), "--weight", "weight", "--subgroup", "sex")
    assert not re.search(r"\bnan\b", summary(report), re.IGNORECASE)
    assert as_html(report)


# ------------------------------------------------------------------ two classes: one number has one interval


def overall_and_classes(folder: Path, kind: str, *options: str) -> tuple[Json, Json]:
    draw = np.random.default_rng(1)
    risk = draw.random(240).round(3)
    is_ill = draw.random(240) < risk
    head, rows = "y_true,score", [f"{int(ill)},{p}" for ill, p in zip(is_ill, risk.tolist(), strict=True)]
    if kind == "a score of each":
        head = "y_true,score_0,score_1"
        rows = [f"{int(ill)},{1 - p!r},{p!r}" for ill, p in zip(is_ill, risk.tolist(), strict=True)]
    if kind == "patients":
        head, rows = f"patient_id,{head}", [f"p{at // 2},{row}" for at, row in enumerate(rows)]
    if kind == "folds":
        head, rows = f"fold,{head}", [f"{at % 4},{row}" for at, row in enumerate(rows)]
    (evaluation,) = document_of(csv_file(folder, "\n".join([head, *rows]) + "\n"), *options)["evaluations"]
    return evaluation["overall"], evaluation["classes"]


@pytest.mark.parametrize("options", [(), ("--level", "90"), ("--intervals", "conventional")])
@pytest.mark.parametrize("kind", ["a lone score", "a score of each", "patients", "folds"])
def test_the_area_and_the_brier_score_of_all_have_the_interval_of_the_class(
    tmp_path: Path, kind: str, options: tuple[str, ...]
) -> None:
    overall, classes = overall_and_classes(tmp_path, kind, *options)
    of_class = classes["1"]
    one_number = [("auc_hand_till", classes["0"]["auc"]), ("brier", of_class["calibration"]["brier"])]
    one_number += [("auc_hand_till_pooled", of_class["auc_pooled"])] if kind == "folds" else []
    for key, own in one_number:
        assert overall[key]["value"] == pytest.approx(own["value"], abs=1e-12)
        assert [overall[key][end] for end in ("low", "high")] == pytest.approx([own["low"], own["high"]], abs=1e-12)
        assert overall[key]["method"] == own["method"]


def test_a_reason_for_no_interval_is_the_same_too(tmp_path: Path) -> None:
    file = csv_file(tmp_path, "y_true,score\n" + "0,0.2\n0,0.4\n1,0.3\n1,0.9\n" * 3)
    (evaluation,) = document_of(file)["evaluations"]
    assert "low" not in evaluation["overall"]["auc_hand_till"]
    assert evaluation["overall"]["auc_hand_till"]["code"] == evaluation["classes"]["1"]["auc"]["code"]


def test_a_model_whose_file_lacks_the_column_has_no_groups_and_no_months() -> None:
    table = pd.DataFrame({"y_true": ["a", "b"] * 20, "y_pred": ["a", "a", "b", "b"] * 10, "sex": ["F", "M"] * 20})
    files = [("bare.csv", table.drop(columns="sex")), ("whole.csv", table.assign(date="2026-01-03"))]
    study = open_files([(name, each.to_csv(index=False).encode()) for name, each in files])
    report = results_of(study, ways=[(By("sex"),)], dates="date")
    found = [(len(each["subgroups"]), "over_time" in each) for each in document(report)["evaluations"]]
    assert found == [(0, False), (2, True)]
    assert "whole" in summary(report)
    assert as_html(report)


FORMS: dict[str, Callable[[Report], str]] = {
    "JSON": lambda report: str(document(report)["notices"]),
    "text": lambda report: " ".join(summary(report).split()),
    "HTML": lambda report: as_html(report).decode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_an_engine_did_not_answer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    draw = np.random.default_rng(4)
    truth, score = draw.integers(0, 2, 240), draw.random(240).round(2)
    table = pa.table({"patient_id": [f"p{row // 4}" for row in range(240)], "y_true": truth, "score": score})
    parquet.write_table(table, tmp_path / "a.parquet")
    study = open_files([("a.parquet", tmp_path / "a.parquet")], None, Guard(limits=Limits(rows=1)))

    def over(*_: Any) -> None:
        raise Problem("“a.parquet” did not answer within 180 s.")

    monkeypatch.setattr(GroupCounter, "_open", over)
    said = "did not answer within 180 s. So numbers are missing, or their CIs treat rows as independent."
    assert FORMS[form](results_of(study)).count(said) == 1
