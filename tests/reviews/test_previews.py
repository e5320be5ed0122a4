"""What each answer would make of a file is what the file says once it is opened so."""

import numpy as np
import pandas as pd
import pytest

from predictions.opening import open_files
from predictions.problems import NeedsMapping
from reviews.assumed import first_finding
from reviews.previews import MOST_ROWS, effects, first_view

N = 80
TRUTH = np.random.default_rng(1).permutation(np.repeat(["ill", "well"], N // 2))
SCORE = np.where(TRUTH == "ill", 0.6, 0.2) + np.random.default_rng(2).random(N) / 4


def asked(**columns: object) -> NeedsMapping:
    with pytest.raises(NeedsMapping) as needed:
        open_files([("ward.csv", pd.DataFrame(columns).to_csv(index=False).encode())])
    return needed.value


def test_the_sentence_is_the_one_that_overview_opens_with() -> None:
    needed = asked(pathology=TRUTH, scan=np.roll(TRUTH, 3))
    first, second = effects(needed, lambda: None)
    study = needed.read(needed.question.answers[0].mapping)
    view = first_view(study)
    assert first.headline == first_finding(view).headline
    assert (first.cases, first.total) == (N // 2, N)
    assert first.missed == int(((TRUTH == "ill") & (np.roll(TRUTH, 3) == "well")).sum())
    assert (first.further, second.further) == (0, 0)


def test_of_a_score_that_is_no_probability_none_is_missed_yet() -> None:
    needed = asked(final_dx=TRUTH, points=(SCORE * 10).round())
    first = effects(needed, lambda: None)[0]
    assert first.missed is None
    assert first.areas[0] == pytest.approx(1.0, abs=0.1)


def test_another_class_for_a_score_has_an_absurd_auc() -> None:
    needed = asked(y_true=np.where(TRUTH == "ill", "poor", "fine"), score=SCORE)
    fine, poor = effects(needed, lambda: None)
    assert (fine.areas[0], poor.areas[0]) == (pytest.approx(1 - poor.areas[0]), 1.0)
    assert poor.is_probability
    assert poor.score == "score"
    assert [each.cases for each in poor.ranges] == [N // 2] * 2
    of_poor = next(each for each in poor.ranges if poor.names[each.label] == "poor")
    assert of_poor.quantiles == pytest.approx(
        np.quantile(SCORE[TRUTH == "ill"].round(10), [0.05, 0.25, 0.5, 0.75, 0.95])
    )


def test_an_answer_that_leads_on_counts_the_questions_that_follow() -> None:
    needed = asked(dx=TRUTH, group=np.repeat(["a", "b", "c", "d"], N // 4), nn=SCORE, svm=SCORE[::-1])
    found = dict(zip((each.columns[0] for each in needed.question.answers), effects(needed, lambda: None), strict=True))
    assert found["dx"].further == 1
    assert found["group"].headline == ""
    assert found["group"].problem != ""


def test_a_large_file_is_not_read_once_for_each_answer() -> None:
    needed = asked(pathology=TRUTH, scan=np.roll(TRUTH, 3))
    needed.rows = MOST_ROWS
    assert effects(needed, lambda: None) == ()


def test_the_work_ends_when_it_is_cancelled() -> None:
    needed = asked(pathology=TRUTH, scan=np.roll(TRUTH, 3))

    def cancelled() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        effects(needed, cancelled)
