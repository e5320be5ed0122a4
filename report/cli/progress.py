"""A word on standard error about what takes longer than a second; silence about everything else."""

from __future__ import annotations

import contextlib
import threading
import time
from types import TracebackType
from typing import TextIO

from words.text.escape import visible

PATIENCE = 1.0  # seconds without a word
WIDTH = 78
CLEAR = "\r\x1b[K"


class Progress:
    """Says what is being done, once that has taken a second: on a terminal in one line that counts the seconds and
    vanishes at the end, elsewhere (a log file) in one plain line per step."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._start = time.monotonic()
        self._step, self._said = "", ""
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._alone = stream.isatty()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()
        if self._alone and self._said:
            self._write(CLEAR)

    def say(self, step: str) -> None:
        """What is being done from now on."""
        with self._lock:
            self._step = visible(step)

    def note(self, text: str) -> None:
        """A line that stays."""
        self._write(f"{CLEAR if self._alone else ''}{visible(text)}\n")

    def _watch(self) -> None:
        wait = PATIENCE
        while not self._done.wait(wait):
            wait = 0.1
            with self._lock:
                step = self._step
            if self._alone:
                self._said = step
                self._write(f"{CLEAR}{step[: WIDTH - 8]} ... {time.monotonic() - self._start:.0f} s")
            elif step != self._said:
                self._said = step
                self._write(f"{step} ...\n")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody may be listening, or not in this alphabet
            self._stream.write(text)
            self._stream.flush()
