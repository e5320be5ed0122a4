"""Whether the tests of `metrics` bite: a sample of small changes to its code, of which at least 90 % must fail a test.

    .venv/bin/python -m benchmarks.mutants [how many] [seed]

mutmut (requirements-dev.txt) makes every change it knows in a copy of the package and runs, for each of the sample, the
tests that reach the changed function. A copy of `metrics` with its own tests is enough; what they let live is shown to
mypy, which is one of the tests, too. The glossary is prose and LaTeX, which tests of their own hold. Prints what
survived; what changes no number is no fault of the tests, such as another way to the same array (`np.asarray(values)`
without its type) or a slower one (`_is_narrow`).
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
AIM, SAMPLE, SEED = 0.9, 100, 0
SURVIVED, UNTESTED = 0, 33  # as mutmut keeps them
SETTINGS = {
    "setup.cfg": """[mutmut]
source_paths=metrics
do_not_mutate=metrics/glossary/*
pytest_add_cli_args_test_selection=tests/metrics
    tests/reference
also_copy=pytest.ini
""",
    "pytest.ini": """[pytest]
pythonpath=.
addopts=--import-mode=importlib -q -p no:cacheprovider
filterwarnings=error
markers=thorough
""",
}


def copied(folder: Path) -> None:
    for part in ("metrics", "tests/metrics", "tests/reference", "tests/support"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "tests/conftest.py", folder / "tests")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name, text in SETTINGS.items():
        (folder / name).write_text(text)


def mutmut(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.stdout


def results(folder: Path) -> dict[str, int | None]:
    """By mutant what pytest ended with; None where it was not asked."""
    kept = sorted((folder / "mutants/metrics").rglob("*.meta"))
    return {name: code for file in kept for name, code in json.loads(file.read_text())["exit_code_by_key"].items()}


def has_right_types(folder: Path, name: str) -> bool:
    """Whether mypy lets this mutant pass."""
    mutmut(folder, "apply", name)
    checked = subprocess.run([sys.executable, "-m", "mypy", "metrics"], cwd=folder, stdout=subprocess.PIPE, check=False)
    shutil.copytree(ROOT / "metrics", folder / "metrics", dirs_exist_ok=True)
    return checked.returncode == 0


def main() -> None:
    size, seed = (int(given) for given in (*sys.argv[1:3], *(SAMPLE, SEED)[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copied(folder)
        said = mutmut(folder, "run", "nothing has this name")  # makes the mutants, and learns which test reaches what
        names = sorted(results(folder))
        if not names:
            sys.exit(said)
        sample = random.Random(seed).sample(names, min(size, len(names)))
        said = mutmut(folder, "run", *sample)
        found = results(folder)
        if all(found[name] is None for name in sample):
            sys.exit(said)
        survived = [name for name in sample if found[name] in (SURVIVED, UNTESTED, None)]
        alive = [name for name in survived if has_right_types(folder, name)]
        for name in alive:
            print(mutmut(folder, "show", name))
    proportion = 1 - len(alive) / len(sample)
    print(f"{len(sample)} of {len(names):,} mutants, seed {seed}: {proportion:.0%} fail a test, aim {AIM:.0%}")
    sys.exit(proportion < AIM)


if __name__ == "__main__":
    main()
