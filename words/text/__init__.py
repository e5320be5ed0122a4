"""The ground of all words: numbers, escaping, names of cases."""
