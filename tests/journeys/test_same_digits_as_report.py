"""The pages and the exported document say the same numbers, because the same code makes them."""

import pytest

from tests.report.helpers import KEYS, example_document
from tests.support.visitor import Visitor


@pytest.mark.parametrize("key", KEYS)
def test_the_overview_shows_the_digits_of_the_document(key: str) -> None:
    evaluation = example_document(key)["evaluations"][0]
    shown = Visitor(study=key).go("overview")
    for name, estimate in (
        ("Balanced accuracy", evaluation["overall"]["balanced_accuracy"]),
        ("MCC", evaluation["overall"]["mcc"]),
    ):
        interval = f"CI {estimate['low']:.3f}–{estimate['high']:.3f}" if "low" in estimate else "no interval"
        assert shown.metrics[name] == f"{estimate['value']:.3f} | {interval}"
    assert shown.metrics["Macro AUC"].startswith(f"{evaluation['macro']['auc']['value']:.3f} | ")
    correct = sum(row[i] for i, row in enumerate(evaluation["confusion_matrix"]))
    assert f"{correct:,} of {evaluation['n']:,}" in shown.metrics["Accuracy"]
    for _, row in shown.table().iterrows():
        figures = evaluation["classes"][row["Class"]]
        cells = {str(name).split(" |")[0]: str(cell) for name, cell in row.items()}
        assert cells["Cases"] == f"{figures['support']:,}"
        f1 = figures["f1"]
        assert cells["F1"] == f"{f1['value']:.2f}" + (
            f" | {f1['low']:.2f}–{f1['high']:.2f}" if "low" in f1 else " | no interval"
        )
        assert f"{figures['tp']:,} of {figures['support']:,}" in next(
            cell for name, cell in cells.items() if name.startswith("Sensitivity")
        )
