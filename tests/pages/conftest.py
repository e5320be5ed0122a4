from tests.support.app_fixtures import (
    files_are_read_here_and_waited_for,
    streamlit_does_once_what_it_would_do_for_each_run,
)
from tests.support.checked_figures import figures_are_checked

__all__ = [
    "figures_are_checked",
    "files_are_read_here_and_waited_for",
    "streamlit_does_once_what_it_would_do_for_each_run",
]
