"""Pictures that are HTML text, so that a page needs no chart library for them."""
