"""What people, spreadsheets and programs do to a text table, and what is still read from it."""

import re

import pytest

from predictions.opening import open_files
from predictions.problems import Problem
from tests.predictions.formats.text.test_text_reader import said, table
from tests.predictions.helpers import counted, pairs, warnings

HEADER = "case_id,y_true,y_pred,score_b\n"
ROWS = "".join(f"P{number},{'ab'[number % 2]},{'aab'[number % 3]},0.{number}\n" for number in range(1, 9))
TEXT = HEADER + ROWS
TABLE = {
    "case_id": [f"P{number}" for number in range(1, 9)],
    "y_true": ["ab"[number % 2] for number in range(1, 9)],
    "y_pred": ["aab"[number % 3] for number in range(1, 9)],
    "score_b": [f"0.{number}" for number in range(1, 9)],
}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"sep=;\n{TEXT.replace(',', ';')}", ""),
        ('"sep=\t"\r\n' + TEXT.replace(",", "\t"), ""),
        (f"# {TEXT}", ""),
        (f"# made by a program\n#\n{TEXT}", "header was taken from line 3"),
        (f"Results of 2024\nDate,2024-01-01\n\n{TEXT}", "header was taken from line 4"),
        (f"Results of 2024,,,\n,,,\n{TEXT}", "header was taken from line 3"),
        (f",label,label,score\n{TEXT}", "header was taken from line 2"),
        (f"{TEXT}\x1a", ""),
        (f"\ufeff\ufeff{TEXT}", ""),
        (TEXT.replace("\n", "\r"), ""),
        (TEXT.replace("y_true", "y_true\u200b"), ""),
        (HEADER + "-,[class],[class],[0-1]\n" + ROWS, "has names, units or types (“-”, “[class]”, “[0-1]”)"),
        (HEADER + "string,string,string,float\n" + ROWS, "has names, units or types"),
        (HEADER + ",,,%\n" + ROWS, "has names, units or types"),
        (HEADER + ROWS[:33] + HEADER + ROWS[33:], "1 row with the column names again"),
        (HEADER + ROWS[:33] + "\ufeff" + HEADER + ROWS[33:], "a byte-order mark in the middle"),
        (TEXT.replace("P1,", "'P1',").replace("'", ""), ""),
    ],
)
def test_the_table_is_found_among_what_is_no_case(text: str, words: str) -> None:
    assert table(text) == TABLE
    assert words in said(text)


def test_quotation_marks_of_other_habits_are_understood() -> None:
    expected = {"y_true": ["a, b", "c"], "y_pred": ["c", "c"], "note": ['say "so"', "x"]}
    single = "'y_true','y_pred','note'\n'a, b','c','say \"so\"'\n'c','c','x'\n"
    escaped = 'y_true,y_pred,note\n"a, b",c,"say \\"so\\""\nc,c,x\n'
    spaced = 'y_true, y_pred, note\n"a, b", "c", "say ""so"""\n"c", "c", "x"\n'
    assert [table(text) for text in (single, escaped, spaced)] == [expected] * 3


@pytest.mark.parametrize("mark", [",", "\t", ";"])
def test_row_names_as_r_writes_them_need_no_name(mark: str) -> None:
    """write.table(sep = ",") omits the name of the row names."""
    rows = [f'"{number}","{a}","{b}",0.{number}' for number, (a, b) in enumerate(["aa", "bb", "ab"], 1)]
    text = "\n".join(['"y_true","y_pred","score_b"', *rows, ""]).replace(",", mark)
    assert table(text) == {
        "column 1": ["1", "2", "3"], "y_true": ["a", "b", "a"], "y_pred": ["a", "b", "b"],
        "score_b": ["0.1", "0.2", "0.3"],
    }  # fmt: skip
    assert "as R writes it" in said(text)
    for other in (text.replace('"', ""), text.replace('"2"', '"4"'), text.replace(f'{mark}"b"{mark}"b"', f'{mark}"b"')):
        with pytest.raises(Problem, match="the header has 3 columns"):
            table(other)


def test_a_name_on_two_lines_has_nothing_above_it() -> None:
    text = '"Patient\nID",y_true,y_pred\nP1,a,a\nP2,b,a\n'
    assert table(text)["y_pred"] == ["a", "a"]
    assert "header was taken" not in said(text)


@pytest.mark.parametrize("word", ["Total", "Summe", "Gesamt:", "Mean", "合計"])
@pytest.mark.parametrize("below", ["", "\nSource: the registry\n"])
def test_totals_are_no_case_in_any_language(word: str, below: str) -> None:
    study = open_files([("a.csv", (TEXT + f"{word},8,8,\n" + below).encode())])
    assert counted(study) == pairs(TABLE["y_true"], TABLE["y_pred"])
    assert (study.excluded[0].reason, study.excluded[0].rows) == ("totals row", 1)
    assert study.rows == study.used + sum(part.rows for part in study.excluded)


def test_a_class_may_be_named_like_a_unit_or_a_header() -> None:
    for labels in (["s", "ms"], ["text", "real"], ["NA", "%"], ["true", "label"], ["---", "==="]):
        text = "y_true,y_pred\n" + "".join(f"{label},{label}\n" for label in [*labels, *labels])
        assert sorted(open_files([("a.csv", text.encode())]).labels) == sorted(labels)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('y_true, "y_pred"\n , \n', "has a header but no rows"),
        (TEXT[:-8], r"seems truncated: its last line \(9\)"),
        (HEADER + re.sub(r",0\.\d", "", ROWS), "most rows .8 of 8. have fewer fields"),
        (TEXT + "P9,a,a,0,1\nP10,a,a,0,2\n", "line 10 has 5 fields, the header has 4 columns, and so have 1 more"),
        (HEADER + ROWS.replace(",0.", ",0,"), "all 8 rows have 5 fields, the header has 4"),
        (TEXT + "case_id,y_pred,y_true,score_b\n" + ROWS, "column names in another order"),
        ('case_id,y_true,y_pred\n1,"a,a\n2,b,b\n3,a",a\n4,b,b\n', "column “y_true” holds whole lines"),
        ('case_id,y_true,y_pred\n"1,a,a\n2,b,b\n3",a,a\n4,b,b\n', "column “case_id” holds whole lines"),
        ("P1,a,a\nP2,b,a\nP3,a,b\n", "no header: its first row holds “a”, “a” like the rows"),
        ("1,0,1\n2,1,1\n3,0,0\n", "no header: its first row holds numbers"),
        (TEXT.replace(",", " "), "blanks between its 4 columns"),
        ("y_true,y_pred,n\na,a,50\na,b,3\nb,a,4\nb,b,40\n", r"a row per cell of a matrix .* \(“n”\)"),
        ("y_true,y_pred,patients\na,a,50\na,b,3\nb,a,4\nb,b,40\n", r"a row per cell of a matrix .* \(“patients”\)"),
        ("y_true,y_pred,0\na,a,50\na,b,3\nb,a,4\nb,b,40\n", r"a row per cell of a matrix .* \(“0”\)"),
        ("y_true,y_pred,count(*)\na,a,50\na,b,3\nb,a,4\nb,b,40\n", r"a row per cell of a matrix .* \(“count\(\*\)”\)"),
        (",a,b\na,50,3\nb,4,40\n", r"looks like a confusion matrix. Open it .*\(Enter a confusion matrix,"),
        ("true,a,b\na,50,3\nb,4,40\n", "looks like a confusion matrix"),
        (",Predicted a,Predicted b\nActual a,50,3\nActual b,4,40\n", "looks like a confusion matrix"),
        ("y_true,a,b,Total\na,50,3,53\nb,4,40,44\nTotal,54,43,97\n", "looks like a confusion matrix"),
    ],
)
def test_what_would_change_numbers_is_refused(text: str, message: str) -> None:
    with pytest.raises(Problem, match=message):
        open_files([("a.csv", text.encode())])


@pytest.mark.parametrize("rows", ["a,0.9,0.1\nb,0.2,0.8\n", "a,1,0\nb,0,1\n", "a,50,50\na,4,96\n"])
def test_scores_of_few_rows_are_no_matrix(rows: str) -> None:
    assert open_files([("a.csv", f"y_true,a,b\n{rows}b,0,1\n".encode())]).used == 3


def test_numbers_of_rows_are_no_counts() -> None:
    assert open_files([("a.csv", b"n,y_true,y_pred\n1,a,a\n2,a,b\n3,b,a\n4,b,b\n")]).used == 4


def test_all_problems_are_told_at_once_worst_first() -> None:
    with pytest.raises(Problem) as caught:
        open_files([("one.csv", b""), ("two.csv", b"\x89PNG"), ("three.csv", TEXT.encode())])
    assert re.findall("“([a-z.]+)” is", str(caught.value)) == ["one.csv", "two.csv"]
    truth = [str(number) for number in range(25_000)]
    rows = "".join(f"{label},{label}\n" for label in truth)
    with pytest.raises(Problem) as caught:
        open_files([("a.csv", f"y_true,y_pred\n{rows}".encode())])
    assert re.findall("Column “([a-z_]+)” holds", str(caught.value)) == ["y_true", "y_pred"]


def mixed(first: str, second: str, *encodings: str) -> bytes:
    lines = [f"y_true,y_pred\n{first},{first}\n", f"{second},{second}\n"]
    return b"".join(line.encode(encoding) for line, encoding in zip(lines, encodings, strict=True))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (mixed("bénin", "bénin", "utf-8", "cp1252"), "mixes two encodings: line 2 is UTF-8, line 3 is not"),
        (
            mixed("норма", "болезнь", "cp1251", "cp1251"),
            "encoding of line 2 is neither .* but perhaps",
        ),
        (mixed("υγιής", "νόσος", "cp1253", "cp1253"), "another script"),
        (mixed("良性", "恶性", "gbk", "gbk"), "another script"),
        (mixed("良性", "悪性", "shift_jis", "shift_jis"), "neither UTF-8"),
        (mixed("a", "b", "utf-8", "utf-16-le"), "NUL character"),
        (mixed("a", "b", "utf-16", "utf-16-le")[:-1], "not valid UTF-16-LE"),
    ],
)
def test_text_that_would_be_garbled_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(Problem, match=message):
        open_files([("a.csv", data)])


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-16", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_western_text_is_read_in_every_encoding_of_the_list(encoding: str) -> None:
    text = "y_true,y_pred\nbénin,“sévère” – à\n“sévère” – à,bénin\n"
    study = open_files([("a.csv", text.encode(encoding))])
    assert counted(study) == pairs(["bénin", "“sévère” – à"], ["“sévère” – à", "bénin"])
    guessed = encoding in ("cp1252", "utf-16-be", "utf-32-le", "utf-32-be")
    assert ("encoding" in warnings(study)) == guessed
