"""The sample file is understood as it stands, and the template has its columns."""

from predictions.opening import open_files
from ui.data.samples import CASES, sample_csv, template_csv


def test_the_sample_opens_without_a_question() -> None:
    study = open_files([("sample.csv", sample_csv())])
    assert study.unit == ("patient", "patients")
    assert study.labels[study.normal] == "Normal"
    assert all(study.scored)
    matrix = study.evaluate().matrix
    assert dict(zip(study.labels, matrix.support.tolist(), strict=True)) == CASES
    assert 0 < study.evaluate().matrix.cells.trace() < study.rows
    assert [each.code for each in study.notices if each.level == "warning"] == []


def test_the_sample_is_the_same_each_time_and_the_template_has_its_columns() -> None:
    assert sample_csv() == sample_csv()
    assert template_csv() == sample_csv().splitlines(keepends=True)[0]
