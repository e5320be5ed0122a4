def pytest_make_parametrize_id(val: object) -> str | None:
    """Archives hold the time of day: their bytes are no names of tests."""
    return "bytes" if isinstance(val, bytes) else None
