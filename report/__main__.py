"""`python -m report FILE [FILE ...]`: evaluate and print. Exit status 0: evaluated, 2: refused; --help tells more."""

from __future__ import annotations

import json
import os
import sys

try:
    from report.cli.command import main
except KeyboardInterrupt:
    sys.exit(130)
except SystemExit as ended:  # a setting that cannot be one, as standard error says already
    if "--json" in sys.argv:
        sys.stdout.write(json.dumps({"error": str(ended.__cause__)}) + "\n")
    raise
except ImportError as error:
    sys.stderr.write(f"Rounds lacks a package ({error.name}). Install what requirements.txt lists.\n")
    sys.exit(2)

if __name__ == "__main__":
    # A closed stream is None in Python: what would be said is dropped.
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    sys.exit(main(sys.argv[1:]))
