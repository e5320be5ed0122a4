"""A line between a browser and a server that can be cut, as when a laptop is closed."""

from __future__ import annotations

import asyncio
import contextlib
import threading


class Line:
    """Listens on a port of this computer and passes everything on to another one."""

    def __init__(self, port: int, to: int) -> None:
        self.to, self.is_cut, self._ends = to, False, list[asyncio.StreamWriter]()
        self._loop, begun = asyncio.new_event_loop(), threading.Event()
        self._thread = threading.Thread(target=self._run, args=(port, begun), daemon=True)
        self._thread.start()
        assert begun.wait(10)

    def _run(self, port: int, begun: threading.Event) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._meet, "localhost", port))
        begun.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._close(server))
        self._loop.close()

    async def _close(self, server: asyncio.Server) -> None:
        """Nothing is open any more, nor about to be: what is left would fail a later test as garbage."""
        await asyncio.sleep(0.1)  # who was just accepted has met: a closed server would drop them half made
        server.close()
        self._abort()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
        await asyncio.sleep(0)

    def _abort(self) -> None:
        while self._ends:
            self._ends.pop().transport.abort()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.append(writer)
        if self.is_cut:
            writer.close()
            return
        there, back = await asyncio.open_connection("localhost", self.to)
        self._ends.append(back)
        if self.is_cut:  # meanwhile
            self._abort()
        await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))

    def cut(self) -> None:
        """Nothing goes through any more, until `is_cut` is taken back."""
        self.is_cut = True
        self._loop.call_soon_threadsafe(self._abort)

    def end(self) -> None:
        """Close the line for good."""
        self.is_cut = True
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while content := await reader.read(65536):
            writer.write(content)
            await writer.drain()
    writer.close()
