"""The client of Spark Connect: one session on one server, and its failures in plain words."""

from __future__ import annotations

import atexit
import contextlib
import warnings
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any, TypeVar

from predictions.problems import Problem
from predictions.sources.engines.servers import SETTING, Server
from words.text.names import quoted

REQUIREMENT = "requirements-spark.txt"
MOMENT = 2.0  # seconds that a server gets to stop a question or to forget a session
LOST = ("INVALID_HANDLE", "INVALID_CURSOR", "NO_ACTIVE_SESSION", "OPERATION_NOT_FOUND", "SESSION_NOT_FOUND")
NOT_THERE = ("TABLE_OR_VIEW_NOT_FOUND", "SCHEMA_NOT_FOUND", "CATALOG_NOT_FOUND", "REQUIRES_SINGLE_PART_NAMESPACE")
FORBIDDEN = ("PERMISSION", "UNAUTHORIZED", "ACCESS_DENIED")
CHANGED = ("UNRESOLVED_COLUMN", "FAILED_READ_FILE", "FILE_NOT_EXIST", "INCOMPATIBLE", "DELTA_VERSION_NOT_FOUND")
SAME_NAMES = ("COLUMN_ALREADY_EXISTS", "AMBIGUOUS_REFERENCE", "FOUND_DUPLICATE_FIELD", "DUPLICATE_FIELD_NAME")
OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]  # one that failed keeps others from trying again for minutes
Answer = TypeVar("Answer")


class NoTable(Problem):
    """A table that is not there, or is shown to others only."""


class Client:
    """What a session asks by: the connection, made anew once where the server was away or has lost the session."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect, self._client = connect, connect()
        self._may_again = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def schema(self, *asked: Any) -> Any:
        return self._again(lambda: self._client.schema(*asked))

    def to_table(self, *asked: Any) -> Any:
        return self._again(lambda: self._client.to_table(*asked))

    def stop(self, forget: str) -> None:
        """End the connection. forget: what is asked of the server before: interrupt_all or release_session."""
        self._may_again = False
        with contextlib.suppress(Exception):
            _briefly(getattr(self._client, forget))
        self._close()

    def _again(self, ask: Callable[[], Answer]) -> Answer:
        try:
            return ask()
        except Exception as error:
            if not self._may_again or not _is_lost(error):
                raise
        self._may_again = False
        self._close()
        self._client = self._connect()
        return ask()

    def _close(self) -> None:
        with contextlib.suppress(Exception):
            self._client.close()
        atexit.unregister(self._client._on_exit)  # which would keep every connection until the end


def _briefly(ask: Callable[[], object]) -> None:
    """Run it, and wait a moment at most: a server that is gone may never answer."""

    def quietly() -> None:
        with contextlib.suppress(Exception):
            ask()

    asked = Thread(target=quietly, daemon=True)
    asked.start()
    asked.join(MOMENT)


@contextlib.contextmanager
def session_on(server: Server) -> Iterator[Any]:
    """A session of its own, which nothing else shares. Raises Problem where the client is not installed."""
    with warnings.catch_warnings():
        # It warns of pandas 3 whenever it is imported; nothing here asks it for a frame of pandas.
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        try:
            from pyspark.sql.connect.client import SparkConnectClient
            from pyspark.sql.connect.session import SparkSession
        except ImportError:
            what = "A table on Spark needs the package pyspark-client, which is not installed here"
            raise Problem(f"{what}. Install it: pip install -r {REQUIREMENT}") from None
    address = f"{server.name}/;" + ";".join(filter(None, ("user_agent=rounds", server.parameters)))

    def connect() -> Any:
        client = SparkConnectClient(connection=address, channel_options=OWN_CONNECTION)
        client.set_retry_policies([])  # its own wait ten minutes for a server that is gone
        return client

    session: Any = SparkSession.builder.remote(address).create()
    session._client.close()
    atexit.unregister(session._client._on_exit)
    session._client = client = Client(connect)
    try:
        yield session
    finally:
        client.stop("release_session")


def _is_lost(error: Exception) -> bool:
    return _status_of(error) == "UNAVAILABLE" or _code_of(error).startswith(LOST) or isinstance(error, AssertionError)


def _code_of(error: Exception) -> str:
    """The code that Spark gives to an error, which holds no value; blank where it gives none."""
    condition = getattr(error, "getCondition", None)
    return str(condition() or "") if condition else ""


def _status_of(error: Exception) -> str:
    """How the connection failed, in the words of gRPC; blank where it did not."""
    status = getattr(error, "getGrpcStatusCode", None)
    return str(status().name) if status else ""


@contextlib.contextmanager
def plain_errors(server: Server, table: str) -> Iterator[None]:
    """The errors of client and cluster as problems: their own texts may hold values, names and tokens."""
    try:
        yield
    except Exception as error:
        if not type(error).__module__.startswith(("pyspark.", "grpc.")):
            raise
        raise _problem_of(error, server, table) from None


def _problem_of(error: Exception, server: Server, table: str) -> Problem:
    code, status, where = _code_of(error), _status_of(error), quoted(table)
    if status == "UNAUTHENTICATED":
        return Problem(f"The server {server.name} does not accept the token. Check it in {SETTING}.")
    if status == "PERMISSION_DENIED" or any(word in code for word in FORBIDDEN):
        return Problem(f"The server {server.name} does not allow reading {where}. Ask its owner for permission.")
    if code.startswith(NOT_THERE):
        return NoTable(f"The server {server.name} has no table {where}, or shows it to others only. Check its name.")
    if code.startswith(SAME_NAMES):
        what = f"{where} has columns whose names differ only in case, which Spark does not tell apart"
        return Problem(f"{what}. Rename one of them.")
    if code.startswith(CHANGED):
        return Problem(f"{where} has changed since it was opened. Open it again.")
    if _is_lost(error):
        return _unreachable(error, server)
    said = f" ({code})" if code else ""
    return Problem(f"The server {server.name} could not answer a question about {where}{said}. Its log says why.")


def _unreachable(error: Exception, server: Server) -> Problem:
    if any(word in str(error).casefold() for word in ("ssl", "tls", "handshake", "certificate")):
        return Problem(f"The server {server.name} cannot be reached by TLS. Check use_ssl in {SETTING}.")
    what = f"The server {server.name} does not answer or has lost the session"
    return Problem(f"{what}. Check that it runs and that this computer may reach it.")
