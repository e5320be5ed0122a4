"""A warm start: the server answers at once, what pages need is imported beside, and no page begins before that."""

from __future__ import annotations

import gc
import threading

_begun: list[threading.Thread] = []


def begin() -> None:
    """Prepare beside what the server does; a browser has its own loading to do meanwhile."""
    beside = threading.Thread(target=prepare, name="warm start", daemon=True)
    beside.start()
    _begun.append(beside)


def wait() -> None:
    """Until what was begun is done: two threads that import the same packages can find them half made."""
    for each in _begun:
        each.join()


def prepare() -> None:
    """Import what every page needs, then take it out of the garbage collector's rounds."""
    gc.disable()  # nothing of what is imported is garbage, and looking for it costs a tenth of the time
    try:
        from predictions.sandbox.client import warm_up

        warm_up()
        import charts  # noqa: F401
        import ui.data.ways_in  # noqa: F401
    finally:
        gc.enable()
    gc.collect()
    gc.freeze()  # Streamlit collects after every rerun; without this each one walks through all libraries
