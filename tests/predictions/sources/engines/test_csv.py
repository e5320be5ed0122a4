"""A text that is not held says the same as one that is; what an engine would read otherwise is refused."""

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from predictions.demo import EXAMPLES, FOLDER, Example
from predictions.limits import Limits
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.sources.engines.csv_scan import is_large_text
from predictions.study import Capability, Study
from tests.predictions.sources.engines.tables import assert_counted_as_held

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)
Written = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Written:
    def written(content: str | bytes, name: str = "a.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return written


def both(path: Path) -> tuple[Study, Study]:
    """The same file held, and counted."""
    held = open_files([(path.name, path)])
    counted = open_files([(path.name, path)], None, Guard(limits=SMALL, apart=False))
    assert Capability.LOADED not in counted.capabilities
    return held, counted


def refused(path: Path) -> str:
    with pytest.raises(Problem) as problem:
        open_files([(path.name, path)], None, Guard(limits=SMALL, apart=False))
    return str(problem.value)


def rows(number: int = 60, form: str = "{truth},{call},{score}", header: str = "y_true,y_pred,score_VT") -> str:
    """A table of two classes; scores are written with Python's digits."""
    generator = np.random.default_rng(0)
    lines = [header]
    for score in generator.random(number).round(3).tolist():
        truth, call = ("VT" if score > each else "Normal" for each in (generator.random(), 0.5))
        lines.append(form.format(truth=truth, call=call, score=score, comma=str(score).replace(".", ",")))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("example", "is_packed"), [(EXAMPLES[1], True), (EXAMPLES[3], False)], ids=["packed", "plain"])
def test_the_examples_count_the_same_from_a_text_that_is_not_held(
    write: Written, example: Example, is_packed: bool
) -> None:
    content = (FOLDER / example.file).read_bytes()
    path = write(gzip.compress(content), f"{example.file}.gz") if is_packed else write(content)
    assert_counted_as_held(*both(path))


ODD = {
    "semicolons and decimal commas": rows(form="{truth};{call};{comma}", header="y_true;y_pred;score_VT"),
    "tabs": rows().replace(",", "\t"),
    "pipes and outer blanks": rows(form=" {truth} | {call}|{score} ", header="y_true|y_pred|score_VT"),
    "percent signs": rows(form="{truth},{call},{score}%"),
    "quotation marks": rows(form='"{truth}","{call}","{score}"', header='"y_true","y_pred","score_VT"'),
    "a comma and a doubled mark in quotation marks": rows(form='"{truth},""x""","{call},""x""",{score}').replace(
        "score_VT", '"score_VT,""x"""'
    ),
    "a blank before a doubled mark": rows(
        form=' {truth},{call},{score},"x, ""y"""', header="y_true,y_pred,score_VT,note"
    ),
    "single quotation marks": rows(form="'{truth}','{call}',{score}", header="'y_true','y_pred','score_VT'"),
    "windows line ends": rows().replace("\n", "\r\n"),
    "old line ends": rows().replace("\n", "\r"),
    "a byte-order mark": "\ufeff" + rows(),
    "blank cells": rows() + ",VT,0.5\nVT,,0.25\nVT,VT,\n",
    "blank lines": rows().replace("\nVT", "\n\nVT"),
    "no line end at the end": rows().rstrip("\n"),
    "odd scores": rows() + "VT,VT,high\nVT,VT,\nVT,VT,nan\nVT,VT,inf\nVT,VT,1.2.2026\n",
    "scores with blanks and signs": rows() + "VT,VT, 0.5 \nVT,VT,-.5\nVT,VT,5e-1\n",
    "lines above the header": "Export of May,,\n\n" + rows(),
    "its separator stated": "sep=,\n" + rows(),
    "a repeated header": rows() + rows(),
    "a repeated header in capitals": rows() + rows(header="Y_TRUE, Y_PRED,SCORE_VT"),
    "a row of totals": rows(form="ward,{truth},{call},{score}", header="site,y_true,y_pred,score_VT")
    + "Total:,60,60,\n",
    "totals of numbers": rows(form="ward,{truth},{call},{score}", header="site,y_true,y_pred,score_VT")
    .replace("VT,", "1,")
    .replace("Normal", "0")
    + "Subtotal,17,16,\nTotal,31,30,\n",
    "a total of the true classes": rows() + "Total,VT,0.5\n",
    "cases named like totals": rows(form="Mean,{truth},{call},{score}", header="site,y_true,y_pred,score_VT"),
    "a row of units": rows().replace("score_VT\n", "score_VT\n(class),(class),%\n", 1),
    "leading zeros and codes": rows(form="0{truth},0{call},{score},007", header="y_true,y_pred,score_0VT,site"),
    "numbers as labels": rows().replace("VT", "1").replace("Normal", "0").replace("score_1", "score_1"),
    "letters of other languages": rows().replace("Normal", "Größe 正常"),
    "blanks beyond the header": rows().replace("\nVT,VT", "\nVT,VT").replace("\n", ",\n").replace("VT,\n", "VT\n", 1),
    "no predictions": rows(form="{truth},{score}", header="y_true,score_VT"),
    "a score in thousandths beside whole numbers": rows() + "VT,VT,1\nVT,VT,0\n",
}


@pytest.mark.parametrize("case", ODD)
def test_odd_texts_count_the_same(write: Written, case: str) -> None:
    assert_counted_as_held(*both(write(ODD[case])))


def test_ids_that_are_one_number_are_different_patients(write: Written) -> None:
    ids = [*(f"0.{each}" for each in range(1, 150) if each % 10), "5.1", "5.10", "05.1", "5.100"]
    lines = [f"{each},{'ab'[at % 2]},{'abb'[at % 3]}" for at, each in enumerate(ids)]
    held, counted = both(write("\n".join(["case_id,y_true,y_pred", *lines, ""])))
    assert counted.evaluate(0, None).clusters == held.evaluate(0, None).clusters == len(ids)


def test_a_text_named_otherwise_says_so(write: Written) -> None:
    assert_counted_as_held(*both(write(rows(), "a.parquet")))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (rows().replace("Normal", "Größe").encode("cp1252"), "must be UTF-8"),
        (rows().encode("utf-16"), "must be UTF-8"),
        (rows().encode("utf-16-le"), "must be UTF-8"),
        (rows().encode() + "Größe".encode()[:-2], "must be UTF-8"),
        (rows().encode() + b"\0,VT,0.5\n", "NUL character"),
        (rows() + "\ufeff" + rows(), "byte-order mark in the middle"),
        (rows() + "VT,VT\n", "line 62 does not fit the 3 columns"),
        (rows() + "VT,VT,0.5,more\n", "line 62 does not fit the 3 columns"),
        (rows() + 'VT,"VT,0.5\n', "line 62 does not fit the 3 columns, or a quotation mark in it is never closed"),
        (rows().replace("\n", "\r\n", 30), "ends its lines in two ways"),
        (rows().replace("VT,", '"a \\"b",', 3), "backslashes before quotation marks"),
        (rows().replace(",VT", ', "VT"', 3), "blanks before quotation marks"),
        (rows() + 'VT,"VT\nVT,VT,0.5\nVT",0.5\n', "holds whole lines of the table"),
        (rows() + rows().replace("y_true,y_pred", "y_pred,y_true"), "the column names in another order"),
        (
            rows(form="{score},{truth},{call}", header="id,y_true,y_pred") + "case,truth,pred\n1,VT,VT\n",
            "another table",
        ),
        (rows(form="{score},{truth},{call}", header="id,y_true,y_pred") + "id,age,sex\n1,2,3\n", "another table"),
        (rows().replace("0.", "0,").replace(",", ";").replace("0;", "0,") + "VT;VT;0.5\n", "mixes decimal points"),
        (rows() + "VT,VT,50%\n", "mixes percentages"),
        (rows(form="{truth},{call},{score},x", header="y_true,y_pred,score_VT,Y_True"), "differ only in case"),
        (rows(form="{truth},{call},high"), "holds no number, for example “high”"),
        (rows(form="{truth},{call},1.234") + "VT,VT,25\n", "thousands separators, such as “1.234”"),
        (rows() + "VT,VT,٠٫٥\n", "digits of another script"),
    ],
)
def test_what_cannot_be_read_exactly_is_refused_in_words(write: Written, content: str | bytes, words: str) -> None:
    assert words in refused(write(content))


def test_a_damaged_gzip_file_is_refused(write: Written) -> None:
    packed = gzip.compress(rows(30_000).encode())
    assert "gzip file" in refused(write(packed[:-9], "a.csv.gz"))
    assert "gzip file" in refused(write(packed[:2000] + b"\xff" * 90 + packed[2090:], "b.csv.gz"))


def test_only_a_text_of_too_many_bytes_or_rows_is_counted(write: Written) -> None:
    text = rows(60)
    plain, packed = write(text), write(gzip.compress(text.encode()), "a.csv.gz")
    for path in (plain, packed):
        assert not is_large_text(path, Limits())
        assert not is_large_text(path, Limits(rows=60))
        assert is_large_text(path, Limits(rows=59))
    assert not is_large_text(write(text.rstrip("\n")), Limits(rows=60))
    assert is_large_text(write(text.rstrip("\n")), Limits(rows=59))
    assert is_large_text(plain, Limits(upload=100))
    assert is_large_text(packed, Limits(inflated=100, upload=2_000, rows=500))
    assert not is_large_text(write('[{"y_true": 1}]' * 30, "a.json"), Limits(rows=1))
    assert not is_large_text(plain.parent, Limits(rows=1))


def test_the_limits_that_are_passed_hold_for_its_columns(write: Written) -> None:
    path = write(rows())
    open_files([("a.csv", path)], guard=Guard(limits=Limits(rows=1, columns=3)))
    with pytest.raises(Problem, match="3 columns"):
        open_files([("a.csv", path)], guard=Guard(limits=Limits(rows=1, columns=2)))


def test_a_text_that_changed_is_said(write: Written) -> None:
    path = write(rows())
    _, study = both(path)
    write(rows(80))
    with pytest.raises(Problem, match="has changed since it was opened"):
        study.rows_by(0, ())
