"""Tables that several origins are to answer alike, and what alike means."""

import json

import numpy as np
import pyarrow as pa

from predictions.study import Study
from report.formats.json_document import document
from report.results import results_of


def labels(rows: int, seed: int = 0) -> pa.Table:
    """Made predictions of three classes with ties, blanks and ids."""
    generator = np.random.default_rng(seed)
    classes = np.array(["Normal", "VT", "10"])
    truth, scores = generator.integers(0, 3, rows), generator.random((rows, 3)).round(2)
    columns = {"y_true": classes[truth], "y_pred": classes[scores.argmax(1)]}
    columns |= {f"score_{name}": scores[:, place] for place, name in enumerate(classes)}
    return pa.table(columns | {"site": np.array(["01", "1", ""])[generator.integers(0, 3, rows)]})


def document_of(study: Study) -> str:
    """Everything that is said of a study, but for where it came from."""
    found = document(results_of(study))
    del found["source"]["files"]
    return json.dumps(found, sort_keys=True)


def assert_alike(first: Study, second: Study) -> None:
    assert document_of(first) == document_of(second)


UNLIKE = {
    "counted_where_it_lies", "large_folds_pooled", "large_patients_drawn", "large_patients_not_drawn",
    "large_ids_of_other_type", "large_weights_by_rows", "large_weights_without_scores", "large_without_ids",
    "scores_in_steps",
}  # fmt: skip
OF_ROWS = {"cases_of_several_models", "ids_of_recordings", "no_id_column", "repeated_ids", "sequences_as_units"}


def assert_same_counts(first: Study, second: Study) -> None:
    """Every matrix and threshold table, from which all other numbers are made."""
    for name in ("labels", "normal", "positive", "rows", "used", "excluded", "mapping", "slices", "scored"):
        assert getattr(first, name) == getattr(second, name), name
    for place in first.slices:
        one, other = first.evaluate(*place), second.evaluate(*place)
        assert one.matrix.cells.tolist() == other.matrix.cells.tolist()
        for own, its in zip(one.tables, other.tables, strict=True):
            assert (own is None) == (its is None)
            if own is not None and its is not None:
                for name in ("scores", "positives", "negatives"):
                    np.testing.assert_array_equal(getattr(own, name), getattr(its, name))


def assert_counted_as_held(held: Study, counted: Study) -> None:
    """The name, every count, and every notice but those of single rows."""
    assert held.name == counted.name
    assert_same_counts(held, counted)
    assert [each for each in held.notices if each.code not in OF_ROWS] == [
        each for each in counted.notices if each.code not in UNLIKE
    ]
