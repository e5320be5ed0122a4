"""A question about a file, answered by somebody who is quicker than the page."""

import numpy as np
import pandas as pd

from tests.support.visitor import Visitor


def unclear() -> pd.DataFrame:
    """Three columns with the same two classes, none of which tells what it is."""
    seen = np.random.default_rng(0).integers(0, 2, (60, 3))
    return pd.DataFrame(np.array(["Murmur", "Normal"])[seen], columns=["expert", "network", "second look"])


def test_the_answer_that_is_marked_is_given_even_before_the_page_follows() -> None:
    """Both clicks reach the server at once, as on one that is busy: the answer marked before was taken."""
    visitor = Visitor().bring(unclear())
    (asked,) = visitor.app.radio
    wanted = asked.options.index("second look")
    assert wanted != asked.value
    asked.set_value(wanted)
    visitor.press("Next")
    (asked,) = visitor.app.radio
    assert visitor.finding == "What did the model give?"
    assert asked.options == ["classes of 2 models: expert and network", "a class: expert", "a class: network"]
