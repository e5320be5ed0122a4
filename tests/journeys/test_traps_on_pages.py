"""Mistakes that other tools shipped and that show only on a page; tests/test_traps_of_other_tools.py lists them all."""

import time

import pandas as pd
import pytest
from google.protobuf.message import Message

from tests.support.pages import PAGES
from tests.support.studies import scored
from tests.support.visitor import Visitor

SECONDS, BYTES = 10, 2_000_000  # for all pages half the freeze of the other tool; for one far less than the file


def sent(visitor: Visitor) -> int:
    """Bytes of everything on the page."""
    waiting, total = [visitor.app.main], 0
    while waiting:
        node = waiting.pop()
        waiting.extend(getattr(node, "children", {}).values())
        message = getattr(node, "proto", None)
        total += message.ByteSize() if isinstance(message, Message) else 0
    return total


@pytest.mark.thorough
def test_a_hundred_thousand_rows_keep_every_page_quick_and_light() -> None:
    table = scored(["Normal", "VT", "Ectopic"], 100_000)
    visitor, start = Visitor(), time.perf_counter()
    visitor.upload(table)
    for page in PAGES:
        visitor.go(page)
        assert (page, time.perf_counter() - start < SECONDS) == (page, True)
        assert (page, sent(visitor) < BYTES) == (page, True)
    assert "100,000" in visitor.go("overview").text


@pytest.mark.thorough
def test_a_frame_rate_changes_seconds_and_no_score() -> None:
    truth, predicted = "AAAAABBBBBCCCCC", "AAAAAAABBBCCCCC"
    table = pd.DataFrame({"video_id": "op1", "frame": range(15), "y_true": list(truth), "y_pred": list(predicted)})
    visitor = Visitor().bring(table).go("timeline")
    before = visitor.keep("segment_scores", True).run().table(1)
    assert "1 s assumed" in visitor.text
    visitor.set("pick_timeline_rate", 25)
    assert "0:50 of 2:05 min" in visitor.text
    assert visitor.table(1).equals(before)
