"""The line that says how a file was read, its columns, and the pages that a study cannot fill."""

import pytest

from words.reading.read_as import columns_read, examples, not_listed, notices_counted, read_as


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (("patient", "y_true", 3, 1), "one prediction per patient, true class in y\\_true, scores of 3 classes"),
        (("frame", "truth", 0, 2), "one prediction per frame and model (2 models), true class in truth, no scores"),
        (("case", None, 0, 0), "a confusion matrix: rows are the true class, columns the predicted class"),
    ],
)
def test_one_line_says_what_a_row_is(given: tuple[str, str | None, int, int], text: str) -> None:
    assert read_as(*given).replace("\u00a0", " ") == f"Read as {text}"


def test_scores_and_columns_without_a_role_stand_in_one_row_each() -> None:
    given = [("y_true", "the true class", ("a", "b")), ("score_a", "x", ("0.1",)), ("score_b", "x", ("0.9",))]
    given += [(name, "additional", ()) for name in ("sex", "age", "site", "date", "device")]
    rows = columns_read(given, {"score_a", "score_b"}, {"sex", "age", "site", "date", "device"})
    assert rows == [
        ("**y\\_true**", "the true class", "a, b"),
        ("**score\\_a and 1 more**", "scores", "0\\.1"),
        ("sex, age, site and 2 more", "additional columns", ""),
    ]
    assert columns_read(given[:2], {"score_a"}, set())[1][1] == "x"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("0.9136340002842525", "0.9136"),
        ("14.955510069179718", "14.96"),
        ("-3.0412345678", "-3.041"),
        ("0.99998877", "1.000"),
        ("1.9912250057210786e-05", "1.991e-05"),
        ("1234567.890123", "1234568"),
        ("0.9860", "0.9860"),
        ("64.03445", "64.03445"),  # as a person may have typed it
        ("20260404123456", "20260404123456"),
        ("1.2.840.113619.2.5", "1.2.840.113619.2.5"),
        ("2026-04-04 10:00:00.123456", "2026-04-04 10:00:00.123456"),
    ],
)
def test_an_example_has_the_digits_that_a_person_reads(value: str, shown: str) -> None:
    assert examples([value, "VT"]) == f"{shown}, VT"


def test_a_column_shows_its_examples_so() -> None:
    long = ("0.9136340002842525",)
    assert [row[2] for row in columns_read([("a", "the fold", long)], (), ())] == ["0\\.9136"]
    assert [row[2] for row in columns_read([("a", "x", long), ("b", "x", long)], ("a", "b"), ())] == ["0\\.9136"]


def test_pages_that_are_not_listed_are_named_with_what_they_need() -> None:
    said = not_listed({"scores": ["Curves", "Threshold"], "a fold column": ["Cross-validation"]})
    assert said == "Not listed: Curves and Threshold (need scores), Cross-validation (needs a fold column)."


def test_notices_are_counted() -> None:
    assert [notices_counted(n) for n in (0, 1, 3)] == ["Columns", "1\u00a0notice", "3\u00a0notices"]
