"""How much memory there is: that of the container where one is given less than the computer has."""

from pathlib import Path

import pytest

from predictions import limits


def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> int:
    """The memory where the container says this of its own."""
    (tmp_path / "memory.max").write_text(text)
    monkeypatch.setattr(limits, "CONTAINERS", (str(tmp_path / "memory.max"), str(tmp_path / "none")))
    return limits.memory_here.__wrapped__()


def test_the_smaller_of_computer_and_container_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = told(monkeypatch, tmp_path, "max\n")
    assert whole > 100_000_000
    assert told(monkeypatch, tmp_path, "100000000\n") == 100_000_000
    assert told(monkeypatch, tmp_path, f"{whole + 1}\n") == whole


def test_a_tab_may_take_half_of_what_all_may() -> None:
    assert limits.Limits().tab == limits.memory_here() // 4
    assert limits.Limits().together == limits.memory_here() // 2


@pytest.mark.parametrize("name", ["ROUNDS_LIMIT_ROW", "ROUNDS_LIMIT_rows", "ROUNDS_LIMIT_"])
def test_a_limit_of_another_name_is_refused(name: str) -> None:
    """It was ignored: whoever mistyped one ran with the default."""
    with pytest.raises(ValueError, match=f"{name} is no limit. There are ROUNDS_LIMIT_UPLOAD, .*ROUNDS_LIMIT_TOGETHER"):
        limits.Limits.from_environment({name: "100", "ROUNDS_LIMIT_SECONDS": "300"})
