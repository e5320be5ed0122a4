from tests.support.stays_open import as_on_a_page

__all__ = ["as_on_a_page"]
