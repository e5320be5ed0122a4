"""A metric is declared once: an entry of the catalog is all it takes to be shown, averaged, required and exported."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
IMPORTED = "from metrics.interval_methods import"  # the name of its interval, which no other entry has
END = ")  # fmt: skip\n\nMETRICS = "
ENTRY = """
    Metric(
        key="youden_j", name="Youden’s J",
        meaning="Sensitivity plus specificity minus 1: 1 is perfect, 0 is chance level.",
        rule=Formula(
            f"{SENSITIVITY.latex} + {SPECIFICITY.latex} - 1",
            lambda counts: SENSITIVITY(counts) + SPECIFICITY(counts) - 1,
        ),
        undefined=Code.ONE_KIND_OF_CASES, aliases=("Youden's J", "youden j", "informedness"), lowest=-1.0,
        averaged=True, places={"numbers": 9, "balance": 9}, interval=BOOTSTRAP_LOGIT,
    ),
"""
PLACES = [
    "in_json",
    "in_reports",
    "in_tables_of_a_page",
    "in_averages",
    "in_requirements",
    "in_tooltips",
    "on_definitions",
]


@pytest.mark.thorough
def test_one_entry_of_the_catalog_is_enough(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "metrics", tmp_path / "metrics")
    catalog = tmp_path / "metrics" / "catalog.py"
    before, after = catalog.read_text(encoding="utf-8").split(END)
    assert IMPORTED in before
    before = before.replace(IMPORTED, f"{IMPORTED} BOOTSTRAP_LOGIT,")
    catalog.write_text(before + ENTRY.lstrip("\n") + END + after, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "added_metric.py")],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-3000:]
    assert told.stdout.split() == PLACES
