"""Files of twelve cases as programs and people write them: each is read correctly, said, or refused in words."""

import pytest

from tests.predictions.odd.containers import CONTAINERS
from tests.predictions.odd.expected import Odd, check
from tests.predictions.odd.json_files import JSON
from tests.predictions.odd.labels import LABELS
from tests.predictions.odd.layouts import LAYOUTS
from tests.predictions.odd.meaning import MEANING
from tests.predictions.odd.numbers import NUMBERS
from tests.predictions.odd.programs import PROGRAMS
from tests.predictions.odd.understood import UNDERSTOOD

FILES = [*NUMBERS, *PROGRAMS, *LAYOUTS, *LABELS, *CONTAINERS, *JSON, *MEANING, *UNDERSTOOD]


@pytest.mark.parametrize("odd", FILES, ids=[odd.name for odd in FILES])
def test_an_odd_file_is_correct_or_said_or_refused(odd: Odd) -> None:
    check(odd)


def test_each_has_a_name_of_its_own() -> None:
    assert len({odd.name for odd in FILES}) == len(FILES) > 280
