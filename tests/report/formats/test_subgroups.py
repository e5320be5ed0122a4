"""Groups in JSON, text and HTML: with --subgroup, as on the page, and never beside withheld counts."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from metrics.paired.hypothesis_tests import difference
from predictions.groups.by import By
from predictions.opening import open_files
from report.formats.html import Layout, as_html
from report.formats.json_document import document
from report.formats.plain_text import summary
from report.results import results_of
from tests.pages.test_subgroups import CLEAR, groups


@pytest.fixture(scope="module")
def report():
    study = open_files([("answers.csv", groups(CLEAR | {"X": (3, 1, 1, 60)}).to_csv(index=False).encode())])
    return results_of(study, ways=[(By("sex"),)])


def test_json_has_every_group_in_the_shape_of_the_contract(report) -> None:
    found = json.loads(json.dumps(document(report), allow_nan=False))["evaluations"][0]["subgroups"]
    assert [(each["column"], each["value"], each["n"]) for each in found] == [
        ("sex", "F", 546), ("sex", "M", 604), ("sex", "X", 65),
    ]  # fmt: skip
    women = found[0]
    assert set(women) == {"column", "value", "n", "classes", "difference"}
    assert set(women["classes"]) == set(women["difference"]) == {"Normal", "VT"}
    own = women["classes"]["VT"]
    assert (own["tp"], own["fp"], own["fn"], own["tn"]) == CLEAR["F"]
    assert own["sensitivity"]["method"] == "Wilson"
    apart, expected = women["difference"]["VT"]["sensitivity"], difference(13, 21, 30, 33, 1 - 0.05 / 2)
    assert (apart["value"], apart["low"], apart["high"]) == (expected.value, expected.low, expected.high)
    assert apart["note"] == "CI simultaneous for 2 groups (Bonferroni)"


def test_json_gives_no_number_that_cannot_be_assessed_but_its_counts(report) -> None:
    few = document(report)["evaluations"][0]["subgroups"][2]
    assert few["classes"]["VT"]["sensitivity"] == {
        "value": None, "code": "not_assessable", "note": "not assessable: 4 cases, 10 needed",
    }  # fmt: skip
    assert few["classes"]["VT"]["tp"] == 3
    assert few["difference"]["VT"]["sensitivity"]["value"] is None


def test_nothing_is_said_of_groups_that_nobody_asked_for() -> None:
    study = open_files([("answers.csv", groups(CLEAR).to_csv(index=False).encode())])
    assert "subgroups" not in document(results_of(study))["evaluations"][0]
    assert "women" not in summary(results_of(study))


def test_the_text_says_the_finding_and_lists_the_groups(report) -> None:
    said = summary(report).replace("\u00a0", " ")
    assert "Sensitivity for VT is 62 % in women (13 of 21) and 91 % in all others (30 of 33)." in said
    assert "VT by sex" in said
    assert "not assessable" in said
    assert max(map(len, said.splitlines())) <= 110


def test_the_text_leads_with_the_gap_as_the_page_does() -> None:
    study = open_files([("answers.csv", groups(CLEAR).to_csv(index=False).encode())])
    said = summary(results_of(study, ways=[(By("sex"),)])).replace("\u00a0", " ")
    assert "Sensitivity for VT is 62 % in women (13 of 21) and 93 % in men (27 of 29)." in said


def test_html_has_the_figures_and_the_table(report) -> None:
    page = as_html(report).decode()
    assert "Sensitivity for VT, by group" in page
    assert "VT by sex" in page


def test_nothing_of_groups_stands_beside_withheld_counts(report) -> None:
    page = as_html(report, Layout(fewest=5)).decode()
    assert "women" not in page
    assert "by group" not in page
    assert "No numbers by “sex”: with those of all cases they would tell counts below 5." in page
    assert (
        "No numbers by"
        not in as_html(replace(report, results=results_of(report.study).results), Layout(fewest=5)).decode()
    )


def test_hostile_names_are_escaped(tmp_path: Path) -> None:
    table = groups({"<script>x</script>": (13, 18, 8, 507), "M": (27, 21, 2, 554)})
    study = open_files([("answers.csv", table.to_csv(index=False).encode())])
    page = as_html(results_of(study, ways=[(By("sex"),)])).decode()
    assert "<script>x" not in page
