"""The process that reads files of strangers, spoken to over its standard streams.

Started as `python -m predictions.sandbox.worker`. It keeps nothing, writes no file, and is given away after one
opening: whatever a file does to it ends with it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO, Any

import pyarrow as pa

from predictions.formats.readers import read
from predictions.limits import Limits
from predictions.matrix.file import read_matrix
from predictions.matrix.parse import Matrix
from predictions.plain_table import PlainTable
from predictions.problems import Problem, SeveralSheets
from predictions.sandbox.protocol import receive, send, send_answer
from words.text.names import quoted

FLOOR, PER_BYTE = 700_000_000, 64  # memory that a file may take grows with its size
PAGE = 4096
SMALL = 4_000_000  # bytes, which are soon read: who waits for them comes before whatever else the machine does
LAST_IN_LINE = 10


def main() -> None:
    """Answer requests until the other side hangs up."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may speak on this line
    _be_killed_first()
    read("", b"y_true,y_pred\na,a\n")  # what a first time costs is paid before anybody waits
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            header, content = receive(source)
            _answer(header, content, sink)


def _answer(header: dict[str, Any], content: bytes, sink: IO[bytes]) -> None:
    limits = Limits(**header["limits"])
    memory = min(limits.memory, FLOOR + PER_BYTE * len(content))
    if len(content) > SMALL:
        _give_way()
    try:
        _limit(memory, limits.seconds)
        answer = _read(header, content, limits)
    except SeveralSheets as problem:
        send(sink, {"problem": str(problem), "sheets": problem.sheets})
    except Problem as problem:
        send(sink, {"problem": str(problem)})
    except MemoryError:
        send(sink, {"problem": too_much_memory(header["name"], memory)})
    else:
        del content
        pa.default_memory_pool().release_unused()  # the other side needs as much again from now on
        send_answer(sink, answer)


def _read(header: dict[str, Any], content: bytes, limits: Limits) -> PlainTable | Matrix:
    if header["what"] == "matrix":
        return read_matrix(header["name"], content, limits)
    return read(header["name"], content, limits, header.get("sheet"))


def too_much_memory(name: str, memory: int) -> str:
    """What is said when reading takes more memory or time than allowed."""
    what = f"{quoted(name)} is too large: reading it takes more memory than the limit of {memory / 1e6:,.0f} MB"
    return f"{what}. Remove columns or rows, or save it as CSV or Parquet."


def _limit(memory: int, seconds: int) -> None:
    """Ceilings by the operating system, where it has them. The other side watches the clock as well."""
    try:
        import resource
    except ImportError:  # Windows
        return
    spent = resource.getrusage(resource.RUSAGE_SELF)
    used = int(spent.ru_utime + spent.ru_stime) + 1
    for what, ceiling in (
        (resource.RLIMIT_CORE, 0),  # a core dump would put patients on the disk
        (resource.RLIMIT_CPU, used + 4 * seconds),
        (resource.RLIMIT_DATA, _memory_in_use() + memory),
    ):
        with contextlib.suppress(ValueError, OSError):
            _, most = resource.getrlimit(what)
            resource.setrlimit(what, (ceiling if most == resource.RLIM_INFINITY else min(ceiling, most), most))


def _memory_in_use() -> int:
    """Bytes of private memory that the process has asked for so far; 0 where /proc does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[5]) * PAGE
    except OSError:
        return 0


def _give_way() -> None:
    """Pages of other readers come first: before each thread of this process, also those that were there already."""
    try:
        threads = [int(each) for each in os.listdir("/proc/self/task")]
    except OSError:
        threads = [0]  # elsewhere a priority is that of the whole process
    if hasattr(os, "setpriority"):
        for thread in threads:
            with contextlib.suppress(OSError):  # a thread has ended
                os.setpriority(os.PRIO_PROCESS, thread, LAST_IN_LINE)


def _be_killed_first() -> None:
    """When the machine runs out of memory, this process goes, not the server."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


if __name__ == "__main__":
    main()
