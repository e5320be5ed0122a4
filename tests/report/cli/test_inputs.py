"""What a file does not tell is refused with the options that tell it, and these open it."""

import io
import re
import shlex
from pathlib import Path

import pytest

from report.cli.arguments import parse
from report.cli.command import main
from report.cli.inputs import open_study
from report.cli.progress import Progress
from tests.report.helpers import csv_file

HALF = [number % 10 / 10 for number in range(40)]
SAID = [int(score >= 0.4) for score in HALF]
GOLD = [int(score >= 0.3) for score in HALF]


def table(**columns: list[object]) -> str:
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


READERS = table(
    case_id=[*range(10)] * 4,
    y_true=GOLD,
    y_pred=SAID,
    reader=["A"] * 20 + ["B"] * 20,
    with_ai=([0] * 10 + [1] * 10) * 2,
)


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        (table(gold=GOLD, net=SAID, out=HALF), [["--truth", "gold"], ["--predicted", "net", "--score", "out"]]),
        (table(truth=["too poor", "fine"] * 20, level=HALF), [["--score", "level"], ["--positive", "fine"]]),
        (READERS, [["--reader", "reader", "--model", "with_ai"]]),
        (table(y_AF=SAID, p_AF=HALF, y_ST=GOLD, p_ST=HALF), []),
        (table(y_true=["NA", *GOLD[1:]], score=HALF), [["--missing=NA"]]),
    ],
)
def test_the_likeliest_options_are_named_and_open_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, likely: list[list[str]]
) -> None:
    file, given = csv_file(tmp_path, text), list[str]()
    while main([file, *given]) == 2:
        named = re.search(r"Likely: (.+?)(?:, or .+)?\.$", capsys.readouterr().err.strip())
        assert named
        assert len(given) < 10
        expected = likely.pop(0) if likely else shlex.split(named[1])
        assert shlex.split(named[1]) == expected
        given += expected
    assert not likely


def test_another_label_is_not_named_as_a_likely_prediction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = {"AF": 3, "ST": 4, "LB": 7}
    labels = {name: [int(number % each == 0) for number in range(40)] for name, each in every.items()}
    assert main([csv_file(tmp_path, table(**labels)), "--truth", "AF"]) == 2
    message = capsys.readouterr().err
    assert "no column with a prediction" in message
    assert "Likely" not in message
    assert main([csv_file(tmp_path, table(**labels, net=labels["AF"][:-1] + [0])), "--truth", "AF"]) == 2
    assert "Likely: --predicted net." in capsys.readouterr().err


def test_a_small_file_is_said_in_kilobytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Progress, "say", lambda _, step: said.append(step))
    path = tmp_path / "a.csv"
    path.write_text(table(y_true=GOLD, y_pred=SAID))
    open_study(parse([str(path)]), Progress(io.StringIO()))
    assert said == [f"Reading “a.csv” ({path.stat().st_size / 1000:.1f} kB)"]
