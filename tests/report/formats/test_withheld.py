"""No small count is told by a report that withholds them, nor by all that it tells together."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linprog

from metrics import ConfusionMatrix, Estimate, Evaluation
from predictions.demo import open_example
from report.formats.html import Layout, as_html
from report.formats.withheld import withheld, withheld_tables
from report.results import report_of_views
from reviews import KeptThreshold, Review, View
from tests.report.helpers import csv_file, report_of
from tests.support.text import plain
from words import interval

FEWEST = 5
VT = ConfusionMatrix(("VT", "Normal"), np.array([[40, 3], [60, 900]]))


def rates(matrix: ConfusionMatrix) -> list[tuple[Estimate, Estimate]]:
    return [(each["sensitivity"], each["ppv"]) for each in Evaluation(matrix).classes]


def others(cells: np.ndarray, hidden: np.ndarray) -> np.ndarray:
    """(m, 2, 2): all that agree with the margins and with the cells that are told, by trying every one."""
    if not hidden.any():
        return cells[None]
    most = [int(min(cells[i].sum(), cells[:, j].sum())) for i, j in np.argwhere(hidden)]
    values = 1 + np.indices(most).reshape(len(most), -1)  # noughts are told
    tried = np.repeat(cells[None], values.shape[1], axis=0)
    tried[:, hidden] = values.T
    return tried[(tried.sum(1) == cells.sum(0)).all(1) & (tried.sum(2) == cells.sum(1)).all(1)]


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(arrays(np.int64, (2, 2), elements=st.integers(0, 12)))
def test_no_small_cell_of_two_classes_can_be_worked_out(cells: np.ndarray) -> None:
    hidden = withheld(cells, FEWEST)
    if hidden is None:
        return
    assert not ((cells > 0) & (cells < FEWEST) & ~hidden).any()
    possible = others(cells, hidden)
    for i, j in np.argwhere(hidden & (cells < FEWEST)):
        assert len(np.unique(possible[:, i, j])) > 1


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(arrays(np.int64, (4, 4), elements=st.sampled_from([0, 1, 3, 7, 20, 90])))
def test_the_people_withheld_in_a_row_or_column_are_none_or_enough(cells: np.ndarray) -> None:
    hidden = withheld(cells, FEWEST)
    if hidden is None:
        return
    left = np.where(hidden, cells, 0)
    for sums in (left.sum(0), left.sum(1)):
        assert not ((sums > 0) & (sums < FEWEST)).any()


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(st.integers(3, 5).flatmap(lambda size: arrays(np.int64, (size, size), elements=st.sampled_from([0, 1, 2, 90]))))
def test_no_small_cell_of_more_classes_can_be_worked_out(cells: np.ndarray) -> None:
    hidden = withheld(cells, FEWEST)
    if hidden is None:
        return
    places = np.argwhere(hidden)
    lines = np.concatenate([places[:, k] == np.arange(len(cells))[:, None] for k in (0, 1)]).astype(float)
    sums = lines @ cells[hidden]
    for one in np.eye(len(places))[cells[hidden] < FEWEST]:
        ends = [sign * linprog(sign * one, A_eq=lines, b_eq=sums, bounds=(1, None)).fun for sign in (1, -1)]
        assert ends[1] - ends[0] > 0.5


@pytest.mark.thorough
def test_cells_that_can_only_be_1_are_told_by_their_sum() -> None:
    cells = np.full((6, 6), 4) + np.diag([86] * 6)
    cells[0] = [95, 1, 1, 1, 1, 1]
    hidden = withheld(cells, FEWEST)
    assert hidden is None or hidden[0, 0]


def test_a_small_cell_takes_others_of_its_row_and_column_along() -> None:
    hidden = withheld(VT.cells, FEWEST)
    assert hidden is not None
    assert hidden.all(), "with two classes one withheld cell is told by any other three"


def test_nothing_is_told_where_a_class_has_too_few_cases() -> None:
    few = ConfusionMatrix(("VT", "Normal"), np.array([[2, 1], [0, 900]]))
    assert withheld(few.cells, FEWEST) is None
    (table,) = withheld_tables(few, FEWEST, 0.95, rates(few))
    assert table.rows == []
    assert table.below == [
        "Withheld: a class has fewer than 5 cases or predictions, which the other numbers would tell."
    ]


def test_large_counts_are_told_with_their_rates() -> None:
    large = ConfusionMatrix(("VT", "Normal"), np.array([[40, 10], [60, 900]]))
    matrix, classes = withheld_tables(large, FEWEST, 0.95, rates(large))
    assert matrix.rows[0] == ["VT", "40", "10", "50"]
    assert matrix.below == []
    assert classes.rows[0][1] == ("80\u00a0%", "40\u00a0of\u00a050, 95\u00a0%\u00a0CI 67\u2060–\u206089")


@pytest.mark.parametrize("fewest", [5, 11])
def test_the_tables_say_no_count_below_the_limit(fewest: int) -> None:
    matrix = ConfusionMatrix(("a", "b", "c"), np.array([[30, 7, 2], [12, 80, 9], [1, 40, 60]]))
    tables = list(withheld_tables(matrix, fewest, 0.95, rates(matrix)))
    told = [cell for row in tables[0].rows for cell in row[1:] if cell != "withheld"]
    assert all(int(str(cell)) == 0 or int(str(cell)) >= fewest for cell in told)
    assert tables[0].below == [f"Counts from 1 to {fewest - 1} and the counts that would tell them are withheld."]


def withheld_page(folder: Path, patients: int, rows: int = 400) -> tuple[str, dict[str, Estimate]]:
    """Of so many patients, whose rows are alike."""
    lines = [f"p{at % patients},{'ab'[at % patients % 2]},{'ab'[(at % patients) % 5 in (1, 3)]}" for at in range(rows)]
    found = report_of(csv_file(folder, "patient_id,y_true,y_pred\n" + "\n".join(lines) + "\n"))
    page = as_html(found, Layout(fewest=FEWEST)).decode().replace("\u00a0", " ").replace("\u2060", "")
    return page, dict(found.results[0].evaluation.classes[0])


def test_the_intervals_of_rates_are_those_of_the_patients_as_everywhere(tmp_path: Path) -> None:
    page, figures = withheld_page(tmp_path, 40)
    found = figures["sensitivity"]
    assert found.method.startswith("patient bootstrap")
    assert f"95 % CI {interval(found)}".replace("\u00a0", " ").replace("\u2060", "") in page
    assert "kappa" not in page, "no number of it is there"


@pytest.mark.thorough
def test_the_footnote_counts_no_few_patients(tmp_path: Path) -> None:
    assert "400 rows with 40 different values of patient_id" in withheld_page(tmp_path, 40)[0]
    assert "different values" not in withheld_page(tmp_path, 4)[0]
    assert "different values" not in withheld_page(tmp_path, 398)[0], "2 rows are of patients with another one"


@pytest.mark.thorough
def test_of_whom_and_at_which_threshold_the_numbers_are_is_said_but_no_number_of_rows() -> None:
    """Without it the numbers of one group, or of a threshold chosen in Rounds, would pass for those of the file."""
    study = open_example("heart-rhythm")
    kept = KeptThreshold(0, study.labels.index("VT"), 0.1, True)
    view = View(study, Review.begin(study).keeping(kept), 0, "test")
    lens = next(each for each in view.lenses if each.plain == "women")
    report = report_of_views([view.within(lens).at_kept_thresholds])
    page = plain(as_html(report, Layout(fewest=FEWEST)).decode())
    assert "Only women: every number is of these patients, not of all rows used." in page
    assert "VT predicted at a score of 0.100 or above, a threshold chosen in Rounds" in page
    assert "Normal class: Normal" in page
    assert "rows used;" not in page
