from tests.support.app_fixtures import files_are_read_here_and_waited_for, installed_packages_are_searched_once

__all__ = ["files_are_read_here_and_waited_for", "installed_packages_are_searched_once"]
