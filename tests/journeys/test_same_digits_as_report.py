"""The pages and the exported document say the same numbers, because the same code makes them."""

import pytest

from predictions.demo import open_example
from tests.report.helpers import KEYS, example_document
from tests.support.studies import seen

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("key", [key for key in KEYS if key != "surgical-phases"])
def test_the_overview_shows_the_digits_of_the_document(key: str) -> None:
    study, shown = open_example(key), seen(key, "overview")
    opens = study.model_names[study.opening_model]
    evaluation = next(each for each in example_document(key)["evaluations"] if each["model"] == opens)
    for name, key_ in (("Balanced accuracy", "balanced_accuracy"), ("MCC", "mcc")):
        each = evaluation["overall"][key_]
        assert shown.metrics[name] == f"{each['value']:.3f} | CI {each['low']:.3f}–{each['high']:.3f}"
    assert shown.metrics["Macro AUC"].startswith(f"{evaluation['macro']['auc']['value']:.3f} | ")
    correct = sum(row[i] for i, row in enumerate(evaluation["confusion_matrix"]))
    assert f"{correct:,} of {evaluation['n']:,}" in shown.metrics["Accuracy"]
    for _, row in shown.table().iterrows():
        figures = evaluation["classes"][row["Class"].split(" | ")[0]]
        assert row["Class"].split(" | ")[1].startswith(f"{figures['support']:,} ")
        assert f"({figures['tp']:,} of {figures['support']:,})" in row["Sensitivity"]
        assert row["AUC"].startswith(f"{figures['auc']['value']:.2f} ")
        if figures["predicted"]:
            assert f"({figures['tp']:,} of {figures['predicted']:,})" in row["PPV"]


def test_frames_are_shown_as_time_with_the_digits_of_the_document() -> None:
    evaluation = example_document("surgical-phases")["evaluations"][0]
    shown = seen("surgical-phases", "overview")
    for name, key in (("Overlap score", "overlap_score"), ("Edit score", "edit_score")):
        assert shown.metrics[name].startswith(f"{evaluation['overall'][key]['value']:.2f} | ")
    accuracy = evaluation["overall"]["accuracy"]["value"]
    assert shown.metrics["Frame accuracy"].startswith(f"{100 * accuracy:.1f} % | ")
