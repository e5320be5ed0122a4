"""One study from an upload, from a folder of Parquet files and from a table on Spark: the same digits on every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pyarrow import csv, parquet

from predictions.demo import FOLDER
from tests.browser.conftest import Visit, running_server
from tests.browser.steps import go, settled
from tests.support.servers.spark import SparkServer

pytestmark = pytest.mark.spark
LARGE = {"ROUNDS_LIMIT_ROWS": "100"}
COUNTED = 300_000  # ms until Spark, just started and on a busy machine, has counted the scores
ABOUT_FILE = re.compile(r"^(rhythm|sc:|Open “|A report on|[23]\snotices)|aggregated without loading|were fetched from")
SENTENCE = re.compile(r"(?<=[.;:])\s")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files whose rows, in the order of their names, are those of an example."""
    rows = csv.read_csv(FOLDER / "heart-rhythm-simulated.csv")
    found = tmp_path / "rhythm"
    found.mkdir()
    for start in range(0, len(rows), 2_500):
        parquet.write_table(rows.slice(start, 2_500), found / f"part-{start:05}.parquet")
    return found


def numbers(page: Page) -> dict[str, list[str]]:
    """What has a digit on every page that the navigation lists, by its title: lines, sentences or table cells."""
    expect(page.get_by_test_id("stTopNavLink").filter(has_text="Overview")).to_be_visible(timeout=COUNTED)
    titles = [title.strip() for title in settled(page, COUNTED).get_by_test_id("stTopNavLink").all_inner_texts()]
    found = {}
    for title in titles:
        lines = re.split(r"[\n\t]", go(page, title, COUNTED).get_by_test_id("stMain").inner_text())
        said = [each for line in lines if not ABOUT_FILE.search(line) for each in SENTENCE.split(line)]
        found[title] = [each for each in said if re.search(r"\d", each)]
    return found


def test_an_upload_a_folder_and_a_table_on_spark_show_the_same_digits(
    folder: Path, spark_server: SparkServer, visit: Visit, tmp_path: Path
) -> None:
    whole, address = tmp_path / "rhythm.parquet", spark_server.save("rhythm", folder)
    parquet.write_table(parquet.read_table(folder), whole)
    shown = {}
    for place, named in {"upload": [], "folder": [str(folder)], "spark": [address]}.items():
        with running_server(tmp_path / f"{place}.txt", *named, **(LARGE if named else {})) as server:
            page = visit("/", at=server)
            if not named:
                page.locator("input[type=file]").set_input_files(whole)
            shown[place] = numbers(page)
            page.close()
    assert shown["spark"] == shown["folder"]
    assert [*shown["folder"]] == [*shown["upload"]]
    for title, there in shown["upload"].items():
        # What needs the rows may be missing; no number differs.
        others = [each for each in shown["folder"][title] if not any(other.startswith(each) for other in there)]
        assert others == [], title
