"""`python -m report FILE [FILE ...]`: evaluate and print. Exit status 0: evaluated, 2: refused."""

from __future__ import annotations

import sys

from report.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
