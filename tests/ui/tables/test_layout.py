"""Lists to scroll have a height at which no row is cut."""

from ui.tables.layout import list_height


def test_a_list_ends_with_a_whole_row() -> None:
    assert [list_height(rows, 300) for rows in (1, 7, 8)] == [38 + 35 * rows for rows in (1, 7, 7)]
    assert list_height(9, 100) == 38 + 35 * 5, "five rows in any room"
