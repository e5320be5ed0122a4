"""A confusion matrix as people write it: pasted, JSON, Markdown, LaTeX."""
