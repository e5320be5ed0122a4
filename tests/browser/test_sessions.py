"""What one reader opens is nobody else's, and is gone with the server."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, Visit, free_port, wait_for_health
from tests.browser.steps import answers, go, says, settled, upload
from words.reading.server import UNREACHABLE

CANARY = "CANARY4711"


def started(port: int, folder: Path, log: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}", "--server.headless=true"]
    command += options
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=os.environ | {"TMPDIR": str(folder)}
        )
    wait_for_health(f"http://localhost:{port}/_stcore/health", process)
    return process


def held(process: subprocess.Popen[bytes], folder: Path) -> list[str]:
    """Files of the folder that the process has open, also those without a name."""
    links = Path(f"/proc/{process.pid}/fd")
    return [os.readlink(link) for link in links.iterdir() if link.is_symlink() and str(folder) in os.readlink(link)]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells which files a process has open")
def test_a_killed_server_leaves_nothing_behind_and_the_reader_is_told(visit: Visit, tmp_path: Path) -> None:
    folder, log, port = tmp_path / "tmp", tmp_path / "log.txt", free_port()
    folder.mkdir()
    here = f"http://localhost:{port}"
    process = started(port, folder, log)
    try:
        page = settled(visit(at=here))
        table = answers(60_000)
        table = table.assign(case_id=CANARY + table.case_id.astype(str), ward=CANARY)
        upload(page, table, f"{CANARY}.csv")  # of several megabytes
        expect(page.get_by_test_id("stMain")).to_contain_text("60,000 cases")
        go(page, "Confusion")
        assert (held(process, folder), list(folder.iterdir())) == ([], [])
        process.send_signal(signal.SIGKILL)
        process.wait()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name="Connection error")).to_be_visible()
        expect(dialog).to_contain_text(UNREACHABLE)
        expect(dialog).not_to_contain_text("Streamlit")
        assert list(folder.iterdir()) == []
        process = started(port, folder, log)
        page.reload()
        says(page, "No study is open.")
        assert CANARY not in page.content()
    finally:
        process.kill()
        process.wait()
    said = log.read_text(errors="replace")
    assert CANARY not in said
    assert "Traceback" not in said


def test_a_server_with_every_disk_full_reads_and_reports_as_ever(visit: Visit) -> None:
    """It and what it starts may write no byte into any file."""
    port, nowhere = free_port(), subprocess.DEVNULL
    command = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", sys.executable, "-m", "streamlit", "run", "app.py"]
    command += [f"--server.port={port}", "--server.headless=true"]
    with subprocess.Popen(command, cwd=ROOT, stdout=nowhere, stderr=nowhere) as process:
        try:
            wait_for_health(f"http://localhost:{port}/_stcore/health", process)
            page = settled(visit(at=f"http://localhost:{port}"))
            upload(page, answers(60_000), "large.csv")  # of several megabytes
            expect(page.get_by_test_id("stMain")).to_contain_text("60,000 cases")
            go(page, "Report")
            with page.expect_download() as download:
                page.get_by_role("button", name="Download the report").click()
            assert Path(download.value.path()).read_text("utf-8").endswith("</html>\n")
        finally:
            process.kill()
