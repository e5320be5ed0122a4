"""Cases that are fetched a page at a time are those of the same file held in memory, in the same order."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from predictions.cases import finding
from predictions.cases.case_list import CaseList
from predictions.cases.fetched import FetchedCases
from predictions.cases.filters import CaseFilter
from predictions.cases.finding import Cases, Found, cases_of, find
from predictions.cases.harm import harm
from predictions.cases.kinds import CaseKind, CaseOrder
from predictions.counted import Slice
from predictions.demo import EXAMPLES, FOLDER
from predictions.groups.by import groups
from predictions.groups.lens import Lens, offered, within
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.slices.at_threshold import at_threshold
from predictions.sources.engines.duckdb import Duckdb
from predictions.study import Capability, Study
from tests.predictions.sources.counted.test_study import table

SMALL = Limits(rows=1)
AT_ONCE = 9
COUNTED = ("number", "among", "incorrect", "confident", "as_normal", "is_mixed")


def both(folder: Path, rows: pa.Table, mapping: Mapping | None = None) -> tuple[Study, Study]:
    """The same file held, and counted where it lies."""
    path = folder / "a.parquet"
    parquet.write_table(rows, path, row_group_size=1 + len(rows) // 5)
    files = [(path.name, path)]
    return open_files(files, mapping), open_files(files, mapping, Guard(limits=SMALL))


def example(key: str) -> pa.Table:
    file = next(each.file for each in EXAMPLES if each.key == key)
    return csv.read_csv(io.BytesIO((FOLDER / file).read_bytes()))


def lists(cases: Cases, normal: int | None) -> Iterator[tuple[CaseFilter, CaseOrder]]:
    """Every kind, order and condition at least once: kinds, classes, a group, a score and an id."""
    (column, value), *_ = [(each.name, each.values[-1]) for each in cases.groups] or [(None, None)]
    every = CaseFilter(normal=normal, least=0.6, group=column, value=value)
    yield CaseFilter(normal=normal), CaseOrder.WORST
    yield every, CaseOrder.CONFIDENT
    yield CaseFilter(frozenset({CaseKind.MISSED}), normal=normal), CaseOrder.FILE
    yield replace(every, kinds=frozenset({CaseKind.CONFIDENT})), CaseOrder.WORST
    yield CaseFilter(frozenset({CaseKind.FALSE_POSITIVE, CaseKind.CONFIDENT}), predicted=0), CaseOrder.WORST
    yield CaseFilter(frozenset({CaseKind.REASSURED}), truth=len(cases.labels) - 1, normal=normal), CaseOrder.WORST
    if cases.has_ids:
        begins, whole = "1", next(find(cases, every).listed(0, 1).cases.predictions.case_ids.to_pylist().__iter__())
        yield from ((replace(every, case_id=each), CaseOrder.WORST) for each in (begins, whole, "no such id"))


def pages(found: Found) -> Iterator[pd.DataFrame]:
    """The first, one amid the list, and the last."""
    starts = [*range(0, found.number, AT_ONCE)]
    for start in sorted({*starts[:1], *starts[len(starts) // 2 :][:1], *starts[-1:]}):
        cases, rows = found.listed(start, start + AT_ONCE)
        yield cases.frame(rows)


def assert_same_lists(held: Study, counted: Study, *places: Slice) -> None:
    """The same numbers, and the same rows on every page."""
    ranks = harm(range(len(held.labels)), held.normal)
    for model, split in places or held.slices:
        one, other = (cases_of(study, model, split, ranks) for study in (held, counted))
        assert (type(one), type(other)) == (CaseList, FetchedCases)
        assert [(each.name, each.values) for each in one.groups] == [(each.name, each.values) for each in other.groups]
        assert (one.confident_from, one.has_confidence) == (other.confident_from, other.has_confidence)
        for wanted, order in lists(one, held.normal):
            first, second = (find(cases, wanted, order) for cases in (one, other))
            assert [getattr(first, name) for name in COUNTED] == [getattr(second, name) for name in COUNTED], wanted
            for page, fetched in zip(pages(first), pages(second), strict=True):
                pd.testing.assert_frame_equal(page, fetched, check_dtype=False)


@pytest.mark.parametrize("key", ["heart-rhythm", "breast-cancer"])
def test_pages_of_every_list_of_an_example_are_those_of_the_held_study(tmp_path: Path, key: str) -> None:
    held, counted = both(tmp_path, example(key))
    assert_same_lists(held, counted, held.slices[0], held.slices[-1])


@pytest.mark.parametrize("seed", range(2))
def test_odd_scores_and_labels_are_listed_alike(tmp_path: Path, seed: int) -> None:
    columns = table(120, seed)
    columns |= {"case_id": [f" p{i // 2} " for i in range(120)], "sex": (["F", "M ", "M", None] * 30)}
    columns |= {"split": (["test", "train", "dev", None] * 30)}
    assert_same_lists(*both(tmp_path, pa.table(columns)))


def test_what_narrows_the_rows_of_a_study_narrows_its_lists(tmp_path: Path) -> None:
    """A group of a column; of two classes a kept threshold; and both."""
    held, counted = both(tmp_path, example("heart-rhythm"))
    lens = by_sex(counted)
    assert_same_lists(within(held, lens), within(counted, lens), held.slices[0])
    held, counted = both(tmp_path, two_classes())
    lens = by_sex(counted)
    for label, one, other in ((0, held, counted), (1, within(held, lens), within(counted, lens))):
        cut, again = (at_threshold(study, 0, label, -0.3 if label == 0 else 0.7) for study in (one, other))
        assert cut.evaluate().matrix.cells.tolist() == again.evaluate().matrix.cells.tolist()
        assert_same_lists(cut, again)


def by_sex(study: Study) -> Lens:
    return next(each for each in offered(groups(study)) if each.by[0].column == "sex")


def two_classes(scale: float = 1.0, **further: Any) -> pa.Table:
    """One score for two classes, with ties."""
    generator = np.random.default_rng(5)
    truth = generator.random(150) < 0.4
    score = ((generator.random(150) + truth) / 2).round(2) * scale
    columns = {"y_true": np.where(truth, "b", "a"), "y_pred": np.where(score > 0.4 * scale, "b", "a"), "score_b": score}
    return pa.table({**columns, "sex": np.array(["women", "men"])[np.arange(150) % 2], **further})


def test_scores_that_are_no_probabilities_are_confident_from_the_same_score(tmp_path: Path) -> None:
    held, counted = both(tmp_path, two_classes(scale=37.5))
    assert cases_of(held).confident_from > 1
    assert_same_lists(held, counted)


@pytest.mark.parametrize("classes", [2, 3])
def test_predictions_that_scores_make_are_listed(tmp_path: Path, classes: int) -> None:
    columns = two_classes().drop_columns(["y_pred"]) if classes == 2 else pa.table(table(90)).drop_columns(["y_pred"])
    assert_same_lists(*both(tmp_path, columns, Mapping(positive="b", threshold=0.3) if classes == 2 else None))


def test_without_an_order_of_rows_equals_stand_by_their_ids(tmp_path: Path) -> None:
    """A column has the name that DuckDB has for the places of rows."""
    ids = [f"p{i:03}" for i in np.random.default_rng(6).permutation(150)]
    rows = two_classes(case_id=ids, file_row_number=np.arange(150))
    held, counted = both(tmp_path, rows.sort_by("case_id"))
    (tmp_path / "shuffled").mkdir()
    _, shuffled = both(tmp_path / "shuffled", rows)
    assert not cases_of(shuffled).has_order
    lists_ = [find(cases_of(study), CaseFilter(frozenset({CaseKind.MISSED}))) for study in (held, counted, shuffled)]
    first, *others = [[ids_of(found, start) for start in range(0, found.number, AT_ONCE)] for found in lists_]
    assert others == [first, first] != [[], []]


def ids_of(found: Found, start: int) -> list[str]:
    cases, rows = found.listed(start, start + AT_ONCE)
    return cases.frame(rows).case_id.tolist()


def test_an_engine_is_asked_for_no_more_than_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held, counted = both(tmp_path, example("heart-rhythm"))
    received: list[int] = []
    answer = Duckdb.answer
    monkeypatch.setattr(
        Duckdb, "answer", lambda self, asked: (got := answer(self, asked), received.append(len(got)))[0]
    )
    found = find(cases_of(counted, *held.slices[0]), CaseFilter())
    assert (found.most, found.at_once, found.is_fetched) == (found.number, 50, True)
    found.listed(200, 250)
    found.listed(200, 250)
    assert received.count(50) == 2, "their places, then the rows, once"
    assert max(received) < 100, "of combinations of labels"
    monkeypatch.setattr(finding, "MOST_FETCHED", 120)
    bounded = find(cases_of(counted, *held.slices[0]), CaseFilter())
    assert (bounded.most, len(bounded.listed(100, 150).rows)) == (120, 20)


def test_cases_of_a_file_that_changed_are_not_fetched(tmp_path: Path) -> None:
    _, counted = both(tmp_path, two_classes())
    assert Capability.CASES in counted.capabilities
    found = find(cases_of(counted), CaseFilter())
    parquet.write_table(two_classes(scale=0.5), tmp_path / "a.parquet")
    with pytest.raises(Problem, match="has changed since it was opened"):
        found.listed(0, 50)
