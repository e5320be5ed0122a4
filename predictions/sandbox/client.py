"""Reading in a process of its own: a file that crashes, hangs or explodes becomes one plain Problem.

A fresh process waits ready, takes the files of one opening, and is never used again. It imports only what reading
needs: 0.65 s of a core, 1.5 times less than with what counts.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

from predictions.formats.readers import read
from predictions.limits import LIMITS, Limits
from predictions.matrix.file import read_matrix
from predictions.matrix.parse import Matrix
from predictions.plain_table import PlainTable
from predictions.problems import Gathered, Problem, SeveralSheets
from predictions.progress import Progress
from predictions.sandbox.protocol import receive, receive_answer, send
from words.text.names import quoted

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "predictions.sandbox.worker")
SETTINGS = {"ARROW_DEFAULT_MEMORY_POOL": "system"}  # the others reserve a gigabyte, past any limit
PIPE = 1 << 20  # bytes on their way between the processes, where the system lets us choose
FIRST_LOOK, LOOK = 0.002, 0.05  # seconds between two looks at the clock
LATER = 3.0  # seconds until the next process is started
NO_ROOM = (
    "No file can be read now: this computer has no memory, or no place for another program, left. Close what is not "
    "needed, or try again in a minute."
)


class Stage(StrEnum):
    """How far the opening of files is."""

    QUEUED = "queued"
    READING = "reading"
    COUNTING = "counting"


def _no_tick(_stage: Stage | Progress) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Guard:
    """How files are read, within which limits.

    tick(stage) runs while it lasts, with the progress of a count that an engine makes; what it raises ends the reading
    and the process, and goes on to the caller.
    apart: in a process of their own, as files of strangers should be. keep_warm: have the next one ready, as a server
    should. keeps: what is counted also for sessions to come, not only while one has it.
    """

    limits: Limits = LIMITS
    tick: Callable[[Stage | Progress], None] = _no_tick
    apart: bool = True
    keep_warm: bool = True
    keeps: bool = True

    def read(self, files: Sequence[tuple[str, bytes]], sheet: str | None = None) -> list[PlainTable]:
        """Every file as a plain table. Raises Problem for what cannot be read, for whatever reason.

        sheet: of a workbook that has several.
        """
        if not self.apart:
            together = Gathered()
            tables = [together.run(read, name, data, self.limits, sheet) for name, data in files]
            together.settle()
            return [table for table in tables if table is not None]
        with self._reader() as reader:
            return [table for table in self._ask(reader, "table", files, sheet) if isinstance(table, PlainTable)]

    def read_matrix(self, name: str, data: bytes) -> Matrix:
        """The confusion matrix in a file. Raises Problem for what cannot be read, for whatever reason."""
        if not self.apart:
            return read_matrix(name, data, self.limits)
        with self._reader() as reader:
            (matrix,) = [each for each in self._ask(reader, "matrix", [(name, data)]) if isinstance(each, Matrix)]
        return matrix

    @contextlib.contextmanager
    def _reader(self) -> Iterator[subprocess.Popen[bytes]]:
        with self._place():
            try:
                reader = SPARE.take()
            except OSError:
                raise Problem(NO_ROOM) from None
            try:
                yield reader
            finally:
                _end(reader)
        if self.keep_warm:
            SPARE.prepare_soon()

    @contextlib.contextmanager
    def _place(self) -> Iterator[None]:
        """One of those that may read at once; who waits for it can be cancelled."""
        places = PLACES
        while not places.acquire(timeout=LOOK):
            self.tick(Stage.QUEUED)
        try:
            yield
        finally:
            places.release()

    def _ask(
        self, reader: subprocess.Popen[bytes], what: str, files: Sequence[tuple[str, bytes]], sheet: str | None = None
    ) -> list[PlainTable | Matrix]:
        """Raises one Problem for all files that the process refuses, at once for one that it does not survive."""
        together, answers = Gathered(), []
        for name, data in files:
            self.limits.check_upload(len(data), quoted(name))
            request = {"what": what, "name": name, "limits": asdict(self.limits), "sheet": sheet}
            try:
                talk = _Talk(reader, request, data)
            except RuntimeError:  # no thread is left
                raise Problem(NO_ROOM) from None
            self._wait(talk, name)
            if talk.answer is not None:
                answers.append(talk.answer)
            elif talk.problem:
                together.add(talk.problem)
            else:
                text = f"{quoted(name)} could not be read; it is damaged or too large"
                other = "" if name.lower().endswith((".csv", ".csv.gz", ".csv.zip")) else ", or save it as CSV"
                raise Problem(f"{text}. Export it again{other}.")
        together.settle()
        return answers

    def _wait(self, talk: _Talk, name: str) -> None:
        start, look = time.monotonic(), FIRST_LOOK
        while not talk.done.wait(look):
            look = min(LOOK, 2 * look)
            seconds = time.monotonic() - start
            if seconds > self.limits.seconds:
                what = f"{quoted(name)} is too large: reading it takes longer than the limit of {self.limits.seconds} s"
                raise Problem(f"{what}. Remove columns or rows, or save it as CSV or Parquet.")
            self.tick(Stage.READING)


class _Talk:
    """One request and its answer, in a thread: pipes cannot be waited for with a clock on every system."""

    def __init__(self, reader: subprocess.Popen[bytes], request: dict[str, Any], data: bytes) -> None:
        self.answer: PlainTable | Matrix | None = None
        self.problem: Problem | None = None
        self.done = threading.Event()
        threading.Thread(target=self._talk, args=(reader, request, data), daemon=True).start()

    def _talk(self, reader: subprocess.Popen[bytes], request: dict[str, Any], data: bytes) -> None:
        # The process may die at any moment, or be made to say anything: without a whole answer there is none.
        with contextlib.suppress(Exception):
            self._exchange(reader, request, data)
        self.done.set()

    def _exchange(self, reader: subprocess.Popen[bytes], request: dict[str, Any], data: bytes) -> None:
        if reader.stdin is None or reader.stdout is None:
            raise ValueError("a reader is started with pipes")
        with contextlib.suppress(BrokenPipeError):  # it may have answered before it had read everything
            send(reader.stdin, request, data)
        header, _ = receive(reader.stdout)
        if "problem" in header:
            self.problem = _refusal(str(header["problem"]), header.get("sheets"))
            return
        self.answer = receive_answer(reader.stdout, header)


def _refusal(said: str, sheets: Any) -> Problem:
    return SeveralSheets(said, tuple(map(str, sheets))) if isinstance(sheets, list) and sheets else Problem(said)


@dataclass
class Spare:
    """At most one process that has started but has no work yet."""

    process: subprocess.Popen[bytes] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    later: threading.Timer | None = None

    def take(self) -> subprocess.Popen[bytes]:
        """The waiting process, or a new one."""
        with self.lock:
            process, self.process = self.process, None
        if process is not None and process.poll() is None:
            return process
        return _start()

    def prepare(self) -> subprocess.Popen[bytes]:
        """Have one waiting."""
        with self.lock:
            if self.process is None or self.process.poll() is not None:
                self.process = _start()
            return self.process

    def try_to_prepare(self) -> None:
        """The same, where the computer has place for it: else the next file starts its process itself."""
        with contextlib.suppress(OSError):
            self.prepare()

    def prepare_soon(self) -> None:
        """The same a while later: what was read is being counted now, and somebody waits for that."""
        with self.lock:
            self._forget_later()
            self.later = threading.Timer(LATER, self.try_to_prepare)
            self.later.daemon = True
            with contextlib.suppress(RuntimeError):  # no thread is left
                self.later.start()

    def _forget_later(self) -> None:
        if self.later is not None:
            self.later.cancel()

    def end(self) -> None:
        with self.lock:
            self._forget_later()
            process, self.process = self.process, None
        if process is not None:
            _end(process)


PLACES = threading.BoundedSemaphore(LIMITS.at_once)
SPARE = Spare()
atexit.register(SPARE.end)


def warm_up() -> None:
    """Start the process that will read the next file, so that nobody waits for it. Returns at once."""
    SPARE.try_to_prepare()


def _start() -> subprocess.Popen[bytes]:
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(
        COMMAND, stdin=pipe, stdout=pipe, stderr=nowhere, cwd=ROOT, pipesize=PIPE, env=os.environ | SETTINGS
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        _close(stream)


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):  # the other end is gone
            stream.close()
