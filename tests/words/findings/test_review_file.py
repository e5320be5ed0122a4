import pytest

from tests.support.text import as_read
from words.findings.review_file import opened


@pytest.mark.parametrize(("is_same", "said"), [(True, "The review is restored"), (False, "saved for another file")])
def test_what_the_study_lacks_is_said_of_its_own_review_too(is_same: bool, said: str) -> None:
    assert said in opened("a", is_same, ("VT",))
    assert "Not in this study: “VT”." in as_read(opened("a", is_same, ("VT",)))
    assert "Not in this study" not in opened("a", is_same, ())
