"""Cases that are fetched a page at a time are those of the same file held in memory, in the same order."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
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

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)
AT_ONCE, FROM = 40, 3
COUNTED = ("number", "among", "incorrect", "confident", "errors_as", "as_normal", "is_mixed")
Wanted = Iterator[tuple[CaseFilter, CaseOrder]]
Both = tuple[Study, Study]


def both(folder: Path, rows: pa.Table, mapping: Mapping | None = None) -> Both:
    """The same file held, and counted where it lies."""
    path = folder / "a.parquet"
    parquet.write_table(rows, path, row_group_size=1 + len(rows) // 5)
    files = [(path.name, path)]
    return open_files(files, mapping), open_files(files, mapping, Guard(limits=SMALL))


def example(key: str) -> pa.Table:
    file = next(each.file for each in EXAMPLES if each.key == key)
    return csv.read_csv(io.BytesIO((FOLDER / file).read_bytes()))


@pytest.fixture(scope="module")
def rhythm(tmp_path_factory: pytest.TempPathFactory) -> Both:
    return both(tmp_path_factory.mktemp("rhythm"), example("heart-rhythm"))


def some_lists(cases: Cases, normal: int | None) -> Wanted:
    """All cases; and by a kind, a group, a score and what ids begin with."""
    yield CaseFilter(normal=normal), CaseOrder.WORST
    yield replace(of_group(cases, normal), kinds=frozenset({CaseKind.CONFIDENT})), CaseOrder.WORST
    if cases.has_ids:
        yield CaseFilter(normal=normal, case_id=an_id(cases, normal)[:-1]), CaseOrder.CONFIDENT


def all_lists(cases: Cases, normal: int | None) -> Wanted:
    """Every kind, order and condition at least once: kinds, classes, a group, a score and an id."""
    yield from some_lists(cases, normal)
    every = of_group(cases, normal)
    yield every, CaseOrder.CONFIDENT
    yield CaseFilter(frozenset({CaseKind.MISSED}), normal=normal), CaseOrder.FILE
    yield CaseFilter(frozenset({CaseKind.FALSE_POSITIVE, CaseKind.CONFIDENT}), predicted=0), CaseOrder.WORST
    yield CaseFilter(frozenset({CaseKind.MISSED, CaseKind.CONFIDENT}), least=0.6, normal=normal), CaseOrder.WORST
    yield CaseFilter(frozenset({CaseKind.MISSED, CaseKind.FALSE_POSITIVE}), normal=normal), CaseOrder.WORST
    yield CaseFilter(frozenset({CaseKind.REASSURED}), truth=len(cases.labels) - 1, normal=normal), CaseOrder.WORST
    if cases.has_ids:
        yield replace(every, case_id=an_id(cases, normal)), CaseOrder.WORST


def an_id(cases: Cases, normal: int | None) -> str:
    """Of the first case in a group."""
    listed, rows = find(cases, of_group(cases, normal)).listed(0, 1)
    ids = listed.predictions.case_ids
    assert ids is not None
    return str(ids[rows[0]])


def of_group(cases: Cases, normal: int | None) -> CaseFilter:
    """The last value of the first column that tells groups apart, where there is one."""
    (column, value), *_ = [(each.name, each.values[-1]) for each in cases.groups] or [(None, None)]
    return CaseFilter(normal=normal, least=0.6, group=column, value=value)


def page(found: Found, start: int) -> pd.DataFrame:
    cases, rows = found.listed(start, start + AT_ONCE)
    return cases.frame(rows)


def assert_same_pages(first: Found, second: Found, *starts: int) -> None:
    for start in sorted({start for start in starts if 0 <= start < first.number}):
        pd.testing.assert_frame_equal(page(first, start), page(second, start), check_dtype=False)


def assert_same_lists(
    held: Study, counted: Study, *places: Slice, lists: Callable[[Cases, int | None], Wanted] = all_lists
) -> None:
    """The same numbers, and the same rows on a page of each list; of the first one on its first and last page, too.

    lists: of the first place; of others there are fewer.
    """
    ranks = harm(range(len(held.labels)), held.normal)
    for place in places or held.slices:
        one, other = (cases_of(study, *place, ranks) for study in (held, counted))
        assert (type(one), type(other)) == (CaseList, FetchedCases)
        assert [(each.name, each.values) for each in one.groups] == [(each.name, each.values) for each in other.groups]
        assert (one.confident_from, one.has_confidence) == (other.confident_from, other.has_confidence)
        assert (one.lone, one.has_probabilities) == (other.lone, other.has_probabilities)
        for at, (wanted, order) in enumerate(lists(one, held.normal)):
            first, second = (find(cases, wanted, order) for cases in (one, other))
            assert [getattr(first, name) for name in COUNTED] == [getattr(second, name) for name in COUNTED], wanted
            ends = () if at else (0, first.number - 2)
            assert_same_pages(first, second, min(FROM, first.number // 2), *ends)
        lists = some_lists


def test_pages_of_every_list_of_an_example_are_those_of_the_held_study(rhythm: Both) -> None:
    held, counted = rhythm
    assert_same_lists(held, counted, held.slices[0], held.slices[-1])


def test_odd_scores_and_labels_are_listed_alike(tmp_path: Path) -> None:
    columns = table(240)
    columns |= {"case_id": [f" p{i // 2} " for i in range(240)], "sex": (["F", "M ", "M", None, "M"] * 48)}
    columns |= {"split": (["test", "train", "dev", None] * 60)}
    assert_same_lists(*both(tmp_path, pa.table(columns)))


def test_what_narrows_the_rows_of_a_study_narrows_its_lists(tmp_path: Path, rhythm: Both) -> None:
    """A group of a column; of two classes a kept threshold; and both."""
    held, counted = rhythm
    lens = by_sex(counted)
    assert_same_lists(within(held, lens), within(counted, lens), held.slices[0], lists=some_lists)
    held, counted = both(tmp_path, two_classes())
    lens = by_sex(counted)
    for label, one, other in ((0, held, counted), (1, within(held, lens), within(counted, lens))):
        cut, again = (at_threshold(study, 0, label, -0.3 if label == 0 else 0.7) for study in (one, other))
        assert cut.evaluate().matrix.cells.tolist() == again.evaluate().matrix.cells.tolist()
        assert_same_lists(cut, again, lists=some_lists)


def by_sex(study: Study) -> Lens:
    return next(each for each in offered(groups(study)) if each.by[0].column == "sex")


def two_classes(scale: float = 1.0, **further: Any) -> pa.Table:
    """One score for two classes, with ties."""
    generator = np.random.default_rng(5)
    truth = generator.random(150) < 0.4
    score = ((generator.random(150) + truth) / 2).round(2) * scale
    columns = {"y_true": np.where(truth, "b", "a"), "y_pred": np.where(score > 0.4 * scale, "b", "a"), "score_b": score}
    return pa.table({**columns, "sex": np.array(["women", "men"])[np.arange(150) % 2], **further})


@pytest.mark.parametrize("lone", [True, False])
def test_scores_that_are_no_probabilities_are_confident_from_the_same_score(tmp_path: Path, lone: bool) -> None:
    """Of all splits. Rows without a score come last, also behind negative ones."""
    scores = two_classes(scale=37.5)["score_b"].to_numpy()
    columns = {"score_b": np.where(np.arange(150) % 9, scores - 20 * lone, np.nan)}
    columns |= {} if lone else {"score_a": 40 - scores, "split": np.repeat(["test", "train"], 75)}
    held, counted = both(tmp_path, two_classes(**columns))
    assert cases_of(held, *held.slices[0]).confident_from > 1
    assert_same_lists(held, counted, lists=all_lists if lone else some_lists)


def test_predictions_that_a_threshold_makes_are_listed(tmp_path: Path) -> None:
    rows = two_classes().drop_columns(["y_pred"])
    assert_same_lists(*both(tmp_path, rows, Mapping(positive="b", threshold=0.3)), lists=some_lists)


def test_predictions_that_the_highest_score_makes_are_listed(tmp_path: Path) -> None:
    """Of equal ones the first."""
    columns = {name: values.round(1) if name.startswith("score") else values for name, values in table(90).items()}
    del columns["y_pred"]
    assert_same_lists(*both(tmp_path, pa.table(columns)), lists=some_lists)


def test_an_id_is_that_of_a_case_or_what_ids_begin_with(tmp_path: Path) -> None:
    studies = both(tmp_path, two_classes(case_id=[f" p{i} " for i in range(150)]))
    for text, number in ("p1", 1), ("p149", 1), ("p", 150), ("1", 0):
        assert [find(cases_of(study), CaseFilter(case_id=text)).number for study in studies] == [number, number], text


def test_without_an_order_of_rows_equals_stand_by_their_ids(tmp_path: Path) -> None:
    """A column has the name that DuckDB has for the places of rows."""
    ids = [f"p{i:03}" for i in np.random.default_rng(6).permutation(150)]
    rows = two_classes(case_id=ids, file_row_number=np.arange(150))
    held, counted = both(tmp_path, rows.sort_by("case_id"))
    (tmp_path / "shuffled").mkdir()
    _, shuffled = both(tmp_path / "shuffled", rows)
    assert not cases_of(shuffled).has_order
    lists_ = [find(cases_of(study), CaseFilter(frozenset({CaseKind.MISSED}))) for study in (held, counted, shuffled)]
    first, *others = [[ids_of(found, start) for start in range(0, found.number, 9)] for found in lists_]
    assert others == [first, first] != [[], []]


def ids_of(found: Found, start: int) -> list[str]:
    cases, rows = found.listed(start, start + 9)
    return cases.frame(rows).case_id.tolist()


def test_an_engine_is_asked_for_no_more_than_is_looked_at(rhythm: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    held, counted = rhythm
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
