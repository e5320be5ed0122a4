"""Every number that the five documents ask for, from the exported JSON, beside scikit-learn or plain arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, permutations
from statistics import mean, stdev
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as reference

from predictions.demo import open_example
from report.cli.command import main
from tests.report.helpers import KEYS, Json, example_document, example_file, parts, rows_of, value
from tests.support.areas import area

every_example = pytest.mark.parametrize("key", KEYS)
CLOSE = {"rel": 1e-12, "abs": 1e-12}


def ratio(top: int, bottom: int) -> float:
    return float(Fraction(top, bottom)) if bottom else math.nan


def of_class(rows: pd.DataFrame, label: str) -> dict[str, float]:
    """One class, one-vs-rest, counted row by row."""
    truth, predicted = rows.y_true == label, rows.y_pred == label
    tp, fp = int((truth & predicted).sum()), int((~truth & predicted).sum())
    fn, tn = int((truth & ~predicted).sum()), int((~truth & ~predicted).sum())
    return {
        "tp": tp, "fp": fp, "fn": fn, "tn": tn, "sensitivity": ratio(tp, tp + fn), "specificity": ratio(tn, tn + fp),
        "ppv": ratio(tp, tp + fp), "npv": ratio(tn, tn + fn), "fpr": ratio(fp, fp + tn), "fnr": ratio(fn, fn + tp),
        "accuracy": ratio(tp + tn, len(rows)), "f1": ratio(2 * tp, 2 * tp + fp + fn),
        "jaccard": ratio(tp, tp + fp + fn), "prevalence": ratio(tp + fn, len(rows)),
        "auc": area(rows, label),
        "average_precision": reference.average_precision_score(truth, rows[f"score_{label}"]),
    }  # fmt: skip


def averages(classes: Sequence[dict[str, float]], key: str) -> dict[str, float]:
    """Over the classes where it is defined."""
    defined = [each for each in classes if not math.isnan(each[key])]
    support = [each["tp"] + each["fn"] for each in defined]
    weighted = sum(each[key] * cases for each, cases in zip(defined, support, strict=True)) / sum(support)
    return {"macro": mean(each[key] for each in defined), "weighted": weighted}


def micro(classes: Sequence[dict[str, float]], key: str) -> float:
    tp, fp, fn, tn = (int(sum(each[name] for each in classes)) for name in ("tp", "fp", "fn", "tn"))
    return {
        "sensitivity": ratio(tp, tp + fn), "specificity": ratio(tn, tn + fp), "ppv": ratio(tp, tp + fp),
        "npv": ratio(tn, tn + fn), "f1": ratio(2 * tp, 2 * tp + fp + fn), "jaccard": ratio(tp, tp + fp + fn),
        "accuracy": ratio(tp + tn, tp + fp + fn + tn),
    }[key]  # fmt: skip


@pytest.mark.thorough
@every_example
def test_every_class_has_its_counts_and_metrics(key: str) -> None:
    """000, 001, 002, 003, 004: TP, TN, FP, FN, and what follows from them, and the areas."""
    for evaluation, rows in parts(key):
        assert set(evaluation["classes"]) == set(rows.y_true) | set(rows.y_pred)
        for label, figures in evaluation["classes"].items():
            for name, expected in of_class(rows, label).items():
                found = figures[name] if name in ("tp", "fp", "fn", "tn") else value(figures[name])
                assert found == pytest.approx(expected, nan_ok=True, **CLOSE), (label, name)


@pytest.mark.thorough
@every_example
def test_macro_micro_and_weighted_averages(key: str) -> None:
    """000, 001, 002, 004: all of them for every metric; for areas macro and weighted."""
    for evaluation, rows in parts(key):
        classes = [of_class(rows, label) for label in example_document(key)["labels"]]
        for name in (
            "sensitivity",
            "specificity",
            "ppv",
            "npv",
            "f1",
            "jaccard",
            "accuracy",
            "auc",
            "average_precision",
        ):
            for average, expected in averages(classes, name).items():
                assert value(evaluation[average][name]) == pytest.approx(expected, **CLOSE), (average, name)
            if name not in ("auc", "average_precision"):
                assert value(evaluation["micro"][name]) == pytest.approx(micro(classes, name), **CLOSE)


@pytest.mark.thorough
@every_example
def test_numbers_of_the_whole_matrix(key: str) -> None:
    """000, 001, 002: accuracy and its flattering twin, balanced accuracy, MCC, kappa."""
    for evaluation, rows in parts(key):
        overall, truth, predicted = evaluation["overall"], rows.y_true, rows.y_pred
        labels = example_document(key)["labels"]
        for name, function in (
            ("accuracy", reference.accuracy_score),
            ("balanced_accuracy", reference.balanced_accuracy_score),
            ("mcc", reference.matthews_corrcoef),
            ("kappa", reference.cohen_kappa_score),
        ):
            assert value(overall[name]) == pytest.approx(function(truth, predicted), **CLOSE), name
        one_vs_rest = [float(((truth == label) == (predicted == label)).mean()) for label in labels]
        assert value(overall["mean_class_accuracy"]) == pytest.approx(mean(one_vs_rest), **CLOSE)
        assert evaluation["confusion_matrix"] == reference.confusion_matrix(truth, predicted, labels=labels).tolist()


@pytest.mark.thorough
@every_example
def test_both_readings_of_macro_f1(key: str) -> None:
    """001: the mean of the classes' F1, and beside it the F1 of the two means, over classes that have the number."""
    for evaluation, rows in parts(key):
        classes = [of_class(rows, label) for label in example_document(key)["labels"]]
        ppv, found = (averages(classes, name)["macro"] for name in ("ppv", "sensitivity"))
        assert value(evaluation["overall"]["f1_of_means"]) == pytest.approx(2 * ppv * found / (ppv + found), **CLOSE)


@every_example
def test_false_reassurance_of_the_diseases_adds_up(key: str) -> None:
    """000: disease among the cases classified as Normal, per disease and in all; and missed as Normal."""
    normal = example_document(key)["normal"]
    for evaluation, each in parts(key):
        if normal is None:
            assert not {"risk_score", "missed_as_normal"} & set(evaluation["overall"])
            continue
        rows = each[~each.y_true.isin(example_document(key)["not_diseases"])]
        as_normal, ill = rows[rows.y_pred == normal], rows[rows.y_true != normal]
        overall = evaluation["overall"]
        assert value(overall["risk_score"]) == pytest.approx(
            ratio(int((as_normal.y_true != normal).sum()), len(as_normal))
        )
        assert value(overall["missed_as_normal"]) == pytest.approx(ratio(int((ill.y_pred == normal).sum()), len(ill)))
        apart = {normal, *example_document(key)["not_diseases"]}
        diseases = {label: figures for label, figures in evaluation["classes"].items() if label not in apart}
        assert "risk_score" not in evaluation["classes"][normal]
        for label, figures in diseases.items():
            assert value(figures["risk_score"]) == pytest.approx(float((as_normal.y_true == label).mean()))
            assert value(figures["missed_as_normal"]) == pytest.approx(
                float((rows.y_pred[rows.y_true == label] == normal).mean())
            )
        total = sum(value(figures["risk_score"]) for figures in diseases.values())
        assert total == pytest.approx(value(overall["risk_score"]))


def against(rows: pd.DataFrame, label: str, other: str) -> float:
    """How well the score of one class tells its cases from those of one other."""
    both = rows[rows.y_true.isin([label, other])]
    return float(reference.roc_auc_score(both.y_true == label, both[f"score_{label}"]))


@pytest.mark.thorough
@every_example
def test_the_area_of_pairs_and_the_brier_score(key: str) -> None:
    """000: the multiclass area after Hand and Till; and how far the probabilities are from the true classes."""
    labels = example_document(key)["labels"]
    for evaluation, rows in parts(key):
        folds = [fold for _, fold in rows.groupby("fold")] if "fold" in rows else [rows]
        pairs = mean(against(fold, *pair) for fold in folds for pair in permutations(labels, 2))
        assert value(evaluation["overall"]["auc_hand_till"]) == pytest.approx(pairs, **CLOSE)
        scores = rows[[f"score_{label}" for label in labels]].to_numpy()
        squares = (scores - np.equal.outer(rows.y_true.to_numpy(), np.array(labels))) ** 2
        brier = squares.sum(1).mean() / (2 if len(labels) == 2 else 1)
        assert value(evaluation["overall"]["brier"]) == pytest.approx(brier, **CLOSE)


def runs(codes: Sequence[str]) -> list[tuple[str, set[int]]]:
    place = 0
    found = []
    for label, group in groupby(codes):
        size = len(list(group))
        found.append((label, set(range(place, place + size))))
        place += size
    return found


def overlap(truth: Sequence[str], predicted: Sequence[str], same: bool) -> Fraction:
    """The best intersection over union with a segment (of the same class) for each true segment."""
    best = []
    for label, frames in runs(truth):
        others = [other for name, other in runs(predicted) if name == label or not same]
        best.append(max((Fraction(len(frames & other), len(frames | other)) for other in others), default=Fraction(0)))
    return sum(best, Fraction(0)) / len(best)


def test_overlap_scores_per_sequence_and_over_sequences() -> None:
    """001: with the class of a segment, and literally without it."""
    for evaluation, rows in parts("surgical-phases"):
        videos = [video.assign(at=video.frame.astype(int)).sort_values("at") for _, video in rows.groupby("video_id")]
        assert evaluation["sequences"] == len(videos) == 12
        pairs = [(video.y_true.tolist(), video.y_pred.tolist()) for video in videos]
        for name, same in (("overlap_score", True), ("overlap_score_any_class", False)):
            expected = float(sum(overlap(*pair, same) for pair in pairs) / len(pairs))
            assert value(evaluation["overall"][name]) == pytest.approx(expected, **CLOSE)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "surgical-phases"])
def test_what_is_no_sequence_has_no_segments(key: str) -> None:
    for evaluation, _ in parts(key):
        assert evaluation["sequences"] is None
        assert not {"overlap_score", "edit_score", "segmental_f1_10"} & set(evaluation["overall"])


@pytest.mark.thorough
@every_example
def test_curves_group_ties_and_every_threshold_has_its_counts(key: str) -> None:
    """003: every point of the sorted sweep, and precision and F1 of the matrix at each threshold."""
    study = open_example(key)
    for evaluation, rows in parts(key):
        model = next((i for i, name in enumerate(study.model_names) if name == evaluation["model"]), 0)
        for code, label in enumerate(study.labels):
            table = study.evaluate(model, evaluation["split"]).table(code)
            assert table is not None
            truth, scores = (rows.y_true == label).to_numpy(), rows[f"score_{label}"].to_numpy()
            fpr, tpr, thresholds = reference.roc_curve(truth, scores, drop_intermediate=False)
            assert table.thresholds == pytest.approx(thresholds)
            assert table.counts.tp / truth.sum() == pytest.approx(tpr)
            assert table.counts.fp / (~truth).sum() == pytest.approx(fpr)
            for at in np.quantile(scores, [0, 0.3, 0.9, 1]):
                predicted, counts = scores >= at, table.at(float(at))
                (tn, fp), (fn, tp) = reference.confusion_matrix(truth, predicted, labels=[False, True])
                assert tuple(counts) == (tp, fp, fn, tn)


@pytest.mark.parametrize("key", ["heart-rhythm", "breast-cancer"])
def test_classifiers_are_told_apart_by_their_areas(key: str) -> None:
    """003: several classifiers of one file, each with its own area on the same cases."""
    evaluations = [each for each in example_document(key)["evaluations"] if each["split"] in (None, "test")]
    assert len({each["model"] for each in evaluations}) == len(evaluations) == 2
    assert len({each["n"] for each in evaluations}) == 1
    for label in example_document(key)["labels"]:
        assert len({value(each["classes"][label]["auc"]) for each in evaluations}) == 2


def test_splits_are_shown_apart_and_test_first() -> None:
    """002: train, valid and test of each model."""
    found = [(each["model"], each["split"]) for each in example_document("heart-rhythm")["evaluations"]]
    assert found == [(model, split) for model in ("Model A", "Model B") for split in ("test", "valid", "train")]


@pytest.mark.thorough
@every_example
def test_the_metric_log_has_the_names_and_the_numbers_of_the_second_document(key: str, tmp_path: Any) -> None:
    """002: overall values are macro averages, `accuracy` the mean of the one-vs-rest accuracies."""
    assert main([example_file(key), "--log-csv", str(tmp_path / "log.csv"), "--json"]) == 0
    log = pd.read_csv(tmp_path / "log.csv", dtype={"fold": str})
    labels = example_document(key)["labels"]
    for evaluation, rows in parts(key):
        row = log[log.fold.isna() & (log.model.isna() | (log.model == evaluation["model"]))].iloc[0]
        split, classes = evaluation["split"] or "test", [of_class(rows, label) for label in labels]
        for name in ("accuracy", "sensitivity", "specificity", "ppv", "f1", "AUC"):
            assert row[f"{split}_{name}"] == pytest.approx(averages(classes, name.lower())["macro"], **CLOSE)
            for i, figures in enumerate(classes):
                expected = figures[name.lower()]
                assert row[f"{split}_{name}_class_{i}"] == pytest.approx(expected, nan_ok=True, **CLOSE), name
        assert row[f"{split}_overall_accuracy"] == pytest.approx(reference.accuracy_score(rows.y_true, rows.y_pred))


@pytest.mark.thorough
def test_folds_each_and_their_mean_and_sample_deviation() -> None:
    """004: per fold macro sensitivity, micro specificity, weighted F1 and macro AUC; mean and SD with ddof 1."""
    labels = example_document("breast-cancer")["labels"]
    for evaluation, rows in parts("breast-cancer"):
        folds = {name: [of_class(fold, label) for label in labels] for name, fold in rows.groupby("fold")}
        assert [each["fold"] for each in evaluation["folds"]] == sorted(folds)
        assert [each["n"] for each in evaluation["folds"]] == [int((rows.fold == name).sum()) for name in sorted(folds)]
        for average, name in (("macro", "sensitivity"), ("micro", "specificity"), ("weighted", "f1"), ("macro", "auc")):
            expected = [
                micro(classes, name) if average == "micro" else averages(classes, name)[average]
                for _, classes in sorted(folds.items())
            ]
            assert [value(each[average][name]) for each in evaluation["folds"]] == pytest.approx(expected)
            summary = evaluation["fold_summary"][average][name]
            assert (summary["mean"], summary["sd"]) == pytest.approx((mean(expected), stdev(expected)))
            assert (summary["used"], summary["total"]) == (5, 5)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "breast-cancer"])
def test_without_folds_there_is_no_summary_of_folds(key: str) -> None:
    assert "fold" not in rows_of(key)
    assert all("folds" not in each and "fold_summary" not in each for each, _ in parts(key))


def test_the_mixed_row_stands_in_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    """004: macro sensitivity, micro specificity, weighted F1, macro AUC; over folds as 0.78±0.05."""
    assert main([example_file("breast-cancer")]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("Averages as in “Metric Equations and Aggregation Methods”")
    assert lines[at + 1].split() == (
        ["Sensitivity", "(macro)", "Specificity", "(micro)", "F1", "(weighted)", "AUC", "(macro)"]
    )
    evaluation = example_document("breast-cancer")["evaluations"][0]
    wanted = (("macro", "sensitivity"), ("micro", "specificity"), ("weighted", "f1"), ("macro", "auc"))
    whole = [f"{value(evaluation[average][name]):.3f}" for average, name in wanted]
    assert [text for text in lines[at + 2].split() if text[:2] == "0."] == whole
    spread = [evaluation["fold_summary"][average][name] for average, name in wanted]
    assert lines[at + 3].split()[-4:] == [f"{each['mean']:.2f}±{each['sd']:.2f}" for each in spread]


@every_example
def test_the_numbers_can_be_computed_again_from_the_document(key: str) -> None:
    """004: averages from the classes, the summary from the folds, all from what is exported."""

    def numbers(evaluation: Json, name: str) -> tuple[list[float], list[int]]:
        defined = [each for each in evaluation["classes"].values() if each[name]["value"] is not None]
        return [each[name]["value"] for each in defined], [each["support"] for each in defined]

    for evaluation, _ in parts(key):
        for name in ("sensitivity", "f1", "auc", "npv"):
            values, support = numbers(evaluation, name)
            assert evaluation["macro"][name]["value"] == pytest.approx(mean(values))
            assert evaluation["weighted"][name]["value"] == pytest.approx(float(np.average(values, weights=support)))
        for average in ("macro", "micro", "weighted", "overall"):
            for name, summary in evaluation.get("fold_summary", {}).get(average, {}).items():
                values = [each[average][name]["value"] for each in evaluation["folds"]]
                assert summary["mean"] == pytest.approx(mean(values)), name
                assert summary["sd"] == pytest.approx(stdev(values), abs=1e-12), name
