"""The scripts that are fetched ahead exist in the Streamlit that is installed."""

from ui.server import preload


def test_every_script_is_found_once_under_its_present_name() -> None:
    found = preload._found()
    assert [address.split("/")[-1].split(".")[0] for address in found] == list(preload.NEEDED)
    assert all(address.startswith("/static/js/") for address in found)
