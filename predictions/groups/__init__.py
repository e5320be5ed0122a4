"""How the kept columns of a study tell its cases apart: by values, by ranges of a number, by months."""
