import io

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from predictions.columns.labels import encode, natural_order
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from tests.predictions.helpers import counted, facts, opened, pairs, warnings


def test_blanks_around_a_label_are_trimmed_and_counted() -> None:
    study = opened({"y_true": ["a ", "\ta", "b", "a"], "y_pred": ["a", "a", "b", "b\u00a0"]})
    assert counted(study) == pairs("aaba", "aabb")
    assert "class names in “y_true” were removed (2 rows)" in warnings(study)


def test_one_and_one_point_zero_are_one_label() -> None:
    study = opened({"y_true": ["0", "1", "10"], "y_pred": ["0.0", "1.00", "10.0"]})
    assert counted(study) == pairs(["0", "1", "10"], ["0", "1", "10"])
    assert "“0.0” was taken as “0”" in facts(study)


def test_the_example_of_a_number_with_decimals_is_the_same_in_any_order_of_the_rows() -> None:
    studies = [
        opened({"y_true": rows, "y_pred": ["1", "2", "3"]}) for rows in (["3.0", "1.0", "2.0"], ["1.0", "3.0", "2.0"])
    ]
    assert facts(studies[0]) == facts(studies[1])


def test_both_spellings_in_one_column_are_a_warning() -> None:
    assert "mixes the formats 1 and 1.0" in warnings(opened({"y_true": ["0", "1.0"], "y_pred": ["0", "1"]}))


def test_true_beside_one_is_one_and_alone_stays_true() -> None:
    mixed = opened({"y_true": ["True", "FALSE"], "y_pred": ["1", "1"]})
    assert counted(mixed) == pairs("10", "11")
    assert "True was taken as 1" in warnings(mixed)
    assert opened({"y_true": ["True", "False"], "y_pred": ["True", "True"]}).labels == ("False", "True")


def test_true_that_only_scores_name_is_said_without_a_column() -> None:
    scores = {"score_False": ["0.9", "0.2", "0.8"], "score_True": ["0.1", "0.8", "0.2"]}
    study = opened({"y_true": ["0", "1", "0"], **scores})
    assert counted(study) == pairs("010", "010")
    assert "True and False name scores of the classes 1 and 0" in warnings(study)
    assert "“”" not in warnings(study)
    mixed = warnings(opened({"y_true": ["0", "1", "0"], "y_pred": ["True", "True", "False"], **scores}))
    assert "beside 1 and 0 (“y_pred”)" in mixed


def test_composed_and_decomposed_spellings_are_one_label() -> None:
    both = opened({"y_true": ["bénin", "be\u0301nin", "x"], "y_pred": ["bénin"] * 3})
    assert both.labels == ("bénin", "x")
    assert "taken as one class" in warnings(both)
    one = opened({"y_true": ["be\u0301nin", "be\u0301nin", "x"], "y_pred": ["be\u0301nin"] * 3})
    assert one.labels == both.labels
    assert "decomposed" in facts(one)
    assert "one class" not in warnings(one)


@pytest.mark.parametrize("text", ["NA", "None", "nan", "null", "01", "1e1", "-", "0x1"])
def test_only_blank_cells_are_missing_and_only_whole_numbers_are_unified(text: str) -> None:
    assert text in opened({"y_true": [text, "1", "10"], "y_pred": [text, "1", "10"]}).labels


def test_a_missing_marker_of_the_mapping_is_a_blank_cell() -> None:
    study = opened({"y_true": ["a", "NA", "b"], "y_pred": ["a", "a", "NA"]}, Mapping(missing=("NA",)))
    assert (study.labels, study.used) == (("a",), 1)
    assert [(part.reason, part.rows) for part in study.excluded] == [("no truth", 1), ("no answer", 1)]


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (("Normal", "normal"), "only in case"),
        (("benign", "ben\u200bign"), "invisible"),
        (("malignant", "m\u0430lignant"), "scripts"),
        (("bénin", "bÃ©nin"), "looks like “bénin” in another encoding"),
        (("01", "1"), "leading zeros"),
        (("nan", "b"), "missing-value markers"),
        (("a;b", "a"), "several labels in one cell"),
        (("AF", "VT", "AF, VT"), "“AF, VT” looks like several labels in one cell"),
        (("AF", "VT", "AF+VT"), "“AF+VT” looks like several labels in one cell"),
        (("m" * 300, "a"), "very long"),
        (("a\tb", "a"), "control character"),
    ],
)
def test_labels_that_may_mislead_are_kept_and_said(labels: tuple[str, ...], words: str) -> None:
    study = opened({"y_true": labels, "y_pred": labels})
    assert set(study.labels) == set(labels)
    assert words in warnings(study)


@given(st.lists(st.integers(0, 10**6), unique=True), st.text("abc", max_size=2))
def test_numbers_in_labels_count_by_value(numbers: list[int], prefix: str) -> None:
    assert natural_order(f"{prefix}{n}" for n in numbers) == [f"{prefix}{n}" for n in sorted(numbers)]


def test_order_of_numbers_and_words() -> None:
    assert natural_order(["b", "10", "9", "-1", "A", "c 2", "c 10"]) == ["-1", "9", "10", "A", "b", "c 2", "c 10"]


def test_a_column_with_a_value_per_row_is_no_true_class() -> None:
    ids = [f"p{i}" for i in range(30)]
    with pytest.raises(Problem, match="“y_true” has a distinct value in every row"):
        opened({"y_true": ids, "y_pred": ids})


def test_more_than_500_classes_are_refused_and_500_are_not() -> None:
    names = [f"c{i}" for i in range(501)] * 2
    with pytest.raises(Problem, match="501 classes"):
        opened({"y_true": names, "y_pred": names})
    assert len(opened({"y_true": names[:500] * 2, "y_pred": names[:500] * 2}).labels) == 500


def test_labels_without_anything_in_common_are_refused() -> None:
    with pytest.raises(Problem, match="none in common"):
        opened({"y_true": ["a", "b"], "y_pred": ["0", "1"]})
    assert counted(opened({"y_true": ["1", "1"], "y_pred": ["0", "0"]})) == pairs("11", "00")


def test_a_category_that_no_row_uses_is_no_label() -> None:
    unused = pa.DictionaryArray.from_arrays(pa.array([0, 1]), ["a", "b", "never"])
    file = io.BytesIO()
    parquet.write_table(pa.table({"y_true": unused, "y_pred": unused}), file)
    assert open_files([("a.parquet", file.getvalue())]).labels == ("a", "b")


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint8(), pa.uint32()])
def test_categories_are_labels_however_they_are_numbered(kind: pa.DataType) -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1], kind), ["b", "a"])
    coded = encode(pa.chunked_array([column]), "y_true")
    assert [coded.texts[code] if code >= 0 else None for code in coded.codes] == ["a", None, "b", "a"]


@pytest.mark.parametrize(
    ("others", "code", "is_said"),
    [(("0", "1"), "99", True), (("AF", "Normal"), "-9", True), (("N1", "N2", "2"), "999", True),
     (("0", "8"), "9", False), (("AF", "Normal"), "3", False), (("AF", "Normal"), "-1", True),
     (("AF", "1"), "-1", False), (("1", "1"), "-1", False)],
)  # fmt: skip
def test_a_code_that_often_marks_what_is_unknown_is_said_where_it_is_unlike_the_others(
    others: tuple[str, ...], code: str, is_said: bool
) -> None:
    """Among words -9 was a class like any other, whose sensitivity of 0 % went into every average."""
    study = opened({"y_true": [*others, code] * 8, "y_pred": [*others, others[0]] * 8})
    text = f"“{code}” is treated as a class, never predicted and unlike the others"
    assert (text in warnings(study)) is is_said
