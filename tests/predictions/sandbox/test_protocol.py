import io
from typing import Any

import pyarrow as pa
import pytest

from predictions.plain_table import PlainTable
from predictions.problems import Notes
from predictions.sandbox.protocol import receive, receive_answer, send, send_answer


def sent(write: Any) -> io.BytesIO:
    stream = io.BytesIO()
    write(stream)
    stream.seek(0)
    return stream


def test_a_table_arrives_with_everything_that_was_said_about_it() -> None:
    notes = Notes()
    notes.warn("short_rows", rows=2, lines=[3, 8], width=4)
    notes.fact("units_row", units=["ms", "“%”"])
    plain = PlainTable(pa.table({"a": ["x", "y"]}), "text", "“a.csv”", notes)
    stream = sent(lambda to: send_answer(to, plain))
    header, _ = receive(stream)
    answer = receive_answer(stream, header)
    assert isinstance(answer, PlainTable)
    assert (answer.table, answer.kind, answer.where, answer.notes) == (plain.table, "text", "“a.csv”", notes)


@pytest.mark.parametrize("notice", [["info", "no_such_code", {}], ["info", "few_rows", {}], ["info"]])
def test_a_process_that_was_taken_over_says_nothing_that_a_page_cannot_word(notice: list[Any]) -> None:
    stream = sent(lambda to: send(to, {"notes": [notice], "names": ["a", "b"], "counts": [[1, 2], [3, 4]]}))
    header, _ = receive(stream)
    with pytest.raises((LookupError, TypeError)):
        receive_answer(stream, header)
