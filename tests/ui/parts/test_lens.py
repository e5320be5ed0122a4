"""One group of patients on every page: chosen in the panel, said by title line and finding, left by a click."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from predictions.demo import EXAMPLES, FOLDER
from predictions.groups.by import By
from predictions.groups.lens import Lens
from reviews.cache import Cache
from tests.predictions.sources.counted.test_groups import change, counted, rhythm
from tests.support.data.hostile import NAMES
from tests.support.studies import scored, seen
from tests.support.visitor import Visitor
from ui.state import session

ALL = "All patients"


def heart() -> Visitor:
    return Visitor(study="heart-rhythm").go("overview")


def women() -> Visitor:
    return heart().choose("Patients", "women")


def buttons(visitor: Visitor) -> list[str]:
    return [button.label for button in visitor.app.button]


def test_the_panel_offers_all_patients_and_every_group() -> None:
    offered = heart().choices_in("Patients")
    assert offered[0] == ALL
    assert {"women", "men", "50–64 years", "site West", "September 2026"} <= set(offered)


@pytest.mark.thorough
def test_title_line_and_finding_name_the_group() -> None:
    visitor = women()
    assert visitor.label_of_choices() == "Model A · test · VT · women"
    assert visitor.finding.startswith("Women: The model missed 8 of 21 patients with VT (38 %)")
    assert "550 of 1,150 patients" in visitor.text
    assert visitor.go("confusion").finding.startswith("Women: ")


def test_all_patients_come_back_with_one_click() -> None:
    visitor = women().press(ALL)
    assert visitor.finding.startswith("The model missed 10 of 50 patients")
    assert "women" not in visitor.label_of_choices()
    assert ALL not in buttons(visitor)


@pytest.mark.thorough
def test_data_report_and_definitions_speak_of_the_file() -> None:
    visitor = women()
    assert visitor.go("data").finding.startswith("7,302 of 7,308 rows used")
    assert visitor.go("definitions").finding == "Definitions"
    assert visitor.go("report").finding == "A report on Heart rhythm (simulated): women, in one file."


@pytest.mark.thorough
def test_the_next_study_shows_all_its_cases() -> None:
    visitor = women().open_example("heart-sounds").go("overview")
    assert visitor.opened.lens is None
    assert visitor.choices_in("Recordings")[0] == "All recordings"


@pytest.mark.thorough
def test_models_and_splits_change_within_the_group() -> None:
    visitor = women().choose("Model", "Model B").choose("Split", "valid")
    assert visitor.label_of_choices() == "Model B · valid · VT · women"
    assert visitor.finding.startswith("Women: ")


@pytest.mark.thorough
def test_a_group_without_a_case_is_said_and_can_be_left() -> None:
    table = scored(["Normal", "VT"], 120).assign(split=["test", "valid"] * 60)
    table["site"] = np.where(table.split == "test", "North", "South")
    visitor = Visitor().bring(table).go("overview").choose("Cases", "site South")
    assert visitor.finding == "No cases of this group in this selection."
    for page in ("confusion", "curves", "threshold", "subgroups", "cases", "calibration", "report", "definitions"):
        assert visitor.go(page).title
    assert "site South" in visitor.go("overview").press("All cases").choices_in("Cases")
    assert not visitor.finding.startswith("No ")


def large(path: Path) -> Visitor:
    """Who looks at a file that is counted where it lies."""
    visitor = heart()
    visitor.opened.study, visitor.opened.cache = counted(path, rhythm()), Cache()
    return visitor.run()


@pytest.mark.thorough
def test_a_group_of_a_file_that_changed_since_is_no_longer_shown_and_that_is_said(tmp_path: Path) -> None:
    visitor = large(tmp_path)
    change(tmp_path)
    said = "All patients are shown, not the group women: “a.parquet” has changed since it was opened. Open it again."
    visitor.choose("Patients", "women")
    for page in ("overview", "confusion", "data", "report"):
        visitor.go(page)
        assert said in visitor.warnings
        assert "women" not in visitor.label_of_choices().casefold()
        assert not visitor.finding.startswith("Women")
    assert visitor.opened.lens is None
    of_men = said.replace("women", "men")
    assert of_men in visitor.go("overview").choose("Patients", "men").warnings
    assert of_men in visitor.choose("Split", "valid").warnings
    assert said not in visitor.warnings


@pytest.mark.thorough
def test_a_review_of_a_group_says_that_the_file_changed_not_that_it_has_no_such_group(tmp_path: Path) -> None:
    from ui.state.reviewed import content

    kept, visitor = content(women().opened), large(tmp_path)
    change(tmp_path)
    box = next(each for each in visitor.app.file_uploader if each.label == "Open a review file")
    box.upload("rounds-review.json", kept)
    assert any("not the group women: “a.parquet” has changed" in each for each in visitor.run().warnings)
    assert "of the group women are in this study" not in visitor.text


def test_a_column_that_only_one_model_has_leaves_the_other_without_a_case() -> None:
    table = scored(["Normal", "VT"], 120)
    with_site = table.assign(site=["North", "South"] * 60)
    visitor = Visitor().upload(with_site, "one.csv")
    visitor.opened.lens = Lens((By("site"), By("ward")), ("North", "2"))
    assert visitor.go("overview").finding.startswith("No ")


def test_a_crossed_group_from_another_page_stands_in_the_list() -> None:
    visitor = heart()
    visitor.opened.lens = Lens((By("sex"), By("age", (65,))), ("F", "65 and over"))
    assert visitor.run().finding.startswith("Women, 65 years and over: ")
    assert visitor.choices_in("Patients")[-1] == "women, 65 years and over"


def test_a_study_without_kept_columns_has_no_list() -> None:
    visitor = seen("breast-cancer", "overview")
    assert "Cases" not in [box.label for box in visitor.app.selectbox]
    assert "Samples" not in [box.label for box in visitor.app.selectbox]


@pytest.mark.thorough
def test_the_list_of_cases_keeps_its_column_within_a_group() -> None:
    visitor = heart().go("cases")
    visitor.choose("Column", "site").choose("Value", "South").choose("Patients", "women")
    shown = [box.value for box in visitor.app.selectbox if box.label == "Value"]
    assert len(shown) == 1
    assert "South" in visitor.detail


@pytest.mark.parametrize("name", [*NAMES[:6], "x" * 300])
def test_hostile_names_of_groups_stay_text(name: str) -> None:
    table = scored(["Normal", "VT"], 120)
    table = table.assign(**{name: np.where(np.arange(len(table)) % 2, f"{name} 1", f"{name} 2")})
    visitor = Visitor().bring(table).go("overview")
    assert visitor.opened.view.lenses
    visitor.opened.lens = visitor.opened.view.lenses[-1]
    assert visitor.run().opened.view.lens is not None
    assert len(visitor.finding) < 500
    assert "<img" not in visitor.app.header[0].value.replace("\\<", "")


@pytest.mark.thorough
def test_a_review_file_brings_the_group_back() -> None:
    from ui.state.reviewed import content

    kept = content(women().opened)
    other = heart()
    box = next(each for each in other.app.file_uploader if each.label == "Open a review file")
    box.upload("rounds-review.json", kept)
    assert other.run().finding.startswith("Women: ")
    sounds = Visitor(study="breast-cancer").go("overview")
    box = next(each for each in sounds.app.file_uploader if each.label == "Open a review file")
    box.upload("rounds-review.json", kept)
    assert "of the group women are in this study" in sounds.run().text
    assert sounds.opened.lens is None


def test_without_a_study_nothing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.parts.lens import look_at

    monkeypatch.setattr(session, "opened", lambda: None)
    look_at(None)


def numbers_of(visitor: Visitor, page: str) -> list[str]:
    """What the page shows, without the title line, the name of the group and the source of its pictures."""
    lines = [line for line in visitor.go(page).text.split("\n") if "· Model A · test" not in line]
    return [line.removeprefix("Women: ") for line in lines[lines.index("Open a review file") + 2 :]]


@pytest.fixture(scope="module")
def women_and_a_file_of_them() -> tuple[Visitor, Visitor]:
    file = next(each.file for each in EXAMPLES if each.key == "heart-rhythm")
    table = pd.read_csv(FOLDER / file, dtype=str, keep_default_na=False)
    return women(), Visitor().bring(table[table.sex == "F"])


PAGES = (
    "overview",
    "clinical_risk",
    "confusion",
    "curves",
    "threshold",
    "calibration",
    "net_benefit",
    "cases",
    "compare_models",
)


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_the_numbers_of_a_file_of_the_group_alone(
    women_and_a_file_of_them: tuple[Visitor, Visitor], page: str
) -> None:
    of_women, of_the_file = (numbers_of(visitor, page) for visitor in women_and_a_file_of_them)
    assert of_women == of_the_file
