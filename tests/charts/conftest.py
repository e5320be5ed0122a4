from tests.support.checked_figures import figures_are_checked

__all__ = ["figures_are_checked"]
