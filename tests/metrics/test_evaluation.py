"""What an evaluation works out is worked out once, and keeps no other evaluation waiting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

import metrics.evaluation
from metrics import RANKED, ConfusionMatrix, Evaluation, ThresholdTable
from metrics.intervals.analytic import proportion_interval
from metrics.intervals.areas.replicates import RankResamples
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code, Note

SECONDS = 10  # an answer that takes longer never comes


def evaluation(n: int = 60, seed: int = 0) -> Evaluation:
    generator = np.random.default_rng(seed)
    truth, predicted, scores = generator.integers(0, 2, n), generator.integers(0, 2, n), generator.random(n)
    return Evaluation(
        ConfusionMatrix.from_codes(truth, predicted, ("a", "b")),
        (None, ThresholdTable.from_scores(scores, truth == 1)),
        units=ResamplingUnits(truth, predicted, 2, n, (None, scores)),
    )


def of_three(n: int = 90, patients: np.ndarray | None = None) -> Evaluation:
    """Three classes, each with scores."""
    generator = np.random.default_rng(2)
    truth, scores = generator.integers(0, 3, n), generator.random((3, n))
    predicted, units = scores.argmax(0), n if patients is None else len(np.unique(patients))
    return Evaluation(
        ConfusionMatrix.from_codes(truth, predicted, ("a", "b", "c")),
        tuple(ThresholdTable.from_scores(each, truth == label) for label, each in enumerate(scores)),
        units=ResamplingUnits(truth, predicted, 3, units, tuple(scores), patients),
    )


class Held:
    """A function that waits, the first time, until it is let go."""

    def __init__(self, work) -> None:
        self.work, self.calls, self.began, self.go = work, 0, Event(), Event()

    def __call__(self, *given):
        self.calls += 1
        if self.calls == 1:
            self.began.set()
            assert self.go.wait(SECONDS)
        return self.work(*given)


def test_two_threads_that_ask_one_evaluation_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(metrics.evaluation.by_class)
    monkeypatch.setattr(metrics.evaluation, "by_class", held)
    asked = evaluation()
    with ThreadPoolExecutor(2) as threads:
        answers = [threads.submit(lambda: asked.classes) for _ in range(2)]
        assert held.began.wait(SECONDS)
        held.go.set()
        assert answers[0].result(SECONDS) is answers[1].result(SECONDS)
    assert held.calls == 1


def test_a_small_evaluation_does_not_wait_for_a_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The large one stands still until the small one has answered everything."""
    held = Held(metrics.evaluation.by_class)
    monkeypatch.setattr(metrics.evaluation, "by_class", held)
    large, small = evaluation(), evaluation(seed=1)
    with ThreadPoolExecutor(2) as threads:
        waiting = threads.submit(lambda: large.overall)
        assert held.began.wait(SECONDS)
        answer = threads.submit(lambda: (small.classes, small.overall, small.micro, small.naive, small.bands(1)))
        assert answer.result(SECONDS)[0] is small.classes
        assert not waiting.done()
        held.go.set()


def test_the_areas_of_one_class_are_those_among_all_classes() -> None:
    alone, all_classes = evaluation().areas(1), evaluation().classes[1]
    assert alone == {key: all_classes[key] for key in ("auc", "average_precision")}


def test_replicates_are_drawn_once_for_all_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = RankResamples.of_classes
    monkeypatch.setattr(RankResamples, "of_classes", lambda *given: drawn.extend(given[1]) or draw(*given))
    wide = of_three(patients=np.arange(90) // 3)
    narrow = wide.at_level(0.5)
    assert narrow.classes[1]["auc"].low > wide.classes[1]["auc"].low
    assert sorted(drawn) == [0, 1, 2]
    assert replace(wide, normal=0).classes[1]["auc"].low
    assert sorted(drawn) == [0, 0, 1, 1, 2, 2]


def test_areas_are_worked_out_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then nothing is drawn; average precision and means need no draw, nor does the AUC of independent cases."""
    drawn: list[list[int]] = []
    draw = RankResamples.of_classes
    monkeypatch.setattr(
        RankResamples,
        "of_classes",
        lambda units, tables, ranges: drawn.append([*tables]) or draw(units, tables, ranges),
    )
    for found, needs_draw in ((of_three(), False), (of_three(patients=np.arange(90) // 3), True)):
        drawn.clear()
        assert found.classes[0]["sensitivity"].low is not None
        assert [*found.macro] == [*found.weighted]
        assert found.overall["kappa"].low is not None
        assert {"auc", "average_precision"} <= found.classes[2].keys()
        assert not drawn
        assert found.classes[0]["auc"].low is not None
        assert found.macro["average_precision"].low is not None
        assert sorted(label for labels in drawn for label in labels) == [0, 1, 2] * needs_draw, "each class once"
        drawn.clear()
        assert found.in_style("conventional").macro["average_precision"].low is not None
        assert sorted(label for labels in drawn for label in labels) == [0, 1, 2] * (not needs_draw)


def test_two_threads_that_ask_for_areas_draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    held = Held(RankResamples.of_classes)
    monkeypatch.setattr(RankResamples, "of_classes", lambda *given: drawn.extend(given[1]) or held(*given))
    asked = of_three(patients=np.arange(90) // 3).classes
    with ThreadPoolExecutor(2) as threads:
        answers = [threads.submit(lambda label=label: asked[label]["auc"]) for label in (0, 1)]
        assert held.began.wait(SECONDS)
        held.go.set()
        assert all(answer.result(SECONDS).low is not None for answer in answers)
    assert sorted(drawn) == [0, 1, 2]


def test_a_class_whose_scores_are_all_blank_has_no_area_and_says_so() -> None:
    """As in a split that was never scored: its table is there, and empty."""
    codes, blank = np.arange(40) % 2, np.full(40, np.nan)
    for patients in (None, np.arange(40) // 2):
        units = ResamplingUnits(codes, codes, 2, 40 if patients is None else 20, (None, blank), patients)
        matrix = ConfusionMatrix.from_codes(codes, codes, ("a", "b"))
        found = Evaluation(matrix, (None, ThresholdTable([], [], [])), units=units)
        assert {found.classes[1][key].note for key in RANKED} == {Note(Code.NO_TRUE_CASES)}
        assert found.macro["auc"].note == Note(Code.NO_CLASS_WITH_SCORES)
        assert found.bands(1) is None


def clustered(units: int, rows: int = 6, seed: int = 1) -> Evaluation:
    """Three classes, several rows of each patient, which resemble each other."""
    generator = np.random.default_rng(seed)
    patients = np.repeat(np.arange(units), rows)
    truth = generator.integers(0, 3, units * rows)
    predicted = np.where(generator.random(units)[patients] < 0.7, truth, generator.integers(0, 3, units * rows))
    drawn_from = ResamplingUnits(truth, predicted, 3, units, patients=patients)
    return Evaluation(
        ConfusionMatrix.from_codes(truth, predicted, ("a", "b", "c")),
        (None,) * 3,
        normal=0,
        clusters=units,
        units=drawn_from,
    )


def test_a_cell_of_the_diagonal_is_the_sensitivity_and_the_ppv_of_its_class() -> None:
    for found in (clustered(40), evaluation()):
        for label, figures in enumerate(found.classes):
            assert found.part_of_cell(label, label) == (figures["sensitivity"], figures["ppv"])


def test_a_cell_of_the_normal_column_is_missed_as_normal_with_its_patient_level_interval() -> None:
    found = clustered(40)
    assert found.part_of_cell(1, 0)[0] == found.classes[1]["missed_as_normal"]
    assert found.part_of_cell(1, 0)[0] != found.naive.part_of_cell(1, 0)[0]


def test_a_cell_of_too_few_patients_has_no_interval() -> None:
    of_class, of_predictions = clustered(14).part_of_cell(1, 2)
    assert (of_class.low, of_predictions.low) == (None, None)
    assert of_class.value == of_class.successes / of_class.trials


@pytest.mark.parametrize("patients", [None, np.arange(90) // 3])
def test_rows_without_a_prediction_could_all_be_misclassified(patients: np.ndarray | None) -> None:
    whole = of_three(90, patients)
    assert whole.if_unanswered_wrong(1) is None
    found = replace(whole, unanswered=(0, 7, 0)).if_unanswered_wrong(1)
    counts = whole.counts(1)
    worst = proportion_interval(int(counts.tp), int(counts.tp + counts.fn) + 7, whole.level)
    assert found is not None
    assert (found.successes, found.trials, found.value) == (worst.successes, worst.trials, worst.value)
    if patients is None:
        assert found == worst
    else:
        assert (found.low, found.high, found.method, found.note) == (None, None, None, Note(Code.NO_INTERVAL))
