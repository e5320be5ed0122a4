"""A connection that never completes its request is cut; one that is used, idle or slow to be answered is not."""

import asyncio

import pytest
import uvicorn

from ui.server import half_open

HEAD = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
WHOLE = HEAD + b"\r\n"


async def slow(scope: dict, receive, send) -> None:
    """Answers after a second."""
    await asyncio.sleep(1)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def is_cut(port: int, *sent: bytes) -> bool:
    """Whether the server ends the connection within 1.5 seconds after the last of these."""
    reader, writer = await asyncio.open_connection("localhost", port)
    for each in sent:
        writer.write(each)
        await writer.drain()
        await asyncio.sleep(0.1)
        if each.endswith(b"\r\n\r\n"):
            await reader.readuntil(b"ok")
    try:
        return await asyncio.wait_for(reader.read(100), 1.5) == b""
    except TimeoutError:
        return False
    finally:
        writer.close()


async def what_happens() -> list[bool]:
    server = uvicorn.Server(uvicorn.Config(slow, port=0, lifespan="off", log_level="error", timeout_keep_alive=5))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    cutting = asyncio.create_task(half_open.cut())
    port = server.servers[0].sockets[0].getsockname()[1]
    tried = [(), (b"GET",), (HEAD,), (WHOLE, HEAD), (WHOLE,), (HEAD, b"\r\n")]
    found = await asyncio.gather(*(is_cut(port, *each) for each in tried))
    cutting.cancel()
    server.should_exit = True
    await serving
    return found


@pytest.mark.thorough
def test_only_what_waits_for_the_rest_of_a_request_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_open, "PATIENCE", 0.4)
    monkeypatch.setattr(half_open, "LOOK", 0.1)
    half_open.note_connections()
    half_open.note_connections()
    assert asyncio.run(what_happens()) == [True, True, True, True, False, False]
