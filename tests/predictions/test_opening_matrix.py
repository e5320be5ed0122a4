import gzip
import json

import pytest

from predictions import opening_matrix
from predictions.opening_matrix import open_matrix, open_matrix_file
from predictions.problems import Problem
from predictions.study import MatrixStudy
from tests.predictions.formats.test_readers import workbook
from tests.predictions.helpers import warnings


def cells(study: MatrixStudy) -> list[list[int]]:
    return study.matrix.cells.tolist()


@pytest.mark.parametrize(
    "text",
    [
        "\tVT\tsinus rhythm\nVT\t50\t3\nsinus rhythm\t4\t40\n",
        ",VT,sinus rhythm\nVT,50,3\nsinus rhythm,4,40",
        "true;VT;sinus rhythm\r\nVT;50;3\r\nsinus rhythm;4;40",
        "|  | VT | sinus rhythm |\n|---|---|---|\n| VT | 50 | 3 |\n| sinus rhythm | 4 | 40 |",
        "|         |   VT |   sinus rhythm |\n|:--|---:|---:|\n| VT |   50 |   3 |\n| sinus rhythm |    4 |   40 |",
        "VT   sinus rhythm\nVT   50   3\nsinus rhythm   4   40",
        '"","VT","sinus rhythm"\n"VT",50,3\n"sinus rhythm",4,40',
        "VT & 50 & 3 \\\\\nsinus rhythm & 4 & 40 \\\\ \\hline",
    ],
)
def test_names_and_counts_are_found_however_they_are_separated(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, cells(study)) == (("VT", "sinus rhythm"), [[50, 3], [4, 40]])
    assert (study.rows, study.model_names, study.unit) == (97, (), ("case", "cases"))


@pytest.mark.parametrize(
    "text",
    [
        " truth | VT | AF \n-------+----+----\n VT    | 50 |  3\n AF    |  4 | 40\n(2 rows)\n\nTime: 0.512 ms\n",
        (
            "+-------+----+----+\n| truth | VT | AF |\n+-------+----+----+\n| VT    | 50 |  3 |\n| AF    |  4 | 40 |\n"
            "+-------+----+----+\n2 rows in set (0.00 sec)\n"
        ),
        (
            " truth | pred | count \n-------+------+-------\n VT    | VT   |    50\n VT    | AF   |     3\n"
            " AF    | VT   |     4\n AF    | AF   |    40\n(4 rows)\n"
        ),
        (
            "┌───────┬────┬─────┐\n│ truth │ VT │ AF  │\n│  str  │ i64│ i64 │\n├───────┼────┼─────┤\n"
            "│ VT    │ 50 │  3  │\n"
            "│ AF    │  4 │ 40  │\n└───────┴────┴─────┘\n"
        ),
    ],
    ids=["psql", "mysql", "psql, a line per pair", "duckdb"],
)
def test_a_table_that_a_database_printed_is_read(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, cells(study)) == (("VT", "AF"), [[50, 3], [4, 40]])


STATA = """. tab {rows} {columns}

           |        {columns}
{rows:>10} |{first:>10} {second:>10} |     Total
-----------+----------------------+----------
{first:>10} |     1,050          3 |     1,053
{percents}{second:>10} |         4         40 |        44
{percents}-----------+----------------------+----------
     Total |     1,054         43 |     1,097

          Pearson chi2(1) =  50.1   Pr = 0.000
"""


@pytest.mark.parametrize(
    ("classes", "axes", "percents", "expected", "said"),
    [
        (("VT", "AF"), ("truth", "y_pred"), "", [[1050, 3], [4, 40]], "Thousands"),
        (("0", "1"), ("truth", "y_pred"), "", [[1050, 3], [4, 40]], "Thousands"),
        (("Not ill", "Very ill"), ("y_pred", "truth"), "", [[1050, 4], [3, 40]], "transposed"),
        (
            ("VT", "AF"),
            ("truth", "y_pred"),
            "           |     90.00      10.00 |    100.00\n",
            [[1050, 3], [4, 40]],
            "90.00",
        ),
    ],
    ids=["names", "codes", "rows are predictions", "with percentages"],
)
def test_a_table_that_stata_printed_is_read_by_its_places(
    classes: tuple[str, str], axes: tuple[str, str], percents: str, expected: list[list[int]], said: str
) -> None:
    text = STATA.format(rows=axes[0], columns=axes[1], first=classes[0], second=classes[1], percents=percents)
    study = open_matrix(text)
    assert (study.labels, cells(study)) == (classes, expected)
    assert said in warnings(study)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-[ RECORD 1 ]--\ntruth | VT\nVT    | 50\n-[ RECORD 2 ]--\ntruth | AF\nVT    | 4\n", "one line per row"),
        (STATA.format(rows="t", columns="p", first="a", second="b", percents="") * 2, "two matrices"),
        ("x 1 2 | 3\n\n-+-\n", "confusion matrix|not a number|square|names"),
    ],
    ids=["records one below another", "two tables", "a rule alone"],
)
def test_a_printed_table_that_is_no_matrix_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(Problem, match=words):
        open_matrix(text)


@pytest.mark.parametrize(
    "text", ["50 3\n4 40", "50,3\n4,40", "[[50, 3], [4, 40]]", "array([[50,  3],\n       [ 4, 40]])"]
)
def test_without_names_rows_are_taken_as_true_classes_and_it_is_said(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, cells(study)) == (("Class 1", "Class 2"), [[50, 3], [4, 40]])
    assert "rows were taken as true classes" in warnings(study)


@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        (",b,a\na,3,50\nb,40,4", [[50, 3], [4, 40]], "differ in order"),
        (",a,b,Total\na,50,3,53\nb,4,40,44\nTotal,54,43,97", [[50, 3], [4, 40]], "totals"),
        (",a,b,Total\na,50,3,53\nb,4,40,45\nAll,54,43,98", [[50, 3], [4, 40]], "says 45, but its cells add up to 44"),
        (",a,b\na,50,3\nb,4,40\nsum,54,43", [[50, 3], [4, 40]], "column totals"),
        ("50 3 53\n4 40 44\n54 43 97", [[50, 3], [4, 40]], "sums of the others"),
        ("\ta\tb\na\t1,234\t56\nb\t78\t9,876", [[1234, 56], [78, 9876]], "Thousands"),
        ("\ta\tb\na\t1 234\t56\nb\t78\t9 876", [[1234, 56], [78, 9876]], "Thousands"),
        ("predicted\\true\ta\tb\na\t50\t4\nb\t3\t40", [[50, 3], [4, 40]], "transposed"),
        (" 0 1\n0 50 3\n1 4 40", [[50, 3], [4, 40]], "class labels (“0”, “1”)"),
        ("| true class | 0 | 1 |\n|:--|--:|--:|\n| 0 | 50 | 3 |\n| 1 | 4 | 40 |", [[50, 3], [4, 40]], "“0”, “1”"),
        ("|   | pred a | pred b |\n|---|---|---|\n| true a | 50 | 3 |\n| true b | 4 | 40 |", [[50, 3], [4, 40]], ""),
        ("| Predicted | 1 | 2 |\n|--|--|--|\n| **1** | 50 | 4 |\n| **2** | 3 | 40 |", [[50, 3], [4, 40]], "transposed"),
        ("a 50 3\nb 4 40", [[50, 3], [4, 40]], "Only the rows have labels"),
        ("a b\n50 3\n4 40", [[50, 3], [4, 40]], "Only the columns have labels"),
        ("1000000000000000000 0\n1 5", [[10**18, 0], [1, 5]], "implausibly large"),
        ("1e3 5.0\n7 2E3", [[1000, 5], [7, 2000]], "No class names"),
    ],
)
def test_what_was_assumed_is_said(text: str, expected: list[list[int]], words: str) -> None:
    study = open_matrix(text)
    assert (cells(study), words in warnings(study)) == (expected, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("--- ---", "empty"),
        ("\ta\tb", "no counts|not a number|empty"),
        ("a\nb", "no counts"),
        (",Total\nTotal,", "no counts"),
        ("0 0\n0 0", "All counts"),
        ("42", "at least 2 classes"),
        ("a\t42", "at least 2 classes"),
        ("50 3\n4", "Row 2 .* has 1 counts"),
        ("50 3 1\n4 40 1", "not square"),
        ("50 3\n4 40\n\n45 8\n9 35", "not square"),
        ("50 3\n-4 40", "row 2, column 1 holds “-4”, which is negative"),
        ("50 3\n−4 40", "negative"),
        ("0.94 0.06\n0.09 0.91", "proportion"),
        ("94% 6%\n9% 91%", "percentage"),
        ("50 nan\n4 40", "row 1, column 2 holds “nan”"),
        ("=1+1 3\n4 40", "“=1\\+1”"),
        ("\ta\tb\na\t1\t\nb\t2\t3", "the cell is empty"),
        ("\ta\tb\na\t1\t2\nc\t2\t3", "different class names: “b”, “c”"),
        ("\ta\ta\na\t1\t2\na\t2\t3", "stands twice"),
        ("9223372036854775807 1\n1 1", "2\\^63"),
        ("9223372036854775808 1\n1 1", "too large"),
        ("              precision    recall  f1-score   support\n\n  a  0.9  0.9  0.9  55", "report"),
        ("\n".join(["1 " * 600] * 600), "limit is 500 classes"),
    ],
)
def test_what_is_no_matrix_of_counts_is_refused(text: str, message: str) -> None:
    with pytest.raises(Problem, match=message):
        open_matrix(text)


def test_cells_of_a_grid_are_read_with_their_names() -> None:
    study = open_matrix([[50, 3.0], ["4", 40]], labels=["healthy", "ill"])
    assert (cells(study), study.labels, study.normal, study.name) == (
        [[50, 3], [4, 40]],
        ("healthy", "ill"),
        0,
        "Confusion matrix",
    )
    assert study.notices == ()
    assert cells(open_matrix([["", "a", "b"], ["a", 1, 2], ["b", 3, 4]])) == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("grid", "labels"), [([[1, None], [2, 3]], ["a", "b"]), ([[1, 2], [2, 3]], ["a", "a"]), ([[1, 2]], ["a", ""])]
)
def test_an_unfinished_grid_is_refused(grid: list[list[int]], labels: list[str]) -> None:
    with pytest.raises(Problem):
        open_matrix(grid, labels)


def test_names_in_two_spellings_are_two_classes_and_said() -> None:
    study = open_matrix(",AF,af,Normal\nAF,9,2,1\naf,3,8,0\nNormal,1,0,20\n")
    assert study.labels == ("AF", "af", "Normal")
    assert "“AF”, “af” differ only in case" in warnings(study)


def test_the_normal_class_is_guessed_chosen_or_none() -> None:
    data = b",normal,ill\nnormal,1,2\nill,3,4"
    assert [open_matrix_file("m.csv", data, normal).normal for normal in (None, "ill", "")] == [0, 1, None]


def test_a_class_may_be_named_total_when_it_is_one() -> None:
    assert open_matrix(",Total,a\nTotal,1,2\na,3,4").labels == ("Total", "a")
    assert open_matrix(",a,b,All\na,50,3,7\nb,4,40,1\nAll,5,6,70").labels == ("a", "b", "All")


LATEX = r"""\begin{tabular}{l|rr|r}
 & \multicolumn{2}{c}{Predicted} & \\ \cmidrule(lr){2-3}
Actual & b\_9 & m & Total \\ \hline % the truth
\textbf{b\_9} & 1{,}150 & 3 & 1153 \\
\textbf{m} & 4 & \num{40} & 44 \\ \hline
Total & 1154 & 43 & 1197 \\
\end{tabular}"""
MARKDOWN = "| true \\ pred | b_9 | `m` |\n|:--|--:|--:|\n| **b_9** | 1150 | 3 |\n| m | 4 | 40 |"
CARET = "          Reference\nPrediction  b_9   m\n       b_9 1150   4\n         m    3  40\n"
CROSSTAB = """Predicted   b_9   m   All
Actual
b_9        1150   3  1153
m             4  40    44
All        1154  43  1197"""
SPREADSHEET = "\t\tPredicted\t\n\t\tb_9\tm\nActual\tb_9\t1150\t3\n\tm\t4\t40"
KEYS = json.dumps({"true b_9": {"pred b_9": 1150, "pred m": 3}, "true m": {"pred b_9": 4, "pred m": 40}})
TURNED = json.dumps({"pred b_9": {"true b_9": 1150, "true m": 4}, "pred m": {"true b_9": 3, "true m": 40}})
LONG = "truth,prediction,count\nb_9,b_9,1150\nb_9,m,3\nm,b_9,4\nm,m,40"


@pytest.mark.parametrize(
    "text",
    [
        LATEX, MARKDOWN, CARET, CROSSTAB, SPREADSHEET, KEYS, TURNED, LONG,
        json.dumps({"labels": ["b_9", "m"], "matrix": [[1150, 3], [4, 40]], "accuracy": 0.99}),
        json.dumps({"index": ["b_9", "m"], "columns": ["m", "b_9"], "data": [[3, 1150], [40, 4]]}),
        json.dumps([{"true": "b_9", "b_9": 1150, "m": 3}, {"true": "m", "b_9": 4, "m": 40}]),
        "rows: predicted, columns: actual\n,b_9,m\nb_9,1150,4\nm,3,40",
        "true ↓ / pred →;b_9;m\nb_9;1150;3\nm;4;40",
        ";b_9;m;Gesamt\nb_9;1150;3;1153\nm;4;40;44\nGesamt;1154;43;1197",
        ",b_9,m,recall\nb_9,1150 (99%),3 (1%),0.99\nm,4 (9%),40 (91%),0.91\nprecision,0.99,0.93,",
    ],
)  # fmt: skip
def test_tables_of_other_programs_say_what_their_rows_are(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, cells(study)) == (("b_9", "m"), [[1150, 3], [4, 40]])


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        (",+,-\n+,50,3\n-,4,40", ("+", "-"), [[50, 3], [4, 40]]),
        (",V,N\nV,5,5\nN,3,908", ("V", "N"), [[5, 5], [3, 908]]),
        (",1st,2b\n1st,50,3\n2b,4,40", ("1st", "2b"), [[50, 3], [4, 40]]),
        (",False,True\nFalse,50,3\nTrue,4,40", ("False", "True"), [[50, 3], [4, 40]]),
        ("0 1\n50 3\n4 40", ("0", "1"), [[50, 3], [4, 40]]),
        ('{"TP": 40, "FP": 3, "FN": 4, "TN": 50}', ("Positive", "Negative"), [[40, 4], [3, 50]]),
        ("[50 3; 4 40]", ("Class 1", "Class 2"), [[50, 3], [4, 40]]),
        ("{{50, 3}, {4, 40}}", ("Class 1", "Class 2"), [[50, 3], [4, 40]]),
        ("50 3 53\n4 40 44", ("Class 1", "Class 2"), [[50, 3], [4, 40]]),
    ],
)
def test_odd_names_stay_classes(text: str, labels: tuple[str, ...], expected: list[list[int]]) -> None:
    study = open_matrix(text)
    assert (study.labels, cells(study)) == (labels, expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (",a,b\na,1,2\nb,3,4\n\n,a,b\na,5,6\nb,7,8", "two matrices"),
        (r"\begin{tabular}{rr}1&2\\3&4\end{tabular}" * 2, "2 LaTeX tables"),
        ("A,B\n1. 5,2\n3,x", r"“1. 5”, which is not a number, and so does 1.more cell\. Counts are"),
        ("[[50 ... 2]\n [4 ... 6]\n [1 ... 44]]", "“...”, which is not a number, and so do 2.more cells"),
        ('{"labels": ["a", "b"], "matrix": [[1, 2], [3', "not valid JSON at line 1"),
        ('{"labels": ["a"], "matrix": [[1, 2], [3, 4]]}', "2 rows and 2 columns, but 1 and 1 names"),
        ('{"a": {"a": 1}, "b": {"a": 2, "b": 3}}', "lacks counts in “a”"),
        ('{"a": 1}', "holds no confusion matrix"),
        ("truth,prediction,n\na,a,1\na,a,2", "more than one row"),
        ("[[50.5, 3], [4, 40]]", "proportion"),
        ("1e30 1\n2 3", "too large"),
        (",a,b\na,1,2\nb,3,4\nc,5,6", "not square: .*“c” on one side only"),
    ],
)
def test_what_would_be_misread_is_refused(text: str, message: str) -> None:
    with pytest.raises(Problem, match=message):
        open_matrix(text)


def test_a_file_holds_a_matrix_as_text_or_in_a_workbook_and_says_its_encoding() -> None:
    grid: list[list[object]] = [["", "é", "b"], ["é", 50, 3], ["b", 4, 40]]
    text = "\n".join(",".join(map(str, row)) for row in grid)
    for data in (text.encode(), text.encode("utf-16"), gzip.compress(text.encode()), workbook(one=grid)):
        study = open_matrix_file("m.txt", data)
        assert (study.labels, cells(study), study.notices) == (("é", "b"), [[50, 3], [4, 40]], ())
        assert (study.files[0].name, study.files[0].kind, len(study.files[0].sha256)) == ("m.txt", "matrix", 64)
    assert "Windows-1252" in warnings(open_matrix_file("m.txt", text.encode("cp1252")))
    for data, message in ((b"", "empty"), (b"PAR1", "Parquet file, which holds no"), (b"\x89PNG", "PNG image")):
        with pytest.raises(Problem, match=message):
            open_matrix_file("m.txt", data)


def test_a_dot_before_three_zeros_may_be_thousands() -> None:
    with pytest.raises(Problem, match=r"holds “1.000”, which may mean 1 or 1000"):
        open_matrix("\ta\tb\na\t1.000\t56\nb\t78\t987")
    assert cells(open_matrix("\ta\tb\na\t50.000\t0.000\nb\t4.000\t40.000")) == [[50, 0], [4, 40]]
    assert cells(open_matrix("\ta\tb\na\t50.0\t3.0\nb\t4.0\t40.0")) == [[50, 3], [4, 40]]


def test_a_text_that_is_too_large_to_be_pasted_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read by the server itself, beside the pages of others."""
    monkeypatch.setattr(opening_matrix, "matrix_of", lambda *_given: pytest.fail("read"))
    with pytest.raises(Problem, match=r"6,000,000 characters, and the limit is 5,000,000"):
        open_matrix("1 " * 3_000_000)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\ta\tb\na\t94\t6\nb\t9\t91\n", "All rows add up to 100"),
        ("\ta\tb\na\t94\t9\nb\t6\t91\n", "All columns add up to 100"),
        ("\ta\tb\na\t94\t6\nb\t9\t90\n", ""),
    ],
)
def test_counts_that_may_be_percentages_are_said(text: str, said: str) -> None:
    words = warnings(open_matrix(text))
    assert (said in words) if said else "add up to 100" not in words
