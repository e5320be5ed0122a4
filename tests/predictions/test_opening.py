"""Files that are opened together, and what is asked of them that they do not have."""

from pathlib import Path

import pytest

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import Files, open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from tests.predictions.formats.test_readers import workbook

ROWS = [["y_true", "y_pred"], *[["ill", "ill"]] * 30, *[["well", "well"]] * 30]
TEXT = "\n".join(map(",".join, ROWS)).encode()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([("a.csv", TEXT)], "“a.csv” is no workbook, so it has no sheet “new”"),
        ([("a.xlsx", workbook(old=ROWS))], "“a.xlsx” has no sheet “new”"),
        ([("a.xlsx", workbook(old=ROWS)), ("b.csv", TEXT)], "None of the files has a sheet “new”"),
    ],
    ids=["text", "workbook", "several files"],
)
def test_a_sheet_that_no_file_has_is_refused(files: Files, said: str) -> None:
    assert open_files(files).rows == 60 * len(files)
    with pytest.raises(Problem, match=said):
        open_files(files, Mapping(sheet="new"))


def test_a_sheet_of_rows_that_are_counted_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_bytes(TEXT)
    with pytest.raises(Problem, match=r"“a\.csv” is no workbook"):
        open_files([("a.csv", path)], Mapping(sheet="new"), Guard(limits=Limits(rows=1), apart=False))


@pytest.mark.thorough
def test_a_sheet_that_one_of_the_files_has_is_read_beside_the_others() -> None:
    files = [("a.xlsx", workbook(old=ROWS, new=ROWS)), ("b.csv", TEXT)]
    assert [model.model for model in open_files(files, Mapping(sheet="new"), Guard()).models] == ["a", "b"]
