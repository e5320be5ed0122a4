"""What the tests of the report share."""

from collections.abc import Iterator

import pytest

from predictions.formats.readers import read
from predictions.matrix.file import read_matrix
from predictions.sandbox.client import Guard
from report.cli import inputs


@pytest.fixture(scope="module", autouse=True)
def files_are_read_here() -> Iterator[None]:
    """A process for each small file would only cost time; commands run as a whole still start it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Guard,
            "read",
            lambda self, files, sheet=None: [read(name, data, self.limits, sheet) for name, data in files],
        )
        patch.setattr(Guard, "read_matrix", lambda self, name, data: read_matrix(name, data, self.limits))
        patch.setattr(inputs, "warm_up", lambda: None)
        yield
