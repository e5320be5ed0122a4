"""The mean over several readers stands once in every form of the report, with the first reader."""

from dataclasses import replace

import pytest

from report.formats.html import as_html
from report.formats.plain_text import summary
from report.results import report_of_views
from tests.reviews.models.test_readers import read, readers
from tests.support.text import as_read

pytestmark = pytest.mark.thorough


def test_the_mean_stands_once_with_the_first_reader() -> None:
    found = readers(read(modalities=("film", "screen")))
    views = [replace(found.view, model=model) for model in range(4)]
    text = summary(report_of_views(views))
    assert text.count("mean of 4 readers") == 1
    assert "4 readers with screen detect on average" in text
    sensitivity = found.means_by_modality[1][1]["sensitivity"]
    assert as_read(sensitivity.said) in next(line for line in text.splitlines() if "Sensitivity, screen" in line)
    page = as_html(report_of_views(views[:1])).decode()
    assert page.count("mean of 4 readers") == 1
    assert sensitivity.apart_said().split("(")[0].strip() in page.replace("\u00a0", " ")
