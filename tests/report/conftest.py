from tests.support.report_fixtures import files_are_read_here_once

__all__ = ["files_are_read_here_once"]
