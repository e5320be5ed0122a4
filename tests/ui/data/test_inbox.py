"""What a session is opening, while two of its runs overlap."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

from predictions.groups.by import By
from predictions.groups.lens import Lens
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix
from reviews import KeptThreshold, Kind, Review
from reviews.review_file import dumped
from tests.predictions.formats.test_readers import workbook
from tests.support.studies import labels_only
from tests.support.visitor import Visitor
from tests.ui.title_line.test_review_panel import open_review, popovers
from ui.data import inbox
from ui.state import uploads
from words.reading.server import UPLOAD_LOST

pytestmark = pytest.mark.thorough

SCRIPT = """
import streamlit as st
from ui.data.inbox import inbox

class TakenMeanwhile:
    def wait_until(self, age):
        inbox().loading = None  # another run of the session took the answer
        return True

    def answer(self):
        raise AssertionError("taken twice")

box = inbox()
box.start_files_opened = True
box.loading = TakenMeanwhile()
box.take_up()
st.text(f"{box.loading} {box.problem!r}")
"""


def test_an_answer_that_another_run_took_is_not_taken_again(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ran = AppTest.from_file(str(script)).run()
    assert not ran.exception
    assert ran.text[0].value == "None ''"


def test_streamlit_keeps_no_second_copy_of_a_taken_file(monkeypatch: pytest.MonkeyPatch) -> None:
    files = MemoryUploadedFileManager("/upload")
    files.add_file("me", record := UploadedFileRec("1", "answers.csv", "text/csv", b"y_true,y_pred\nA,A\nB,A\n"))
    here = SimpleNamespace(uploaded_file_mgr=files, session_id="me")
    monkeypatch.setattr(uploads, "get_script_run_ctx", lambda: here)
    monkeypatch.setattr(inbox.Inbox, "open", lambda box, taken, mapping: setattr(box, "files", taken))
    (box := inbox.Inbox()).take_upload([UploadedFile(record, FileURLs())])
    assert files.get_files("me", ["1"]) == []
    assert box.files == [("answers.csv", record.data)]


def table(cases: int = 60) -> bytes:
    return b"y_true,y_pred\n" + b"well,well\nill,ill\nill,well\n" * (cases // 3)


def review_of(content: bytes, name: str = "ward.csv") -> bytes:
    study = open_files([(name, content)], None)
    decided = Review.begin(study).renamed(study.labels.index("ill"), "sepsis")
    return dumped(study, decided, {"model": None, "split": None, "level": 0.9})


def test_a_review_dropped_first_waits_for_its_file_and_is_then_restored() -> None:
    visitor = Visitor().upload(review_of(table()), "rounds-review.json")
    assert not visitor.errors
    assert "Drop its predictions file “ward.csv”" in visitor.text
    visitor.upload(table(), "ward.csv").go("overview")
    assert "sepsis" in visitor.finding
    assert "The review is restored." in visitor.text
    assert "90 % CI" in visitor.text.replace("\u00a0", " ")
    assert any(label.startswith("Saved ") for label in popovers(visitor)), "the reader has it as a file"
    assert "Drop its predictions" not in visitor.go("data").text


def test_nothing_is_hashed_where_no_review_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "hashlib", None)
    assert inbox.Inbox()._mapping_of_review([("ward.csv", table())]) is None


def test_a_review_dropped_beside_its_open_study_is_taken_up_at_once() -> None:
    visitor = Visitor().upload(table(), "ward.csv").upload(review_of(table()), "rounds-review.json")
    assert "sepsis" in visitor.go("overview").finding
    assert any(label.startswith("Saved ") for label in popovers(visitor))


def test_a_review_with_another_file_says_so_and_restores_what_fits() -> None:
    visitor = Visitor().upload(review_of(table()), "rounds-review.json").upload(table(90), "other.csv").go("overview")
    assert "sepsis" in visitor.finding
    assert "This review was saved for another file" in visitor.text
    assert "Not saved" in popovers(visitor)


@pytest.mark.parametrize(
    "content", [b'{"rounds_review": 2}', b'{"rounds_review": 1, "order": "x"}', b'{"rounds_review']
)
def test_a_hostile_review_is_refused_where_it_was_dropped_and_spoils_nothing(content: bytes) -> None:
    visitor = Visitor().upload(table(), "ward.csv").upload(content, "rounds-review.json")
    (said,) = visitor.errors
    assert said.startswith("“rounds-review.json”")
    assert visitor.study is not None
    assert "Drop its predictions" not in visitor.text
    assert "The model missed" in visitor.upload(table(90), "ward.csv").go("overview").finding


def test_the_columns_that_a_person_named_are_named_by_the_review() -> None:
    odd = table().replace(b"y_true", b"u").replace(b"y_pred", b"v")
    study = open_files([("odd.csv", odd)], Mapping(truth="u", predicted=("v",)))
    review = dumped(study, Review.begin(study), {})
    visitor = Visitor().upload(review, "r.json").upload(odd, "odd.csv").go("overview")
    assert "The model missed" in visitor.finding


@pytest.mark.parametrize("way", ["dropped", "opened"])
def test_a_review_of_weighted_cases_weighs_the_open_study_again(way: str) -> None:
    rows = b"y_true,y_pred,weight\n" + b"well,well,2\nill,ill,1\nill,well,3\n" * 20
    weighted = open_files([("ward.csv", rows)], Mapping(weight="weight"))
    review = dumped(weighted, Review.begin(weighted), {"model": None, "split": None, "level": 0.9})
    visitor = Visitor().upload(rows, "ward.csv").go("overview")
    assert not visitor.evaluation.is_weighted
    visitor = open_review(visitor, review) if way == "opened" else visitor.upload(review, "rounds-review.json")
    assert visitor.study.mapping == weighted.mapping
    assert visitor.evaluation.is_weighted
    assert "The review is restored." in visitor.go("overview").text
    assert "90 % CI" in visitor.text.replace("\u00a0", " ")


def test_a_workbook_of_several_tables_is_read_by_one_click_on_its_sheet() -> None:
    def rows(predicted: str) -> list[list[object]]:
        return [["y_true", "y_pred"], *[["ill", "ill"]] * 30, *[["well", predicted]] * 30]

    book = workbook(**{"first <b>": rows("ill"), "second": rows("well")})
    visitor = Visitor().upload(book, "two.xlsx")
    (said,) = visitor.errors
    assert "Choose one, or save it as a file of its own." in said
    visitor.press("Read sheet second")
    assert visitor.errors == []
    assert visitor.study.mapping.sheet == "second"
    assert visitor.evaluation.matrix.cells.trace() == 60
    visitor.go("data").upload(b"y_true\n", "none.csv")
    assert [button.label for button in visitor.app.button if "sheet" in button.label] == []


def test_an_upload_that_went_with_the_server_leaves_no_chip_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a tab still shows the file that it had sent; the server that has started since does not hold it."""
    visitor = Visitor().go("data")
    with monkeypatch.context() as restarted:
        restarted.setattr(MemoryUploadedFileManager, "get_files", lambda *_, **__: [])
        visitor.uploader.upload("ward.csv", b"y_true\n")
        assert visitor.run().errors == [UPLOAD_LOST]
    assert visitor.uploader.key == "upload_1", "a fresh one"
    assert visitor.upload(table(), "ward.csv").errors == []


def test_a_refused_matrix_takes_nothing_from_the_study_that_is_open() -> None:
    visitor = Visitor().upload(table(), "ward.csv").paste("no counts")
    assert "no counts" in visitor.errors[0]
    visitor.fill("Exclude true classes", "ill").press("Apply")
    assert visitor.study.mapping.ignore_truth == ("ill",)


def test_a_refused_matrix_leaves_a_question_about_columns() -> None:
    odd = table().replace(b"y_true", b"u").replace(b"y_pred", b"v")
    visitor = Visitor().upload(odd, "odd.csv")
    asked = visitor.finding
    assert visitor.paste("no counts").finding == asked


def test_a_review_that_waits_is_restored_with_its_pasted_matrix() -> None:
    cells = "\twell\till\nwell\t40\t2\nill\t5\t30"
    study = open_matrix(cells)
    review = dumped(study, Review.begin(study).renamed(study.labels.index("ill"), "sepsis"), {})
    visitor = Visitor().upload(review, "rounds-review.json").paste(cells)
    assert "sepsis" in visitor.finding
    assert "The review is restored." in visitor.text


def test_back_from_a_question_leads_to_the_study_that_was_open() -> None:
    odd = table(90).replace(b"y_true", b"u").replace(b"y_pred", b"v")
    visitor = Visitor().upload(table(), "ward.csv").go("overview")
    opened = visitor.app.session_state["open_study"]
    opened.review = opened.review.renamed(opened.study.labels.index("ill"), "sepsis")
    before = visitor.run().text
    assert visitor.upload(odd, "odd.csv").study is None
    assert visitor.press("Back").go("overview").text == before
    visitor.go("data").fill("Exclude true classes", "ill").press("Apply")
    assert visitor.study.mapping.ignore_truth == ("ill",)


def test_once_its_question_is_answered_the_study_before_is_let_go() -> None:
    odd = table(90).replace(b"y_true", b"u").replace(b"y_pred", b"v")
    visitor = Visitor().upload(table(), "ward.csv").upload(odd, "odd.csv")
    while visitor.study is None:
        visitor.press(next(each.label for each in visitor.app.button if each.label in ("Next", "Open the study")))
    assert visitor.study.name == "odd.csv"
    assert visitor.app.session_state["inbox"].before is None


def weighted_cases() -> bytes:
    names = ["Normal", "AF", "VT"]
    rows = [f"{names[i % 3]},{names[i % 3 if i % 5 else 0]},{1 + i % 2},{i / 90}" for i in range(90)]
    return "\n".join(["y_true,y_pred,weight,score_VT", *rows]).encode()


SPLITS = ("test", "train")


def test_files_that_are_read_again_show_the_model_and_the_split_that_were_looked_at() -> None:
    """A corrected column led back to the first model and split, on every page and without a word."""
    rows = [f"{i % 3},{i % 2},{model},{split},{'FM'[i // 45]}" for i in range(90) for model in "AB" for split in SPLITS]
    visitor = Visitor().upload("\n".join(["y_true,y_pred,model,split,sex", *rows]).encode(), "ward.csv").go("data")
    opened = visitor.app.session_state["open_study"]
    opened.model, opened.split = 1, opened.study.splits_of(1).index("train")
    opened.look_at(Lens((By("sex"),), ("F",)))
    visitor.run().fill("Exclude true classes", "2").press("Apply")
    view = visitor.app.session_state["open_study"].view
    assert (view.study.labels, view.study.model_names[view.model], view.split) == (("0", "1"), "B", "train")
    assert view.lens == Lens((By("sex"),), ("F",)), "and the group"


def decided() -> Visitor:
    """With names, an order, another Normal class, a class of interest and a kept threshold."""
    visitor = Visitor().upload(weighted_cases(), "ward.csv").go("overview")
    opened = visitor.app.session_state["open_study"]
    at = {label: i for i, label in enumerate(opened.study.labels)}
    review = opened.review.renamed(at["VT"], "V-tach").moved(at["Normal"], 0).with_kind(at["AF"], Kind.NORMAL)
    opened.review = replace(review, interest=at["Normal"]).keeping(KeptThreshold(0, at["VT"], 0.25))
    return visitor.run()


def test_what_was_decided_outlives_another_reading_of_its_file() -> None:
    visitor = decided()
    before = visitor.opened.review
    visitor.go("data").fill("Weight", "weight").press("Apply")
    assert visitor.evaluation.is_weighted
    assert visitor.opened.review == before
    visitor.upload(weighted_cases(), "ward.csv")
    assert visitor.opened.review.names == visitor.study.labels, "a file that is dropped again begins anew"


def test_what_the_reading_of_a_file_changes_is_not_as_it_was() -> None:
    visitor = decided()
    visitor.go("data").fill("Exclude true classes", "AF").fill("Score for VT", "").press("Apply")
    review, labels = visitor.opened.review, visitor.study.labels
    assert "V-tach" in review.names
    assert review.thresholds == ()
    assert labels[review.interest] == "Normal"


def test_what_nobody_decided_is_as_the_file_is_read_now() -> None:
    visitor = Visitor().upload(b"y_true,score\n" + b"healthy,0.1\nsick,0.8\nhealthy,0.3\nsick,0.6\n" * 20, "ward.csv")
    other = next(label for label in visitor.study.labels if label != visitor.study.mapping.positive)
    visitor.go("data").fill("Positive class", other).press("Apply")
    assert visitor.study.labels[visitor.opened.review.interest] == other


def test_back_leads_out_of_a_question_that_has_no_answer_to_choose_from() -> None:
    visitor = Visitor().upload(labels_only()).go("overview")
    before = visitor.text
    marks = {name: [("no", "yes")[row >> bit & 1] for row in range(80)] for bit, name in enumerate(("AF", "VT", "PVC"))}
    assert visitor.upload(pd.DataFrame(marks), "marks.csv").study is None
    assert visitor.press("Back").go("overview").text == before
