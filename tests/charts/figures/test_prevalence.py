"""PPV and NPV against prevalence: the drawn lines are the numbers of the metrics."""

import numpy as np
import pytest

from charts import by_prevalence, by_prevalence_alt
from metrics import Counts, predictive_estimates

COUNTS = Counts(tp=40, fp=35, fn=10, tn=1065)


def test_lines_bands_and_marks_are_the_numbers_of_the_metrics() -> None:
    drawn = by_prevalence(COUNTS, 0.01, 50 / 1150, level=0.95, with_bands=True)
    ppv_band, ppv, npv_band, npv, marks = drawn.data
    for band, line, column in ((ppv_band, ppv, 0), (npv_band, npv, 1)):
        found = [predictive_estimates(COUNTS, proportion)[column] for proportion in line["x"]]
        assert list(line["y"]) == [each.value for each in found]
        half = len(line["x"])
        assert list(band["y"][:half]) == [each.high for each in found]
        assert list(band["y"][half:])[::-1] == [each.low for each in found]
    assert [ppv["name"], npv["name"]] == ["PPV", "NPV"]
    assert ppv["line"]["dash"] != npv["line"]["dash"], "told apart without colour"
    assert list(marks["y"]) == [each.value for each in predictive_estimates(COUNTS, 0.01)]
    assert drawn.layout.shapes[0].x0 == pytest.approx(50 / 1150)


@pytest.mark.parametrize("counts", [Counts(0, 0, 20, 50), Counts(20, 50, 0, 0), Counts(4, 1, 1, 9), COUNTS])
def test_without_an_interval_there_is_no_band_and_never_a_missing_number(counts: Counts) -> None:
    drawn = by_prevalence(counts, 0.3, 0.2, with_bands=counts is not COUNTS, level=0.95)
    assert not any(trace.fill == "toself" and np.isnan(trace.y).any() for trace in drawn.data)
    if counts is COUNTS or counts.tp == 4:
        assert not any(trace.fill for trace in drawn.data)
    said = by_prevalence_alt(counts, 0.3, 0.2)
    assert "nan" not in said
    assert said.endswith(".")


def test_the_words_name_both_places() -> None:
    said = by_prevalence_alt(COUNTS, 0.01, 0.2).replace("\u00a0", " ")
    assert "where 1 % have it PPV 20.3 %, NPV 99.8 %; where 20 % have it PPV 86.3 %" in said
    assert by_prevalence_alt(COUNTS, 0.2, 0.2).count("where") == 1
