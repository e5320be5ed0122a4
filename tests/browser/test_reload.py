"""A reload loses nothing, a second tab goes its own way, and a tab whose session is gone says so and goes on."""

import contextlib
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, free_port
from tests.browser.line import Line
from tests.browser.steps import answers, finding, go, open_panel, settled, titled, upload
from tests.browser.test_sessions import started
from words.reading.missing_study import LINKED, LOST

COUNTED_WORDS = """
    window.counted = [];
    const observer = new MutationObserver(() => {
        const main = document.querySelector("[data-testid=stMain]");
        counted.push(main ? (main.innerText.match(/\\S+/g) ?? []).length : 0);
    });
    observer.observe(document, {childList: true, subtree: true, characterData: true});
"""
TOKEN = "sessionStorage.getItem('rounds-tab')"


def title_line(page: Page) -> str:
    return re.sub(r"expand_(more|less)", "", page.get_by_test_id("stPopoverButton").first.inner_text())


def choose_class(page: Page, name: str) -> None:
    box = page.get_by_test_id("stPopoverBody").get_by_role("combobox", name="Class of interest")
    open_panel(page.get_by_test_id("stPopoverButton").first, box)
    box.fill(name)
    box.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverButton").first).to_contain_text(name)
    settled(page)


def opened(page: Page, cases: int = 300) -> Page:
    """Upload so many cases; an opened study shows its answer."""
    upload(page, answers(cases))
    titled(page, "Overview")
    expect(page.get_by_test_id("stMain")).to_contain_text(f"{cases} cases")
    return settled(page)


def test_a_reload_finds_the_study_its_choices_and_the_page_and_has_words_from_its_first_ones_on(visit: Visit) -> None:
    page = go(opened(settled(visit())), "Confusion")
    choose_class(page, "Murmur")
    line, said, token = title_line(page), finding(page).inner_text(), page.evaluate(TOKEN)
    dialogs = noted_dialogs(page)
    page.add_init_script(COUNTED_WORDS)
    for _ in range(3):
        settled(page.reload() and page)
        titled(page, "Confusion")
        expect(finding(page)).to_contain_text("Murmur")
        assert (title_line(page), finding(page).inner_text()) == (line, said)
        counted = page.evaluate("counted")
        first = next(at for at, words in enumerate(counted) if words)
        assert first > 0
        assert min(counted[first:]) > 3, "more than the title of the page"
    assert dialogs[:1] == ["beforeunload"], "a file that is not saved is asked about before it is left"
    assert page.evaluate(TOKEN) == token
    assert token not in page.url
    assert "rounds_browser" not in page.evaluate("document.cookie")


def test_a_duplicated_tab_goes_its_own_way(visit: Visit) -> None:
    first = go(opened(settled(visit())), "Overview")
    with first.context.expect_page() as opening:
        first.evaluate("window.open(location.href)")
    second = settled(opening.value)
    assert title_line(second) == title_line(first)
    choose_class(second, "Murmur")
    settled(second.reload() and second)
    assert "Murmur" in title_line(second)
    settled(first.reload() and first)
    assert "Murmur" not in title_line(first)
    assert first.evaluate(TOKEN) != second.evaluate(TOKEN)
    second.close()


def test_the_link_of_another_persons_file_says_so(visit: Visit) -> None:
    page = settled(visit("/overview?model=0&split=0&normal=1&class=0&level=1"))
    expect(page.get_by_text(LINKED)).to_be_visible()
    go(page, "Data")
    opened(page, 60)
    expect(page.get_by_text(LINKED)).to_have_count(0)
    assert "class=0" in page.url


def test_a_refused_file_does_not_spoil_the_next(visit: Visit) -> None:
    page = settled(visit())
    upload(page, b"\x00\x01", "damaged.parquet")
    refusal = page.get_by_test_id("stAlert")
    expect(refusal).to_contain_text("damaged.parquet")
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    expect(page.get_by_test_id("stFileUploader")).to_have_count(1)  # the one with the refused file is gone
    box = page.get_by_test_id("stFileUploader").bounding_box()
    assert 0 < refusal.bounding_box()["y"] - box["y"] - box["height"] < 40
    opened(page, 60)
    expect(refusal).to_have_count(0)
    expect(page.get_by_test_id("stPopoverButton").first).not_to_contain_text("Model 2")


def noted_dialogs(page: Page) -> list[str]:
    """What the page will ask, kind by kind."""
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.type))
    return dialogs


def test_an_example_is_left_without_a_question(visit: Visit) -> None:
    page = settled(visit("/overview?study=heart-rhythm"))
    page.get_by_test_id("stPopoverButton").first.click()  # a browser asks only where somebody has acted
    page.keyboard.press("Escape")
    dialogs = noted_dialogs(page)
    settled(page.reload() and page)
    assert dialogs == []


@contextlib.contextmanager
def restarting(folder: Path, *options: str) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a server, and the processes it has been so far."""
    port, log = free_port(), folder / "log.txt"
    processes = [started(port, folder, log, *options)]
    try:
        yield f"http://localhost:{port}", processes
    finally:
        for each in processes:
            each.kill()
            each.wait()
    said = log.read_text(errors="replace")
    assert "Traceback" not in said
    assert "rounds-tab" not in said


def restart(here: str, processes: list[subprocess.Popen[bytes]], folder: Path) -> None:
    processes[-1].send_signal(signal.SIGKILL)
    processes[-1].wait()
    processes.append(started(int(here.rpartition(":")[2]), folder, folder / "log.txt"))


def test_open_tabs_say_that_the_server_forgot_them_and_take_the_next_click_and_drop(
    visit: Visit, tmp_path: Path
) -> None:
    with restarting(tmp_path) as (here, processes):
        own = opened(settled(visit(at=here)))
        token = own.evaluate(TOKEN)
        empty = settled(visit(at=here))
        clicked = settled(visit(at=here))
        example = go(settled(visit("/?study=heart-rhythm", at=here)), "Confusion")
        said = finding(example).inner_text()
        restart(here, processes, tmp_path)
        expect(own.get_by_text(LOST)).to_be_visible()
        go(own, "Data")
        opened(own, 60)
        expect(own.get_by_text(LOST)).to_have_count(0)
        assert own.evaluate(TOKEN) not in (None, token)
        for page in (empty, clicked, example):
            expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")
        opened(empty, 90)
        clicked.get_by_role("button", name="Open", exact=True).first.click()
        clicked.wait_for_url(re.compile("study="))
        settled(example)
        assert finding(example).inner_text() == said
        assert token not in (tmp_path / "log.txt").read_text(errors="replace")


def test_a_tab_that_was_away_for_longer_than_its_session_has_its_study_back(visit: Visit, tmp_path: Path) -> None:
    with restarting(tmp_path, "--server.disconnectedSessionTTL=1") as (there, _):
        port = free_port()
        line = Line(port, int(there.rpartition(":")[2]))
        page = go(opened(settled(visit(at=f"http://localhost:{port}"))), "Confusion")
        choose_class(page, "Murmur")
        expect(finding(page)).to_contain_text("Murmur")
        line_of_choices, said = title_line(page), finding(page).inner_text()
        line.cut()
        app = page.get_by_test_id("stApp")
        expect(app).not_to_have_attribute("data-test-connection-state", "CONNECTED")
        page.wait_for_timeout(2_000)  # beyond the second for which the session waits
        line.is_cut = False
        expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
        settled(page)
        choose_class(page, "VT")
        choose_class(page, "Murmur")
        expect(finding(page)).to_contain_text("Murmur")
        assert (title_line(page), finding(page).inner_text()) == (line_of_choices, said)
        line.end()
