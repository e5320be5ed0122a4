"""The exported document: its shape for every kind of study, what is undefined in it, and what is absent."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pandas as pd
import pytest

from metrics.interval_methods import STYLES
from predictions.mapping import Mapping
from predictions.opening import open_files
from report.formats.html import as_html
from report.formats.json_document import document as document_from
from report.formats.plain_text import summary
from report.results import results_of
from tests.predictions.build.test_weights import table as weighted_rows
from tests.report.helpers import (
    KEYS,
    Json,
    csv_file,
    document_of,
    example_document,
    example_file,
    intervals,
    report_of,
    value,
)
from tests.report.schema import DOCUMENT
from tests.support.declared import is_declared
from tests.support.studies import shifted_folds

SCHEMA = jsonschema.Draft202012Validator(DOCUMENT)
HOSTILE = ("<img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "\u202etest\x1b[31m", 'quote " \\ {} %s', "日本語")
MATRIX = "\tNormal\tVT\tEctopic\nNormal\t908\t30\t22\nVT\t5\t40\t5\nEctopic\t10\t6\t84\n"


def table(columns: dict[str, Any]) -> str:
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(",".join('"' + str(cell).replace('"', '""') + '"' for cell in row) + "\n" for row in rows)


def scored(labels: tuple[str, ...], rows: int = 90) -> dict[str, Any]:
    """Three answers of four right, a score for each class."""
    rng = np.random.default_rng(0)
    truth = np.arange(rows) % len(labels)
    scores = rng.random((rows, len(labels)))
    scores[np.arange(rows), truth] += 0.7
    names = np.array(labels, object)
    columns: dict[str, Any] = {"case_id": range(rows), "y_true": names[truth], "y_pred": names[scores.argmax(1)]}
    return columns | {f"score_{name}": scores[:, i].round(3) for i, name in enumerate(labels)}


STUDIES = {
    "labels only": "y_true,y_pred\n" + "a,a\nb,a\nb,b\n" * 10,
    "one score": "y_true,score\n" + "".join(f"{i % 2},{(i * 7 % 10) / 10}\n" for i in range(40)),
    "one class": "y_true,y_pred\n" + "a,a\n" * 30,
    "one case": "y_true,y_pred,score_a,score_b\na,a,0.7,0.3\n",
    "never predicted": "y_true,y_pred\n" + "a,a\nb,b\nc,a\n" * 10,
    "never true": "y_true,y_pred\n" + "a,a\nb,b\nb,c\n" * 10,
    "folds": "y_true,y_pred,fold\n" + "".join(f"{'ab'[i % 2]},{'abb'[i % 3]},{i % 4}\n" for i in range(40)),
    "a fold without a class": "y_true,y_pred,fold\n" + "a,a,1\nb,a,1\nb,b,1\n" * 5 + "a,a,2\na,b,2\n" * 5,
    "one fold": "y_true,y_pred,fold\n" + "a,a,1\nb,b,1\nb,a,1\n" * 5,
    "sequences": "video,frame,y_true,y_pred\n" + "".join(f"{i // 20},{i},{'ab'[i // 5 % 2]},a\n" for i in range(60)),
    "splits": "y_true,y_pred,split\n" + "a,a,test\nb,a,val\nb,b,train\na,b,test\nb,b,test\n" * 6,
    "scores outside 0 to 1": table(scored(("a", "b", "c"))),
}  # fmt: skip


@pytest.fixture(scope="module", params=[*KEYS, *STUDIES, "matrix", "hostile"])
def document(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Json:
    folder = tmp_path_factory.mktemp("study")
    if request.param in KEYS:
        return example_document(request.param)
    if request.param == "matrix":
        return document_of(csv_file(folder, MATRIX), "--confusion-matrix")
    if request.param == "hostile":
        return document_of(csv_file(folder, table(scored(HOSTILE))))
    return document_of(csv_file(folder, STUDIES[request.param]))


def estimates(found: Any) -> Iterator[Json]:
    if isinstance(found, dict) and "value" in found:
        yield found
    elif isinstance(found, (dict, list)):
        for part in found.values() if isinstance(found, dict) else found:
            yield from estimates(part)


@pytest.mark.thorough
def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(DOCUMENT)


@pytest.mark.thorough
def test_every_document_keeps_to_the_schema(document: Json) -> None:
    SCHEMA.validate(document)


@pytest.mark.parametrize("spoilt", ["a value without a note", "a bound alone", "an unknown key", "a key less"])
def test_the_schema_refuses_what_the_contract_does(spoilt: str) -> None:
    document = copy.deepcopy(example_document("breast-cancer"))
    overall = document["evaluations"][0]["overall"]
    if spoilt == "a value without a note":
        overall["mcc"] = {"value": None}
    elif spoilt == "a bound alone":
        del overall["mcc"]["low"]
    elif spoilt == "an unknown key":
        overall["magic"] = {"value": 1.0}
    else:
        del overall["kappa"]
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(document)


def test_a_value_lies_between_its_bounds_and_counts_add_up(document: Json) -> None:
    for evaluation in document["evaluations"]:
        cells = np.array(evaluation["confusion_matrix"])
        assert cells.sum() == evaluation["n"]
        assert list(evaluation["classes"]) == document["labels"]
        for i, figures in enumerate(evaluation["classes"].values()):
            assert (figures["support"], figures["predicted"], figures["tp"]) == (
                cells[i].sum(),
                cells[:, i].sum(),
                cells[i, i],
            )
            assert figures["tp"] + figures["fp"] + figures["fn"] + figures["tn"] == evaluation["n"]
        for estimate in estimates(evaluation):
            if "low" in estimate:
                assert estimate["low"] <= estimate["value"] <= estimate["high"], estimate


def one(tmp_path: Path, text: str, *options: str) -> Json:
    (evaluation,) = document_of(csv_file(tmp_path, text), *options)["evaluations"]
    return evaluation


def test_an_undefined_number_says_why_with_the_name_of_its_class(tmp_path: Path) -> None:
    found = one(tmp_path, STUDIES["never predicted"])
    assert found["classes"]["c"]["ppv"] == {
        "value": None,
        "code": "no_predictions",
        "note": "no case is classified as c",
    }
    assert found["macro"]["ppv"]["note"] == "mean of 2 of 3 classes, without c"
    assert value(found["macro"]["ppv"]) == pytest.approx((0.5 + 1) / 2)
    assert value(found["macro"]["sensitivity"]) == pytest.approx(2 / 3)
    assert "mean of" not in found["macro"]["sensitivity"].get("note", "")


def test_a_class_that_is_only_predicted_pulls_no_average_down(tmp_path: Path) -> None:
    """scikit-learn's macro recall would be 0.5 here, its balanced accuracy 0.75."""
    found = one(tmp_path, STUDIES["never true"])
    assert value(found["macro"]["sensitivity"]) == value(found["overall"]["balanced_accuracy"]) == 0.75
    assert found["classes"]["c"]["sensitivity"]["note"] == "no case has c"


def test_undefined_values_count_as_zero_when_asked_to(tmp_path: Path) -> None:
    found = one(tmp_path, STUDIES["never true"], "--undefined-as-zero")
    assert value(found["macro"]["sensitivity"]) == pytest.approx(0.5)
    assert found["macro"]["sensitivity"]["note"] == "undefined values of 1 of 3 classes counted as 0"
    assert value(found["overall"]["balanced_accuracy"]) == 0.75
    assert found["classes"]["c"]["sensitivity"]["value"] is None


def test_a_lone_score_gives_the_other_class_its_complement(tmp_path: Path) -> None:
    found = one(tmp_path, STUDIES["one score"], "--positive", "1")
    assert value(found["classes"]["0"]["auc"]) == value(found["classes"]["1"]["auc"])
    assert value(found["overall"]["auc_hand_till"]) == value(found["classes"]["1"]["auc"])
    assert 0 < value(found["overall"]["brier"]) < 1


def test_scores_that_are_no_probabilities_have_areas_but_no_brier_score(tmp_path: Path) -> None:
    found = one(tmp_path, STUDIES["scores outside 0 to 1"])
    assert found["overall"]["brier"] == {
        "value": None,
        "code": "scores_outside_range",
        "note": "the scores are not probabilities: some lie outside 0 to 1",
    }
    assert value(found["overall"]["auc_hand_till"]) > 0.5
    off = one(tmp_path, "y_true,y_pred,score_a,score_b\n" + "a,a,0.9,0.3\nb,b,0.2,0.7\n" * 10)
    assert "do not sum to 1" in off["overall"]["brier"]["note"]


def test_rows_without_every_score_are_excluded_from_what_needs_them_all(tmp_path: Path) -> None:
    found = one(tmp_path, "y_true,y_pred,score_a,score_b\n" + "a,a,0.9,0.1\nb,b,,0.7\nb,a,0.6,0.4\n" * 8)
    assert found["overall"]["auc_hand_till"]["note"] == "over 16 of 24 cases, which have every score"


def test_a_fold_without_a_class_says_over_how_many_classes_it_runs(tmp_path: Path) -> None:
    found = one(tmp_path, STUDIES["a fold without a class"])
    first, second = found["folds"]
    assert "note" not in first["macro"]["sensitivity"]
    assert second["macro"]["sensitivity"] == {
        "value": 0.5,
        "code": "mean_of_classes",
        "note": "mean of 1 of 2 classes",
    }
    assert found["fold_summary"]["macro"]["sensitivity"]["used"] == 2
    assert second["overall"]["kappa"]["value"] == 0
    assert second["overall"]["mcc"] == {
        "value": None,
        "code": "undefined_in_fold",
        "note": "undefined in this fold",
    }
    assert found["fold_summary"]["overall"]["mcc"] | {"mean": 0} == {"mean": 0, "sd": None, "used": 1, "total": 2}


def test_one_fold_has_no_deviation(tmp_path: Path) -> None:
    summary = one(tmp_path, STUDIES["one fold"])["fold_summary"]["macro"]["f1"]
    assert (summary["sd"], summary["used"], summary["total"]) == (None, 1, 1)


def test_a_perfect_model_has_no_interval_without_width(tmp_path: Path) -> None:
    found = one(tmp_path, "y_true,y_pred\n" + "a,a\nb,b\n" * 20)
    assert value(found["overall"]["mcc"]) == value(found["macro"]["f1"]) == 1
    for estimate in (found["overall"]["mcc"], found["macro"]["f1"], found["overall"]["kappa"]):
        assert "low" not in estimate
        assert estimate["note"].startswith("CI not estim")
    assert found["overall"]["accuracy"]["low"] < 1


@pytest.mark.parametrize("level", ["99", "0.99"])
def test_a_level_widens_every_interval(tmp_path: Path, level: str) -> None:
    found = document_of(csv_file(tmp_path, STUDIES["folds"]), "--level", level)
    assert found["intervals"]["level"] == 0.99
    usual = one(tmp_path, STUDIES["folds"])
    wide = one(tmp_path, STUDIES["folds"], "--level", level)
    for block, key in (("overall", "accuracy"), ("overall", "kappa"), ("macro", "f1"), ("micro", "specificity")):
        assert wide[block][key]["value"] == usual[block][key]["value"]
        assert wide[block][key]["low"] < usual[block][key]["low"]


def test_the_same_file_gives_the_same_document(tmp_path: Path) -> None:
    file = csv_file(tmp_path, STUDIES["folds"])
    assert document_of(file) == document_of(file)


@pytest.mark.thorough
def test_a_cross_validated_area_is_the_mean_of_its_folds_in_every_form(tmp_path: Path) -> None:
    path = csv_file(tmp_path, shifted_folds().to_csv(index=False))
    found = document_of(path)
    areas = found["evaluations"][0]["classes"]["sick"]
    assert areas["auc"]["value"] == pytest.approx(found["evaluations"][0]["fold_summary"]["macro"]["auc"]["mean"])
    assert areas["auc"]["code"] == "mean_of_folds"
    assert areas["auc"]["value"] - areas["auc_pooled"]["value"] > 0.2
    (notice,) = [each for each in found["notices"] if each["code"] == "pooled_auc_differs"]
    assert notice["level"] == "warning"
    assert found["intervals"]["conditional_on"] == "fitted models"
    report = report_of(path)
    for text in (summary(report).replace("\n  ", " ").replace("\n", " "), as_html(report).decode()):
        assert "mean of 5 folds (95" in text
        assert "CIs are conditional on the fitted models" in text
        assert "score scales of the folds differ" in text


@pytest.mark.thorough
def test_conventional_intervals_are_one_option_away() -> None:
    found = document_of(example_file("breast-cancer"), "--intervals", "conventional")
    default = example_document("breast-cancer")
    assert found["intervals"]["style"] == "conventional"
    assert default["intervals"]["style"] == "default"
    for one, other in zip(found["evaluations"], default["evaluations"], strict=True):
        assert one["classes"]["malignant"]["auc"]["method"] == "DeLong"
        assert one["overall"]["kappa"]["method"] == "Fleiss"
        assert one["overall"]["mcc"]["method"] == "bootstrap"
        assert one["classes"]["malignant"]["sensitivity"] == other["classes"]["malignant"]["sensitivity"]
        assert one["overall"]["mcc"]["value"] == other["overall"]["mcc"]["value"]
    assert "Conventional 95" in summary(report_of(example_file("breast-cancer"), "--intervals", "conventional"))


# ------------------------------------------------------------------ the names of intervals


@pytest.mark.thorough
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("key", [*KEYS, "two classes", "folds"])
def test_every_method_is_declared(key: str, style: str, tmp_path: Path) -> None:
    other = {"two classes": table(scored(("Normal", "Ill"))), "folds": table(dict(shifted_folds()))}
    file = csv_file(tmp_path, other[key]) if key in other else example_file(key)
    written = document_of(file, "--intervals", style)
    found = list(intervals(written))
    assert len(found) > 20 or key == "surgical-phases"  # of 12 videos, too few for an interval
    assert [each["method"] for each in found if not is_declared(each["method"])] == []
    assert all(each["low"] <= each["high"] for each in found)
    if style == "conventional":
        found = list(intervals(written, "calibration", "brier"))  # whose intervals are the same in both styles
        assert not [each["method"] for each in found if " scale" in each["method"] or "score" in each["method"]]


def evaluations(frame: pd.DataFrame, column: str | None = None) -> list[dict[str, Any]]:
    study = open_files([("a.csv", frame.to_csv(index=False).encode())], Mapping(weight=column))
    found = document_from(results_of(study))
    SCHEMA.validate(found)
    return found["evaluations"]


def points(of: object) -> object:
    """Without bounds, methods and notes, counts and effective sizes."""
    if isinstance(of, list):
        return [points(each) for each in of]
    if not isinstance(of, dict):
        return of
    if "curve" in of:  # [predicted, observed, low, high]
        of = of | {"curve": [each[:2] for each in of["curve"]]}
    return {key: points(each) for key, each in of.items() if key not in ("low", "high", "method", "code", "note")}


def two_weighted_models() -> pd.DataFrame:
    """Two models and three folds; rows of scores that no other row has."""
    parts = [weighted_rows(150, seed).assign(model=f"m{seed}", fold=np.arange(150) % 3) for seed in (0, 1)]
    return pd.concat(parts, ignore_index=True)


@pytest.mark.thorough
def test_frequencies_give_the_document_of_repeated_rows() -> None:
    frame = two_weighted_models()
    times = np.random.default_rng(0).integers(0, 4, len(frame))
    assert evaluations(frame.assign(freq=times), "freq") == evaluations(frame.loc[np.repeat(frame.index, times)])


@pytest.mark.thorough
def test_weights_of_1_give_the_points_of_a_document_without_weights() -> None:
    frame = two_weighted_models()
    own, other = evaluations(frame.assign(weight=1), "weight"), evaluations(frame)
    assert [each.pop("effective_n") for each in own] == [150.0, 150.0]
    assert leaves(points(own)) == pytest.approx(leaves(points(other)))


def leaves(of: object, path: str = "") -> dict[str, float]:
    """Every number by its place; undefined ones as -9."""
    if isinstance(of, (dict, list)):
        each = of.items() if isinstance(of, dict) else enumerate(of)
        return {place: found for key, value in each for place, found in leaves(value, f"{path}/{key}").items()}
    return {path: -9.0 if of is None or isinstance(of, str) else float(of)}
