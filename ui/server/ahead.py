"""What the slowest pages of a large study show is worked out while its reader looks at the page before."""

from __future__ import annotations

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from charts.style.thinning import thin_pr, thin_roc
from predictions.study import Capability
from reviews import View
from reviews.models import areas
from reviews.risks import calibration

MANY = 500_000  # rows, from which on a page has something to wait for
AFTER = 0.5  # seconds, so that the browser draws the page before
CURVES_OF_OTHERS = 2  # that the Calibration page draws before more are unfolded


def look_ahead(view: View) -> None:
    """At the end of a page: once for each model and split, begin a moment later, for one reader after the other.

    A page that comes first works it out itself, or waits for what is being worked out. Bought: of a million rows in
    five classes the first view of Curves, and of Calibration, takes a quarter of the CPU.
    """
    study = view.study
    has_both = {Capability.LOADED, Capability.SCORES} <= study.capabilities
    if has_both and view.lens is None and study.rows >= MANY:
        view.cached(("looked ahead",), lambda: _begin(view.delivered))


def _begin(view: View) -> bool:
    """Whether there is a thread for it."""
    later = threading.Timer(AFTER, lambda: _worker().submit(_make_ready, view))
    later.daemon = True
    with contextlib.suppress(RuntimeError):  # no thread is left
        later.start()
        return True
    return False


@cache
def _worker() -> ThreadPoolExecutor:
    """One for all readers, so that those who wait for a page have at least one of two cores."""
    return ThreadPoolExecutor(1, thread_name_prefix="ahead")


def _make_ready(view: View) -> None:
    """For Curves, then for Calibration; what cannot be worked out is said by the page that asks for it."""
    with contextlib.suppress(Exception):
        areas.make_ready(view)
        for table in filter(None, view.evaluation.in_population.tables):
            thin_roc(table)
            thin_pr(table)
        label, *others = _in_order(view)
        if (found := calibration.calibration_of(view, label)) is not None:
            found.make_ready()
        if len(others) > 1:  # else the other one mirrors it
            calibration.make_ready(view, others, CURVES_OF_OTHERS)


def _in_order(view: View) -> list[int]:
    """The classes with risks, the one that leads first."""
    scored = calibration.classes_with_risks(view)
    leads = view.interest_among(scored)
    return [leads, *(label for label in scored if label != leads)]
