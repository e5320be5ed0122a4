"""Whatever comes in, a study or a plain problem comes out. Thousands more on demand: see mutations.py."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from tests.predictions.mutations import TOKENS, good_files, open_and_evaluate, run_chunk

ROOT = Path(__file__).parents[2]
BEGINNINGS = sorted({data[:8] for data in good_files().values()} | {b"", b"case_id,y_true,y_pred\n", b'[{"y_true": '})
pieces = st.lists(st.one_of(st.binary(max_size=6), st.sampled_from([token for token in TOKENS if len(token) < 40])))
cells = st.sampled_from(
    ["a", "b", "y_true", "true", "pred", "Total", "12", "3.0", "1,234", "-4", "50 (9%)", "", "…", "1e3"]
)


@settings(max_examples=5 * settings.default.max_examples)
@given(st.sampled_from(BEGINNINGS), pieces, st.booleans())
def test_any_bytes_are_a_study_or_a_problem(beginning: bytes, rest: list[bytes], as_matrix: bool) -> None:
    assert open_and_evaluate("a", beginning + b"".join(rest), as_matrix) in ("study", "problem")


@settings(max_examples=5 * settings.default.max_examples)
@given(
    st.lists(st.lists(cells, min_size=1, max_size=4), max_size=5), st.sampled_from(["\t", ",", ";", " | ", "  ", " & "])
)
def test_any_grid_is_a_matrix_or_a_problem(rows: list[list[str]], separator: str) -> None:
    text = "\n".join(separator.join(row) for row in rows)
    try:
        matrix = open_matrix(text).matrix
    except Problem:
        return
    assert matrix is not None
    numbers = sum(cell in ("12", "3.0", "1,234", "50 (9%)", "1e3") for row in rows for cell in row)
    assert matrix.cells.size <= max(numbers, 4)


@pytest.mark.thorough
def test_good_files_that_were_broken_are_studies_or_problems() -> None:
    """In a process of their own: a library that dies must not take the tests with it."""
    number = 20 * settings.default.max_examples
    command = [sys.executable, "-m", "tests.predictions.mutations", "--count", str(number), "--seed", "1000"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{number} files" in done.stdout
    assert "study" in done.stdout


@pytest.mark.thorough
def test_so_are_files_that_are_counted_where_they_lie() -> None:
    done = run_chunk(5_000, 10, (), is_counted=True)
    assert (done["failures"], sum(done["outcomes"].values())) == ([], 10)


@pytest.mark.thorough
def test_files_that_once_ended_the_process_are_problems() -> None:
    """Level histograms of a Parquet column chunk that do not fit its schema: libraries throw where nobody catches."""
    code = "from tests.predictions.mutations import run_chunk\nfor seed in 20615, 32514: print(run_chunk(seed, 1, ()))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.count("'problem': 1")) == (0, 2), done.stderr
