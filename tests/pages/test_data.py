"""The data page: every way in, what is said about a file, and how a person corrects it."""

import pandas as pd
import pytest

from predictions.demo import EXAMPLES
from tests.support.studies import MATRIX, example_table, labels_only, opened, scored
from tests.support.visitor import Visitor
from ui.state import session

UNCLEAR = {"y_true": "diagnosis by expert", "y_pred": "network", "case_id": "who"}


def unclear() -> pd.DataFrame:
    """A file whose columns tell nothing by their names, and not by their values either."""
    table = labels_only().rename(columns=UNCLEAR)
    return table.assign(second=table["network"].to_numpy()[::-1], age=[f"{20 + i / 7:.3f}" for i in range(len(table))])


def answer(visitor: Visitor, truth: str) -> Visitor:
    return visitor.fill("True class", truth).fill("Predicted class", ["network"])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_a_card_opens_its_example_and_says_how_it_was_read(example) -> None:
    table = example_table(example.key)
    visitor = Visitor().open_example(example.key)
    used = int((table.y_true != "").sum())
    all_or_some = f"{used:,} of {len(table):,} rows are used" if used < len(table) else f"All {used:,} rows are used"
    assert visitor.finding.startswith(all_or_some)
    assert visitor.detail.find(example.badge) >= 0, "simulated patients are never shown as real ones"
    assert list(visitor.table()["Column"]) == list(table.columns)
    assert visitor.query["study"] == example.key


def test_an_upload_is_read_column_by_column_and_shows_its_first_rows() -> None:
    table = scored(["Normal", "Murmur"], 90)
    visitor = Visitor().upload(table, "ward.csv")
    meanings = visitor.table().set_index("Column")["Meaning"]
    assert visitor.finding == "All 90 rows are used."
    assert visitor.detail.startswith("ward.csv: One model, two classes, scores for each class. All clear is Normal")
    assert meanings["y_true"] == "the true class"
    assert meanings["score_Murmur"] == "the score for “Murmur”"
    rows, _ = list(visitor.frames())[-1]
    assert list(rows["case_id"])[:3] == ["c0", "c1", "c2"]


def test_rows_without_a_truth_are_counted_and_explained() -> None:
    table = labels_only()
    table.loc[:3, "y_true"] = ""
    assert Visitor().upload(table).finding == "146 of 150 rows are used; 4 have no true class."


def test_an_unclear_file_asks_and_the_answer_opens_it() -> None:
    visitor = Visitor().upload(unclear(), "ward.csv")
    assert visitor.finding == "Which column is the truth?"
    assert "ward.csv" in visitor.detail
    assert visitor.study is None
    answer(visitor, "diagnosis by expert").fill("Case or patient", "who").press("Read again")
    assert visitor.finding == "All 150 rows are used."
    meanings = visitor.table().set_index("Column")["Meaning"]
    assert meanings["diagnosis by expert"] == "the true class"
    right = int((labels_only().y_true == labels_only().y_pred).sum())
    assert f"{right} of 150" in visitor.go("overview").metrics["Accuracy"]


def test_a_wrong_answer_is_explained_and_can_be_corrected() -> None:
    visitor = Visitor().upload(unclear())
    answer(visitor, truth="age").press("Read again")
    assert len(visitor.errors) == 1
    answer(visitor, "diagnosis by expert").press("Read again")
    assert visitor.errors == []
    assert visitor.study.labels == ("Artifact", "Murmur", "Normal")


def test_a_correction_changes_what_every_page_counts() -> None:
    visitor = opened("labels only").go("data")
    visitor.fill("Leave out rows", "Artifact").press("Read again")
    table = labels_only()
    kept = table[table.y_true != "Artifact"]
    assert visitor.finding.startswith(f"{len(kept)} of 150 rows are used")
    right = int((kept.y_true == kept.y_pred).sum())
    assert f"{right} of {len(kept)}" in visitor.go("overview").metrics["Accuracy"]


def test_another_good_file_clears_the_question() -> None:
    visitor = Visitor().upload(unclear()).upload(labels_only())
    assert visitor.finding == "All 150 rows are used."
    assert [button.label for button in visitor.app.button].count("Read again") == 1
    visitor = Visitor().upload(unclear()).open_example("heart-sounds")
    assert "Which column" not in visitor.text


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01\x02\x03", b"y_true,y_pred\n", b"PK\x03\x04 no workbook", b"PAR1 no table PAR1"],
    ids=["empty", "binary", "no rows", "broken workbook", "broken table"],
)
def test_a_file_that_cannot_be_read_gets_one_plain_message(content: bytes) -> None:
    visitor = Visitor().upload(content, "ward.csv")
    (message,) = visitor.errors
    assert "ward.csv" in message
    assert message.endswith(".")
    assert "Traceback" not in message
    assert "Error" not in message
    assert visitor.study is None
    assert visitor.upload(labels_only()).errors == []


def test_a_taken_file_leaves_the_uploader_empty_whatever_came_of_it() -> None:
    visitor = Visitor()
    for content in (b"\x00\x01", labels_only(), unclear()):
        visitor.upload(content)
        assert visitor.app.file_uploader[0].value == []


def test_a_refusal_is_said_directly_below_the_upload_box() -> None:
    visitor = opened("labels only").upload(b"\x00\x01", "broken.csv")
    kinds = visitor.kinds()
    assert kinds[kinds.index("file_uploader") + 1] == "error"
    assert "broken.csv" in visitor.errors[0]


def test_a_file_dropped_before_the_session_knew_of_the_uploader_is_taken() -> None:
    """The browser of a tab whose session is gone sends what was dropped to a session that has drawn nothing yet."""
    visitor = Visitor()
    visitor.app.file_uploader[0].upload("answers.csv", labels_only().to_csv(index=False).encode())
    visitor.begin_a_new_session().run()
    assert visitor.study is not None
    assert visitor.app.file_uploader[0].value == []


def test_a_refused_file_leaves_the_open_study_and_its_own_file_alone() -> None:
    visitor = opened("labels only").upload(b"\x00\x01", "broken.csv")
    assert len(visitor.errors) == 1
    assert visitor.finding == "All 150 rows are used."
    visitor.press("Read again")
    assert visitor.finding == "All 150 rows are used."
    assert visitor.errors == []


def test_a_pasted_matrix_counts_as_it_stands() -> None:
    visitor = opened("pasted matrix")
    total = sum(int(cell) for line in MATRIX.splitlines()[1:] for cell in line.split("\t")[1:])
    assert visitor.finding == f"A matrix of {total:,} cases."
    assert visitor.go("overview").metrics["Accuracy"].startswith(f"{100 * (908 + 40 + 84) / total:.1f} %")
    assert "40 of 50" in " ".join(visitor.table().set_index("Class").loc["VT"])


def test_a_typed_matrix_counts_as_it_stands() -> None:
    visitor = opened("typed matrix").go("overview")
    assert "126 of 140" in visitor.metrics["Accuracy"]
    assert visitor.finding.startswith("Of 40 cases with Disease, the model missed 4 (10 %)")


def test_a_matrix_that_is_not_square_is_refused_and_kept_for_correction() -> None:
    visitor = Visitor().paste("\tA\tB\nA\t1\t2")
    assert len(visitor.errors) == 1
    assert "square" in visitor.errors[0]
    assert visitor.app.text_area(key="matrix_text").value == "\tA\tB\nA\t1\t2"


def test_a_removed_study_leaves_nothing_in_the_session() -> None:
    visitor = Visitor().upload(scored(["Normal", "Telltale"], 60), "secret-name.csv").go("threshold").go("data")
    visitor.press("Remove from this session")
    assert visitor.finding.startswith("Drop a file")
    left = "\n".join(f"{key} {value!r}" for key, value in visitor.app.session_state.to_dict().items())
    assert "Telltale" not in left
    assert "secret-name" not in left
    assert visitor.go("overview").finding == "No study is open yet."


def test_a_class_with_a_comma_in_its_name_can_be_left_out() -> None:
    table = labels_only()
    table["y_true"] = table["y_true"].replace("Artifact", "Artifact, loud")
    visitor = Visitor().upload(table).fill("Leave out rows", "Artifact, loud").press("Read again")
    assert visitor.finding.startswith(f"{(table.y_true != 'Artifact, loud').sum()} of 150 rows are used")


def test_the_numbers_of_a_large_study_are_counted_while_the_reader_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MANY", 100)
    begun, begin = [], session._begin
    monkeypatch.setattr(session, "_begin", lambda asked: begun.append(begin(asked)))
    visitor = Visitor().upload(scored(["Normal", "Murmur"], 90))
    assert begun == []
    visitor.upload(scored(["Normal", "Murmur"], 100))
    begun[0].join(20)
    assert "overall" in visitor.evaluation._once
    assert "classes" in visitor.evaluation._once
    visitor.go("overview").go("data")
    assert len(begun) == 1
