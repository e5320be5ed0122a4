"""Requirements as people type, save and read them."""
