"""A lens is a file of its rows: the same document, number by number."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from metrics.intervals import resampling_units
from predictions.demo import EXAMPLES, FOLDER
from predictions.groups.by import By, groups
from predictions.groups.lens import Lens, offered, within
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.study import Study
from report.formats.json_document import document
from report.results import results_of
from tests.predictions.helpers import csv_bytes, opened

OF_THE_SOURCE = {"source", "notices"}


def numbers(study: Study) -> Any:
    """The JSON document without what tells where the rows come from."""
    found = document(results_of(study))
    return {key: value for key, value in found.items() if key not in OF_THE_SOURCE}


def only(rows: list[dict[str, str]], column: str, value: str) -> bytes:
    return csv_bytes({name: [row[name] for row in rows if row[column] == value] for name in rows[0]})


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same rows are drawn the same way, however often: 100 times takes half the time of 2,000."""
    monkeypatch.setattr(resampling_units, "REPLICATES", 100)
    resampling_units.weights.cache_clear()
    yield
    resampling_units.weights.cache_clear()


@pytest.mark.parametrize(("key", "column"), [("heart-rhythm", "site"), ("heart-sounds", "sex")])
@pytest.mark.thorough
def test_an_example_under_a_lens_is_the_file_of_these_rows(key: str, column: str) -> None:
    file = next(each.file for each in EXAMPLES if each.key == key)
    content = (FOLDER / file).read_bytes()
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    study, value = open_files([(file, content)]), rows[-1][column]
    alone = open_files([(file, only(rows, column, value))])
    assert alone.labels == study.labels
    assert len(within(study, Lens((By(column),), (value,))).models[0]) == len(alone.models[0]) < len(study.models[0])
    assert numbers(within(study, Lens((By(column),), (value,)))) == numbers(alone)


ROWS = 240


def table(seed: int) -> dict[str, list[Any]]:
    """Three classes with scores, repeated and blank ids, blank predictions, folds, dates and ages."""
    draw = np.random.default_rng(seed)
    truth = draw.integers(0, 3, ROWS)
    scores = draw.dirichlet((1, 1, 1), ROWS) + 0.5 * np.eye(3)[truth]
    scores = np.round(scores / scores.sum(1, keepdims=True), 4)
    names = np.array(["a", "b", "c"])
    predicted = np.where(draw.random(ROWS) < 0.06, "", names[scores.argmax(1)])
    return {
        "patient_id": [f"P{i}" if i else "" for i in draw.integers(0, 90, ROWS)],
        "split": draw.choice(["test", "valid"], ROWS).tolist(),
        "fold": draw.integers(1, 4, ROWS).tolist(),
        "sex": draw.choice(["F", "M", ""], ROWS, p=(0.45, 0.45, 0.1)).tolist(),
        "age": draw.integers(18, 96, ROWS).tolist(),
        "seen": [f"{1 + i % 28}/{1 + i % 4}/2026" for i in draw.integers(0, 400, ROWS)],
        "y_true": np.where(draw.random(ROWS) < 0.05, "", names[truth]).tolist(),
        "y_pred": predicted.tolist(),
        **{f"score_{name}": scores[:, i].tolist() for i, name in enumerate("abc")},
    }


def part_of(columns: dict[str, list[Any]], keep: Sequence[bool]) -> dict[str, list[Any]]:
    return {name: [each for each, kept in zip(cells, keep, strict=True) if kept] for name, cells in columns.items()}


def check(columns: dict[str, list[Any]], lens: Lens, keep: Sequence[bool], mapping: Mapping | None = None) -> None:
    """The lens holds the rows that `keep` chooses, and all its numbers are theirs."""
    study, alone = opened(columns, mapping), opened(part_of(columns, keep), mapping)
    assert study.labels == alone.labels
    assert len(within(study, lens).models[0]) == len(alone.models[0]) < len(study.models[0])
    assert numbers(within(study, lens)) == numbers(alone)
    waiting = [each.models[0].unlabelled for each in (within(study, lens), alone)]
    assert [each and each.details.to_pydict() for each in waiting[:1]] == [
        each and each.details.to_pydict() for each in waiting[1:]
    ]


OF_KIND: dict[Lens, Callable[[str, int, str], bool]] = {
    Lens((By("sex"),), ("F",)): lambda sex, age, seen: sex == "F",
    Lens((By("age", (50, 65)),), ("50–64",)): lambda sex, age, seen: 50 <= age < 65,
    Lens((By("seen", period="month"),), ("2026-03",)): lambda sex, age, seen: seen.split("/")[1] == "3",
    Lens((By("sex"), By("age", (60,))), ("F", "under 60")): lambda sex, age, seen: sex == "F" and age < 60,
}


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "lens"), [*enumerate(OF_KIND)])
def test_every_kind_of_group_is_the_file_of_its_rows(seed: int, lens: Lens) -> None:
    columns = table(seed)
    rows = zip(columns["sex"], columns["age"], columns["seen"], strict=True)
    check(columns, lens, [OF_KIND[lens](*row) for row in rows])


@pytest.mark.thorough
def test_weights_frequencies_and_lone_scores_follow() -> None:
    columns = table(5)
    women, draw = [cell == "F" for cell in columns["sex"]], np.random.default_rng(6)
    lens = Lens((By("sex"),), ("F",))
    weighed = columns | {"weight": draw.uniform(0.5, 3, ROWS).round(3).tolist()}
    check(weighed, lens, women, Mapping(weight="weight"))
    copies = columns | {"freq": draw.integers(0, 4, ROWS).tolist()}
    check(copies, lens, women, Mapping(weight="freq"))
    lone = {name: columns[name] for name in ("patient_id", "sex")} | {
        "y_true": [cell == "a" for cell in columns["y_true"]],
        "score": columns["score_a"],
    }
    check(lone, lens, women)


@pytest.mark.thorough
def test_models_of_one_file_and_of_several_follow() -> None:
    columns = table(7)
    women = [cell == "F" for cell in columns["sex"]]
    wide = {name: columns[name] for name in ("patient_id", "sex", "y_true")}
    wide |= {"pred_one": columns["y_pred"], "pred_two": columns["y_pred"][::-1]}
    lens = Lens((By("sex"),), ("F",))
    check(wide, lens, women)
    both = [within(open_files(list(files)), lens) for files in [_two_files(columns, [True] * ROWS)]]
    alone = open_files(_two_files(columns, women))
    assert [numbers(each) for each in both] == [numbers(alone)]


def _two_files(columns: dict[str, list[Any]], keep: Sequence[bool]) -> list[tuple[str, bytes]]:
    other = columns | {"y_pred": columns["y_pred"][::-1]}
    return [(name, csv_bytes(part_of(each, keep))) for name, each in (("one.csv", columns), ("two.csv", other))]


def test_recordings_follow() -> None:
    draw = np.random.default_rng(8)
    video = np.repeat(np.arange(24), 20)
    truth = (np.tile(np.arange(20), 24) // 7).astype(str)
    columns = {
        "video": [f"V{i}" for i in video],
        "frame": np.tile(np.arange(20), 24).tolist(),
        "room": [["A", "B"][i] for i in video % 2],
        "y_true": truth.tolist(),
        "y_pred": np.where(draw.random(480) < 0.2, "1", truth).tolist(),
    }
    check(columns, Lens((By("room"),), ("B",)), [cell == "B" for cell in columns["room"]])


def test_unanswered_rows_of_the_group_are_counted() -> None:
    columns = {"y_true": list("aabbaabb"), "y_pred": ["a", "", "b", "", "a", "", "b", "a"], "sex": list("FFFFMMMM")}
    study = opened(columns)
    assert study.evaluate().unanswered == (2, 1)
    assert within(study, Lens((By("sex"),), ("F",))).evaluate().unanswered == (1, 1)
    assert within(study, Lens((By("sex"),), ("M",))).evaluate().unanswered == (1, 0)


@pytest.mark.parametrize(
    "lens", [Lens((By("sex"),), ("X",)), Lens((By("ward"),), ("F",)), Lens((By("age", (9,)),), ("F",))]
)
def test_a_group_that_is_not_there_has_no_rows(lens: Lens) -> None:
    study = within(opened(table(1)), lens)
    assert [len(model) for model in study.models] == [0]
    assert [study.evaluate(*part).n for part in study.slices] == [0, 0]


@pytest.mark.parametrize(("by", "cells"), [(By("ward"), ["", ""]), (By("ward", (5,)), ["a", "b"])])
def test_a_column_that_tells_nothing_here_has_no_group(by: By, cells: list[str]) -> None:
    assert Lens((by,), ("a",)).rows(pa.table({"ward": cells})).tolist() == [False, False]


def test_models_that_share_arrays_share_them_within_a_group() -> None:
    columns = table(9)
    wide = {name: columns[name] for name in ("patient_id", "sex", "y_true")}
    two = [each if truth else "" for each, truth in zip("bca" * 80, columns["y_true"], strict=True)]
    wide |= {"pred_one": list("abc") * 80, "pred_two": two}
    first, second = within(opened(wide), Lens((By("sex"),), ("F",))).models
    assert first.truth is second.truth
    assert first.clusters is second.clusters
    assert first.unlabelled
    assert second.unlabelled is None


def test_what_is_offered_is_every_group_of_every_way() -> None:
    found = offered(groups(opened(table(0))))
    assert [lens.plain for lens in found if lens.by == (By("sex"),)] == ["women", "men"]
    assert {lens.by[0].column for lens in found} == {"sex", "age", "seen"}
    assert found[2].plain.endswith("years")
    both = Lens((By("sex"), By("age", (50, 65))), ("F", "50–64"))
    assert (both.plain, both.said) == ("women, 50–64 years", "women, 50–64 years")


def test_the_study_is_named_with_its_group() -> None:
    assert within(opened(table(0)), Lens((By("sex"),), ("F",))).name == "a.csv: women"
