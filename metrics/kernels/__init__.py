"""The counting itself: sorting scores, encoding labels, two threads."""
