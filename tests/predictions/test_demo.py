"""The bundled examples are there for every reader, whatever the server's limits are."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.thorough


def test_a_limit_for_files_is_none_for_the_examples() -> None:
    asked = "from predictions.demo import *; print(*(len(open_example(each.key).labels) for each in EXAMPLES))"
    environment = os.environ | {"ROUNDS_LIMIT_ROWS": "100", "ROUNDS_LIMIT_CLASSES": "2"}
    found = subprocess.run(
        [sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert found.stdout.split() == ["3", "5", "7", "2"], found.stderr
