"""A name that leads to this computer, and the page of another program on it, get nothing."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page

from tests.browser.conftest import FLAGS

SOCKET = """address => new Promise(done => {
    const socket = new WebSocket(address, ["streamlit"]);
    socket.onopen = () => done("open");
    socket.onerror = () => done("refused");
})"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_said: object) -> None:
        """Nothing."""


def reaches(page: Page, server: str) -> str:
    return page.evaluate(SOCKET, server.replace("http", "ws", 1) + "/_stcore/stream")


def test_neither_a_rebound_name_nor_another_local_page_reaches_rounds(
    server: str, browser: Browser, chromium: str, tmp_path: Path
) -> None:
    other = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=other.serve_forever, daemon=True).start()
    evil = server.replace("localhost", "evil.example")
    flags = [*FLAGS.split(), "--host-resolver-rules=MAP evil.example 127.0.0.1"]
    with browser.browser_type.launch(executable_path=chromium, args=flags) as fooled:
        page = fooled.new_page()
        assert page.goto(evil + "/overview?study=heart-rhythm").status == 403
        assert "evil.example" in page.inner_text("body")
        assert reaches(page, evil) == "refused"
        page.goto(f"http://localhost:{other.server_port}")
        assert reaches(page, server) == "refused"
        assert page.goto(server).status == 200
        assert reaches(page, server) == "open"
    other.shutdown()
    other.server_close()
