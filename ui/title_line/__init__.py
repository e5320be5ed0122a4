"""The line above every page: what is looked at, what was decided about the classes, and saving it."""
