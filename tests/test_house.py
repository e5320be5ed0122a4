"""The rules of the house, as far as a program can see whether they are kept. Most are rules of ruff: pyproject.toml."""

import ast
import importlib.util
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("metrics", "predictions", "reviews", "words", "charts", "report", "ui", "pages")
FILES = sorted(file for room in (*ROOMS, "assets", "benchmarks") for file in (ROOT / room).rglob("*.py"))
LONGEST_FUNCTION, LONGEST_FILE, FULLEST_FOLDER = 50, 300, 16
NO_ROOM = {
    "browser": "a real Chromium",
    "journeys": "over many pages",
    "reference": "beside other libraries",
    "support": "",
}
OF_NO_ONE_FILE = {
    "metrics/laws/test_laws.py": "laws of every metric",
    "metrics/laws/test_table_laws.py": "laws of every metric over all thresholds",
    "metrics/laws/test_estimates.py": "bounds under a declared name, or a reason, of every number",
    "metrics/laws/test_one_interval.py": "one number has one interval under all its names",
    "metrics/laws/test_frozen_results.py": "dataclasses.replace works on every result",
    "metrics/glossary/test_other_readings.py": "alternative definitions, of all files of the glossary",
    "metrics/intervals/test_ratios_and_kappa.py": "the closed formulas of analytic.py that are not proportions",
    "metrics/paired/test_weighted_pairs.py": "every comparison of weighted cases is that of copied patients",
    "predictions/test_fuzz.py": "any bytes, from file to study",
    "predictions/test_notices.py": "what is said of odd columns and labels, from file to study",
    "predictions/test_odd_files.py": "odd files of every kind, from file to study",
    "predictions/test_round_trip.py": "any table in any format, from file to study",
    "predictions/formats/text/test_odd_text.py": "what people do to a text table, from file to study",
    "reviews/groups/test_risks_of_patients.py": "O:E and net benefit in groups that an engine counts",
    "report/test_five_documents.py": "every number that the five source documents ask for",
    "ui/test_start.py": "what the first page loads",
    "ui/state/test_two_sessions_at_once.py": "the session, its evaluations and their futures together",
    "words/test_words_are_never_read.py": "no room reads a sentence back",
    "words/test_clinical_wording.py": "one test for each of C1 to C19 of VOICE, over all findings",
}
GIVEN = {"streamlit", "plotly", "pandas"}  # need no reason of their own
UNFINISHED = re.compile(r"NotImplemented|coming soon|lorem ipsum|not (yet )?implemented", re.IGNORECASE)
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as run; run(['--no-cache'])"
CHECKS = {
    "ruff check": ("ruff", "-m", "ruff", "check", "."),
    "ruff format": ("ruff", "-m", "ruff", "format", "--check", "."),
    "mypy": ("mypy", "-m", "mypy"),
    "lint-imports": ("importlinter", "-c", LINT_IMPORTS),
}
SLOW = {"mypy": pytest.mark.thorough}


@pytest.mark.parametrize("check", [pytest.param(each, marks=SLOW.get(each, ())) for each in CHECKS])
def test_the_checks_are_clean(check: str) -> None:
    module, *arguments = CHECKS[check]
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed here")
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield child
        if not isinstance(child, ast.expr):  # which holds most nodes, and no function with a name
            yield from functions(child)


def test_files_and_functions_stay_short() -> None:
    sources = {name(file): file.read_text() for file in FILES}
    assert [file for file, source in sources.items() if len(source.splitlines()) > LONGEST_FILE] == []
    long = [
        f"{file}: {node.name}"
        for file, source in sources.items()
        if len(source.splitlines()) > LONGEST_FUNCTION
        for node in functions(ast.parse(source))
        if node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []


def test_nothing_is_left_unfinished() -> None:
    assert [name(file) for file in FILES if UNFINISHED.search(file.read_text())] == []


def test_no_folder_holds_more_modules_than_one_can_overlook() -> None:
    files = {*FILES, *(ROOT / "tests").rglob("*.py")}
    held = Counter(name(file.parent) for file in files if file.name not in ("__init__.py", "conftest.py"))
    assert {folder: modules for folder, modules in held.items() if modules > FULLEST_FOLDER} == {}


def test_a_test_stands_where_its_file_stands() -> None:
    """tests/<room>/<folders>/test_x.py is about <room>/<folders>/x.py, or about all of a folder x."""
    tests = [file.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("*/test_*.py")]
    of_rooms = {str(test) for test in tests if test.parts[0] not in NO_ROOM}
    subjects = {test: ROOT / Path(test).parent / Path(test).stem.removeprefix("test_") for test in of_rooms}
    astray = {test for test, file in subjects.items() if not (file.with_suffix(".py").exists() or file.is_dir())}
    assert sorted(astray - OF_NO_ONE_FILE.keys()) == []
    assert sorted(OF_NO_ONE_FILE.keys() - astray) == [], "has its file by now, or is gone"


def test_no_module_imports_the_package_it_lies_in() -> None:
    """The circle that import-linter does not see: a package takes names from its modules, and one of them from it."""
    graph = grimp.build_graph(*(room for room in ROOMS if (ROOT / room).is_dir()), cache_dir=None)
    imports = ((module, each) for module in graph.modules for each in graph.find_modules_directly_imported_by(module))
    assert [f"{module} -> {package}" for module, package in imports if module.startswith(f"{package}.")] == []


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_further_requirement_has_its_reason(file: str) -> None:
    lines = (ROOT / file).read_text().splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "-r "))]
    assert len(wanted) > 3
    assert [line for line in wanted if re.split(r"[ =~<>\[]", line)[0] not in GIVEN and "# " not in line] == []


def test_assets_and_settings_name_no_foreign_host() -> None:
    files = [*(ROOT / ".streamlit").glob("*.toml"), *(ROOT / "assets").rglob("*.*"), *(ROOT / "ui").rglob("*.*")]
    texts = {
        file: file.read_text() for file in files if file.suffix in {".toml", ".svg", ".js", ".css", ".html", ".csv"}
    }
    assert len(texts) > 5
    foreign = re.compile(r"(?:https?:)?//(?!www\.w3\.org/|localhost|127\.0\.0\.1)[\w-]+\.[\w.-]+")
    assert {file.name: foreign.findall(text) for file, text in texts.items() if foreign.search(text)} == {}
