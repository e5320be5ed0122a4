"""What every test that runs pages shares: imported by their conftest.py."""

from collections.abc import Iterator
from functools import cache, partial

import pytest
from streamlit.components.v2 import manifest_scanner

from predictions.sandbox.client import Guard
from ui.data import inbox, loading


@pytest.fixture(scope="session", autouse=True)
def installed_packages_are_searched_once() -> Iterator[None]:
    """Streamlit looks through all of them for components whenever an app starts: most of the time of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(scope="session", autouse=True)
def files_are_read_here_and_waited_for() -> Iterator[None]:
    """A process for each of the many small files would only cost time; tests of loading undo this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "Guard", partial(Guard, apart=False))
        patch.setattr(inbox, "AT_ONCE", 60)
        yield
