"""What every test that makes reports shares: imported by their conftest.py."""

from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from predictions.formats.readers import read
from predictions.mapping import Mapping
from predictions.matrix.file import read_matrix
from predictions.opening import Files, open_files
from predictions.sandbox.client import Guard
from predictions.study import Study
from report import results
from report.cli import inputs
from reviews import Cache, View

SMALL = 2_000_000  # bytes


@pytest.fixture(scope="module", autouse=True)
def files_are_read_here_once() -> Iterator[None]:
    """A process for each small file would only cost time, and so would evaluating the same bytes for every report.

    Commands run as a whole still do both.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Guard,
            "read",
            lambda self, files, sheet=None: [read(name, data, self.limits, sheet) for name, data in files],
        )
        patch.setattr(Guard, "read_matrix", lambda self, name, data: read_matrix(name, data, self.limits))
        patch.setattr(inputs, "warm_up", lambda: None)
        patch.setattr(inputs, "open_files", _read_once)
        patch.setattr(results, "View", _view)
        yield


def _read_once(files: Files, mapping: Mapping | None, guard: Guard) -> Study:
    """One study for the same bytes read in the same way, and so one cache of what is worked out for it."""
    paths = [content for _, content in files if isinstance(content, Path) and content.is_file()]
    if len(paths) < len(files) or sum(each.stat().st_size for each in paths) > SMALL:
        return open_files(files, mapping, guard)
    key = (*((name, path.read_bytes()) for name, path in files), repr(mapping), guard.limits)
    if key not in _read:
        _read[key] = open_files(files, mapping, guard)
    return _read[key]


_read: dict[Hashable, Study] = {}


def _view(study: Study, *of: Any, **named: Any) -> View:
    return View(study, *of, **named | {"cache": _cache_of(study)})


@cache
def _cache_of(_study: Study) -> Cache:
    return Cache()
