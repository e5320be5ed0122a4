"""A reader without a browser: Streamlit's messages over a WebSocket, so that twenty of them leave the machine free."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from urllib.parse import urlparse

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import UploadedFileInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect  # Streamlit brings it

AGENT = "Mozilla/5.0 (lean reader)"  # with a name the server draws all that it draws for a browser
PATIENCE = 120  # seconds


class LeanReader:
    """One tab. pages: hash by title, as the menu lists them. deltas: how many messages the last page came in.

    texts, uploader: what it says, and the id of its uploader, "" without one. session: its id, which uploads name.
    """

    def __init__(
        self, address: str, cookie: str | None = None, session: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        """A new tab; or what comes back to a session, with the cookie that a browser would send."""
        page = urllib.request.Request(address, headers={"accept": "text/html", "user-agent": AGENT})
        with urllib.request.urlopen(page) as answer:
            given = (answer.headers.get("set-cookie") or "").partition(";")[0]
        cookie = given if cookie is None else cookie
        self.address, self.cookie, host = address, cookie, urlparse(address).netloc
        self._socket = connect(
            f"ws://{host}/_stcore/stream",
            subprotocols=["streamlit", "-", session] if session else ["streamlit"],  # type: ignore[list-item]  # a NewType
            additional_headers=dict(headers or {}) | ({"cookie": cookie} if cookie else {}),
            user_agent_header=AGENT,
            origin=f"http://{host}",  # type: ignore[arg-type]  # as above
            max_size=None,
            open_timeout=PATIENCE,
        )
        self.pages: dict[str, str] = {}
        self.texts: list[str] = []
        self._buttons: list[tuple[str, str]] = []
        self.uploader = self.session = ""
        self._page = ""
        self.deltas = 0
        self.run()

    def upload(self, name: str, content: bytes) -> float:
        """Seconds until the page has run that follows a file dropped into the uploader."""
        self.put(f"/_stcore/upload_file/{self.session}/{name}", name, content)
        return self.run(dropped=UploadedFileInfo(name=name, size=len(content), file_id=name))

    def put(self, path: str, name: str, content: bytes, cookie: str | None = None) -> int:
        """Send a file as the uploader does, with another cookie if one is given; the status of the answer."""
        own = self.cookie if cookie is None else cookie
        with urllib.request.urlopen(f"{self.address}/_stcore/health") as answer:
            token = answer.headers["set-cookie"].partition(";")[0]
        part = f'--B\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n\r\n'
        headers = {"x-xsrftoken": token.partition("=")[2], "cookie": f"{own}; {token}"}
        headers["content-type"] = "multipart/form-data; boundary=B"
        body = part.encode() + content + b"\r\n--B--\r\n"
        request = urllib.request.Request(self.address + path, body, headers, method="PUT")
        try:
            with urllib.request.urlopen(request) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def run(
        self, title: str | None = None, pressed: str | None = None, dropped: UploadedFileInfo | None = None
    ) -> float:
        """Seconds until the script has run: again, on another page, with a button pressed, or with a file dropped.

        pressed: the key or the label of the button.
        """
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash = self._page if title is None else self.pages[title]
        if pressed is not None:
            widget = rerun.widget_states.widgets.add()
            widget.id = next(key for key, label in self._buttons if key.endswith(pressed) or label == pressed)
            widget.trigger_value = True
        if dropped is not None:
            widget = rerun.widget_states.widgets.add()
            widget.id = self.uploader
            widget.file_uploader_state_value.uploaded_file_info.append(dropped)
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
                self.texts.clear()
                self.uploader = ""
                self.session = message.new_session.initialize.session_id or self.session
                self.deltas, self._page = 0, message.new_session.page_script_hash
            case "navigation":
                shown = [each for each in message.navigation.app_pages if not each.is_hidden]
                self.pages = {each.page_name: each.page_script_hash for each in shown}
            case "delta":
                self.deltas += 1
                element = message.delta.new_element
                self._buttons.append((element.button.id, element.button.label))
                self.texts += [
                    each for each in (element.alert.body, element.markdown.body, element.heading.body) if each
                ]
                self.uploader = element.file_uploader.id or self.uploader
            case "script_finished":
                return message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        return False

    def close(self) -> None:
        self._socket.close()
