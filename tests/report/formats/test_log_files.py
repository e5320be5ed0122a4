"""The metric log as a table and as TensorBoard events, read back."""

from __future__ import annotations

import csv
import math
import struct
import zlib
from pathlib import Path

import pytest
from tensorboardX.proto.event_pb2 import Event

from report.cli.command import main
from report.formats.log_files import log_as_csv, write_events
from report.formats.metric_log import LogRow, log_rows
from tests.report.helpers import csv_file, example_file, report_of

POLYNOMIAL = 0x82F63B78  # CRC-32C, RFC 3720


def crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (POLYNOMIAL if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data: bytes) -> int:
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def events(file: Path) -> list[Event]:
    """Length, its checksum, the event, its checksum: the record format of TensorFlow."""
    found, data = [], file.read_bytes()
    while data:
        (size, check), body = struct.unpack("<QI", data[:12]), data[12:]
        assert check == masked(data[:8])
        assert struct.unpack("<I", body[size : size + 4]) == (masked(body[:size]),)
        found.append(Event.FromString(body[:size]))
        data = body[size + 4 :]
    return found


def scalars(folder: Path) -> dict[str, float]:
    (file,) = folder.glob("events.out.tfevents.*")
    first, *others = events(file)
    assert first.file_version == "brain.Event:2"
    assert all(each.step == 0 for each in others)
    return {part.tag: part.simple_value for each in others for part in each.summary.value}


def test_the_checksum_of_these_tests_is_the_published_one() -> None:
    assert crc32c(b"123456789") == 0xE3069283
    assert zlib.crc32(b"123456789") != crc32c(b"123456789")


def test_events_hold_the_numbers_of_the_table(tmp_path: Path) -> None:
    out = tmp_path / "events"
    assert main([example_file("breast-cancer"), "--tensorboard", str(out), "--log-csv", str(tmp_path / "log.csv")]) == 0
    with open(tmp_path / "log.csv", encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert len(rows) == 12
    for row in rows:
        run = out / row.pop("model").replace(" ", "_")
        fold = row.pop("fold")
        found = scalars(run / f"fold_{fold}" if fold else run)
        assert found == pytest.approx({name: float(cell) for name, cell in row.items()}, abs=1e-7)


def test_every_split_of_a_model_stands_in_one_row() -> None:
    rows = log_rows(report_of(example_file("heart-rhythm")))
    assert [(row.model, row.fold) for row in rows] == [("Model A", None), ("Model B", None)]
    per_split = [
        f"{name}{part}"
        for name in ("accuracy", "sensitivity", "specificity", "ppv", "f1", "AUC")
        for part in ("", "_class_0", "_class_1", "_class_2")
    ]
    assert set(rows[0].values) == {
        f"{split}_{name}" for split in ("train", "valid", "test") for name in (*per_split, "overall_accuracy")
    }  # fmt: skip


def test_a_study_without_splits_is_logged_as_test(tmp_path: Path) -> None:
    (row,) = log_rows(report_of(csv_file(tmp_path, "y_true,y_pred\n" + "a,a\nb,b\nb,a\n" * 5)))
    assert (row.model, row.fold) == (None, None)
    assert all(name.startswith("test_") for name in row.values)
    assert not any("AUC" in name for name in row.values)


def test_classes_are_numbered_as_the_reader_orders_them_else_as_in_the_file(tmp_path: Path) -> None:
    """A log of a training run numbers classes by their codes, which only whoever made it knows."""
    file = csv_file(tmp_path, "fold,y_true,y_pred\n" + "1,a,a\n1,b,a\n1,c,c\n2,a,b\n2,b,b\n2,c,c\n" * 5)

    def sensitivities(*options: str) -> list[list[float]]:
        rows = log_rows(report_of(file, *options))
        return [[row.values[f"test_sensitivity_class_{i}"] for i in range(3)] for row in rows]

    plain, ordered = sensitivities(), sensitivities("--class-order", "c,a")
    assert [[c, a, b] for a, b, c in plain] == ordered
    assert plain != ordered


def test_undefined_is_an_empty_cell_and_no_event(tmp_path: Path) -> None:
    rows = [LogRow(None, None, {"test_ppv": math.nan, "test_f1": 0.1 + 0.2})]
    assert log_as_csv(rows).decode() == f'"model","fold","test_ppv","test_f1"\n,,,{0.1 + 0.2!r}\n'
    write_events(rows, tmp_path)
    assert list(scalars(tmp_path)) == ["test_f1"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\n1", "＝1"])
def test_no_name_becomes_a_formula(name: str) -> None:
    text = log_as_csv([LogRow(name, name, {f"{name}_f1": 0.5})]).decode()
    header, row = csv.reader(text.splitlines(keepends=True))
    assert [header[2], *row[:2]] == [f"'{name}_f1", f"'{name}", f"'{name}"]


def test_no_name_leads_out_of_the_folder_and_no_two_share_one(tmp_path: Path) -> None:
    names = ["../../etc", "/etc/passwd", "..", "a/b", "a b", "A B", "", "s3://bucket/x", "x" * 300, "con\0"]
    write_events([LogRow(name, None, {"test_f1": 0.5}) for name in names], tmp_path / "deep" / "out")
    files = list(tmp_path.rglob("events.out.tfevents.*"))
    assert len(files) == len(names)
    assert all(file.is_relative_to(tmp_path / "deep" / "out") for file in files)
    assert {file.parent.parent for file in files if file.parent != tmp_path / "deep" / "out"} == {
        tmp_path / "deep" / "out"
    }


def test_tags_hold_only_what_tensorboard_takes(tmp_path: Path) -> None:
    write_events([LogRow(None, None, {"my split!_f1": 0.25, "my split?_f1": 0.5})], tmp_path)
    assert scalars(tmp_path) == {"my_split__f1": 0.25, "my_split__f1_2": 0.5}
