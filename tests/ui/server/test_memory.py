"""What is freed is kept for the next study, where the C library can do that."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from ui.server import memory

ROOT = Path(__file__).parents[3]
FILL_TWICE = """
import resource, sys
import numpy as np
import pyarrow as pa
from ui.server import memory
if sys.argv[1] == "keep":
    memory.keep()
faults = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3):
    before = faults()
    kept = [np.ones(250_000) for _ in range(20)]
    found = faults() - before
    del kept
print(found, pa.default_memory_pool().backend_name)
"""


def filled(how: str) -> tuple[int, str]:
    """Fresh pages for 40 MB that were filled and freed before, and who gives Arrow its memory."""
    command = [sys.executable, "-c", FILL_TWICE, how]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return int(answer[0]), answer[1]


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallopt"),
    reason="only this C library keeps memory when asked",
)
def test_memory_is_used_again_instead_of_asked_for_again() -> None:
    (anew, _), (again, pool) = filled("usual"), filled("keep")
    assert again < 100 < anew
    assert pool == "system"


def test_another_system_goes_on_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    memory.keep()
