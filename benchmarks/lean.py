"""A reader without a browser: Streamlit's messages over a WebSocket, so that twenty of them leave the machine free."""

from __future__ import annotations

import time
import urllib.request
from urllib.parse import urlparse

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect  # Streamlit brings it

AGENT = "Mozilla/5.0 (lean reader)"  # with a name the server draws all that it draws for a browser
PATIENCE = 120  # seconds


class LeanReader:
    """One tab. pages: hash by title, as the menu lists them. deltas: how many messages the last page came in."""

    def __init__(self, address: str) -> None:
        page = urllib.request.Request(address, headers={"accept": "text/html", "user-agent": AGENT})
        with urllib.request.urlopen(page) as answer:
            cookie = (answer.headers.get("set-cookie") or "").partition(";")[0]
        host = urlparse(address).netloc
        self._socket = connect(
            f"ws://{host}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]  # a NewType of str
            additional_headers={"cookie": cookie} if cookie else {},
            user_agent_header=AGENT,
            origin=f"http://{host}",  # type: ignore[arg-type]  # as above
            max_size=None,
        )
        self.pages: dict[str, str] = {}
        self._buttons: list[str] = []
        self._page = ""
        self.deltas = 0
        self.run()

    def run(self, title: str | None = None, pressed: str | None = None) -> float:
        """Seconds until the script has run: again, on another page, or with the button of that key pressed."""
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash = self._page if title is None else self.pages[title]
        if pressed is not None:
            widget = rerun.widget_states.widgets.add()
            widget.id = next(each for each in self._buttons if each.endswith(pressed))
            widget.trigger_value = True
        start = time.perf_counter()
        self._socket.send(message.SerializeToString())
        while not self._is_last(ForwardMsg.FromString(self._socket.recv(timeout=PATIENCE))):  # type: ignore[arg-type]
            pass
        return time.perf_counter() - start

    def _is_last(self, message: ForwardMsg) -> bool:
        """Note what a message says; whether it ends the run."""
        match message.WhichOneof("type"):
            case "new_session":
                self._buttons.clear()
                self.deltas, self._page = 0, message.new_session.page_script_hash
            case "navigation":
                shown = [each for each in message.navigation.app_pages if not each.is_hidden]
                self.pages = {each.page_name: each.page_script_hash for each in shown}
            case "delta":
                self.deltas += 1
                self._buttons.append(message.delta.new_element.button.id)
            case "script_finished":
                return message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        return False

    def close(self) -> None:
        self._socket.close()
