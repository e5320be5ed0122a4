"""Addresses of tables on a cluster: understood whole or refused, and what is secret in them is repeated nowhere."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from predictions.problems import Problem
from predictions.sources.engines import servers
from predictions.sources.engines.servers import Server, servers_of, table_named, written
from predictions.sources.engines.spark import SparkTable

SECRET = "use_ssl=true;token=s3cret"


@pytest.mark.parametrize(
    ("text", "server", "parts"),
    [
        ("sc://localhost:15002/main.gold.ecg", Server("localhost", 15002), ("main", "gold", "ecg")),
        ("sc://localhost/main.gold.ecg", Server("localhost", 15002), ("main", "gold", "ecg")),
        ("sc://[::1]:15003/a.b.c.d", Server("[::1]", 15003), ("a", "b", "c", "d")),
        (f" sc://h:1/a.b.c;{SECRET} ", Server("h", 1, SECRET), ("a", "b", "c")),
        ("sc://h/a.`b.c; d`.`e``f`", Server("h"), ("a", "b.c; d", "e`f")),
    ],
)
def test_an_address_is_server_parameters_and_table(text: str, server: Server, parts: tuple[str, ...]) -> None:
    assert table_named(text) == (server, parts)


@pytest.mark.parametrize(
    "text",
    [
        "sc://h",
        "sc://h/",
        "sc://h:1/a.b",  # could be a format and a path of the cluster
        "sc://h/parquet.`/etc/x`",
        "sc://h:0/a.b.c",
        "sc://h:65536/a.b.c",
        "sc://h/a..c.d",
        "sc://h/a.b.c.",
        "sc://h/a.`b.c",
        "sc://h/a.b c.d",
        "sc://user@h/a.b.c",
        "sc:///a.b.c",
        "sc://h/a.b.c;s3cret",
        "sc://h/a b;token=s3cret",
    ],
)
def test_what_is_no_address_of_a_table_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(Problem) as refused:
        table_named(text)
    assert "s3cret" not in str(refused.value)
    assert "catalog.schema.table" in str(refused.value)


def test_only_listed_servers_are_asked_and_they_bring_their_own_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = servers_of({"ROUNDS_ENGINES": f"sc://one:15002;{SECRET}, sc://two:7/;x=1,"})
    assert listed == (Server("one", 15002, SECRET), Server("two", 7, "x=1"))
    monkeypatch.setattr(servers, "SERVERS", listed)
    assert table_named("sc://ONE/a.b.c")[0] == Server("one", 15002, SECRET)
    with pytest.raises(Problem, match="sc://three:15002 is not one of those that ROUNDS_ENGINES lists"):
        table_named("sc://three/a.b.c;token=s3cret")


def test_without_a_list_whoever_starts_rounds_names_any_server() -> None:
    assert servers_of({}) == servers_of({"ROUNDS_ENGINES": " , "}) == ()
    assert table_named("sc://three/a.b.c")[0] == Server("three")


@pytest.mark.parametrize("text", ["localhost", "sc://h/a.b.c", "sc://h;s3cret", "https://h"])
def test_a_list_that_is_none_stops_the_start(text: str) -> None:
    with pytest.raises(ValueError, match="ROUNDS_ENGINES must list servers") as refused:
        servers_of({"ROUNDS_ENGINES": text})
    assert "s3cret" not in str(refused.value)


def test_parameters_are_shown_nowhere() -> None:
    origin = SparkTable(*table_named(f"sc://h/a.`b c`.d;{SECRET}"))
    assert origin.name == "sc://h:15002/a.`b c`.d"
    assert "s3cret" not in f"{origin!r} {origin.name} {origin.server} {written(origin.parts)}"


def test_the_list_is_taken_from_the_environment() -> None:
    asked = "from predictions.sources.engines.servers import SERVERS; print(SERVERS)"
    environment = os.environ | {"ROUNDS_ENGINES": f"sc://one:7;{SECRET}"}
    said = subprocess.run([sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout == "(Server(host='one', port=7),)\n"
