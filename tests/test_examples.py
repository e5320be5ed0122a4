import csv
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from assets.make_examples import main as make_examples
from predictions.demo import EXAMPLES, FOLDER, open_example
from predictions.study import Study

opened = cache(open_example)
keys = [example.key for example in EXAMPLES]


@cache
def rows(key: str) -> list[dict[str, str]]:
    file = next(example.file for example in EXAMPLES if example.key == key)
    with (FOLDER / file).open(newline="") as lines:
        return list(csv.DictReader(lines))


def support(study: Study, model: int, split: str | None = None) -> dict[str, int]:
    answers = study.models[model]
    codes = answers.truth if split is None else answers.truth[answers.split == answers.splits.index(split)]
    return {label: int((codes == code).sum()) for code, label in enumerate(study.labels)}


def test_the_script_writes_the_bundled_files_again(tmp_path: Path) -> None:
    make_examples(tmp_path)
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    bundled = {file.name: file.read_bytes() for file in FOLDER.iterdir()}
    assert set(made) == set(bundled) == {example.file for example in EXAMPLES}
    assert [name for name in made if made[name] != bundled[name]] == []


def test_the_bundled_files_stay_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 3_000_000


@pytest.mark.parametrize("example", EXAMPLES, ids=keys)
def test_a_simulated_example_says_so_wherever_it_is_named(example) -> None:
    simulated = example.badge == "simulated"
    ids = next(name for name in ("patient_id", "video_id", "case_id") if name in rows(example.key)[0])
    assert ("simulated" in example.file) == simulated
    assert all(row[ids].startswith("SIM") == simulated for row in rows(example.key))
    assert opened(example.key).name == f"{example.title} ({example.badge})"


@pytest.mark.parametrize("key", keys)
def test_an_example_has_a_score_for_every_class_in_every_row(key: str) -> None:
    for answers in opened(key).models:
        assert answers.scores is not None
        assert all(score is not None and np.isfinite(score).all() for score in answers.scores)


@pytest.mark.parametrize("example", EXAMPLES, ids=keys)
def test_a_card_counts_what_the_study_counts(example) -> None:
    study = opened(example.key)
    model = study.models[0]
    shown = model.split == model.splits.index("test") if model.splits else np.ones(len(model), dtype=bool)
    counted = {"videos": len(model.sequences), study.unit[1]: int(shown.sum())}
    number, *_, unit = example.size.split()
    assert counted[unit] == int(number.replace(",", ""))


@pytest.mark.parametrize("key", keys)
def test_the_prediction_is_the_class_with_the_highest_score(key: str) -> None:
    for row in rows(key):
        scores = {name.removeprefix("score_"): float(row[name]) for name in row if name.startswith("score_")}
        assert scores[row["y_pred"]] == max(scores.values())
        assert sum(scores.values()) == pytest.approx(1, abs=0.0005)


def test_an_unknown_example_is_refused() -> None:
    with pytest.raises(KeyError):
        open_example("../secret")


def test_breast_cancer_has_two_models_over_five_folds() -> None:
    study = opened("breast-cancer")
    assert {answers.model for answers in study.models} == {"Logistic regression", "Decision tree"}
    assert support(study, 0) == support(study, 1) == {"benign": 357, "malignant": 212}
    assert [len(answers.folds) for answers in study.models] == [5, 5]
    assert study.labels[study.normal] == "benign"


def test_heart_sounds_has_a_class_that_is_never_predicted() -> None:
    study = opened("heart-sounds")
    (answers,) = study.models
    never = study.labels.index("Extra heart sound")
    assert len(answers) == 3240
    assert len(study.labels) == 5
    assert (answers.truth == never).sum() == 70
    assert not (answers.predicted == never).any()
    assert len({row["patient_id"] for row in rows("heart-sounds")}) == 948
    assert {"site", "sex"} <= set(answers.details.column_names)
    assert study.labels[study.normal] == "Normal"


def test_heart_rhythm_shows_the_test_split_first_without_its_unread_rows() -> None:
    study = opened("heart-rhythm")
    assert [answers.model for answers in study.models] == ["Model A", "Model B"]
    assert [answers.splits for answers in study.models] == [("test", "valid", "train")] * 2
    for model in range(2):
        assert support(study, model, "test") == {"Normal": 1000, "Ectopic": 100, "VT": 50}
    assert study.rows - study.used == sum(excluded.rows for excluded in study.excluded) == 2 * 3


def test_heart_rhythm_misses_a_fifth_of_vt() -> None:
    study = opened("heart-rhythm")
    vt = study.labels.index("VT")
    found = [
        int(((a.truth == vt) & (a.predicted == vt) & (a.split == a.splits.index("test"))).sum()) for a in study.models
    ]
    assert found == [40, 38]


def test_surgical_phases_has_twelve_videos_in_order() -> None:
    study = opened("surgical-phases")
    (answers,) = study.models
    assert len(answers.sequences) == 12
    assert len(study.labels) == 7
    assert study.unit == ("frame", "frames")
    frames = [int(row["frame"]) for row in rows("surgical-phases")]
    assert all(frame in (0, before + 1) for before, frame in pairwise(frames))


@pytest.mark.parametrize(("video", "phase"), [("SIM05", "Cleaning and coagulation"), ("SIM09", "Clipping and cutting")])
def test_two_surgical_phases_are_never_recognised(video: str, phase: str) -> None:
    predicted = [r["y_pred"] for r in rows("surgical-phases") if (r["video_id"], r["y_true"]) == (video, phase)]
    assert predicted
    assert phase not in predicted


@pytest.mark.parametrize("picture", ["logo.svg", "icon.svg"])
def test_the_logo_needs_no_font_and_no_other_file(picture: str) -> None:
    drawing = (FOLDER.parent / picture).read_text()
    assert drawing.startswith("<svg ")
    assert not any(word in drawing for word in ("<text", "font-family", "href", "url(", "<script", "<style"))
