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
