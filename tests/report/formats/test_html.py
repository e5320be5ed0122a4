"""A report in HTML is handed on: ids and other values of single patients never leave in it."""

from pathlib import Path

from report.formats.html import as_html
from report.formats.plain_text import summary
from tests.report.helpers import csv_file, report_of


def test_no_notice_names_an_id_of_a_patient_where_a_terminal_does(tmp_path: Path) -> None:
    rows = "".join(f"MRN{at:05},{'ab'[at % 2]},{'ab'[at % 3 == 0]}\n" for at in range(60))
    found = report_of(csv_file(tmp_path, f"case_id,y_true,y_pred\n{rows}MRN00007,a,b\n"))
    assert "MRN00007" in summary(found)
    page = as_html(found).decode()
    assert "conflicting true classes. All rows are counted." in page
    assert "MRN" not in page


def test_no_recording_is_named(tmp_path: Path) -> None:
    lines = [
        f"{video},{at},{'abc'[at // 10]},{('aac' if video == 'Jane Doe' else 'abc')[at // 10]}"
        for video in ("Jane Doe", "V2", "V3")
        for at in range(30)
    ]
    found = report_of(csv_file(tmp_path, "video,frame,y_true,y_pred\n" + "\n".join(lines) + "\n"))
    assert "Not recognised at all in 1 of 3 videos (Jane Doe)." in " ".join(summary(found).split()).replace(
        "\u00a0", " "
    )
    page = as_html(found).decode().replace("\u00a0", " ")
    assert "Not recognised at all in 1 of 3 videos." in page
    assert "Jane" not in page
