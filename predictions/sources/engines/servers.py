"""Spark servers: their addresses as people write them, and which of them may be asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from predictions.limits import set_here
from predictions.problems import Problem

SCHEME = "sc://"
SETTING = "ROUNDS_ENGINES"
PORT = 15002  # of a Spark Connect server that was not told another
ADDRESS = re.compile(
    r"sc://(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::(?P<port>\d{1,5}))?"
    r"(?:/(?P<table>(?:`(?:[^`]|``)*`|[^`;])*))?(?:;(?P<parameters>.*))?",
    re.ASCII,
)
PLAIN = r"[\w$-]+"
PART = re.compile(rf"`((?:[^`]|``)+)`|({PLAIN})")
LEAST_PARTS = 3  # with two a name could be a format and a path of the cluster: parquet.`/home/...`


@dataclass(frozen=True)
class Server:
    """Where a cluster listens. parameters: `use_ssl=true;token=...`, which are shown and written nowhere."""

    host: str
    port: int = PORT
    parameters: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """The address without its parameters."""
        return f"{SCHEME}{self.host}:{self.port}"

    def is_at(self, other: Server) -> bool:
        """Whether both are one place."""
        return self.name.casefold() == other.name.casefold()


def servers_of(environment: Mapping[str, str]) -> tuple[Server, ...]:
    """Those that ROUNDS_ENGINES lists. Raises ValueError for what is no list of addresses of servers."""
    texts = [text.strip() for text in environment.get(SETTING, "").split(",")]
    found = [_read(text) for text in texts if text]
    if any(each is None or each[1] for each in found):
        raise ValueError(f"{SETTING} must list servers as {SCHEME}host:port, separated by commas")
    return tuple(each[0] for each in found if each)


def table_named(text: str) -> tuple[Server, tuple[str, ...]]:
    """The server and the parts of the table of an address. Raises Problem, which never repeats a parameter.

    Where ROUNDS_ENGINES lists servers no other is asked, and those of the list bring their own parameters.
    """
    read = _read(text.strip())
    if read is None or not read[1]:
        raise Problem(f"This is not the address of a table. Write {SCHEME}host:port/catalog.schema.table.")
    given, table = read
    return _allowed(given), parts_of(table)


def _allowed(given: Server) -> Server:
    listed = next((each for each in SERVERS if each.is_at(given)), None)
    if SERVERS and listed is None:
        raise Problem(f"The server {given.name} is not one of those that {SETTING} lists. Ask whoever runs Rounds.")
    return given if listed is None or given.parameters else listed


def parts_of(table: str) -> tuple[str, ...]:
    """The parts of a name with dots, each with or without backticks. Raises Problem for fewer than three."""
    texts = re.findall(r"(?:`(?:[^`]|``)*`|[^.`])+|(?<=\.)(?=\.|$)|^(?=\.)", table.strip())
    matches = [PART.fullmatch(text.strip()) for text in texts]
    if len(texts) < LEAST_PARTS or None in matches:
        what = "A table is named by its catalog, schema and own name, with dots between them"
        raise Problem(f"{what}. Write catalog.schema.table, a part with other characters in `backticks`.")
    return tuple((match[1] or match[2]).replace("``", "`") for match in matches if match)


def written(parts: tuple[str, ...]) -> str:
    """The same as people write it."""
    return ".".join(part if re.fullmatch(PLAIN, part) else f"`{part.replace('`', '``')}`" for part in parts)


def _read(text: str) -> tuple[Server, str] | None:
    """Server and table of an address, the table blank where there is none."""
    match = ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match["port"] or PORT) < 1 << 16:
        return None
    parameters = match["parameters"] or ""
    if any(part.count("=") != 1 for part in parameters.split(";") if part):
        return None
    return Server(match["host"], int(match["port"] or PORT), parameters.strip(";")), match["table"] or ""


SERVERS = set_here(servers_of)
