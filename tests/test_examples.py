import csv
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest

from assets.make_examples import main as make_examples
from assets.rhythm_patients import AGES, VT_PREDICTIONS, VT_SENSITIVITY
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


@pytest.mark.thorough
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


def part(rows: Iterable[dict[str, str]], name: str, value: str) -> tuple[int, int]:
    """(how many of these rows hold the value in a column, how many rows)."""
    held = [row[name] == value for row in rows]
    return sum(held), len(held)


def newcombe(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    """95 % limits of the difference of two independent proportions (Newcombe 1998, method 10)."""
    (p, low_p, high_p), (q, low_q, high_q) = (
        (k / n, *binomtest(k, n).proportion_ci(method="wilson")) for k, n in (first, second)
    )
    return (
        p - q - ((p - low_p) ** 2 + (high_q - q) ** 2) ** 0.5,
        p - q + ((high_p - p) ** 2 + (q - low_q) ** 2) ** 0.5,
    )


def rhythm_tests() -> list[dict[str, str]]:
    """What Model A says of the test patients whose rhythm is known."""
    return [r for r in rows("heart-rhythm") if (r["split"], r["model"]) == ("test", "Model A") and r["y_true"]]


def test_vt_is_missed_more_often_in_women_as_the_script_says() -> None:
    vt = [row for row in rhythm_tests() if row["y_true"] == "VT"]
    women, men = (part([row for row in vt if row["sex"] == sex], "y_pred", "VT") for sex in "FM")
    assert (women, men) == ((13, 21), (27, 29))
    low, high = newcombe(women, men)
    assert low <= VT_SENSITIVITY["F"] - VT_SENSITIVITY["M"] <= high < 0


@pytest.mark.parametrize("column", ["age", "site", "sex"])
def test_nothing_else_differs_between_groups_of_patients(column: str) -> None:
    """Neither site nor age is a reason, and the other patients' predictions are alike in women and men."""
    of_vt, others = ([r for r in rhythm_tests() if (r["y_true"] == "VT") == is_vt] for is_vt in (True, False))
    groups = {"age": lambda r: sum(int(r["age"]) >= start for start, _ in AGES)}.get(column, lambda r: r[column])
    for patients in (others, *([of_vt] if column != "sex" else [])):
        for group in {groups(row) for row in patients}:
            inside, outside = (
                part([row for row in patients if (groups(row) == group) == is_in], "y_pred", "VT")
                for is_in in (True, False)
            )
            low, high = newcombe(inside, outside)
            assert low <= 0 <= high


def test_one_site_has_too_few_patients_with_vt_to_say_anything() -> None:
    vt = [row["site"] for row in rhythm_tests() if row["y_true"] == "VT"]
    assert {site: vt.count(site) < 10 for site in sorted(set(vt))} == {"North": False, "South": False, "West": True}


def test_more_patients_are_predicted_vt_from_september_on() -> None:
    patients = rhythm_tests()
    months = [f"2026-{month:02d}" for month in range(1, 13)]
    counts = [part([row for row in patients if row["date"].startswith(month)], "y_pred", "VT") for month in months]
    before, after = (np.sum(part_of_year, axis=0) for part_of_year in (counts[:8], counts[8:]))
    centre = before[0] / before[1]
    limits = [centre + 3 * (centre * (1 - centre) / n) ** 0.5 for _, n in counts]
    above = [month for month, (vt, n), limit in zip(months, counts, limits, strict=True) if vt / n > limit]
    assert above == ["2026-09", "2026-10"]
    for (vt, n), shares in ((before, VT_PREDICTIONS[:8]), (after, VT_PREDICTIONS[8:])):
        interval = binomtest(int(vt), int(n)).proportion_ci(method="wilson")
        assert interval.low <= np.mean(shares) <= interval.high


def test_rhythms_that_nobody_has_read_yet_are_the_latest() -> None:
    unread = [row for row in rows("heart-rhythm") if not row["y_true"]]
    assert {row["date"] for row in unread} == {"2026-12-29"}
    assert all(row["date"][:4] == "2026" for row in rows("heart-rhythm"))


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
