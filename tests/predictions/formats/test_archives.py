import gzip
import io
import json
import zipfile

import pytest

from predictions.formats.readers import read
from predictions.limits import Limits
from predictions.problems import Problem
from tests.predictions.formats.test_readers import COLUMNS, FILES, zipped
from tests.predictions.helpers import csv_bytes

CSV = csv_bytes(COLUMNS)
JSON = json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]).encode()


def encrypted() -> bytes:
    data = bytearray(zipped(**{"a.csv": CSV}))
    data[data.find(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def broken(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(CSV[:20]) + gzip.compress(CSV[20:]),
        gzip.compress(CSV) + bytes(64),
        gzip.compress(JSON),
        zipped(**{"folder/": b"", "folder/a.csv": CSV, "__MACOSX/._a.csv": b"x", ".DS_Store": b"x"}),
        zipped(**{"a.json": JSON}),
    ],
)
def test_one_table_is_found_in_what_is_packed(data: bytes) -> None:
    assert read("a", data).table.to_pydict() == COLUMNS


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (gzip.compress(CSV)[:-9], "incomplete gzip file"),
        (gzip.compress(CSV) + b"more", "damaged gzip file"),
        (broken(gzip.compress(CSV), -6), "checksum is incorrect"),
        (gzip.compress(gzip.compress(CSV)), "gzip file compressed in a gzip file"),
        (gzip.compress(FILES["Parquet"]), "Parquet file compressed"),
        (gzip.compress(b""), "unpacked, is empty"),
        (gzip.compress(bytes(257) + b"ustar"), "tar archive"),
        (zipped(**{"a.csv": CSV, "b.csv": CSV}), "holds “a.csv”, “b.csv”"),
        (zipped(**{"a.xlsx": FILES["Excel"]}), "Excel file compressed"),
        (zipped(**{"in.zip": zipped(**{"a.csv": CSV})}), "another archive, “in.zip”"),
        (zipped(**{"../a.csv": CSV}), "unsafe .* a path that leaves"),
        (zipped(**{"/etc/a.csv": CSV}), "unsafe"),
        (zipped(**{"..\\a.csv": CSV}), "unsafe"),
        (zipped(**{"C:/a.csv": CSV}), "unsafe"),
        (zipped(), "empty archive"),
        (zipped(**{f"{number}.csv": b"" for number in range(1001)}), "1,001 files, more than the limit"),
        (encrypted(), "encrypted with a password"),
        (broken(zipped(**{"a.csv": CSV}), 60), "checksum or content of its member “a.csv”"),
        (zipped(**{"a.csv": CSV})[:-30], "damaged or incomplete zip"),
        (zipped(**{"mimetype": b"x", "content.xml": b"x"}), "OpenDocument"),
        (zipped(**{"xl/workbook.bin": b"x"}), "xlsb"),
        (zipped(**{"model/data.pkl": b"x"}), "pickle"),
    ],
)
def test_other_archives_are_refused_by_what_they_are(data: bytes, message: str) -> None:
    with pytest.raises(Problem, match=message):
        read("a", data)


@pytest.mark.thorough
def test_what_explodes_is_stopped_on_the_way() -> None:
    bomb = gzip.compress(bytes(150_000_000))
    for data in (bomb, zipped(**{"a.csv": bytes(150_000_000)})):
        with pytest.raises(Problem, match="too large: it unpacks to more than 200 times its size"):
            read("a", data)
    for data in (gzip.compress(CSV * 100), zipped(**{"a.csv": CSV * 100})):
        with pytest.raises(Problem, match="too large: it unpacks to more than 0 MB"):
            read("a", data, Limits(inflated=1000))


def test_a_size_that_an_archive_states_is_not_believed() -> None:
    data = bytearray(zipped(**{"a.csv": b"a,b\n" * 100_000}))
    at = data.find(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(Problem, match=r"too large|damaged"):
        read("a", bytes(data), Limits(inflated=1000))
    assert zipfile.is_zipfile(io.BytesIO(data))
