"""The cases page lists exactly the cases that its filters name, worst first, a page at a time, and opens one whole."""

import re
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from predictions.cases.kinds import CaseKind
from tests.support.studies import HOSTILE, example_table, first_view, scored, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.cases.selection import PAGE_ROWS
from ui.tables import downloads

KINDS = "pick_cases_kinds"


def rhythm() -> tuple[pd.DataFrame, Visitor]:
    """The example as its page shows it first, with the confidence of each prediction."""
    table = first_view("heart-rhythm")
    confidence = [table[f"score_{said}"].iloc[i] for i, said in enumerate(table.y_pred)]
    return table.assign(confidence=confidence), Visitor(study="heart-rhythm").go("cases")


def listed(visitor: Visitor) -> pd.DataFrame:
    return next(visitor.frames())[0]


def only(visitor: Visitor, *kinds: CaseKind) -> Visitor:
    return visitor.set(KINDS, list(kinds))


def worst_first(table: pd.DataFrame) -> list[str]:
    """Disease as Normal, under-triage, over-triage, false positives; in each VT first, then the most confident."""
    place = {"VT": 0, "Ectopic": 1, "Normal": 2}
    truth, predicted = table.y_true.map(place), table.y_pred.map(place)
    kind = np.select([truth == 2, predicted == 2, predicted > truth], [3, 0, 1], 2)
    ranked = table.assign(kind=np.where(truth == predicted, 4, kind), place=truth)
    by, ascending = ["kind", "place", "confidence"], [True, True, False]
    return ranked.sort_values(by, ascending=ascending, kind="stable").patient_id.tolist()


def test_misclassified_disease_is_listed_first_the_most_harmful_leading() -> None:
    table, visitor = rhythm()
    missed = table[(table.y_true != "Normal") & (table.y_pred != table.y_true)]
    sick = int((table.y_true != "Normal").sum())
    as_normal = int((missed.y_pred == "Normal").sum())
    went = f"{as_normal} as Normal, {len(missed) - as_normal} as another class"
    assert visitor.finding == f"{len(missed)} of {sick} patients with disease were misclassified: {went}."
    assert listed(visitor).patient_id.tolist() == worst_first(missed)
    assert (
        f"Confident errors (score at least 0.900): {(missed.confidence >= 0.9).sum()} of {len(missed)}." in visitor.text
    )
    assert "Of equally harmful errors the most confident first." in visitor.text


@pytest.mark.thorough
def test_a_case_needs_one_of_the_outcomes_and_every_other_filter() -> None:
    table, visitor = rhythm()
    visitor.choose("True class", "VT")
    missed = table[(table.y_true == "VT") & (table.y_pred != "VT")]
    assert visitor.finding == f"{len(missed)} of 50 patients with VT were missed."
    only(visitor, CaseKind.CONFIDENT).set("pick_cases_least", 0.8)
    assert listed(visitor).patient_id.tolist() == worst_first(missed[missed.confidence >= 0.8])
    only(visitor, CaseKind.MISSED, CaseKind.CONFIDENT)
    sure = int((missed.confidence >= 0.8).sum())
    assert visitor.finding.startswith(f"{sure or 'None'} of 50 patients with VT ")
    assert visitor.finding.endswith(" missed with a score of at least 0.800.")
    only(visitor).choose("Predicted class", "Normal").choose("Column", "sex").choose("Value", "M")
    cell = table[(table.y_true == "VT") & (table.y_pred == "Normal")]
    assert f"{(cell.sex == 'M').sum()} of {((table.y_true == 'VT') & (table.sex == 'M')).sum()}" in visitor.finding
    assert listed(visitor).patient_id.tolist() == worst_first(cell[cell.sex == "M"])
    assert "Only where sex is M." in visitor.text


@pytest.mark.thorough
def test_false_positives_are_counted_among_the_predictions() -> None:
    table, visitor = rhythm()
    only(visitor, CaseKind.FALSE_POSITIVE).choose("Predicted class", "VT")
    table_vt = table[table.y_pred == "VT"]
    incorrect = table_vt[table_vt.y_true != "VT"]
    assert visitor.finding == f"{len(incorrect)} of {len(table_vt)} VT predictions are incorrect."
    assert listed(visitor).patient_id.tolist() == worst_first(incorrect)[:PAGE_ROWS]


def test_missed_cases_and_false_positives_together_are_all_errors() -> None:
    table, visitor = rhythm()
    only(visitor, CaseKind.MISSED, CaseKind.FALSE_POSITIVE)
    incorrect = table[table.y_true != table.y_pred]
    assert visitor.finding == f"{len(incorrect)} of 1,150 patients were misclassified."
    assert listed(visitor).patient_id.tolist() == worst_first(incorrect)[:PAGE_ROWS]


@pytest.mark.thorough
def test_models_are_compared_on_the_same_patients() -> None:
    table, visitor = rhythm()
    both = example_table("heart-rhythm")
    other = both[(both.model == "Model B") & (both.split == "test")].set_index("patient_id").y_pred
    table["other"] = table.patient_id.map(other)
    rescued = table[(table.y_pred != table.y_true) & (table.other == table.y_true)]
    only(visitor, CaseKind.RESCUED)
    assert visitor.finding.startswith(
        f"{len(rescued)} of 1,150 patients were misclassified here and correct in another model"
    )
    assert listed(visitor).patient_id.tolist() == worst_first(rescued)[:PAGE_ROWS]
    only(visitor, CaseKind.DIFFERENT)
    assert visitor.finding.startswith(
        f"{(table.other != table.y_pred).sum()} of 1,150 patients were classified differently"
    )
    models = next(frame for frame, _ in visitor.frames() if "Model" in frame)
    assert models["Model"].tolist() == ["Model A", "Model B"]
    assert models["Predicted"].nunique() == 2


@pytest.mark.thorough
def test_a_model_is_not_compared_with_itself_when_the_other_one_is_chosen() -> None:
    visitor = Visitor(study="heart-rhythm").go("compare_models")
    visitor.press(next(each.label for each in visitor.app.button if "they disagree" in each.label))
    own = visitor.finding
    assert "by this model or Model B, not by both" in visitor.go("cases").finding
    visitor.choose("Model", "Model B")
    assert "not by both" not in visitor.text
    assert "of 50 patients with VT were classified differently" in visitor.finding
    assert visitor.choose("Model", "Model A").finding == own


@pytest.mark.thorough
def test_only_one_page_of_the_list_is_sent_and_the_case_leads_over_its_end() -> None:
    table, visitor = rhythm()
    only(visitor).set("pick_cases_order", "file")
    assert visitor.finding == "All 1,150 patients are listed."
    assert listed(visitor).patient_id.tolist() == table.patient_id.tolist()[:PAGE_ROWS]
    assert "Case 2 of 1,150" in visitor.press("Next case").text
    visitor.set(f"pick_cases_page_{visitor.kept('pick_cases').turn}", 2)
    assert f"Case {PAGE_ROWS + 1} of 1,150" in visitor.text
    assert f"{PAGE_ROWS + 1} to {2 * PAGE_ROWS} of 1,150." in visitor.text
    assert listed(visitor).patient_id.tolist() == table.patient_id.tolist()[PAGE_ROWS : 2 * PAGE_ROWS]
    visitor.press("Previous case")
    assert f"Case {PAGE_ROWS} of 1,150" in visitor.text
    assert listed(visitor).patient_id.tolist() == table.patient_id.tolist()[:PAGE_ROWS]
    visitor.choose("True class", "VT")
    assert "Case 1 of 50" in visitor.text, "another filter begins anew"


WHO = ("patient_id", "split", "age", "sex", "site", "date")


def test_one_case_is_shown_whole() -> None:
    table, visitor = rhythm()
    worst = worst_first(table[(table.y_true != "Normal") & (table.y_pred != table.y_true)])[0]
    case = table[table.patient_id == worst].iloc[0]
    assert f"{worst}: {case.y_true} classified as {case.y_pred} (missed)." in visitor.text.replace("**", "")
    drawn = {text for trace in visitor.chart("case_scores")["data"] for text in trace["text"]}
    assert drawn == {f"{case[f'score_{label}']:.3f}" for label in ("Normal", "Ectopic", "VT")}
    details = next(frame for frame, _ in visitor.frames() if "Column" in frame).set_index("Column")["Value"]
    assert details.to_dict() == {name: str(case[name]) for name in WHO}


def test_a_case_of_which_only_the_id_is_known_has_no_table_that_repeats_it() -> None:
    table = scored(["Normal", "VT"], 40)[["case_id", "y_true", "y_pred"]]
    visitor = Visitor().upload(table, "who.csv").go("cases")
    worst = table[(table.y_true == "VT") & (table.y_pred != "VT")].case_id.iloc[0]
    assert f"{worst}: VT classified as Normal (missed)." in visitor.text.replace("**", "")
    assert not [frame for frame, _ in visitor.frames() if "Value" in frame]


@pytest.mark.thorough
def test_an_id_is_searched_and_no_case_leaves_a_way_back() -> None:
    table, visitor = rhythm()
    only(visitor).set("pick_cases_id", table.patient_id.iloc[7])
    assert visitor.finding == "1 patient is listed."
    assert listed(visitor).patient_id.tolist() == [table.patient_id.iloc[7]]
    visitor.set("pick_cases_id", "nobody")
    assert "Remove a filter" in visitor.text
    assert list(visitor.frames()) == []
    assert "nobody" not in str(visitor.query)


def test_labels_alone_are_listed_by_harm() -> None:
    visitor = seen("labels only", "cases")
    missed = visitor.study.models[0]
    incorrect = (missed.truth != missed.predicted) & (missed.truth == missed.labels.index("Murmur"))
    as_normal = missed.predicted[incorrect] == missed.labels.index("Normal")
    ids = np.array(missed.case_ids.to_pylist())[incorrect]
    first = listed(visitor).case_id.tolist()[: int(as_normal.sum())]
    assert set(first) == set(ids[as_normal].tolist())
    assert "Most harmful error first." in visitor.text
    assert CaseKind.CONFIDENT.name not in visitor.text
    assert visitor.app.get("plotly_chart") == []


@pytest.mark.thorough
@pytest.mark.parametrize("study", ["pasted matrix", "typed matrix"])
def test_a_matrix_holds_no_cases(study: str) -> None:
    visitor = seen(study, "cases")
    assert visitor.finding == "No individual cases: only a confusion matrix was given."
    assert list(visitor.frames()) == []


@pytest.mark.thorough
def test_the_filters_hold_over_pages_and_not_over_studies() -> None:
    visitor = only(Visitor(study="heart-rhythm").go("cases"), CaseKind.FALSE_POSITIVE).choose("Predicted class", "VT")
    before = visitor.finding
    assert visitor.go("overview").go("cases").finding == before
    visitor.make_normal(None)
    assert visitor.finding == before
    visitor.upload(scored(["Normal", "Murmur"], 90)).go("cases")
    assert visitor.finding.endswith("were misclassified.")


@pytest.mark.thorough
def test_other_pages_lead_to_their_cases() -> None:
    visitor = Visitor(study="heart-rhythm").go("clinical_risk")
    button = visitor.widget("see_missed_2")
    assert button.label.replace("\u00a0", " ") == "Read the 10 missed patients"
    button.click()
    assert visitor.run().finding == "10 of 50 patients with VT were missed."
    visitor.go("confusion").choose("True class", "Normal").choose("Predicted class", "VT").press("Read the 33 patients")
    table = first_view("heart-rhythm")
    cell = ((table.y_true == "Normal") & (table.y_pred == "VT")).sum()
    assert visitor.finding == f"{cell} of {(table.y_true == 'Normal').sum():,} Normal patients were classified as VT."


@pytest.mark.thorough
def test_hostile_values_narrow_the_list_and_stay_text() -> None:
    table = scored(["Normal", "VT"], 120).assign(**{HOSTILE[0]: [HOSTILE[i % 3] for i in range(120)]})
    visitor = Visitor().bring(table).go("cases")
    only(visitor).choose("Column", HOSTILE[0]).choose("Value", HOSTILE[1])
    assert visitor.finding == "All 40 cases are listed."
    assert [
        text for kind, text in visitor.texts() if kind == "markdown" and any(each in text for each in HOSTILE)
    ] == []
    assert visitor.query.keys() <= {"model", "split", "normal", "class", "level", "intervals"}


@pytest.mark.thorough
def test_the_whole_list_is_taken_and_not_only_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[Callable[[], pd.DataFrame]] = []
    written = downloads._written
    monkeypatch.setattr(downloads, "_written", lambda write, load: loads.append(load) or written(write, load))
    table = scored(["Normal", "VT"], 130).assign(patient_name="CANARY")
    visitor = only(Visitor().bring(table).go("cases"))
    assert len(listed(visitor)) == PAGE_ROWS
    assert "The 130 cases of this list." in visitor.text
    taken = loads[-1]()
    assert len(taken) == 130
    assert taken.case_id.tolist() == list(range(1, 131))
    assert "patient_name" not in taken


def test_frames_are_told_and_listed_by_their_time() -> None:
    visitor = seen("surgical-phases", "cases")
    table = example_table("surgical-phases")
    wrong = int((table.y_true != table.y_pred).sum())
    minutes, seconds = divmod(wrong, 60)
    assert as_read(visitor.finding) == f"0:{minutes}:{seconds:02d} of 2:18:41 h were misclassified."
    assert re.search(rf"0\.900\): \d+:\d\d of {minutes}:{seconds:02d} min\.", as_read(visitor.detail))
    shown = listed(visitor)
    assert [at for _, at in zip(shown.frame, shown.time, strict=True)] == [
        f"{frame // 60}:{frame % 60:02d}" for frame in shown.frame.astype(int) - table.frame.astype(int).min()
    ]
    assert "time" not in listed(seen("heart-rhythm", "cases"))


@pytest.mark.thorough
def test_of_one_score_a_confident_error_is_said_by_the_score_that_is_listed() -> None:
    """A missed case has a low score: it is confident in the other class."""
    died = np.where(np.arange(200) % 2, "TRUE", "FALSE")
    risk = np.where(np.arange(200) % 5 == 0, 0.02, 0.95)
    visitor = Visitor().bring(pd.DataFrame({"y_true": died, "score_TRUE": risk})).go("cases")
    assert visitor.finding == "20 of 100 cases of class TRUE were misclassified."
    listed_scores = listed(visitor)["score TRUE"]
    assert listed_scores.max() <= 0.1
    assert f"Confident errors (score at most 0.100): {len(listed_scores)} of {len(listed_scores)}." in visitor.text
    low, high = visitor.chart("case_scores")["layout"]["xaxis"]["range"]
    assert (low, high) == (0, pytest.approx(1.22))
    only(visitor, CaseKind.FALSE_POSITIVE)
    assert "Confident errors (score at least 0.900): " in visitor.text
    only(visitor)
    assert "Confident errors (score at least 0.900 or at most 0.100): " in visitor.text


@pytest.mark.thorough
def test_a_link_of_another_page_asks_for_confident_errors_as_the_page_itself() -> None:
    rng = np.random.default_rng(0)
    truth, points = np.arange(200) % 2, rng.integers(1, 11, 200)
    names = np.array(["healthy", "sick"])
    columns = {"y_true": names[truth], "y_pred": names[(points > 5).astype(int)], "score_sick": points}
    visitor = Visitor().bring(pd.DataFrame(columns | {"score_healthy": 11 - points})).go("cases")
    (said,) = re.findall(r"Confident errors \(score at \w+ ([\d.]+)\)", visitor.text)
    assert float(said) > 1
    visitor.go("clinical_risk")
    visitor.press(next(each.label for each in visitor.app.button if each.label.startswith("Read the")))
    assert visitor.title == "Cases"
    assert f"Confident errors (score at least {said})" in visitor.text


def test_an_id_narrows_the_cases_that_the_headline_speaks_of() -> None:
    visitor = Visitor(study="heart-rhythm").go("cases")
    table = first_view("heart-rhythm")
    correct = table.patient_id[(table.y_true == table.y_pred) & (table.y_true == "VT")].iloc[0]
    visitor.set("pick_cases_id", correct)
    assert visitor.finding == "None of 1 patient with disease was misclassified."
    assert f"Only where the id is, or begins with, {correct}." in visitor.text


def test_long_classes_of_the_list_are_cut_where_they_can_still_be_told_apart() -> None:
    names = [f"ST elevation myocardial infarction, {where}" for where in ("anterior", "inferior")]
    shown = listed(Visitor().bring(scored(["Normal", *names], 90)).go("cases"))
    for column in ("true class", "predicted class"):
        assert set(shown[column]) <= {"Normal", "ST … infarction, anterior", "ST … infarction, inferior"}, column
