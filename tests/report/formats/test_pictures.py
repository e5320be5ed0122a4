"""The pictures of a report look as those of the pages."""

import json

import charts
from report.formats.pictures import FigurePicture, pictures_of
from tests.report.helpers import example_file, report_of


def test_the_curve_of_the_class_of_interest_is_a_whole_line_as_on_the_page() -> None:
    report = report_of(example_file("heart-rhythm"))
    (result,) = report.results[:1]
    view = result.view
    assert view.review.interest is not None
    color = charts.styles_of(view.plain_voice, view.is_in_time)[view.review.interest].color
    drawn = {each.title: each for each in pictures_of(report, result) if isinstance(each, FigurePicture)}
    for title in ("ROC", "Precision–recall"):
        traces = json.loads(drawn[title].figure)["data"]
        solid = [each["line"]["color"] for each in traces if each.get("line", {}).get("dash") == "solid"]
        assert color in solid
        assert "Hollow marks: as delivered." in drawn[title].caption
