"""Net benefit in reports: the same numbers in JSON, text and HTML, and nothing where there is no decision curve."""

import numpy as np
import pytest

from report.formats.html import as_html
from report.formats.net_benefit import reported
from report.formats.plain_text import summary
from tests.report.helpers import Json, example_document, example_file, report_of

RHYTHM = example_file("heart-rhythm")


def vt(document: Json) -> list[Json]:
    return document["evaluations"][0]["classes"]["VT"]["decision_curve"]


def test_json_has_the_curve_of_every_class_at_nine_thresholds() -> None:
    document = example_document("heart-rhythm")
    evaluation = document["evaluations"][0]
    assert all("decision_curve" in found for found in evaluation["classes"].values())
    entries = vt(document)
    assert [each["threshold"] for each in entries] == [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5]
    prevalence = 50 / 1150
    for entry in entries:
        risk, model = entry["threshold"], entry["model"]
        everyone = prevalence - (1 - prevalence) * risk / (1 - risk)
        assert entry["all"]["value"] == pytest.approx(everyone)
        expected = 100 * (model["value"] - everyone) * (1 - risk) / risk
        assert entry["avoided_per_100"]["value"] == pytest.approx(expected)
        assert model["method"] == "bootstrap SE, t(49)"
        assert np.isfinite([model["low"], model["high"]]).all()


@pytest.mark.thorough
def test_text_and_page_say_the_finding_and_the_table() -> None:
    report = report_of(RHYTHM, "--positive", "VT")
    said = " ".join(summary(report).split())
    headline = "At a 10 % threshold the model is worth 2.9 net true positives per 100 patients (95 % CI 1.7–4.0)."
    assert headline in said
    assert "Net benefit per 100 patients: VT" in said
    assert "10 % 45 of 50 109 of 1,100 2.9 +2.9 82" in said
    assert "bootstrap SE, t (closed form), for net benefit" in said
    page = " ".join(as_html(report).decode().replace("\u00a0", " ").replace("\u2060", "").split())
    assert headline in page
    assert "Net benefit per 100 patients: VT" in page
    assert "Decision curve of " in page
    assert "your setting" not in page
    assert "Shaded:" not in page


def test_the_class_that_leads_has_its_net_benefit_as_on_the_report_page_but_no_phase_has() -> None:
    assert "net true positives" in summary(report_of(RHYTHM))
    for result in report_of(example_file("surgical-phases")).results:
        assert reported(result.view) is None
