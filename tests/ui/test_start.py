"""What the first page may load: everything else would only be waited for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LATER = {
    "charts": "when a page draws",
    "duckdb": "for a file that is too large to hold",
    "openpyxl": "when a workbook is taken along",
    "report": "never by a page",
    "sklearn": "by tests only",
    "tensorboardX": "by the command line only",
    "matplotlib": "never",
    "scipy.stats": "never: half a second of imports",
    "scipy.optimize": "never by the first page",
    "scipy.sparse": "where labels are sorted",
    "scipy.linalg": "never by the first page",
}
FIRST_PAGE = """
import sys
from scipy import special  # what SciPy needs for it differs: 1.18 loads scipy.linalg
needed = set(sys.modules)
from streamlit.testing.v1 import AppTest
page = AppTest.from_file(sys.argv[1], default_timeout=60).run()
assert not page.exception, page.exception
assert page.title[0].value == "Data"
print("\\n".join(set(sys.modules) - needed))
"""


@pytest.mark.thorough
def test_the_first_page_loads_nothing_that_only_others_need() -> None:
    command = [sys.executable, "-c", FIRST_PAGE, str(ROOT / "ui" / "frame.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"predictions", "ui.data.ways_in"} <= loaded
    assert sorted(loaded & set(LATER)) == []


ONE_THREAD = """
import os, sys
from importlib import import_module
import_module(sys.argv[1])
assert "numpy" not in sys.modules
print(os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.parametrize("room", ["ui", "report"])
def test_matrix_products_are_told_to_use_one_thread_before_numpy_is_there(room: str) -> None:
    without = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    for given, found in ({}, "1"), ({"OPENBLAS_NUM_THREADS": "4"}, "4"):
        command = [sys.executable, "-c", ONE_THREAD, room]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=without | given)
        assert done.stdout.strip() == found
