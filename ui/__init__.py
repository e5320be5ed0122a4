"""What all pages share: the frame, the current study, the choices, and the grammar of a page."""
