"""Whoever waits for a count sees how far it is, and can end it."""

from __future__ import annotations

import time
from pathlib import Path

import narwhals as nw
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions import opening
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.progress import Counting, Progress, tick, ticking, told_part
from predictions.sandbox.client import Guard
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines import asking
from predictions.sources.engines.parquet import ParquetFile
from predictions.study import Study

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)


class Stopped(BaseException):
    """As a page that runs again ends what it does."""


def stop() -> None:
    raise Stopped


@pytest.fixture
def origin(tmp_path: Path) -> ParquetFile:
    score = np.random.default_rng(0).random((20_000, 2))
    rows = {"y_true": np.array(["a", "b"])[np.arange(20_000) % 2], "score_a": score[:, 0], "score_b": score[:, 1]}
    parquet.write_table(pa.table(rows | {"sex": ["F", "M"] * 10_000}), tmp_path / "a.parquet")
    return ParquetFile("a.parquet", tmp_path / "a.parquet")


def counted(origin: ParquetFile) -> Study:
    return study_of_origin(origin, Mapping(), SMALL, lambda: None)


def test_a_count_tells_what_it_does_and_how_much_of_it_is_done(origin: ParquetFile) -> None:
    progress, seen = Progress(), []

    def look() -> None:
        seen.append((progress.doing, progress.done, progress.of, progress.proportion))

    study_of_origin(origin, Mapping(), SMALL, look, progress=progress)
    assert list(dict.fromkeys(doing for doing, *_ in seen)) == [None, *Counting]
    assert {(done, of) for doing, done, of, _ in seen if doing is Counting.SCORES} == {(0, 2), (1, 2)}
    proportions = [each for *_, each in seen]
    assert proportions == sorted(proportions)
    assert (proportions[0], progress.proportion) == (0, 1)


def test_a_question_of_a_page_ends_with_what_its_tick_raises_and_can_be_asked_again(origin: ParquetFile) -> None:
    study = counted(origin)
    with ticking(stop), pytest.raises(Stopped):
        study.rows_by(0, ("sex",))
    with ticking(stop), pytest.raises(Stopped):
        study.case_counter(0, None).values("sex")
    tick()
    assert study.rows_by(0, ("sex",)).copies.sum() == 20_000


def test_the_engine_lets_go_of_a_question_within_a_second(origin: ParquetFile) -> None:
    ends: list[float] = []

    def after_a_while() -> None:
        if ends and time.monotonic() > ends[0]:
            raise Stopped

    with origin.opened(after_a_while) as engine:
        first, second, third = (engine.frame.select(nw.col("score_a").alias(name)) for name in "xyz")
        every = first.join(second, how="cross").join(third, how="cross")
        question = every.filter(nw.col("x") + nw.col("y") < nw.col("z"))
        ends.append(time.monotonic() + 0.3)
        with pytest.raises(Stopped):
            engine.answer(question.select(nw.len()))
        assert 0 < time.monotonic() - ends[0] < 1


def test_duckdb_tells_how_much_of_a_question_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Asked by the thread that waits, while another one counts; nothing is printed."""
    monkeypatch.setattr(asking, "PAUSE", 0.01)
    number = np.arange(1_000_000)
    parquet.write_table(pa.table({"y_true": number % 2, "score_b": number / len(number)}), tmp_path / "a.parquet")
    told: list[float] = []
    with ParquetFile("a.parquet", tmp_path / "a.parquet").opened(lambda: told.append(told_part())) as engine:
        asked = nw.concat([engine.frame.select(nw.col("score_b").round(3 + place % 2)) for place in range(9)])
        engine.answer(asked.group_by("score_b").agg(nw.len()))
    assert any(0 < part < 1 for part in told), told
    assert told_part() == 0
    assert capfd.readouterr() == ("", "")


def test_the_part_that_is_done_is_told_to_who_opens(origin: ParquetFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "told_part", lambda: 0.4)
    seen: list[float] = []
    guard = Guard(tick=lambda stage: seen.append(stage.part) if isinstance(stage, Progress) else None, limits=SMALL)
    open_files([(origin.name, origin)], guard=guard)
    assert {*seen} == {0.4}
