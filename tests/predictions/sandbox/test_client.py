import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.formats.readers import READERS, read
from predictions.limits import LIMITS, Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix, open_matrix_file
from predictions.problems import NeedsMapping, Problem, SeveralSheets
from predictions.sandbox import client
from predictions.sandbox.client import Guard, Stage
from predictions.sandbox.protocol import receive, send
from predictions.sandbox.worker import SMALL
from tests.predictions.formats.test_readers import FILES, workbook
from tests.predictions.helpers import counted, csv_bytes
from words.notices import worded

pytestmark = pytest.mark.thorough

GOOD = csv_bytes({"case_id": ["1", "2", "3"], "y_true": ["a", "b", "a"], "y_pred": ["a", "b", "b"]})


def command(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Guard:
    """A guard whose process nobody else has started or will use."""
    monkeypatch.setattr(client, "SPARE", client.Spare())
    return Guard(keep_warm=False)


def test_another_process_reads_every_format_as_this_one_does(alone: Guard) -> None:
    tables = alone.read([("file", data) for data in FILES.values()])
    for plain, kind in zip(tables, FILES, strict=True):
        here = read("file", FILES[kind])
        assert plain.table.equals(here.table.unify_dictionaries())
        assert (plain.kind, plain.where, plain.notes) == (here.kind, here.where, here.notes)
    assert set(FILES) == set(READERS)


def test_a_study_is_the_same_and_so_are_its_problems(alone: Guard) -> None:
    guarded, plain = open_files([("a.csv", GOOD)], None, alone), open_files([("a.csv", GOOD)])
    assert (guarded.key, guarded.notices) == (plain.key, plain.notices)
    assert counted(guarded) == counted(plain)
    for data, problem in ((b"PAR1", Problem), (b"a,b\n1,x\n2,y\n", NeedsMapping)):
        messages = []
        for way in (alone, None):
            with pytest.raises(problem) as caught:
                open_files([("a.csv", data)], Mapping(), way)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]


def test_a_matrix_is_read_there_too(alone: Guard) -> None:
    study = open_matrix_file("m.txt", b",a,b\na,1000000000000000000,3\nb,4,40", None, alone)
    assert study.matrix.cells.tolist() == [[10**18, 3], [4, 40]]
    assert "implausibly large" in worded(study.notices[0])


@pytest.mark.parametrize("code", ["import os; os.abort()", "", "print('no answer at all')", "import nothing_there"])
def test_a_reader_that_dies_is_one_plain_problem(code: str, alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "COMMAND", command(code))
    with pytest.raises(Problem, match="could not be read; it is damaged or too large"):
        alone.read([("a.csv", GOOD)])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has other signals")
def test_a_reader_that_is_killed_by_the_system_leaves_the_next_one_alone(alone: Guard) -> None:
    def kill(_stage: Stage) -> None:
        for process in started:
            process.kill()

    started = [client.SPARE.prepare()]
    with pytest.raises(Problem, match="damaged or too large"):
        replace(alone, tick=kill).read([("a.csv", GOOD * 200_000)])
    assert len(alone.read([("a.csv", GOOD)])[0]) == 3


def test_a_reader_that_hangs_is_ended_in_time(alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "COMMAND", command("import time; time.sleep(60)"))
    start = time.monotonic()
    with pytest.raises(Problem, match="longer than the limit of 1 s"):
        replace(alone, limits=Limits(seconds=1)).read([("a.csv", GOOD)])
    assert time.monotonic() - start < 10


def test_reading_can_be_cancelled(alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cancelled(Exception):
        pass

    start = time.monotonic()

    def cancel(stage: Stage) -> None:
        assert stage is Stage.READING
        if time.monotonic() > start + 0.1:
            raise Cancelled

    monkeypatch.setattr(client, "COMMAND", command("import time; time.sleep(60)"))
    process = client.SPARE.prepare()
    with pytest.raises(Cancelled):
        replace(alone, tick=cancel).read([("a.csv", GOOD)])
    assert process.poll() is not None


def test_who_waits_for_a_place_can_be_cancelled(alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cancelled(Exception):
        pass

    stages: list[Stage] = []

    def cancel(stage: Stage) -> None:
        stages.append(stage)
        raise Cancelled

    places = threading.BoundedSemaphore(1)
    monkeypatch.setattr(client, "PLACES", places)
    with places, pytest.raises(Cancelled):
        replace(alone, tick=cancel).read([("a.csv", GOOD)])
    assert stages == [Stage.QUEUED]
    assert len(alone.read([("a.csv", GOOD)])) == 1, "its place is free"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_reader_may_not_take_more_memory_than_allowed(alone: Guard) -> None:
    with pytest.raises(Problem, match="too large"):
        replace(alone, limits=replace(LIMITS, memory=1_000_000)).read([("a.csv", GOOD * 200_000)])


def test_a_process_waits_ready_and_is_used_once(alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "LATER", 0.0)
    first = client.SPARE.prepare()
    assert client.SPARE.prepare() is first
    replace(alone, keep_warm=True).read([("a.csv", GOOD)])
    assert first.poll() is not None
    client.SPARE.later.join(10)
    assert client.SPARE.process is not None
    second = client.SPARE.prepare()
    assert second is not first
    client.SPARE.end()
    assert second.poll() is not None


def test_the_next_process_leaves_the_machine_to_what_was_read_and_is_not_started_after_the_end(alone: Guard) -> None:
    replace(alone, keep_warm=True).read([("a.csv", GOOD)])
    assert client.SPARE.process is None
    client.SPARE.end()
    client.SPARE.later.join(10)
    assert client.SPARE.process is None


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system has no priorities of threads")
@pytest.mark.parametrize(("times", "gives_way"), [(1, False), (200_000, True)])
def test_a_large_file_gives_way_to_the_pages_of_others_and_a_small_one_waits_for_nobody(
    times: int, gives_way: bool
) -> None:
    process = client._start()
    assert process.stdin is not None
    assert process.stdout is not None
    header, rows = GOOD.split(b"\n", 1)
    content = header + b"\n" + times * rows
    assert (len(content) > SMALL) is gives_way
    send(process.stdin, {"what": "table", "name": "a.csv", "limits": asdict(LIMITS)}, content)
    receive(process.stdout)
    threads = [int(each.name) for each in Path(f"/proc/{process.pid}/task").iterdir()]
    found = {os.getpriority(os.PRIO_PROCESS, each) - os.getpriority(os.PRIO_PROCESS, 0) for each in threads}
    client._end(process)
    assert {each > 0 for each in found} == {gives_way}
    assert len(threads) > 1


def test_a_reader_ends_when_nobody_speaks_to_it() -> None:
    process = subprocess.Popen(client.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=client.ROOT)
    assert process.communicate(timeout=60)[0] == b""
    assert process.returncode == 0


def test_limits_are_settings() -> None:
    assert Limits.from_environment({}) == Limits()
    assert Limits.from_environment({"ROUNDS_LIMIT_SECONDS": "300", "ROUNDS_LIMIT_ROWS": ""}) == Limits(seconds=300)
    for wrong in ("0", "-1", "many"):
        with pytest.raises(ValueError, match="ROUNDS_LIMIT_ROWS must be a whole number of at least 1"):
            Limits.from_environment({"ROUNDS_LIMIT_ROWS": wrong})


@pytest.mark.parametrize("kind", ["text", "Parquet", "Feather", "JSON", "NPZ", "Excel"])
@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(upload=10), "too large: 0 MB, the limit is 0 MB"),
        (Limits(rows=1), "2 rows, the limit is 1"),
        (Limits(columns=2), "3 columns, more than the limit of 2"),
    ],
)
def test_each_limit_is_one_plain_problem(limits: Limits, message: str, kind: str) -> None:
    with pytest.raises(Problem, match=message):
        read("a", FILES[kind], limits)


ROWS = {"y_true": [*"abcd"] * 3, "y_pred": [*"abcd"] * 3}
MATRIX = "\n".join(["," + ",".join("abcd"), *(f"{name},1,2,3,4" for name in "abcd")])


@pytest.mark.parametrize("apart", [True, False])
def test_the_limit_of_classes_is_the_one_that_is_passed(apart: bool) -> None:
    few, many = (Guard(Limits(classes=classes), apart=apart, keep_warm=False) for classes in (3, 600))
    names = [f"class {number}" for number in range(600)]
    wide = [("wide.csv", csv_bytes({"y_true": 2 * names, "y_pred": 2 * names}))]
    assert len(open_files(wide, None, many).labels) == 600
    for opened in (
        lambda: open_files([("a.csv", csv_bytes(ROWS))], None, few),
        lambda: open_matrix_file("m.csv", MATRIX.encode(), None, few),
        lambda: open_matrix(MATRIX, limits=few.limits),
    ):
        with pytest.raises(Problem, match="the limit is 3"):
            opened()
    assert len(open_matrix(MATRIX, limits=many.limits).labels) == 4


def test_a_large_file_has_the_same_limit_of_classes(tmp_path: Path) -> None:
    parquet.write_table(pa.table(ROWS), path := tmp_path / "a.parquet")
    with pytest.raises(Problem, match=r"4 classes .* the limit is 3"):
        open_files([("a.parquet", path)], None, Guard(Limits(classes=3, rows=1)))


def test_the_sheets_to_choose_from_come_over_and_the_chosen_one_goes_back(alone: Guard) -> None:
    book = workbook(one=[["y_true", "y_pred"], ["a", "b"]], two=[["y_true", "y_pred"], ["a", "a"]])
    with pytest.raises(SeveralSheets) as refusal:
        alone.read([("a.xlsx", book)])
    assert refusal.value.sheets == ("one", "two")
    (table,) = alone.read([("a.xlsx", book)], "two")
    assert table.table["y_pred"].to_pylist() == ["a"]


def test_where_no_process_can_be_started_it_says_so(
    alone: Guard, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A Problem, which leaves the page as it is; the process that is started later fails without a traceback."""

    def fails(*_given: object, **_more: object) -> None:
        raise OSError("no more files")

    monkeypatch.setattr(subprocess, "Popen", fails)
    with pytest.raises(Problem, match="No file can be read now"):
        alone.read([("a.csv", GOOD)])
    client.warm_up()
    monkeypatch.setattr(client, "LATER", 0.0)
    client.SPARE.prepare_soon()
    client.SPARE.later.join(10)
    assert client.SPARE.process is None
    assert capfd.readouterr().err == ""


def test_where_no_thread_is_left_it_says_so(alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fails)
    with pytest.raises(Problem, match="No file can be read now"):
        alone.read([("a.csv", GOOD)])
    client.SPARE.prepare_soon()


def test_a_csv_file_is_not_advised_to_be_one(alone: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "COMMAND", (sys.executable, "-c", "pass"))
    with pytest.raises(Problem, match=r"Export it again\.$"):
        alone.read([("a.csv", GOOD)])
