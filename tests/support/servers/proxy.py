"""A TCP proxy on this computer that counts what passes, and delays it when asked."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

PIECE = 1 << 16


@dataclass
class Proxy:
    """received: bytes that came from the server. delay: seconds that each piece of them waits."""

    target: int
    delay: float = 0.0
    received: int = 0
    _listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)), repr=False)

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def serve(self) -> None:
        """Until the listener is closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
                threading.Thread(target=self._pass, args=(client, server, False), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, client, True), daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _pass(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        with contextlib.suppress(OSError), source, sink:
            while piece := source.recv(PIECE):
                if is_answer:
                    self.received += len(piece)
                    time.sleep(self.delay)
                sink.sendall(piece)


@contextlib.contextmanager
def proxy_to(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)
    threading.Thread(target=proxy.serve, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.close()
