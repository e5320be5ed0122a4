"""A model that is moved to meet the reference, in a file that is counted where it lies, decides as on held cases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest

from metrics import Estimate
from metrics.paired.paired_proportions import PairedProportion
from predictions.mapping import Mapping
from predictions.problems import Problem, TooManyGroups
from predictions.slices.at_threshold import at_threshold
from predictions.sources.counted.cases.columns import DIGITS
from predictions.sources.counted.groups import GroupCounter
from predictions.sources.counted.patients import counts
from predictions.sources.counted.patients.ids import ROWS
from predictions.sources.counted.table import CountedTable
from reviews.cache import Cache
from reviews.models.compared import Compared
from reviews.models.rival import Rival
from tests.predictions.sources.counted.conftest import Opened, held_and_counted
from tests.predictions.sources.counted.pairs.test_scored import KINDS, in_columns, in_rows, rival
from tests.predictions.sources.counted.pairs.test_scored import ROWS as CASES

pytestmark = pytest.mark.thorough

Mode = Literal["sensitivity", "specificity"]


def near(found: Estimate, held: Estimate) -> None:
    """Equal but for rounding, also of patients who are drawn."""
    assert (found.value, found.method, found.note) == (held.value, held.method, held.note)
    assert (found.low is None) == (held.low is None)
    if found.low is not None:
        assert found.low == pytest.approx(held.low, abs=1e-12)
        assert found.high == pytest.approx(held.high, abs=1e-12)


def assert_same_decisions(found: Compared | None, held: Compared | None) -> None:
    assert found is not None
    assert held is not None
    assert found.threshold == held.threshold
    for key in ("sensitivity", "specificity"):
        one, other = found.proportion(key), held.proportion(key)
        assert isinstance(one, PairedProportion)
        assert isinstance(other, PairedProportion)
        counts = [(each.both, each.first_only, each.second_only, each.neither) for each in (one, other)]
        assert counts[0] == counts[1]
        assert (one.differing, one.is_clustered) == (other.differing, other.is_clustered)
        near(one.difference, other.difference)
    assert (found.ppv.first, found.ppv.second) == (held.ppv.first, held.ppv.second)
    near(found.ppv.difference, held.ppv.difference)


SOME_KINDS = (
    *("columns of two classes", "columns of frequencies, some without an id", "columns of one fold with both groups"),
    *("rows", "rows told by a number", "rows of folds of patients"),
)


@pytest.fixture(scope="module", params=SOME_KINDS)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Rival, Rival]:
    """Held and counted, once for all tests of a kind of file: to open and count one takes as long as a test."""
    kind = request.param
    mapping = Mapping(weight="frequency") if "frequencies" in kind else None
    held, told = held_and_counted(tmp_path_factory.mktemp("pairs"), mapping, KINDS[kind])
    return rival(held), rival(told)


def test_a_moved_model_decides_as_on_held_cases(both: tuple[Rival, Rival]) -> None:
    held, told = both
    moved: list[tuple[int, Mode]] = [(0, "sensitivity"), (0, "specificity"), (1, "sensitivity")]
    for label, mode in moved:
        assert_same_decisions(told.compared(label, mode), held.compared(label, mode))


def test_a_difference_of_net_benefit_is_that_of_held_cases(both: tuple[Rival, Rival]) -> None:
    held, told = both
    for label, risk in ((0, 0.2), (1, 0.6)):
        found, whole = told.net_benefit(label, risk), held.net_benefit(label, risk)
        assert found is not None
        assert whole is not None
        assert found.value == pytest.approx(whole.value)
        near(replace(found, value=whole.value), whole)


@pytest.mark.parametrize(
    ("kind", "thresholds"),
    [
        ("columns of two classes", {0: 0.35, 1: 0.6}),
        ("columns of frequencies, some without an id", {0: 0.35, 1: 0.6}),
        ("rows", {0: 0.35}),
        ("rows told by a number", {0: 0.35, 1: 0.6}),
    ],
)
def test_at_kept_thresholds_models_are_compared_as_on_held_cases(
    opened: Opened, kind: str, thresholds: dict[int, float]
) -> None:
    held, told = opened(Mapping(weight="frequency") if "frequencies" in kind else None, **KINDS[kind])
    for model, threshold in thresholds.items():
        held, told = (at_threshold(study, model, 1, threshold) for study in (held, told))
    one, other = rival(told), rival(held)
    assert len(one.pair) == len(other.pair)
    for label in range(len(held.labels)):
        delivered = replace(one.compared(label), auc=None), replace(other.compared(label), auc=None)  # type: ignore[type-var]
        assert_same_decisions(*delivered)
    assert_same_decisions(one.compared(1, "sensitivity"), other.compared(1, "sensitivity"))
    assert_same_decisions(one.compared(0, "specificity"), other.compared(0, "specificity"))
    near(one.accuracy().difference, other.accuracy().difference)


def test_sums_over_patients_have_the_error_of_a_ratio(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    told = rival(opened(None, **in_columns())[1])
    drawn = told.net_benefit(0, 0.3)
    monkeypatch.setattr(counts, "MOST_CELLS", 2)
    found = rival(replace(told.view, cache=Cache()).study).net_benefit(0, 0.3)
    assert drawn is not None
    assert found is not None
    assert str(found.method).startswith("cluster-robust SE")
    assert found.low == pytest.approx(drawn.low, abs=0.15 * (drawn.high - drawn.low))  # type: ignore[operator]


def test_cases_that_do_not_fit_at_once_are_counted_in_parts(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, asked = CountedTable.answer, []

    def limited(table: CountedTable, question: Any) -> Any:
        if ROWS in question.collect_schema().names() and len(question.collect_schema().names()) == 2:
            asked.append(question)
            if len(asked) == 1:
                raise TooManyGroups("too many")
        return answer(table, question)

    told = rival(opened(None, **in_rows())[1])
    whole = told.pair.decided(0, (0.4, None))
    monkeypatch.setattr(CountedTable, "answer", limited)
    found = told.pair.decided(0, (0.4, None))
    assert whole is not None
    assert found is not None
    assert found.cells.tolist() == whole.cells.tolist()
    assert len(asked) == 1 + len(DIGITS) + 1


def test_a_model_that_predicts_nobody_says_so_of_no_case(opened: Opened) -> None:
    told = rival(opened(None, **in_columns())[1])
    found = told.pair.decided(1, (np.inf, -1.0))
    assert found is not None
    says = found.cells.reshape(9, 3, 3).sum(0)
    assert says[1].sum() == says[:, 0].sum() == 0
    assert 0 < found.cells.sum() <= CASES


def test_weighted_cases_and_those_of_a_file_that_is_gone_are_not_moved(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighted = rival(opened(Mapping(weight="weight"), **in_columns(weight=np.arange(CASES) / 7 + 1))[1])
    assert not weighted.has_scores(0)
    assert weighted.compared(0, "sensitivity") is None
    told = rival(opened(None, **in_columns())[1])
    assert told.has_scores(0)

    def gone(*_: Any) -> None:
        raise Problem("gone")

    monkeypatch.setattr(GroupCounter, "_open", gone)
    assert told.compared(0, "sensitivity") is None


def test_a_model_without_scores_is_not_moved(opened: Opened) -> None:
    given = {name: each for name, each in in_columns().items() if not name.startswith("score_B")}
    for study in opened(None, **given):
        assert not rival(study).has_scores(0)
        assert rival(study).compared(0, "sensitivity") is None
