"""A warm start: the server answers at once, what pages need is imported beside, and no page begins before that."""

from __future__ import annotations

import gc
import threading

_begun: list[threading.Event] = []


def begin() -> None:
    """Prepare beside what the server does; a browser has its own loading to do meanwhile."""
    is_ready = threading.Event()
    threading.Thread(target=_run, args=(is_ready,), name="warm start", daemon=True).start()
    _begun.append(is_ready)


def wait() -> None:
    """Until the first page can begin: two threads that import the same packages can find them half made."""
    for each in _begun:
        each.wait()


def _run(is_ready: threading.Event) -> None:
    try:
        prepare()
    finally:
        is_ready.set()
    prepare_more()


def prepare_more() -> None:
    """While the reader looks for a file, what the pages of a study would wait for: together 0.15 s of CPU.

    Streamlit's expression of all emoji, which it asks of every option that is not ASCII, and the first picture, which
    has the chart library look for its parts, and on the way to the browser for plug-ins of Narwhals.
    """
    import numpy as np
    import streamlit.emojis  # noqa: F401

    import charts
    from metrics import ConfusionMatrix

    charts.confusion(ConfusionMatrix(("a", "b"), np.eye(2, dtype=np.int64))).to_dict()


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
    gc.freeze()  # every later collection would walk through all libraries
