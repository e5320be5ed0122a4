"""The data page: every way in, what is said about a file, and how a person corrects it."""

import pandas as pd
import pytest

from predictions.demo import EXAMPLES
from tests.support.pages import TITLES
from tests.support.studies import HOSTILE, MATRIX, example_table, labels_only, opened, scored, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor

UNCLEAR = {"y_true": "diagnosis by expert", "y_pred": "network", "case_id": "who"}


def unclear() -> pd.DataFrame:
    """A file whose columns tell nothing by their names, and not by their values either."""
    table = labels_only().rename(columns=UNCLEAR)
    return table.assign(second=table["network"].to_numpy()[::-1], age=[f"{20 + i / 7:.3f}" for i in range(len(table))])


def answer(visitor: Visitor, truth: str) -> Visitor:
    return visitor.fill("True class", truth).fill("Predicted class", ["network"])


@pytest.mark.thorough
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_a_card_opens_its_example_on_overview_and_data_says_how_it_was_read(example) -> None:
    table = example_table(example.key)
    visitor = Visitor().open_example(example.key)
    assert visitor.title == "Overview"
    assert visitor.query["study"] == example.key
    visitor.go("data")
    used = int((table.y_true != "").sum())
    all_or_some = f"{used:,} of {len(table):,} rows used" if used < len(table) else f"All {used:,} rows used"
    assert visitor.finding.startswith(all_or_some)
    assert f"{example.title} (" not in visitor.detail, "the title line has the name"
    assert example.badge in visitor.text, "simulated patients are never shown as real ones"


def test_a_linked_example_opens_where_the_link_points() -> None:
    assert Visitor(study="heart-rhythm").title == "Data"


@pytest.mark.thorough
def test_an_upload_that_is_understood_opens_on_overview_wherever_it_stood_before() -> None:
    table = scored(["Normal", "Murmur"], 90)
    visitor = Visitor().upload(table, "ward.csv")
    assert visitor.title == "Overview"
    assert visitor.go("data").finding == "All 90 rows used."
    meanings = visitor.table().set_index("Column")["Meaning"]
    assert meanings["y_true"] == "the true class"
    assert meanings["score_Normal and 1 more"] == "scores"
    rows, _ = list(visitor.frames())[-1]
    assert list(rows["case_id"])[:3] == ["c0", "c1", "c2"]


def test_rows_without_a_true_class_are_counted_and_said_in_amber() -> None:
    table = labels_only()
    table.loc[:3, "y_true"] = ""
    visitor = Visitor().upload(table)
    assert any("4 rows" in each for each in visitor.warnings)
    assert visitor.go("data").finding == "146 of 150 rows used; 4 have no true class."


@pytest.mark.thorough
def test_minus_one_is_excluded_by_one_click() -> None:
    table = labels_only().replace({"Artifact": "-1", "Murmur": "1", "Normal": "0"})
    table["y_pred"] = table["y_pred"].replace("-1", "0")
    visitor = Visitor().upload(table)
    assert any("-1" in each for each in visitor.warnings)
    visitor.press("Exclude class -1")
    assert visitor.title == "Overview"
    assert visitor.study.labels == ("0", "1")
    assert visitor.study.used == int((table.y_true != "-1").sum())


OF_SCORES = ("Curves", "Threshold", "Calibration", "Net benefit")


@pytest.mark.parametrize(
    ("study", "missing"),
    [
        (
            "labels only",
            ["Timeline", *OF_SCORES, "Subgroups", "Cross-validation", "Compare models"],
        ),
        ("surgical-phases", ["Subgroups", "Cross-validation", "Compare models"]),
    ],
)
def test_overview_names_the_pages_that_a_study_cannot_fill(study: str, missing: list[str]) -> None:
    (line,) = (each for each in seen(study, "overview").text.splitlines() if each.startswith("Not listed"))
    assert [title for title in TITLES.values() if title in line] == missing


def test_a_sample_and_a_template_stand_beside_the_upload() -> None:
    labels = [each.proto.label for each in Visitor().app.get("download_button")]
    assert labels == ["Sample file", "Empty template"]


@pytest.mark.thorough
def test_an_unclear_file_asks_and_the_answer_opens_it() -> None:
    visitor = Visitor().upload(unclear(), "ward.csv")
    assert visitor.finding == "Which column contains the true class?"
    assert "ward.csv" in visitor.detail
    assert visitor.study is None
    answer(visitor, "diagnosis by expert").fill("Case or patient", "who").press("Apply").go("data")
    assert visitor.finding == "All 150 rows used."
    meanings = visitor.table().set_index("Column")["Meaning"]
    assert meanings["diagnosis by expert"] == "the true class"
    right = int((labels_only().y_true == labels_only().y_pred).sum())
    assert f"{right} of 150" in visitor.go("overview").metrics["Accuracy"]


@pytest.mark.thorough
def test_a_mistaken_answer_is_explained_and_can_be_corrected() -> None:
    visitor = Visitor().upload(unclear())
    answer(visitor, truth="age").press("Apply")
    assert len(visitor.errors) == 1
    answer(visitor, "diagnosis by expert").press("Apply")
    assert visitor.errors == []
    assert visitor.study.labels == ("Artifact", "Murmur", "Normal")


@pytest.mark.thorough
def test_a_correction_changes_what_every_page_counts() -> None:
    visitor = opened("labels only").go("data")
    visitor.fill("Exclude true classes", "Artifact").press("Apply").go("data")
    table = labels_only()
    kept = table[table.y_true != "Artifact"]
    assert visitor.finding.startswith(f"{len(kept)} of 150 rows used")
    right = int((kept.y_true == kept.y_pred).sum())
    assert f"{right} of {len(kept)}" in visitor.go("overview").metrics["Accuracy"]


@pytest.mark.thorough
def test_another_good_file_clears_the_question() -> None:
    visitor = Visitor().upload(unclear()).upload(labels_only()).go("data")
    assert visitor.finding == "All 150 rows used."
    assert [button.label for button in visitor.app.button].count("Apply") == 1
    visitor = Visitor().upload(unclear()).press("Back").open_example("heart-sounds")
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


@pytest.mark.thorough
def test_a_taken_file_leaves_the_uploader_empty_whatever_came_of_it() -> None:
    visitor = Visitor()
    for content in (b"\x00\x01", labels_only(), unclear()):
        visitor.upload(content).go("data")
        assert visitor.uploader.value == []


def test_a_refusal_is_said_directly_below_the_upload_box() -> None:
    visitor = opened("labels only").upload(b"\x00\x01", "broken.csv")
    kinds = visitor.kinds()
    box = len(kinds) - 1 - kinds[::-1].index("file_uploader")  # the last one: that of the page
    assert kinds[box + 1] == "error"
    assert "broken.csv" in visitor.errors[0]


@pytest.mark.thorough
def test_a_file_dropped_before_the_session_knew_of_the_uploader_is_taken() -> None:
    """The browser of a tab whose session is gone sends what was dropped to a session that has drawn nothing yet."""
    visitor = Visitor()
    visitor.uploader.upload("answers.csv", labels_only().to_csv(index=False).encode())
    visitor.begin_a_new_session().run()
    assert visitor.study is not None
    visitor.go("data")
    assert visitor.uploader.value == []


def test_a_refusal_that_was_read_is_gone_when_the_reader_comes_back() -> None:
    visitor = Visitor().open_example("heart-rhythm").upload(b"\x00\x01", "bad.csv")
    assert len(visitor.errors) == len(visitor.run().errors) == 1
    assert visitor.go("overview").go("data").errors == []


@pytest.mark.thorough
def test_a_refused_file_leaves_the_open_study_and_its_own_file_alone() -> None:
    visitor = opened("labels only").upload(b"\x00\x01", "broken.csv")
    assert len(visitor.errors) == 1
    assert visitor.finding == "All 150 rows used."
    visitor.press("Apply").go("data")
    assert visitor.finding == "All 150 rows used."
    assert visitor.errors == []


@pytest.mark.thorough
def test_a_pasted_matrix_counts_as_it_stands() -> None:
    visitor = opened("pasted matrix").go("data")
    total = sum(int(cell) for line in MATRIX.splitlines()[1:] for cell in line.split("\t")[1:])
    assert visitor.finding == f"A matrix of {total:,} cases."
    assert visitor.go("overview").metrics["Accuracy"].startswith(f"{100 * (908 + 40 + 84) / total:.1f} %")
    assert "40 of 50" in " ".join(visitor.table().iloc[0])


def test_what_was_read_of_a_matrix_is_the_matrix_and_nothing_unfolds_that_is_empty() -> None:
    visitor = opened("pasted matrix").go("data")
    blocks = [block for block in visitor.app.main.children.values() if block.type == "flex_container"]
    (box,) = [each for each in blocks if "What was read" in {heading.value for heading in each.subheader}]
    (table,) = [frame.value for frame in box.dataframe]
    assert list(table) == ["true class", "→ Normal", "→ VT", "→ Ectopic"]
    assert "Columns" not in {button.label for button in visitor.go("overview").app.button}


def test_a_typed_matrix_counts_as_it_stands() -> None:
    visitor = seen("typed matrix", "overview")
    assert "126 of 140" in visitor.metrics["Accuracy"]
    assert visitor.finding.startswith("The model missed 4 of 40 cases with Disease (10 %)")


def test_a_matrix_that_is_not_square_is_refused_and_kept_for_correction() -> None:
    visitor = Visitor().paste("\tA\tB\nA\t1\t2")
    assert len(visitor.errors) == 1
    assert "square: it has 1 row and 2 columns of counts" in as_read(visitor.errors[0])
    assert visitor.app.text_area(key="matrix_text").value == "\tA\tB\nA\t1\t2"


@pytest.mark.thorough
def test_a_removed_study_leaves_nothing_in_the_session() -> None:
    visitor = Visitor().upload(scored(["Normal", "Telltale"], 60), "secret-name.csv").go("threshold").go("data")
    visitor.press("Close study")
    assert visitor.finding.startswith("Drop a predictions file")
    left = "\n".join(f"{key} {value!r}" for key, value in visitor.app.session_state.to_dict().items())
    assert "Telltale" not in left
    assert "secret-name" not in left
    assert visitor.go("overview").finding == "No study is open."


@pytest.mark.thorough
def test_a_class_with_a_comma_in_its_name_can_be_excluded() -> None:
    table = labels_only()
    table["y_true"] = table["y_true"].replace("Artifact", "Artifact, loud")
    visitor = Visitor().upload(table).read_anew("Exclude true classes", "Artifact, loud").go("data")
    assert visitor.finding.startswith(f"{(table.y_true != 'Artifact, loud').sum()} of 150 rows used")


# ------------------------------------------------------------------ one question at a time


def markers() -> pd.DataFrame:
    """An outcome that no name tells, and two markers of it."""
    table = scored(["fine", "poor"], 120)
    return pd.DataFrame({"grp": table.y_true, "m1": table.score_poor, "m2": table.score_poor[::-1].to_numpy()})


@pytest.mark.thorough
def test_questions_come_one_at_a_time_and_the_first_answers_open_the_study() -> None:
    visitor, asked = Visitor().upload(markers(), "ward.csv"), []
    while visitor.title == "Data":
        asked.append(visitor.finding)
        (radio,) = visitor.app.radio
        assert all(radio.proto.captions), "each answer says what it would make of the file"
        visitor.press("Next" if any(each.label == "Next" for each in visitor.app.button) else "Open the study")
    assert asked == [
        "Which column contains the true class?",
        "What did the model give?",
        "Which class does a high score mean?",
    ]
    assert visitor.study.mapping.score == "m1"


@pytest.mark.thorough
def test_what_is_promised_of_an_answer_is_what_overview_says() -> None:
    visitor = Visitor().upload(markers().assign(outcome=lambda table: table.grp).drop(columns="grp"))
    visitor.app.radio[0].set_value(1)
    promised = visitor.run().text.split("Overview will open with\n")[1].split("\n")[0]
    visitor.press("Next")
    visitor.app.radio[0].set_value(0)
    assert "Overview will open with" in visitor.run().text
    visitor.press("Open the study")
    assert visitor.study.mapping.score == "m2"
    assert promised.strip("*") == visitor.finding


@pytest.mark.thorough
def test_several_scores_become_several_models() -> None:
    visitor = Visitor().upload(markers().rename(columns={"grp": "outcome"}).replace({"poor": "1", "fine": "0"}))
    several = next(at for at, each in enumerate(visitor.app.radio[0].options) if "2 models" in each)
    visitor.app.radio[0].set_value(several)
    visitor.run().press("Open the study")
    assert visitor.study.model_names == ("m1", "m2")


@pytest.mark.thorough
def test_back_leads_to_the_question_before_and_from_the_first_to_the_start() -> None:
    visitor = Visitor().upload(markers()).press("Next").press("Back")
    assert visitor.finding == "Which column contains the true class?"
    assert visitor.press("Back").finding.startswith("Drop a predictions file")
    assert visitor.run().study is None


def test_hostile_names_of_columns_and_classes_stay_text_in_a_question() -> None:
    table = pd.DataFrame({HOSTILE[0]: ["a<b>", HOSTILE[1]] * 20, HOSTILE[2]: [HOSTILE[1], "a<b>"] * 20})
    radio = Visitor().upload(table).app.radio[0]
    assert [as_read(each) for each in radio.options] == [HOSTILE[0], HOSTILE[2]]
    assert not any("](http" in each for each in (*radio.options, *radio.proto.captions))


@pytest.mark.thorough
def test_of_several_labels_per_row_one_is_chosen_and_without_predictions_none_can_be() -> None:
    rows = pd.Series(range(60))
    labels = pd.DataFrame({name: (rows % step == 0).astype(int) for name, step in (("AF", 5), ("SB", 7), ("ST", 11))})
    alone = Visitor().upload(labels)
    assert alone.finding == "Several labels per row, and no predictions"
    assert "Open the study" not in [each.label for each in alone.app.button]
    paired = labels.join(labels.mul(0.6).add(rows.mod(13) / 40, axis=0).add_prefix("prob_"))
    visitor = Visitor().upload(paired)
    assert visitor.finding == "Which label is evaluated?"
    assert "12 of 60 positive (20 %)" in visitor.text
    visitor.press("Open the study")
    assert visitor.title == "Overview"
    assert visitor.study.mapping.truth == "AF"
    assert visitor.study.mapping.score == "prob_AF"


def test_a_true_class_that_means_missing_is_asked_about_and_excluded() -> None:
    table = pd.DataFrame({"y_true": ["ill", "well", "NA", "well"] * 10, "score": ["0.9", "0.2", "0.4", "0.6"] * 10})
    visitor = Visitor().upload(table)
    assert visitor.finding == "Do true classes mark missing values?"
    assert "No score belongs to **NA**." in visitor.detail
    visitor.press("Open the study")
    assert visitor.study is not None
    assert (visitor.study.labels, visitor.study.used) == (("ill", "well"), 30)
