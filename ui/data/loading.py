"""Files on their way to a study: read beside the session, which stays usable, says how long it takes, can cancel."""

from __future__ import annotations

import contextlib
import threading
import time
import weakref
from dataclasses import dataclass, field

import streamlit as st

from predictions.limits import LIMITS, megabytes
from predictions.mapping import Mapping
from predictions.opening import Files, open_files, size_of
from predictions.problems import NeedsMapping, Problem
from predictions.progress import Progress
from predictions.sandbox.client import NO_ROOM, Guard, Stage
from predictions.study import Study
from reviews.previews import Effect, effects
from ui.data.start_files import StartFiles
from words import markdown, whole
from words.reading.counting import counting_said
from words.text.names import listed

STEPS = {
    None: "queued",
    Stage.QUEUED: "queued",
    Stage.READING: "step 1 of 2, reading",
    Stage.COUNTING: "step 2 of 2, recognising columns",
}


Trail = tuple[Mapping | None, ...]  # the mapping before each question that was answered


class _Cancelled(Exception):
    """Nobody waits for the answer any more."""


@dataclass(eq=False)
class _Work:
    """What the thread and the session share: the thread writes, the session reads; `cancelled` goes the other way."""

    files: Files
    mapping: Mapping | None
    stage: Stage | Progress | None = None
    study: Study | None = None
    error: Exception | None = None
    effects: tuple[Effect, ...] = ()
    done: threading.Event = field(default_factory=threading.Event)
    cancelled: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        try:
            self._open()
        finally:
            self.files = ()  # whoever still needs them has them
            self.done.set()

    def _open(self) -> None:
        try:
            keeps = isinstance(self.files, StartFiles)  # every new session opens them
            self.study = open_files(self.files, self.mapping, Guard(tick=self._tick, keeps=keeps))
        except _Cancelled:
            pass
        except NeedsMapping as needed:
            self.error = needed
            with contextlib.suppress(Exception):  # cancelled, or not to be tried: the question stands without them
                self.effects = effects(needed, lambda: self._tick(Stage.COUNTING))
            needed.read = None  # the tables are as large as the file
        except MemoryError:
            names = listed([name for name, _ in self.files])
            self.error = Problem(f"{names} is too large for the memory of this computer. Remove columns or rows.")
        except Exception as error:
            self.error = error

    def _tick(self, stage: Stage | Progress) -> None:
        self.stage = stage
        if self.cancelled.is_set():
            raise _Cancelled


class Loading:
    """Files that are being opened in a thread. Once cancelled, or dropped with its session, the reading ends."""

    def __init__(self, files: Files, mapping: Mapping | None = None, trail: Trail = ()) -> None:
        self.files, self.mapping, self.trail = files, mapping, trail
        self._started = time.monotonic()
        self._work = _Work(files, mapping)
        self._end = weakref.finalize(self, self._work.cancelled.set)
        try:
            threading.Thread(target=self._work.run, daemon=True).start()
        except RuntimeError:  # no thread is left
            self._work.error = Problem(NO_ROOM)
            self._work.done.set()

    def again(self) -> Loading:
        """The same from its beginning."""
        return Loading(self.files, self.mapping, self.trail)

    def wait(self, seconds: float) -> bool:
        """Whether there is an answer, at the latest after some seconds."""
        return self._work.done.wait(seconds)

    def wait_until(self, age: float) -> bool:
        """Whether there is an answer, at the latest when the reading has gone on for `age` seconds."""
        return self.wait(max(0.0, age - self._age))

    @property
    def _age(self) -> float:
        return time.monotonic() - self._started

    def cancel(self) -> None:
        """End the reading and its process."""
        self._end()

    def answer(self) -> Study:
        """The study. Raises NeedsMapping, Problem, or whatever else failed."""
        if self._work.error:
            raise self._work.error
        assert self._work.study is not None
        return self._work.study

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What each answer to the question would make of the file; () where nothing is asked."""
        return self._work.effects

    @property
    def proportion(self) -> float:
        """How many of the steps are done, between 0 and 1."""
        stage = self._work.stage
        return stage.proportion if isinstance(stage, Progress) else 0.5 * (stage is Stage.COUNTING)

    def says(self) -> str:
        """What is being read, which step it is at, for how long, and when it will be given up; in Markdown."""
        size = sum(size_of(content) for _, content in self.files)
        amount = f" ({megabytes(size)})" if size else ""
        names = markdown(listed([name for name, _ in self.files], 2), 200)
        seconds = whole(int(self._age))
        stage = self._work.stage
        if isinstance(stage, Progress):
            how_far = counting_said(stage.doing, stage.done, stage.of, stage.part)
            return f"Counting {names}{amount} where it lies: {how_far}. {seconds} s so far."
        said = f"Reading {names}{amount}: {STEPS[stage]}. {seconds} s so far"
        if not isinstance(self.files[0][1], bytes):  # the larger it is, the longer it may take
            return f"{said}; it is read where it lies."
        return f"{said}; a file that takes more than {whole(LIMITS.seconds)} s is refused."


def show_loading(loading: Loading) -> bool:
    """How far it is, with a button to stop it; whether that was pressed."""
    with st.container(border=True):
        st.progress(loading.proportion, loading.says())
        return st.button("Cancel", icon=":material/close:", help="Stop reading. What was open before stays open.")
